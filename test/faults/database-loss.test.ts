/**
 * The primary of a synchronous pair is killed under load and never returns; its standby is promoted. Only `npm run
 * test:faults` runs it: each loss needs servers and processes of its own.
 */
import pg from 'pg';
import { describe, it, onTestFinished } from 'vitest';
import { startPair } from '../support/postgres-pair.ts';
import { seededRandom } from '../support/random.ts';
import { startStack } from '../support/stack.ts';
import { PROCESSES, startDatabaseLoad } from './database-load.ts';

const LOSSES = Number(process.env.TURNPIKE_FAULT_LOSSES ?? 0);
const ANSWERS_BEFORE = 200;
const TEST_MS_MAX = 300_000;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

describe.runIf(LOSSES > 0)('a primary that is killed under load', () => {
  it.each(Array.from({ length: LOSSES }, (_, at) => at + 1))(
    'costs no answer and no money, and the same processes continue with the promoted standby, time %i',
    async () => {
      const pair = await startPair();
      onTestFinished(() => pair.close());
      await ask(pair.first.urlOf('postgres'), "alter system set synchronous_standby_names = '*'");
      await ask(pair.first.urlOf('postgres'), 'select pg_reload_conf()');
      const stack = await startStack({ processes: PROCESSES, databaseUrl: pair.urlOf('postgres') });
      onTestFinished(() => stack.close());
      const load = await startDatabaseLoad(stack, random);
      await load.more(ANSWERS_BEFORE);
      pair.first.signal('SIGKILL');
      await ask(pair.second.urlOf('postgres'), 'select pg_promote(true, 30)');
      const goodMs = await load.goodAgainMs();
      await load.more(ANSWERS_BEFORE);
      await load.end(
        'F15 database loss',
        [],
        [`payments went on after ${load.silentMsMax()} ms`, `good again ${goodMs} ms after the promotion`],
      );
    },
    TEST_MS_MAX,
  );
});

async function ask(url: string, query: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(query);
  } finally {
    await client.end();
  }
}
