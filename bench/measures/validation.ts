/**
 * The cost of validating a request against the contract, compared with JSON.parse alone for the same body, and the time
 * that building the contract adds to the start. Measured in this process, without sockets: the two alternate, and the
 * median of the turns counts.
 */
import { spawnSync } from 'node:child_process';
import { readJson } from '../../src/contract/json.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { readGroup } from '../../src/contract/read.ts';
import { airlineBody } from '../airline-request.ts';
import { authorizeBody } from '../authorize-request.ts';
import type { Plan } from '../plan.ts';
import type { Measured } from '../report/measured.ts';
import { median, rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';

const AUTHORIZE_US_MAX = 60;
const AIRLINE_US_MAX = 400;
const BUILD_MS_MAX = 300;

/** A turn lasts about a quarter of a second; the first turn warms the compiler and does not count. */
const TURN_MS = 250;
const TURNS = 7;
const VERSION = 100;

export async function measureValidation(bench: Workbench, { starts }: Plan): Promise<Measured> {
  const authorize = authorizeBody('https://shop.example/notifications');
  const bodies = [
    { what: 'AUTHORIZE, 45 fields', body: authorize, atMost: AUTHORIZE_US_MAX },
    { what: 'the largest airline request', body: airlineBody(authorize), atMost: AIRLINE_US_MAX },
  ];
  const measured = bodies.map(({ what, body, atMost }) => ({
    what,
    atMost,
    bytes: Buffer.byteLength(body),
    ...costs(body),
  }));
  const buildMs = buildTime(bench.newFolder('compile-cache'), starts);
  return {
    name: 'validation',
    tables: [
      {
        title: 'Reading a request, µs a request',
        head: ['', 'bytes', 'JSON.parse', 'exact reader', 'validation', 'validation / JSON.parse'],
        rows: measured.map(({ what, bytes, parse, read, validate }) => [
          what,
          bytes.toLocaleString('en'),
          parse.toFixed(1),
          read.toFixed(1),
          validate.toFixed(1),
          (validate / parse).toFixed(2),
        ]),
        notes: ['The exact reader replaces JSON.parse: it keeps every number as its digits.'],
      },
    ],
    marks: [
      ...measured.map(({ what, validate, atMost }) => ({
        what: `validation of ${what}`,
        value: rounded(validate, 1),
        unit: ' µs',
        atMost,
      })),
      { what: 'building the contract', value: rounded(buildMs, 0), unit: ' ms', atMost: BUILD_MS_MAX },
    ],
    data: { measured, buildMs },
  };
}

interface Costs {
  readonly parse: number;
  readonly read: number;
  readonly validate: number;
}

function costs(body: string): Costs {
  const bytes = Buffer.from(body);
  const json = readJson(bytes) as Parameters<typeof readGroup>[1];
  const options = { version: VERSION, loopbackUrls: false };
  const problems = readGroup(OPERATIONS.AUTHORIZE.request, json, options).problems;
  if (problems.length > 0) {
    throw new Error(`The request of the measure is refused: ${JSON.stringify(problems[0])}`);
  }
  const turns: Costs[] = [];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const one = {
      parse: microseconds(() => JSON.parse(bytes.toString())),
      read: microseconds(() => readJson(bytes)),
      validate: microseconds(() => readGroup(OPERATIONS.AUTHORIZE.request, json, options)),
    };
    if (turn > 0) {
      turns.push(one);
    }
  }
  const of = (name: keyof Costs) => median(turns.map((turn) => turn[name]));
  return { parse: of('parse'), read: of('read'), validate: of('validate') };
}

/** The mean time of a call over a turn of many calls. */
function microseconds(work: () => unknown): number {
  let calls = 0;
  const began = performance.now();
  let passed = 0;
  while (passed < TURN_MS) {
    for (let index = 0; index < 50; index += 1) {
      work();
    }
    calls += 50;
    passed = performance.now() - began;
  }
  return (passed * 1_000) / calls;
}

/**
 * The time to load the contract's modules, and the members of every operation in one version. Each run has a new
 * process with Node's compile cache, like the gateway. The first run fills the cache and does not count.
 */
function buildTime(folder: string, times: number): number {
  const contract = new URL('../../src/contract/', import.meta.url);
  const script = `
    const began = performance.now();
    const { OPERATIONS } = await import('${contract}operations.ts');
    const { readGroup } = await import('${contract}read.ts');
    for (const { request } of Object.values(OPERATIONS)) readGroup(request, {}, { version: ${VERSION}, loopbackUrls: false });
    console.log(performance.now() - began);`;
  const env = { ...process.env, NODE_COMPILE_CACHE: folder };
  const all = Array.from({ length: times + 1 }, () => {
    const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8', env });
    if (run.status !== 0) {
      throw new Error(`The contract could not be built: ${run.stderr.split('\n', 1)[0]}`);
    }
    return Number(run.stdout);
  });
  return median(all.slice(1));
}
