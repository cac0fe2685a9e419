/**
 * The database fails over under load: a standby is promoted, and the former primary rejoins as its standby. Answered
 * payments are preserved and charged once, and the same processes continue.
 */
import { afterAll, beforeAll, it } from 'vitest';
import { type FailoverPair, startPair } from '../support/postgres-pair.ts';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { PROCESSES, startDatabaseLoad } from './database-load.ts';

const ANSWERS_BEFORE = 200;
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
  'a failover under load costs no answer and no money, and the same processes continue with the promoted server',
  async () => {
    const load = await startDatabaseLoad(stack, random);
    await load.more(ANSWERS_BEFORE);
    await pair.failOver();
    const goodMs = await load.goodAgainMs();
    await load.more(ANSWERS_BEFORE);
    await load.end(
      'F15 database failover',
      [],
      [
        `payments went on after ${load.silentMsMax()} ms`,
        `good again ${goodMs} ms after the former primary was back as a standby`,
      ],
    );
  },
  TEST_MS_MAX,
);
