/** The queues that have due rows are found by one statement, on the engine of the run. */
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { EARLIEST } from '../../../../src/adapters/store/due-work/due-queues.ts';
import type { Store } from '../../../../src/adapters/store/store.ts';
import { acquirerProcessor } from '../../../../src/core/index.ts';
import type { DueQueue } from '../../../../src/core/ports/index.ts';
import { opened } from '../rig.ts';
import { ended, NOW, storeIntent } from '../stored-transactions.ts';
import { DUE_ROWS, outcomeOf } from './due-rows.ts';

const ALL: readonly DueQueue[] = [
  { kind: 'ABANDONED' },
  { kind: 'AUTHENTICATION' },
  { kind: 'CHECKOUT_EVENT' },
  { kind: 'FOLLOW_UP', processor: acquirerProcessor('default') },
  { kind: 'FOLLOW_UP', processor: acquirerProcessor('eu') },
  { kind: 'FOLLOW_UP', processor: 'paypal' },
  { kind: 'ORDER_CHANGE' },
  { kind: 'RECEIPT_MAIL' },
  { kind: 'REFUND_DECISION' },
  { kind: 'RESERVATION_MAIL' },
  { kind: 'REVERSAL', acquirer: 'default' },
  { kind: 'REVERSAL', acquirer: 'eu' },
  { kind: 'RISK_DECISION' },
  { kind: 'STAFF_MAIL' },
];

async function due(store: Store, now: number): Promise<readonly DueQueue[]> {
  const found = await store.dueQueues.due(ALL, now);
  return ALL.filter((queue) => found.has(queue));
}

it('an empty store has none', async () => {
  expect(await due(await opened(), Number.MAX_SAFE_INTEGER)).toEqual([]);
});

it('each kind of queue has a row in this test', () => {
  expect(Object.keys(DUE_ROWS).sort()).toEqual(Object.keys(EARLIEST).sort());
});

it('a row of each kind is due from its time on, and for its own queue alone', async () => {
  const store = await opened();
  const found: DueQueue[] = [];
  for (const stored of Object.values(DUE_ROWS)) {
    const { queue, from } = await stored(store);
    expect(await due(store, from - 1)).not.toContainEqual(queue);
    expect(await due(store, from)).toContainEqual(queue);
    found.push(queue);
    const isFound = (one: DueQueue) => found.some((other) => isDeepStrictEqual(one, other));
    expect(await due(store, Number.MAX_SAFE_INTEGER)).toEqual(ALL.filter(isFound));
  }
  expect(new Set(found.map(({ kind }) => kind)).size).toBe(Object.keys(EARLIEST).length);
});

it('reversals and follow-ups are due for their acquirer, from their time on', async () => {
  const store = await opened();
  const intent = await storeIntent(store, 'A');
  const request = { ...intent.transaction.request, acquirer: 'eu' };
  const ofAcquirer = { ...intent, transaction: { ...intent.transaction, request } };
  await ended(store, ofAcquirer, { gatewayCode: 'UNKNOWN', followUpAt: NOW + 10, reversed: true });
  const reversed = { kind: 'REVERSAL', acquirer: 'eu' };
  const [reversal] = await store.orders.dueReversals('eu', NOW + 5, 1);
  await store.orders.reversalTried(reversal?.key ?? 0, 1, NOW + 5);
  expect(await due(store, NOW + 4)).toEqual([]);
  expect(await due(store, NOW + 5)).toEqual([reversed]);
  expect(await due(store, NOW + 10)).toEqual([{ kind: 'FOLLOW_UP', processor: acquirerProcessor('eu') }, reversed]);
});

it('a receipt is due until it is claimed, and when its next attempt is', async () => {
  const store = await opened();
  const { order, transaction } = await storeIntent(store, 'A');
  const outcome = outcomeOf(order);
  expect(await store.orders.complete({ order, transaction, outcome, owesReceipt: true })).toBe(true);
  expect(await due(store, NOW)).toEqual([{ kind: 'RECEIPT_MAIL' }]);
  await store.receipts.claim(NOW, 10, NOW + 60);
  expect(await due(store, NOW + 59)).toEqual([]);
  expect(await due(store, NOW + 60)).toEqual([{ kind: 'RECEIPT_MAIL' }]);
});

it('decisions on reviews are due until they are carried out', async () => {
  const store = await opened();
  const { order, transaction } = await storeIntent(store, 'A');
  const risk = { gatewayCode: 'REVIEW_REQUIRED', fired: [] } as const;
  const outcome = { ...outcomeOf(order), risk };
  expect(await store.orders.complete({ order, transaction: { ...transaction, outcome }, outcome })).toBe(true);
  expect(await due(store, NOW)).toEqual([]);
  await store.orders.decideReview(transaction.key, { decision: 'REJECTED', userId: 'ann', decidedAt: NOW });
  expect(await due(store, NOW)).toEqual([{ kind: 'RISK_DECISION' }]);
});
