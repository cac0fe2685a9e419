/** The call of `turnpike serve`: its option, and the settings that the supervisor itself needs. */
import type { Place } from './sockets.ts';

/** Far more than one database serves well. */
const PROCESSES_MAX = 64;

export const USAGE = 'turnpike serve --processes N   (1 to 64 gateway processes behind one port)';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ServeCall {
  readonly processes: number;
  readonly main: Place;
  /** The place of `ADMIN_PORT`. */
  readonly admin: Place | undefined;
  readonly logLevel: string;
}

export class ServeUsageError extends Error {}

/**
 * The gateway processes validate the settings. Here an invalid one gets its default, so that they report it.
 *
 * @throws ServeUsageError for a wrong call
 * @throws Error with one line if the settings do not allow several processes
 */
export function readCall(args: readonly string[], env: Environment): ServeCall {
  const [option, count = '', ...rest] = args.flatMap((arg) => arg.split('='));
  const processes = /^\d{1,2}$/.test(count) ? Number(count) : 0;
  if (option !== '--processes' || rest.length > 0 || processes < 1 || processes > PROCESSES_MAX) {
    throw new ServeUsageError(USAGE);
  }
  if (processes > 1 && isSqlite(env)) {
    throw new Error(
      `--processes ${processes} cannot be used with SQLite, whose file one process owns: set DATABASE_URL to a PostgreSQL database, or start with --processes 1.`,
    );
  }
  const host = env.HOST || '127.0.0.1';
  return {
    processes,
    main: { host, port: portOf(env.PORT) ?? 8080, setting: 'PORT' },
    admin: env.ADMIN_PORT
      ? { host: env.ADMIN_HOST || host, port: portOf(env.ADMIN_PORT) ?? 0, setting: 'ADMIN_PORT' }
      : undefined,
    logLevel: LEVELS.includes(env.LOG_LEVEL ?? '') ? (env.LOG_LEVEL as string) : 'info',
  };
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Whether the store is a file of SQLite, as it is without a setting. */
export function isSqlite({ DATABASE_URL }: Environment): boolean {
  return !DATABASE_URL || DATABASE_URL.startsWith('sqlite:');
}

function portOf(text: string | undefined): number | undefined {
  const port = /^\d{1,5}$/.test(text ?? '') ? Number(text) : undefined;
  return port !== undefined && port <= 65_535 ? port : undefined;
}
