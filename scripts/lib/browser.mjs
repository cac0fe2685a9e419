/** Finds the browser for the tests, or downloads one. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { output, StepFailure } from './step.mjs';

/**
 * Chromium without a window's parts first: the same engine in two fifths of the processor time, which is what
 * Playwright itself runs without a window.
 */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * Where browsers are when they are not on the path.
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
 * In this order: CHROMIUM_PATH, an installed Chromium or Chrome, the one without a window's parts
 * first, Playwright's own, Debian's package.
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

/** @param {string} [path] as in PATH @returns {string | undefined} */
export function installed(path = process.env.PATH ?? '') {
  const onPath = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...(USUAL_PLACES[process.platform] ?? [])].find((file) => existsSync(file) && runs(file));
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
  for (const way of [() => output(node, [playwright, 'install', 'chromium']), installFromDebian]) {
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

async function installFromDebian() {
  if (process.getuid?.() !== 0) {
    throw new StepFailure("Debian's chromium needs root to be installed.");
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await output('apt-get', ['update'], { env });
  const install = (/** @type {string} */ name) =>
    output('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
  await install('chromium-headless-shell').catch(() => install('chromium'));
}

/**
 * Some systems have a stub in the browser's place. On Windows the browser prints no version, so its existence is
 * enough.
 * @param {string} file
 */
function runs(file) {
  if (!existsSync(file)) {
    return false;
  }
  return process.platform === 'win32' || spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0;
}
