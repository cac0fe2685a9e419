/**
 * `npm test`: sets up a new clone, runs the static checks, and tests every behaviour on SQLite. It stops at the first
 * step that fails. With arguments, which are passed to Vitest, it runs only those tests and omits the checks.
 */
import { findBrowsers } from './lib/browser.mjs';
import { runChecks } from './lib/checks.mjs';
import { findFirefox, WITHOUT_FIREFOX } from './lib/firefox.mjs';
import { missingInterpreters, withoutInterpreters } from './lib/interpreters.mjs';
import { projectNode } from './lib/node.mjs';
import { installPackages } from './lib/packages.mjs';
import { buildPages } from './lib/pages.mjs';
import { findPromtool, WITHOUT_PROMTOOL } from './lib/promtool.mjs';
import { findSoftHsm, WITHOUT_SOFTHSM } from './lib/softhsm.mjs';
import { runMain, step } from './lib/step.mjs';
import { closingLine } from './lib/tally.mjs';
import { keepTimes } from './lib/test-times.mjs';
import { runTests } from './lib/tests.mjs';
import { findWebKit, WITHOUT_WEBKIT } from './lib/webkit.mjs';

/** The project of tests on SQLite. `npm run test:all` runs the other projects. */
const EMBEDDED = ['--project', 'embedded'];
/** The projects of a named file, which may be a fault test. */
const NAMED = [...EMBEDDED, '--project', 'faults'];
/** The project of files, and the tag of single tests, that run only if an argument names them. */
const AT_LENGTH = 'at-length';
const MULTIPLIED = ['--project', AT_LENGTH, '--project', 'second-acquirer'];
const WITHOUT_TAGGED = `--tags-filter=!${AT_LENGTH}`;

await runMain(async () => {
  const args = process.argv.slice(2);
  const isQuick = args.length === 0;
  await installPackages();
  const node = projectNode();
  const browsers = await step('Finding a browser', () => findBrowsers(node));
  // The tests in Firefox and WebKit run only at length.
  const firefox = isQuick ? undefined : await step('Finding Firefox', () => findFirefox());
  const webKit = isQuick ? undefined : await step('Finding WebKit', () => findWebKit());
  const softHsm = await step('Finding SoftHSM', () => findSoftHsm());
  const promtool = await step('Finding promtool', () => findPromtool());
  // The tests of programs in Python and PHP also run only at length.
  const missing = isQuick ? [] : await step('Finding Python and PHP', () => missingInterpreters());
  if (isQuick) {
    await runChecks(node);
  }
  await buildPages(node);
  const found = {
    ...browsers,
    FIREFOX_PATH: firefox ?? '',
    WEBKIT_DRIVER_PATH: webKit ?? '',
    SOFTHSM2_MODULE: softHsm ?? '',
    PROMTOOL_PATH: promtool ?? '',
  };
  const { exitCode, files, ...counts } = await runTests(node, vitestArgs(args), found);
  if (isQuick) {
    keepTimes('npm test', files);
  }
  process.stdout.write(isQuick || firefox !== undefined ? '' : WITHOUT_FIREFOX);
  process.stdout.write(isQuick || webKit !== undefined ? '' : WITHOUT_WEBKIT);
  process.stdout.write(softHsm === undefined ? WITHOUT_SOFTHSM : '');
  process.stdout.write(promtool === undefined ? WITHOUT_PROMTOOL : '');
  process.stdout.write(withoutInterpreters(missing));
  process.stdout.write(closingLine(counts));
  return exitCode;
});

/** @param {readonly string[]} args the arguments of the command line */
function vitestArgs(args) {
  if (args.length === 0) {
    return [...EMBEDDED, WITHOUT_TAGGED];
  }
  if (args.some((arg) => arg.startsWith('--project'))) {
    return args;
  }
  const isAtLength = args.some((arg) => arg.includes(AT_LENGTH));
  if (isAtLength) {
    // Journeys at length are without robots, unless asked for.
    process.env.TURNPIKE_ROBOTS ??= '0';
  }
  const named = args.filter((arg) => arg !== `--${AT_LENGTH}`);
  return [...NAMED, ...(isAtLength ? MULTIPLIED : [WITHOUT_TAGGED]), ...named];
}
