/**
 * F15. The database crashes and restarts, refuses connections for a while, and hangs, under load: answers are
 * preserved, and the gateway recovers by itself.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { PROCESSES, startDatabaseLoad } from './database-load.ts';
import { counting, rounds } from './report.ts';

const CRASHES = rounds('CRASHES', 3);
const ANSWERS_BEFORE_MAX = 200;
/** The time for which it refuses connections: mostly that of a restart; the first time longer than a request waits. */
const AWAY_MS_MAX = 500;
const AWAY_MS_FIRST = 6_000;
const HANG_MS = 15_000;
const CRASH_MS_MAX = 40_000;
const END_MS_MAX = 240_000;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let server: PostgresServer;
let stack: Stack;
beforeAll(async () => {
  server = await startPostgres();
  stack = await startStack({ processes: PROCESSES, databaseUrl: server.urlOf('postgres') });
});
afterAll(async () => {
  await stack.close();
  await server.close();
});

it(
  'a database that crashes, refuses or hangs under load costs no answer and no money, and the gateway continues when the database does',
  async () => {
    const load = await startDatabaseLoad(stack, random);
    const goodMs: number[] = [];
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await load.more(random.between(1, ANSWERS_BEFORE_MAX));
      await pause(random.between(0, AWAY_MS_MAX));
      await server.crash();
      await pause(crash === 0 ? AWAY_MS_FIRST : random.between(0, AWAY_MS_MAX));
      await server.start();
      goodMs.push(await load.goodAgainMs());
    }
    await load.more(random.between(1, ANSWERS_BEFORE_MAX));
    server.signal('SIGSTOP');
    await pause(HANG_MS);
    server.signal('SIGCONT');
    const afterHangMs = await load.goodAgainMs();
    await load.end(
      'F15 database restarts',
      [counting(CRASHES, 'crash', 'crashes'), `1 hang of ${HANG_MS / 1_000} s`],
      [`good again after ${Math.max(...goodMs)} ms at most and ${afterHangMs} ms after the hang`],
    );
  },
  CRASHES * CRASH_MS_MAX + END_MS_MAX,
);
