/** The table of the checkout's states, walked through a running gateway. */
import { expect, it, vi } from 'vitest';
import {
  CHECKOUT_STATES,
  type CheckoutEvent,
  type StateKind,
  type Transition,
  transitions,
} from '../../../src/checkout/status/states.ts';
import { SimulatedProvider } from '../../browser-payments/simulated-provider.ts';
import { PROFILE, rig } from '../../core/payer-authentication/rig.ts';
import { EVENT_ACTIONS } from './event-actions.ts';
import { PROVIDER, Walk } from './walk.ts';

const TABLE = transitions();
/** States in which a checkout may be made. The last one is that of a row of an older release. */
const STARTS: readonly StateKind[] = ['pay', 'incomplete', 'cancelled'];
/** Longer than a busy machine needs to go on with a form that has waited. */
const CHANGE_MS_MAX = 10_000;

interface Way {
  readonly start: StateKind;
  readonly steps: readonly Transition[];
}

/** The shortest way from a start to each state. */
function shortestWays(): ReadonlyMap<StateKind, Way> {
  const found = new Map<StateKind, Way>(STARTS.map((start) => [start, { start, steps: [] }]));
  // The iteration of a map reaches the entries that are added meanwhile.
  for (const [kind, { start, steps }] of found) {
    for (const step of TABLE.filter(({ from, to }) => from === kind && !found.has(to))) {
      found.set(step.to, { start, steps: [...steps, step] });
    }
  }
  return found;
}

const WAYS = shortestWays();

/** Brings a checkout of its own to the first state of each transition, and then to its last. */
async function differences(lasts: readonly Transition[]): Promise<readonly string[]> {
  const made = await rig({ payerAuthentication: { ...PROFILE.payerAuthentication, decoupledMinutes: 60 } });
  const provider = new SimulatedProvider(PROVIDER);
  const found: string[] = [];
  for (const last of lasts) {
    const { start, steps } = WAYS.get(last.from)!;
    const way = [...steps, last];
    const walk = new Walk(
      made,
      provider,
      way.map(({ event }) => event),
    );
    const done: string[] = [start];
    try {
      await walk.open(start);
      expect(await walk.state()).toBe(start);
      for (const { from, event, to } of way) {
        done.push(event);
        await EVENT_ACTIONS[event](walk, from);
        await vi.waitFor(async () => expect(await walk.state()).toBe(to), { timeout: CHANGE_MS_MAX, interval: 20 });
        done.push(to);
      }
    } catch (error) {
      found.push(`${done.join(' → ')}: ${(error as Error).message.split('\n')[0]}`);
    } finally {
      await walk.close();
    }
  }
  return found;
}

it('a running gateway goes from state to state as the table says, by every transition', async () => {
  expect([...WAYS.keys()].sort()).toEqual(Object.keys(CHECKOUT_STATES).sort());
  expect(await differences(TABLE)).toEqual([]);
}, 120_000);

/** Events that may happen at any time. */
const ANYTIME: readonly CheckoutEvent[] = ['EXPIRE', 'DISABLE', 'RENEW', 'RELEASE'];

it('a running gateway stays in the state whose row lacks an event that may happen at any time', async () => {
  const kinds = Object.keys(CHECKOUT_STATES) as StateKind[];
  const lacking = kinds.flatMap((from) =>
    ANYTIME.filter((event) => !TABLE.some((row) => row.from === from && row.event === event)).map((event) => ({
      ...{ from, event, to: from },
    })),
  );
  // The time that ends a session ends a wait as well, and its form is sent.
  const tried = lacking.filter(({ from, event }) => from !== 'waiting' || event !== 'EXPIRE');
  expect(await differences(tried)).toEqual([]);
}, 120_000);
