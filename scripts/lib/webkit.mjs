/**
 * Finds WebKit's driver and a display for the tests in it, or installs Debian's. Without them, a run skips these tests.
 */
import { existsSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';
import { StepFailure } from './step.mjs';

/** The driver's package depends on that of its browser. */
const PACKAGES = ['webkit2gtk-driver', 'xvfb'];
const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';

export const WITHOUT_WEBKIT =
  'No WebKit: its journeys are left out. Install Debian’s webkit2gtk-driver and xvfb to walk them.\n';

/**
 * @typedef {object} Ways
 * @property {string | undefined} [given] WEBKIT_DRIVER_PATH
 * @property {string} [driver] the driver's usual place
 * @property {string} [display] the place of Xvfb
 * @property {() => Promise<void>} [install] installs Debian's packages
 */

/**
 * Tries in this order: WEBKIT_DRIVER_PATH, an installed driver, Debian's packages.
 * @param {Ways} [ways]
 * @returns {Promise<string | undefined>} the driver's path
 * @throws {StepFailure} when WEBKIT_DRIVER_PATH names no file
 */
export async function findWebKit({
  given = process.env.WEBKIT_DRIVER_PATH,
  driver = DRIVER,
  display = DISPLAY_SERVER,
  install = () => installFromDebian(PACKAGES),
} = {}) {
  const chosen = given || driver;
  if (chosen !== driver && !existsSync(chosen)) {
    throw new StepFailure(`WEBKIT_DRIVER_PATH is ${chosen}, and no file is there.`);
  }
  const look = () => ([chosen, display].every((file) => existsSync(file)) ? chosen : undefined);
  return look() ?? (await install().then(look, () => undefined));
}
