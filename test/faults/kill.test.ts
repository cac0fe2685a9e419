/**
 * The gateway is killed in the middle of fifty payments, and started again: what was answered stands, what was not is
 * given back. Three times by default; `TURNPIKE_FAULT_KILLS` asks for more, `TURNPIKE_FAULT_SEED` for an earlier run again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { type Attempt, inBatches, startLoad, TRANSACTION } from './load.ts';
import { integrityOf } from './store-file.ts';
import { doubles, fateName, fatesOf, flaws, NO_FLAWS } from './verdict.ts';

const KILLS = Number(process.env.TURNPIKE_FAULT_KILLS || 3);
const CLIENTS = 50;
/** The kill comes after so many answers at most, and a little later: counted, so that a slow machine is met as well as a fast one. */
const ANSWERS_BEFORE_MAX = 200;
const KILL_DELAY_MS_MAX = 40;
/** What they may take of a process that has only just started, on a machine that does other things beside. */
const ANSWERS_MS_MAX = 20_000;
/** Payments spend most of a real acquirer's time at the acquirer; so they are met there as well as in the store. */
const ACQUIRER_DELAY_MS_MAX = 60;
/** Start, load and comparison of one kill, on a machine that does other things beside. */
const KILL_MS_MAX = 40_000;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stack.close();
});

async function killDuringLoad(): Promise<readonly Attempt[]> {
  const { acquirer, gateway, merchant } = stack;
  await merchant.introduce();
  await acquirer.misbehave({ mode: 'DELAY', delayMs: random.between(0, ACQUIRER_DELAY_MS_MAX) });
  const load = startLoad(merchant, CLIENTS);
  const answersBefore = random.between(1, ANSWERS_BEFORE_MAX);
  const answered = () => load.attempts.filter(({ answer }) => answer).length >= answersBefore;
  await vi.waitUntil(answered, { interval: 1, timeout: ANSWERS_MS_MAX });
  await pause(random.between(0, KILL_DELAY_MS_MAX));
  await gateway.kill();
  await load.end();
  return load.attempts;
}

/** Asks for each answered payment again. @returns the later answers that are not the same to the byte */
async function changedAnswers(attempts: readonly Attempt[]): Promise<(string | undefined)[]> {
  const answered = attempts.filter(({ answer }) => answer !== undefined);
  const again = await inBatches(answered, async ({ orderId }) => (await stack.merchant.pay(orderId, TRANSACTION)).text);
  return again.filter((text, index) => text !== answered[index]?.answer?.text);
}

it(
  'a gateway killed among fifty payments keeps every answered one and gives every other one back',
  async () => {
    process.stdout.write(`kill -9: seed ${random.seed}, ${KILLS} kills\n`);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const attempts = await killDuringLoad();
      const integrity = integrityOf(stack.storeFile);
      await stack.gateway.start();
      await stack.merchant.introduce();
      const changed = await changedAnswers(attempts);
      const fates = await fatesOf(attempts, stack);
      const unanswered = fates.filter((_, index) => attempts[index]?.answer === undefined);
      const tally = Map.groupBy(unanswered, fateName);
      const of = (name: ReturnType<typeof fateName>) => tally.get(name)?.length ?? 0;
      process.stdout.write(
        `kill ${kill}: ${attempts.length - unanswered.length} answered, ${unanswered.length} unanswered ` +
          `(${of('reversed')} reversed, ${of('absent')} absent, ${of('kept')} kept), ` +
          `${changed.length} changed, ${doubles(fates).length} doubles, integrity ${integrity}\n`,
      );
      expect(flaws(fates)).toEqual(NO_FLAWS);
      expect(changed).toEqual([]);
      expect(integrity).toBe('ok');
      expect(unanswered.length).toBeGreaterThan(0);
    }
  },
  KILLS * KILL_MS_MAX,
);
