/**
 * The API password of the merchants that the sandbox creates. The gateway checks it and the demo shop sends it. The two
 * processes start together, so the first one generates it and both read the same file.
 */
import { join } from 'node:path';
import { readOrCreateSecret } from '../stored-secret.ts';

const PASSWORD_BYTES = 16;

/**
 * The format of the password: printable ASCII, because it is sent in a header (HTTP Basic), and short enough to type.
 */
const PASSWORD_PATTERN = /^[\x21-\x7e]{1,128}$/;

/**
 * Returns SANDBOX_API_PASSWORD, or the password in `<dataDir>/sandbox/api-password`. If the file does not exist, the
 * password is generated: 32 hex digits, in a file that only the owner can read.
 *
 * @throws {Error} with one line for the operator
 */
export function sandboxApiPassword(dataDir: string, env: Readonly<Record<string, string | undefined>>): string {
  const given = env.SANDBOX_API_PASSWORD;
  if (given !== undefined && given !== '') {
    return validatePassword(given, 'SANDBOX_API_PASSWORD');
  }
  const file = join(dataDir, 'sandbox', 'api-password');
  return validatePassword(readOrCreateSecret(file, PASSWORD_BYTES, 'hex'), file);
}

function validatePassword(password: string, origin: string): string {
  if (PASSWORD_PATTERN.test(password)) {
    return password;
  }
  throw new Error(`${origin} must hold 1 to 128 printable ASCII characters without spaces.`);
}
