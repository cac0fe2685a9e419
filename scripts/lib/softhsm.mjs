/** Finds SoftHSM, a software token, for the tests of keys in tokens, or installs Debian's. */
import { installFromDebian } from './debian.mjs';
import { findFile } from './find-file.mjs';

const PACKAGE = 'softhsm2';
const MODULE = 'softhsm/libsofthsm2.so';

/** The places of packages, which also install `softhsm2-util` on the path. */
const USUAL_PLACES = ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/opt/homebrew/lib', '/usr/lib/x86_64-linux-gnu'].map(
  (folder) => `${folder}/${MODULE}`,
);

export const WITHOUT_SOFTHSM =
  'No SoftHSM: keys in tokens are left out. Install it, or name its libsofthsm2.so in SOFTHSM2_MODULE, to try them.\n';

/**
 * @typedef {object} Ways
 * @property {string | undefined} [given] SOFTHSM2_MODULE
 * @property {readonly string[]} [places] possible paths of the module
 * @property {() => Promise<void>} [install] installs Debian's package, whose module is at one of these paths
 */

/**
 * Tries in this order: SOFTHSM2_MODULE, an installed SoftHSM, Debian's package.
 * @param {Ways} [ways]
 * @returns {Promise<string | undefined>} the module's path
 * @throws {import('./step.mjs').StepFailure} when SOFTHSM2_MODULE names no file
 */
export async function findSoftHsm({
  given = process.env.SOFTHSM2_MODULE,
  places = USUAL_PLACES,
  install = () => installFromDebian([PACKAGE]),
} = {}) {
  return findFile({ setting: 'SOFTHSM2_MODULE', given, places, fetch: install });
}
