/**
 * The API password of the merchants that the sandbox creates. The gateway checks it and the demo shop sends it; they are two
 * processes that start together, so whichever comes first makes it and both read the same.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PASSWORD_BYTES = 16;

/** HTTP Basic carries it after a colon in one header: printable ASCII, and no longer than anyone types. */
const ALLOWED = /^[\x21-\x7e]{1,128}$/;

/**
 * The setting SANDBOX_API_PASSWORD, else the one kept in `<dataDir>/sandbox/api-password`, which is generated (32 hex digits, a file
 * that only its owner can read) where there is none.
 *
 * @throws {Error} whose message is one line for the operator
 */
export function sandboxApiPassword(dataDir: string, env: Readonly<Record<string, string | undefined>>): string {
  const given = env.SANDBOX_API_PASSWORD;
  if (given !== undefined && given !== '') return checked(given, 'SANDBOX_API_PASSWORD');
  const file = join(dataDir, 'sandbox', 'api-password');
  return checked((read(file) ?? generate(dataDir, file)).trimEnd(), file);
}

function checked(password: string, origin: string): string {
  if (ALLOWED.test(password)) return password;
  throw new Error(`${origin} must hold 1 to 128 printable ASCII characters without spaces.`);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Written whole under a name of its own, then linked to the real one: a link fails where the name is taken, so the first process
 * wins and no other ever reads half a password.
 */
function generate(dataDir: string, file: string): string {
  mkdirSync(join(dataDir, 'sandbox'), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(PASSWORD_BYTES).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}
