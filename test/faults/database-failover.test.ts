/**
 * The database fails over under load: a standby is promoted, and the former primary comes back as its standby. Nothing
 * answered is lost, nothing is charged twice, and the same processes go on.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FailoverPair, startPair } from '../support/postgres-pair.ts';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { startLoad } from './load.ts';
import { report } from './report.ts';
import { judge, NO_FLAWS } from './verdict.ts';

const PROCESSES = 2;
const CLIENTS = 50;
const ANSWERS_BEFORE = 200;
/** Good again: as many new answers as there are clients. */
const GOOD_ANSWERS = CLIENTS;
const GOOD_MS_MAX = 10_000;
const TEST_MS_MAX = 300_000;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let pair: FailoverPair;
let stack: Stack;
beforeAll(async () => {
  pair = await startPair();
  stack = await startStack({ processes: PROCESSES, databaseUrl: pair.urlOf('postgres') });
}, TEST_MS_MAX);
afterAll(async () => {
  await stack?.close();
  await pair.close();
});

it(
  'a failover under load costs no answer and no money, and the same processes go on with the promoted server',
  async () => {
    const { gateways } = stack;
    const merchants = gateways.map(({ merchant }) => merchant);
    await Promise.all(merchants.map((merchant) => merchant.introduce()));
    const pids = gateways.map(({ service }) => service.pid());
    const load = startLoad(merchants, { clients: CLIENTS, random });
    await load.more(ANSWERS_BEFORE);
    await pair.failOver();
    const since = performance.now();
    await load.more(GOOD_ANSWERS);
    const goodMs = performance.now() - since;
    await load.more(ANSWERS_BEFORE);
    await load.end();
    const { flaws, facts } = await judge(load.attempts, stack);
    const refusals = load.attempts.flatMap((attempt) => attempt.refusals);
    report('F15 database failover', [
      `${PROCESSES} processes`,
      `seed ${random.seed}`,
      `${CLIENTS} clients`,
      `good again ${Math.round(goodMs)} ms after the former primary was back as a standby`,
      `${refusals.length} refusals (${[...new Set(refusals)].join(' ') || 'none'})`,
      ...facts,
    ]);
    expect(flaws).toEqual(NO_FLAWS);
    expect(gateways.map(({ service }) => service.pid())).toEqual(pids);
    expect(goodMs).toBeLessThan(GOOD_MS_MAX);
    expect(refusals.filter((status) => status !== 503)).toEqual([]);
  },
  TEST_MS_MAX,
);
