/**
 * `npm run test:all`: runs the tests that `npm test` omits to save time: files `*-at-length.test.ts`, PostgreSQL, real
 * processes that are killed and disconnected, and the random tests at full length. `npm run test:faults` runs the fault
 * tests for hours. `--part 2/6` runs the second sixth of the tests at length and of the fault tests, a third of those
 * on PostgreSQL, and all others.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowsers } from './lib/browser.mjs';
import { findFirefox, WITHOUT_FIREFOX } from './lib/firefox.mjs';
import { missingInterpreters, withoutInterpreters } from './lib/interpreters.mjs';
import { ROOT } from './lib/project.mjs';
import { installedIn, installRelease, TESTED } from './lib/release.mjs';
import { findSoftHsm, WITHOUT_SOFTHSM } from './lib/softhsm.mjs';
import { runMain, step } from './lib/step.mjs';
import { taggedFiles } from './lib/tagged-files.mjs';
import { closingLine, failuresOf } from './lib/tally.mjs';
import { keepTimes } from './lib/test-times.mjs';
import { runTests, TWO_WORKERS } from './lib/tests.mjs';
import { missingTools, withoutTools } from './lib/tools.mjs';
import { findWebKit, WITHOUT_WEBKIT } from './lib/webkit.mjs';
import { setUp } from './setup.mjs';

/** The length of the random tests: enough that each kind of event happens several times. */
const LENGTHS = {
  TURNPIKE_SIMULATIONS: '2500',
  TURNPIKE_MUTATIONS: '10000',
  TURNPIKE_MODEL_HISTORIES: '5000',
  TURNPIKE_CROWDS_ONE_IN: '1',
  TURNPIKE_AUTHENTICATION_HISTORIES: '750',
  TURNPIKE_TRANSACTION_HISTORIES: '8000',
};
const RANDOM = [
  'simulation',
  'mutations',
  'model/order-model.test.ts',
  'browser-payments/crowds.test.ts',
  'core/payer-authentication/histories.test.ts',
  'adapters/three-ds-server/transaction/histories.test.ts',
];

const TAG = 'at-length';

// Journeys at length are without robots, unless asked for.
process.env.TURNPIKE_ROBOTS ??= '0';

const FAULTS = 'test/faults';
const BESIDE_FAULTS = namesIn('test')
  .map((folder) => `${folder}/`)
  .filter((folder) => folder !== `${FAULTS}/`);
/** Fault tests to run on each engine. An absent acquirer has the same effect on both engines. */
const FAULTS_OF_ENGINES = namesIn(FAULTS).filter(
  (file) => file.endsWith('.test.ts') && !file.endsWith('/acquirer-gone.test.ts'),
);

/** From the shop's page to the ledger: paying, declines, gift cards, a challenge, the end of a checkout. */
const MAIN_JOURNEYS = ['demo-shop', 'ends', 'gift-card', 'pending-card'];

const part = partOf(process.argv.slice(2));
const shard = part === undefined ? [] : [`--shard=${part}`];
const ofPart = part === undefined ? '' : `, part ${part}`;
const third = part === undefined ? undefined : thirdOf(part);

/** @type {readonly { title: string, args: readonly string[], env: Record<string, string> }[]} */
const RUNS = [
  {
    // Whole files spend half of their time waiting, and single tests use the processor, so they share a run.
    title: `At length, on the embedded engine${ofPart}`,
    args: [
      ...['--project', 'at-length', '--project', 'embedded', `--tags-filter=${TAG}`],
      ...shard,
      ...taggedFiles(TAG),
    ],
    env: {},
  },
  {
    // Each run ends with one long file on one core, so both share a run.
    title: `On PostgreSQL, and with a second acquirer${third === undefined ? '' : `, part ${third}`}`,
    args: [
      ...['--project', 'postgres', '--project', 'second-acquirer'],
      ...(third === undefined ? [] : [`--shard=${third}`]),
      ...BESIDE_FAULTS,
    ],
    env: {},
  },
  {
    title: `Faults, on PostgreSQL${ofPart}`,
    args: ['--project', 'postgres', TWO_WORKERS, ...shard, ...FAULTS_OF_ENGINES],
    env: {},
  },
  { title: 'On a PostgreSQL of its own', args: ['--project', 'postgres-alone'], env: {} },
  {
    title: `Faults, on the embedded engine, also with a second acquirer${ofPart}`,
    args: ['--project', 'faults', '--project', 'second-acquirer-faults', TWO_WORKERS, ...shard],
    env: {},
  },
  {
    title: 'The main journeys, with an installed release',
    args: ['--project', 'embedded', ...MAIN_JOURNEYS.map((name) => `test/journeys/${name}.test.ts`)],
    env: { TURNPIKE_RELEASE: installedIn(TESTED) },
  },
  {
    title: 'Random tests at full length',
    args: ['--project', 'embedded', ...RANDOM.map((name) => `test/${name}`)],
    env: LENGTHS,
  },
];

await runMain(async () => {
  const node = await setUp({ pages: true });
  await step('Installing a release', () => installRelease(node, TESTED));
  const browsers = await step('Finding a browser', () => findBrowsers(node));
  const firefox = await step('Finding Firefox', () => findFirefox());
  const webKit = await step('Finding WebKit', () => findWebKit());
  const softHsm = await step('Finding SoftHSM', () => findSoftHsm());
  const missing = await step('Finding proxies and other tools', () => missingTools());
  const languages = await step('Finding Python and PHP', () => missingInterpreters());
  const found = {
    ...browsers,
    FIREFOX_PATH: firefox ?? '',
    WEBKIT_DRIVER_PATH: webKit ?? '',
    SOFTHSM2_MODULE: softHsm ?? '',
  };
  const counts = { passed: 0, failed: 0 };
  /** @type {{ title: string, failures: readonly string[] }[]} */
  const failed = [];
  let exitCode = 0;
  // Continues after a failure, since the result of each run is informative.
  for (const { title, args, env } of RUNS) {
    process.stdout.write(`${title}\n`);
    const run = await runTests(node, args, { ...found, ...env });
    counts.passed += run.passed;
    counts.failed += run.failed;
    failed.push({ title, failures: run.failures });
    keepTimes(title, run.files);
    exitCode ||= run.exitCode;
    if (run.isStopped) {
      break;
    }
  }
  process.stdout.write(firefox === undefined ? WITHOUT_FIREFOX : '');
  process.stdout.write(webKit === undefined ? WITHOUT_WEBKIT : '');
  process.stdout.write(softHsm === undefined ? WITHOUT_SOFTHSM : '');
  process.stdout.write(withoutTools(missing));
  process.stdout.write(withoutInterpreters(languages));
  process.stdout.write(failuresOf(failed));
  process.stdout.write(closingLine(counts));
  return exitCode;
});

/**
 * @param {readonly string[]} args the arguments of the command line
 * @returns {string | undefined} such as `2/3`; undefined for the whole
 */
function partOf(args) {
  const [option, value = '', ...more] = args;
  if (option === undefined) {
    return undefined;
  }
  const [, number, count] = /^([1-9])\/([1-9])$/.exec(value) ?? [];
  if (option !== '--part' || more.length > 0 || number === undefined || Number(number) > Number(count)) {
    process.stderr.write('npm run test:all takes nothing, or --part with a value such as 2/3.\n');
    process.exit(2);
  }
  return value;
}

/**
 * The shard of the tests on PostgreSQL: each of their files has also run on the embedded engine, in `npm test`.
 *
 * @param {string} value such as `5/6`
 * @returns {string} such as `2/3`; together, all parts select every file
 */
function thirdOf(value) {
  const [number = 1, count = 1] = value.split('/').map(Number);
  const shards = Math.min(count, 3);
  return `${((number - 1) % shards) + 1}/${shards}`;
}

/** @param {string} folder @returns {string[]} the paths of its files */
function namesIn(folder) {
  return readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
}
