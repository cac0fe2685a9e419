/** A row in each kind of queue of due work. */
import { vi } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/contract/durations.ts';
import { acquirerProcessor } from '../../../../src/core/index.ts';
import type { DueQueue, StoredOrder } from '../../../../src/core/ports/index.ts';
import { checkoutSession } from '../../../checkout/sessions.ts';
import { startAuthentication } from '../authentications/stored-authentications.ts';
import { ended, NOW, storeIntent } from '../stored-transactions.ts';

/** A queue with a row that was just stored, and the first time at which the row is due. */
export interface DueRow {
  readonly queue: DueQueue;
  readonly from: number;
}

/** Rows of decisions and of dead processes are due at any time. */
const ANY_TIME = 0;
const ACQUIRER = 'default';

export function outcomeOf({ state, createdAt, updatedAt }: StoredOrder) {
  const { movements: _, ...totals } = state;
  return { gatewayCode: 'APPROVED', order: { ...totals, status: 'CAPTURED', createdAt, updatedAt } } as const;
}

/** A completed transaction. */
async function completed(
  store: Store,
  orderId: string,
  type: 'AUTHORIZATION' | 'PAYMENT' | 'REFUND_REQUEST',
  owesReceipt = false,
) {
  const { order, transaction } = await storeIntent(store, orderId);
  const asked = { ...transaction, request: { ...transaction.request, type } };
  await store.orders.complete({ order, transaction: asked, outcome: outcomeOf(order), owesReceipt });
  return transaction;
}

/** By kind, in the order in which one store can get them: the last one ends its process. */
export const DUE_ROWS: Readonly<Record<DueQueue['kind'], (store: Store) => Promise<DueRow>>> = {
  async AUTHENTICATION(store) {
    await startAuthentication(store, 'AUTHENTICATED', { wakeAt: NOW + 5 });
    return { queue: { kind: 'AUTHENTICATION' }, from: NOW + 5 };
  },
  async CHECKOUT_EVENT(store) {
    const { key: merchantKey } = await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);
    const key = store.sessions.newKey();
    const session = checkoutSession({ idleMinutes: 15 }, {}, { key, merchantKey, updatedAt: NOW });
    await store.sessions.insert({ ...session, expiresAt: NOW + 30 * MINUTE_MS });
    return { queue: { kind: 'CHECKOUT_EVENT' }, from: NOW + 15 * MINUTE_MS };
  },
  async FOLLOW_UP(store) {
    await ended(store, await storeIntent(store, 'UNKNOWN'), { gatewayCode: 'UNKNOWN', followUpAt: NOW + 10 });
    return { queue: { kind: 'FOLLOW_UP', processor: acquirerProcessor(ACQUIRER) }, from: NOW + 10 };
  },
  async ORDER_CHANGE(store) {
    const { order } = await storeIntent(store, 'CHANGED');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW);
    await store.orderFeed.postpone(order.key);
    clock.mockRestore();
    return { queue: { kind: 'ORDER_CHANGE' }, from: NOW + MINUTE_MS };
  },
  async RECEIPT_MAIL(store) {
    await completed(store, 'PAID', 'PAYMENT', true);
    return { queue: { kind: 'RECEIPT_MAIL' }, from: NOW };
  },
  async REFUND_DECISION(store) {
    const { key } = await completed(store, 'REFUND', 'REFUND_REQUEST');
    await store.orders.decideRefund(key, 'APPROVED', 'ann', NOW);
    return { queue: { kind: 'REFUND_DECISION' }, from: ANY_TIME };
  },
  async RESERVATION_MAIL(store) {
    await completed(store, 'RESERVED', 'AUTHORIZATION', true);
    return { queue: { kind: 'RESERVATION_MAIL' }, from: NOW + DAY_MS };
  },
  async REVERSAL(store) {
    await ended(store, await storeIntent(store, 'REVERSED'), { gatewayCode: 'TIMED_OUT', reversed: true });
    const [reversal] = await store.orders.dueReversals(ACQUIRER, NOW + 5, 1);
    await store.orders.reversalTried(reversal?.key ?? 0, 1, NOW + 5);
    return { queue: { kind: 'REVERSAL', acquirer: ACQUIRER }, from: NOW + 5 };
  },
  async RISK_DECISION(store) {
    const { order, transaction } = await storeIntent(store, 'REVIEWED');
    const risk = { gatewayCode: 'REVIEW_REQUIRED', fired: [] } as const;
    const outcome = { ...outcomeOf(order), risk };
    await store.orders.complete({ order, transaction: { ...transaction, outcome }, outcome });
    await store.orders.decideReview(transaction.key, { decision: 'REJECTED', userId: 'ann', decidedAt: NOW });
    return { queue: { kind: 'RISK_DECISION' }, from: ANY_TIME };
  },
  async STAFF_MAIL(store) {
    const { key: merchantKey } = await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);
    const { key: personKey } = await store.consolePeople.add('viewer@shop.example', NOW);
    const there = { personKey, merchantKey, merchantId: 'SHOP' };
    const chosen = { reports: 'DAILY', alarms: null, disputes: null } as const;
    await store.staffMails.choose(there, chosen, '2027-01-01');
    const lacking = { ...there, reports: 'DAILY', reportedDay: '2027-01-01' } as const;
    await store.staffMails.queueReports(lacking, ['2027-01-02'], NOW + 7);
    return { queue: { kind: 'STAFF_MAIL' }, from: NOW + 7 };
  },
  async ABANDONED(store) {
    await storeIntent(store, 'ABANDONED');
    // As if the process had died.
    await store.processes.leave();
    return { queue: { kind: 'ABANDONED' }, from: ANY_TIME };
  },
};
