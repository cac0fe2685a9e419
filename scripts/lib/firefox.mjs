/** Finds Firefox for the tests in it, or installs Debian's. Without Firefox, a run skips these tests and reports it. */
import { join } from 'node:path';
import { installed, runs } from './browser.mjs';
import { installFromDebian } from './debian.mjs';
import { StepFailure } from './step.mjs';

const NAMES = ['firefox-esr', 'firefox'];
const PACKAGE = 'firefox-esr';

/** @type {Partial<Record<NodeJS.Platform, readonly string[]>>} */
const USUAL_PLACES = {
  darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  win32: ['ProgramFiles', 'ProgramFiles(x86)'].flatMap((variable) => {
    const folder = process.env[variable];
    return folder === undefined ? [] : [join(folder, 'Mozilla Firefox', 'firefox.exe')];
  }),
};

export const WITHOUT_FIREFOX =
  'No Firefox: its journeys are left out. Install it, or name one in FIREFOX_PATH, to walk them.\n';

/**
 * @typedef {object} Ways
 * @property {string | undefined} [given] FIREFOX_PATH
 * @property {string | undefined} [path] PATH
 * @property {readonly string[]} [elsewhere] files that need not be on the path
 * @property {() => Promise<void>} [install] installs Debian's package, whose program is on the path
 */

/**
 * Tries in this order: FIREFOX_PATH, an installed Firefox, Debian's package.
 * @param {Ways} [ways]
 * @returns {Promise<string | undefined>} an executable's path
 * @throws {StepFailure} when FIREFOX_PATH names no Firefox
 */
export async function findFirefox({
  given = process.env.FIREFOX_PATH,
  path = process.env.PATH,
  elsewhere = USUAL_PLACES[process.platform] ?? [],
  install = () => installFromDebian([PACKAGE]),
} = {}) {
  if (given !== undefined && given !== '') {
    if (runs(given)) {
      return given;
    }
    throw new StepFailure(`FIREFOX_PATH is ${given}, and no Firefox starts from there.`);
  }
  const look = () => installed(path, NAMES, elsewhere);
  return look() ?? (await install().then(look, () => undefined));
}
