/**
 * F5. Reversals that are lost five times and arrive the sixth time, and reversals that never arrive: the former are
 * acknowledged; for each of the latter one alert is raised, and it stays open until it arrives. The tries take three
 * minutes, so this runs only with `TURNPIKE_FAULT_REVERSALS` set; the same test on a simulated clock is in
 * `test/core/workers.test.ts`.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { turnpike } from '../cli/turnpike.ts';
import { newOrderId } from '../support/merchant.ts';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { startLoad } from './load.ts';
import { counting, report, rounds } from './report.ts';
import { BODIES } from './scripts.ts';
import { type SentMessage, startWireTap, type WireTap } from './wire-tap.ts';

const REVERSALS = rounds('REVERSALS', 0);
/** They arrive at the next try. */
const LOST_TIMES = 5;
const ALARM = 'a reversal is not acknowledged';
const REVERSAL = /^042[01]$/;
const TRIES_MS_MAX = 300_000;
const TEST_MS_MAX = 900_000;

let tap: WireTap;
let stack: Stack;
beforeAll(async () => {
  if (REVERSALS === 0) {
    return;
  }
  tap = await startWireTap();
  stack = await startStack({ tap });
});
afterAll(async () => {
  if (REVERSALS === 0) {
    return;
  }
  await stack.close();
  await tap.close();
});

it.runIf(REVERSALS > 0)(
  'reversals that are lost five times are done the sixth time, and one alarm each is raised of those that never arrive',
  async () => {
    const { acquirer, gateway, merchant } = stack;
    await merchant.introduce();
    const sendings = new Map<string, number>();
    let neverArrives = (_trace: string) => false;
    tap.lose(({ mti, trace }: SentMessage) => {
      if (!REVERSAL.test(mti)) {
        return false;
      }
      const tries = (sendings.get(trace) ?? 0) + 1;
      sendings.set(trace, tries);
      return tries <= LOST_TIMES || neverArrives(trace);
    });
    // Every other one, by its STAN: each keeps its STAN over all tries.
    neverArrives = (trace) => Number(trace.at(-1)) % 2 === 0;
    await acquirer.misbehave({ mode: 'DROP_REPLY', count: REVERSALS });
    const orders = Array.from({ length: REVERSALS }, newOrderId);
    const lost = Promise.all(
      orders.map((order) => merchant.call('PUT', `/order/${order}/transaction/1`, BODIES.AUTHORIZE)),
    );
    await acquirer.ledgerOnce((ledger) => ledger.length === REVERSALS);
    // Other payments succeed: the acquirer itself is available.
    const load = startLoad([merchant], { clients: 1, scripts: [['PAY']], random: seededRandom(undefined) });
    await lost;
    const states = () => {
      const book = bookByOrder(stack.ledgerFile);
      return orders.map((order) =>
        book
          .get(order)
          ?.map(({ state }) => state)
          .join(),
      );
    };
    const never = () => [...sendings].filter(([trace]) => neverArrives(trace));
    await vi.waitUntil(
      () =>
        sendings.size === REVERSALS &&
        never().every(([, tries]) => tries > LOST_TIMES + 1) &&
        states().filter((state) => state === 'REVERSED').length === REVERSALS - never().length,
      { timeout: TRIES_MS_MAX, interval: 500 },
    );
    const stuck = never().length;
    const triesOfOthers = [...sendings].filter(([trace]) => !neverArrives(trace)).map(([, tries]) => tries);
    const env = { DATABASE_URL: stack.databaseUrl, TURNPIKE_MODE: 'sandbox' };
    const reconciled = await turnpike(stack.dataDir, ['reconcile'], env);
    const alarms = gateway.output().split(ALARM).length - 1;
    const listed = reconciled.out.split('\n').filter((line) => line.startsWith('REVERSAL_UNACKNOWLEDGED')).length;

    neverArrives = () => false;
    await vi.waitUntil(() => states().every((state) => state === 'REVERSED'), { timeout: TRIES_MS_MAX, interval: 500 });
    await load.end();
    const after = await vi.waitUntil(async () => {
      const ran = await turnpike(stack.dataDir, ['reconcile'], env);
      return ran.code === 0 && ran;
    }, TRIES_MS_MAX);
    report('F5 lost reversals', [
      counting(REVERSALS, 'reversal'),
      `${REVERSALS - stuck} lost ${LOST_TIMES} times and done at try ${[...new Set(triesOfOthers)].join(' or ')}`,
      `${stuck} lost for ever: ${alarms} alarms in the log, ${listed} in reconcile`,
      `all reversed when they arrive, ${after.out.trim().split('\n').at(-1)}`,
    ]);
    expect(new Set(triesOfOthers)).toEqual(new Set([LOST_TIMES + 1]));
    expect([alarms, listed, reconciled.code]).toEqual([stuck, stuck, 1]);
    expect(stuck).toBeGreaterThan(0);
  },
  TEST_MS_MAX,
);
