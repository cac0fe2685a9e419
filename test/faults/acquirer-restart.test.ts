import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';
import { startLoad } from './load.ts';
import { doubles, fateName, fatesOf, flaws, NO_FLAWS } from './verdict.ts';

const CLIENTS = 20;
const DELAY_MS = 30;
const SUCCESSES_BEFORE_AND_AFTER = 100;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stack.close();
});

it('an acquirer that dies and comes back in the middle of payments leaves none doubled, lost or held in vain', async () => {
  const { acquirer, merchant, sandbox } = stack;
  await merchant.introduce();
  // So that some payments are at the acquirer when it dies. It forgets this when it does.
  await acquirer.misbehave({ mode: 'DELAY', delayMs: DELAY_MS });
  const load = startLoad(merchant, CLIENTS);
  const successes = () => load.attempts.filter(({ answer }) => answer?.body.result === 'SUCCESS').length;
  const more = async () => {
    const wanted = successes() + SUCCESSES_BEFORE_AND_AFTER;
    await vi.waitUntil(() => successes() >= wanted, { timeout: 20_000 });
  };

  await more();
  await sandbox.kill();
  await sandbox.start();
  await more();
  await load.end();

  const fates = await fatesOf(load.attempts, { merchant, acquirer });
  const tally = Map.groupBy(fates, fateName);
  process.stdout.write(
    `acquirer restarted: ${fates.length} payments (${[...tally].map(([name, { length }]) => `${length} ${name}`).join(', ')}), ` +
      `${doubles(fates).length} doubles\n`,
  );
  const declined = load.attempts.filter(({ answer }) => answer?.body.result === 'FAILURE');
  expect(new Set(declined.map(({ answer }) => answer?.body.response?.gatewayCode)).difference(ABSENT)).toEqual(
    new Set(),
  );
  expect(declined.length).toBeGreaterThan(0);
  expect(load.attempts.filter(({ answer }) => answer === undefined)).toEqual([]);
  expect(flaws(fates)).toEqual(NO_FLAWS);
});

/** The two ways in which a payment can meet an acquirer that is gone: no answer comes, or there is no way to ask. */
const ABSENT = new Set<string | undefined>(['TIMED_OUT', 'ACQUIRER_SYSTEM_ERROR']);
