/**
 * The operator's command line: `npm run turnpike -- merchant put FILE.json`. It works beside a running gateway, which sees a
 * change within a second.
 */
import { readFileSync } from 'node:fs';
import { ZodError } from 'zod';
import type { MerchantProfile } from './gateway/merchant.ts';
import { hashPassword, newPassword } from './rest/passwords.ts';
import { readSettings, type Settings } from './settings/settings.ts';
import { openStore, type Store } from './store/store.ts';

const USAGE = `turnpike merchant put FILE.json [--password VALUE]   create or replace a merchant's profile
turnpike merchant list                               all merchants
turnpike merchant show ID                            one merchant's profile
turnpike merchant password ID                        make a new API password and print it once
turnpike migrate                                     bring the database to this program's schema`;

class UsageError extends Error {}

interface Call {
  readonly store: Store;
  readonly settings: Settings;
  readonly args: readonly string[];
}

/** Secrets of a profile are held, never shown. */
function shown({ p2pe, notification, ...profile }: MerchantProfile): object {
  return {
    ...profile,
    notification: notification && { ...notification, ...(notification.secret !== undefined && { secret: '[held]' }) },
    p2pe: p2pe && { bdk: '[held]' },
  };
}

async function putMerchant({ store, settings, args }: Call): Promise<string> {
  const [file, flag, password, ...rest] = args;
  if (
    file === undefined ||
    rest.length > 0 ||
    (flag !== undefined && (flag !== '--password' || password === undefined))
  ) {
    throw new UsageError(USAGE);
  }
  if (password !== undefined && settings.mode === 'live') {
    throw new UsageError('--password is for the sandbox: in live mode, turnpike merchant password ID makes one.');
  }
  const merchant = await store.merchants.put(JSON.parse(readFileSync(file, 'utf8')), Date.now());
  if (password !== undefined)
    await store.merchants.setPasswordHash(merchant.id, await hashPassword(password), Date.now());
  return `${merchant.id} is stored.`;
}

async function listMerchants({ store }: Call): Promise<string> {
  const merchants = await store.merchants.list();
  return merchants
    .map(
      ({ id, profile, passwordHash }) =>
        `${id}\t${profile.name}\t${passwordHash === null ? 'no password' : 'password set'}`,
    )
    .join('\n');
}

async function showMerchant({ store, args }: Call): Promise<string> {
  const merchant = await store.merchants.find(args[0] ?? '');
  if (merchant === undefined) throw new UsageError(`There is no merchant ${args[0] ?? '(no id given)'}.`);
  return JSON.stringify(shown(merchant.profile), null, 2);
}

async function makePassword({ store, args }: Call): Promise<string> {
  const password = newPassword();
  const known = await store.merchants.setPasswordHash(args[0] ?? '', await hashPassword(password), Date.now());
  if (!known) throw new UsageError(`There is no merchant ${args[0] ?? '(no id given)'}.`);
  return password;
}

/** Opening the store has migrated it. */
async function migrate(): Promise<string> {
  return 'The database has the newest schema.';
}

const COMMANDS: Readonly<Record<string, (call: Call) => Promise<string>>> = {
  'merchant put': putMerchant,
  'merchant list': listMerchants,
  'merchant show': showMerchant,
  'merchant password': makePassword,
  migrate,
};

function explained(error: unknown): string {
  if (error instanceof ZodError)
    return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n');
  return error instanceof Error ? error.message : String(error);
}

async function main(words: readonly string[]): Promise<void> {
  const name = Object.keys(COMMANDS).find((command) => words.join(' ').startsWith(command));
  if (name === undefined) throw new UsageError(USAGE);
  const settings = readSettings(process.env);
  const store = await openStore(settings.databaseUrl, { owner: false });
  try {
    const args = words.slice(name.split(' ').length);
    console.log(await COMMANDS[name]!({ store, settings, args }));
  } finally {
    await store.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(explained(error));
  process.exit(error instanceof UsageError ? 2 : 1);
}
