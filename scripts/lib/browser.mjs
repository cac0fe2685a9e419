/** Finds the browser for the tests, or downloads one; Firefox is found by `firefox.mjs`. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installFromDebian } from './debian.mjs';
import { output, StepFailure } from './step.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** The path of Debian's package. */
const DEBIANS = '/usr/bin/chromium';
/**
 * Chromium without a user interface, which takes two fifths of the processor time. Playwright itself uses it by
 * default.
 */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

/**
 * Installation paths of browsers outside PATH.
 * @type {Partial<Record<NodeJS.Platform, readonly string[]>>}
 */
const USUAL_PLACES = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((variable) => {
    const folder = process.env[variable];
    return folder === undefined ? [] : [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')];
  }),
};

/**
 * Tries in this order: CHROMIUM_PATH, an installed Chromium or Chrome, Playwright's download, Debian's package.
 * @param {string} node the project's Node
 * @returns {Promise<string>} an executable's path
 * @throws {StepFailure} with the failure of each way
 */
export async function findBrowser(node) {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (runs(given)) {
      return given;
    }
    throw new StepFailure(`CHROMIUM_PATH is ${given}, and no browser starts from there.`);
  }
  return installed() ?? (await downloaded(node));
}

/**
 * The tests' browsers: the headless shell if there is one, and a full browser for features that the shell lacks.
 * @param {string} node the project's Node
 * @returns {Promise<{ CHROMIUM_PATH: string, CHROMIUM_WHOLE_PATH: string }>} variables of the test run
 * @throws {StepFailure} if there is no browser
 */
export async function findBrowsers(node) {
  const whole = await findBrowser(node);
  const shell = process.env.CHROMIUM_PATH ? undefined : await findShell(whole);
  return { CHROMIUM_PATH: shell ?? whole, CHROMIUM_WHOLE_PATH: whole };
}

/**
 * Finds an installed headless shell. If the browser is Debian's, installs Debian's shell of the same version.
 * @param {string} whole the browser's executable
 * @param {{ look?: () => string | undefined, install?: () => Promise<void> }} [ways]
 * @returns {Promise<string | undefined>} undefined if there is none: the full browser replaces it
 */
export async function findShell(
  whole,
  {
    look = () => installed(process.env.PATH, SHELL_NAMES, []),
    install = () => installFromDebian(SHELL_NAMES.slice(0, 1)),
  } = {},
) {
  const found = look();
  if (found !== undefined || whole !== DEBIANS) {
    return found;
  }
  return await install().then(look, () => undefined);
}

/**
 * @param {string} [path] folders, in the format of PATH
 * @param {readonly string[]} [names]
 * @param {readonly string[]} [elsewhere] files that need not be on the path
 * @returns {string | undefined}
 */
export function installed(
  path = process.env.PATH ?? '',
  names = NAMES,
  elsewhere = USUAL_PLACES[process.platform] ?? [],
) {
  const onPath = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...elsewhere].find((file) => existsSync(file) && runs(file));
}

/** @param {string} node */
async function downloaded(node) {
  const playwright = join('node_modules', 'playwright', 'cli.js');
  const where = [
    '--input-type=module',
    '-e',
    "import { chromium } from 'playwright'; console.log(chromium.executablePath())",
  ];
  const own = (await output(node, where)).trim();
  if (runs(own)) {
    return own;
  }
  /** @type {string[]} */
  const failures = [];
  for (const way of [() => output(node, [playwright, 'install', 'chromium']), fromDebian]) {
    try {
      await way();
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
    const found = runs(own) ? own : installed();
    if (found !== undefined) {
      return found;
    }
  }
  throw new StepFailure(
    [...failures, 'No browser for the tests: install Chromium or Chrome, or name one in CHROMIUM_PATH.'].join('\n\n'),
  );
}

// Older releases of Debian do not have the shell.
const fromDebian = () => installFromDebian(['chromium', ...SHELL_NAMES.slice(0, 1)], ['chromium']);

/**
 * Whether the browser runs. On some systems the file is a stub, so it is run to print its version. On Windows the
 * browser prints no version, so the existence of the file is enough.
 * @param {string} file
 */
export function runs(file) {
  if (!existsSync(file)) {
    return false;
  }
  return process.platform === 'win32' || spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0;
}
