/**
 * The acquirer dies and restarts during payments: authorizations without an answer are reversed, and each payment is
 * accounted for.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { counted } from '../support/counted.ts';
import { onPostgres } from '../support/database-place.ts';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { startLoad } from './load.ts';
import { report } from './report.ts';
import { judge, NO_FLAWS } from './verdict.ts';

const CLIENTS = 20;
const DELAY_MS = 30;
const ANSWERS_BEFORE_AND_AFTER = 100;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ processes: onPostgres() ? 2 : 1 });
});
afterAll(async () => {
  await stack.close();
});

it('an acquirer that restarts in the middle of payments leaves none doubled, lost or needlessly authorized', async () => {
  const { acquirer, gateways, sandbox } = stack;
  const merchants = gateways.map(({ merchant }) => merchant);
  await Promise.all(merchants.map((merchant) => merchant.introduce()));
  // So that some payments are at the acquirer when it dies. The restart resets this setting.
  await acquirer.misbehave({ mode: 'DELAY', delayMs: DELAY_MS });
  const load = startLoad(merchants, { clients: CLIENTS, random });
  await load.more(ANSWERS_BEFORE_AND_AFTER);
  await sandbox.kill();
  await sandbox.start();
  await stack.acquirerIsBack();
  await load.more(ANSWERS_BEFORE_AND_AFTER);
  await load.end();

  const { flaws, facts } = await judge(load.attempts, stack);
  const failed = load.attempts.flatMap(({ answer }) => (answer?.result === 'FAILURE' ? [`${answer.gatewayCode}`] : []));
  const codes = counted(failed);
  const declined = Object.entries(codes).map(([code, count]) => `${count} ${code}`);
  report('The acquirer restarted', [`seed ${random.seed}`, ...declined, ...facts]);
  expect(new Set(Object.keys(codes)).difference(ABSENT)).toEqual(new Set());
  expect(failed.length).toBeGreaterThan(0);
  expect(flaws).toEqual(NO_FLAWS);
});

/** The two failures of a payment while the acquirer is gone: no answer, or no connection. */
const ABSENT = new Set<string>(['TIMED_OUT', 'ACQUIRER_SYSTEM_ERROR']);
