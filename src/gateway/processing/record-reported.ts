/**
 * What a processor reports of an order after the fact, as transactions of it: a chargeback, its return, a fee. Nobody
 * is asked, nothing is sent, and the money has moved already; the order's totals and its merchant are to know.
 */
import type { Merchant } from '../merchant/merchant.ts';
import { applyMovement } from '../order/order.ts';
import { snapshot } from '../order/order-snapshot.ts';
import type {
  Clock,
  NotificationDependencies,
  Orders,
  RecordedTransactions,
  StoredOrder,
  StoredTransaction,
  TransactionDetails,
} from '../ports/index.ts';
import { enqueueNotification, notificationUrl } from './enqueue-notification.ts';

export interface RecordedMovement {
  /** The same at every import of the same report, so that no report is recorded twice. */
  readonly transactionId: string;
  /** FUNDING: a fee. */
  readonly type: 'CHARGEBACK' | 'CHARGEBACK_REVERSAL' | 'FUNDING';
  /** Minor units, above 0. A chargeback's are the order's currency. */
  readonly amount: bigint;
  readonly currency: string;
  /** The payment or capture that it is about. */
  readonly target: StoredTransaction;
  /** By what the processor knows it. */
  readonly reference: string;
}

export interface RecordDependencies {
  readonly clock: Clock;
  readonly orders: Pick<Orders, 'newKey'>;
  readonly notifications: Pick<NotificationDependencies, 'body'>;
}

/** `transaction.acquirer.transactionId` has this many characters at most. */
const REFERENCE_CHARACTERS_MAX = 100;
/** A merchant that sends a transaction id of ours sends another request: no fingerprint is empty. */
const NO_FINGERPRINT = new Uint8Array();

/**
 * @param order not locked by an operation @param movements of this order
 * @returns what is to be stored under the order's new fence
 */
export async function recordReported(
  { clock, orders, notifications }: RecordDependencies,
  merchant: Merchant,
  order: StoredOrder,
  movements: readonly RecordedMovement[],
): Promise<RecordedTransactions> {
  const now = clock.now();
  const transactions: RecordedTransactions['transactions'][number][] = [];
  let after: StoredOrder = { ...order, fence: order.fence + 1, updatedAt: now };
  for (const movement of movements) {
    const moved = { ...after, state: stateAfter(after, movement) };
    const outcome = { gatewayCode: 'APPROVED', order: snapshot(moved) } as const;
    const transaction: StoredTransaction = {
      key: orders.newKey(),
      orderKey: order.key,
      transactionId: movement.transactionId,
      fingerprint: NO_FINGERPRINT,
      request: requestOf(movement, merchant, order),
      outcome,
      createdAt: now,
      updatedAt: now,
    };
    const enqueued = await enqueueNotification(
      { orders, notifications: { ...SENT_ELSEWHERE, ...notifications } },
      { merchantId: merchant.id, order: moved, transaction },
    );
    transactions.push({ ...enqueued, transaction, outcome });
    after = enqueued.order;
  }
  return { order: after, transactions };
}

/** A running gateway finds the notification in the queue. */
export const SENT_ELSEWHERE: Omit<NotificationDependencies, 'body'> = {
  reserve: () => undefined,
  stored: () => undefined,
  dropped: () => undefined,
  dispatch: () => undefined,
};

/** No rule of an order depends on its fees. */
function stateAfter({ state }: StoredOrder, { transactionId, type, amount, currency, target }: RecordedMovement) {
  return type === 'FUNDING'
    ? state
    : applyMovement(
        state,
        { transactionId, type, amount, target: target.transactionId, result: 'SUCCESS', gatewayCode: 'APPROVED' },
        currency,
      );
}

function requestOf(
  { type, amount, currency, target, reference }: RecordedMovement,
  { profile }: Merchant,
  { state }: StoredOrder,
): StoredTransaction['request'] {
  const { instrument, acquirer, version } = target.request;
  const url = notificationUrl(undefined, state.notifications, profile);
  return {
    operation: 'SETTLEMENT',
    type,
    version: state.notifications?.version ?? version,
    entryPoint: 'BATCH',
    currency,
    amount,
    instrument,
    details: detailsOf(target.request.details, reference),
    target: target.transactionId,
    ...(acquirer !== undefined && { acquirer }),
    decided: 'APPROVED',
    ...(url !== undefined && { notificationUrl: url }),
  };
}

/** The order's, with the processor's own number in place of what belongs to the payment alone. */
function detailsOf({ order, customer, billing, shipping }: TransactionDetails, reference: string): TransactionDetails {
  return {
    ...(order && { order }),
    ...(customer && { customer }),
    ...(billing && { billing }),
    ...(shipping && { shipping }),
    ...(reference.length <= REFERENCE_CHARACTERS_MAX && { transaction: { acquirer: { transactionId: reference } } }),
  };
}
