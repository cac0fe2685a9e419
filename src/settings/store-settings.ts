/** The settings of a further store, made from those of the process. */
import { parse } from 'node:path';
import { readDatabaseSchema } from './database-schema.ts';
import { readDatabaseUrl } from './database-url.ts';
import type { Settings } from './settings.ts';
import { SettingsError } from './settings-error.ts';

export interface NamedStore {
  readonly number: number;
  readonly name: string;
  readonly databaseUrl: string;
  readonly databaseSchema?: string | undefined;
}

/**
 * Names are parts of file names and of commands.
 *
 * @example isStoreName('north-2') // true
 */
export function isStoreName(name: string): boolean {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) && name.length <= 30;
}

/**
 * A further store has no console, no standby for lists, and no merchant or person of the sandbox. The file of its audit
 * trail has its name.
 *
 * @example settingsOfStore(settings, { number: 2, name: 'two', databaseUrl }).auditHeadFile //
 *   'data/audit-head-two.jsonl'
 */
export function settingsOfStore(
  settings: Settings,
  { number, name, databaseUrl, databaseSchema }: NamedStore,
): Settings {
  const { dir, name: head, ext } = parse(settings.auditHeadFile);
  return {
    ...settings,
    databaseUrl,
    databaseSchema,
    databaseRead: undefined,
    storeNumber: number,
    auditHeadFile: `${dir}${dir === '' || dir.endsWith('/') ? '' : '/'}${head}-${name}${ext}`,
    backupDoneFile: undefined,
    consoleOrigin: undefined,
    openId: undefined,
    sandboxApiPassword: undefined,
    sandboxConsoleToken: undefined,
    sandboxNotificationKey: undefined,
  };
}

/**
 * The address of a store that is added to the directory.
 *
 * @throws SettingsError that names the option
 */
export function readStoreAddress(
  { mode, databaseUrl: firstUrl }: Pick<Settings, 'databaseUrl' | 'mode'>,
  url: string,
  schema: string | undefined,
): Pick<NamedStore, 'databaseSchema' | 'databaseUrl'> {
  try {
    const databaseUrl = readDatabaseUrl(url, mode);
    if (databaseUrl.startsWith('sqlite:') && !firstUrl.startsWith('sqlite:')) {
      throw new SettingsError(
        '--url cannot be used: one process owns an SQLite file, and the processes on this PostgreSQL are several.',
      );
    }
    return { databaseUrl, databaseSchema: readDatabaseSchema(schema, databaseUrl) };
  } catch (error) {
    throw error instanceof SettingsError
      ? new SettingsError(error.message.replaceAll('DATABASE_URL', '--url').replaceAll('DATABASE_SCHEMA', '--schema'))
      : error;
  }
}
