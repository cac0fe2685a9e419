/** Finds Python and PHP for the tests of the guide's programs in these languages, or installs Debian's. */
import { installed } from './browser.mjs';
import { installFromDebian } from './debian.mjs';

const NAMES = ['python3', 'php'];

/** @param {readonly string[]} missing */
export const withoutInterpreters = (missing) =>
  missing.length === 0 ? '' : `No ${missing.join(' and no ')}: the guide's programs for it are left out.\n`;

/**
 * @param {{ path?: string, install?: () => Promise<void> }} [ways] `path` as in PATH
 * @returns {Promise<string[]>} the names of the missing interpreters
 */
export async function missingInterpreters({
  path = process.env.PATH,
  install = () => installFromDebian(['python3', 'php-cli']),
} = {}) {
  const missing = () => NAMES.filter((name) => installed(path, [name], []) === undefined);
  if (missing().length > 0) {
    await install().catch(() => undefined);
  }
  return missing();
}
