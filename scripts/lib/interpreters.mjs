/** Finds Python and PHP with the modules of the guides' programs in these languages, or installs Debian's. */
import { spawnSync } from 'node:child_process';
import { installed } from './browser.mjs';
import { installFromDebian } from './debian.mjs';

/** Each interpreter, and the arguments with which it succeeds if it has the module that a program needs. */
const INTERPRETERS = [
  { name: 'python3', module: 'cryptography', probe: ['-c', 'import cryptography'] },
  { name: 'php', module: 'sodium', probe: ['-r', 'sodium_crypto_sign_keypair();'] },
];

/** @param {readonly string[]} missing */
export const withoutInterpreters = (missing) =>
  missing.length === 0 ? '' : `No ${missing.join(' and no ')}: the guide's programs for it are left out.\n`;

/**
 * @param {{ path?: string, install?: () => Promise<void> }} [ways] `path` as in PATH
 * @returns {Promise<string[]>} the missing interpreters, and modules as in `python3 with cryptography`
 */
export async function missingInterpreters({
  path = process.env.PATH,
  install = () => installFromDebian(['python3', 'python3-cryptography', 'php-cli']),
} = {}) {
  const missing = () => INTERPRETERS.flatMap((one) => lackOf(one, path));
  if (missing().length > 0) {
    await install().catch(() => undefined);
  }
  return missing();
}

/**
 * @param {(typeof INTERPRETERS)[number]} interpreter
 * @param {string | undefined} path
 * @returns {string[]} empty if it has everything
 */
function lackOf({ name, module, probe }, path) {
  const found = installed(path, [name], []);
  if (found === undefined) {
    return [name];
  }
  return spawnSync(found, probe).status === 0 ? [] : [`${name} with ${module}`];
}
