/**
 * Random histories of an order: the gateway's operations and workers against a model of two hundred lines. `TURNPIKE_MODEL_HISTORIES`
 * asks for more than the few of a normal run; a failure prints seed and path, and `TURNPIKE_MODEL_SEED` runs that seed again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/store.ts';
import { MemoryOrders, START } from '../gateway/world.ts';
import { seededRandom } from '../support/random.ts';
import { LIKELY, OPERATIONS } from './asking.ts';
import { histories, type Tally } from './commands.ts';
import { OrderModel } from './model.ts';
import { Subject, type SubjectStore } from './subject.ts';
import type { Profile } from './terms.ts';

const HISTORIES = Number(process.env.TURNPIKE_MODEL_HISTORIES || 10_000);
/** Each opens a database of its own. */
const STORED_HISTORIES = Math.ceil(HISTORIES / 100);
/** A normal run takes a quarter of a minute on two idle cores. */
const HISTORIES_MS_MAX = 600_000;
const { seed } = seededRandom(process.env.TURNPIKE_MODEL_SEED);

const profiles: fc.Arbitrary<Profile> = fc.record({
  excessCapturePercent: fc.constantFrom(0, 15, 100),
  authorizationValidityDays: fc.constantFrom(1, 7),
  voidWindowHours: fc.constantFrom(0, 24, 200),
  permissions: fc.record({
    excessRefund: fc.boolean(),
    refundApproval: fc.boolean(),
    standaloneCapture: fc.boolean(),
    standaloneRefund: fc.boolean(),
  }),
});

/** Each happens in one history of so many at least. */
const OFTEN_MIN = 1_000;
const EXPECTED = [
  ...Object.keys(LIKELY),
  ...OPERATIONS.flatMap((operation) => [`${operation} made`, `${operation} refused`]),
  ...['refund approved', 'refund rejected', 'repeated', 'repeated with another meaning'],
  ...['settled APPROVED', 'settled DECLINED'],
];

async function agree(numRuns: number, open: () => Promise<SubjectStore>): Promise<Tally> {
  const tally: Tally = new Map();
  const property = fc.asyncProperty(profiles, histories(tally), async (profile, commands) => {
    const store = await open();
    const subject = new Subject(store, profile);
    try {
      await fc.asyncModelRun(() => ({ model: new OrderModel(profile, () => subject.now()), real: subject }), commands);
    } finally {
      await store.close();
    }
  });
  await fc.assert(property, { numRuns, seed, endOnFailure: false });
  return tally;
}

async function inMemory(): Promise<SubjectStore> {
  const orders = new MemoryOrders();
  return {
    orders,
    merchantKey: 1,
    decide: async (key, decision) => orders.decisions.set(key, decision),
    close: async () => undefined,
  };
}

async function onDisk(): Promise<SubjectStore> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-model-'));
  const store = await openStore(`sqlite:${join(folder, 'turnpike.db')}`);
  await store.merchants.put({ id: 'TESTSHOP', name: 'Shop' }, START);
  const merchant = await store.merchants.find('TESTSHOP');
  if (merchant === undefined) throw new Error('The merchant was not stored.');
  return {
    orders: store.orders,
    merchantKey: merchant.key,
    decide: (key, decision, at) => store.orders.decideRefund(key, decision, 'a person', at),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What happens in the histories, so that they cannot turn into something tame. */
function tell(name: string, histories: number, tally: Tally): void {
  const happened = [...tally].sort().map(([what, often]) => `${often} ${what}`);
  process.stdout.write(`${name}: ${histories} histories, seed ${seed}: ${happened.join(', ')}\n`);
}

it('in every history the gateway refuses, answers, counts and calls as the model does', {
  timeout: HISTORIES_MS_MAX,
}, async () => {
  const tally = await agree(HISTORIES, inMemory);
  tell('order model', HISTORIES, tally);
  for (const what of EXPECTED) expect(tally.get(what) ?? 0, what).toBeGreaterThan(HISTORIES / OFTEN_MIN);
});

it('and so it does with its orders in a real store', { timeout: HISTORIES_MS_MAX }, async () => {
  tell('order model, stored', STORED_HISTORIES, await agree(STORED_HISTORIES, onDisk));
});
