/**
 * Records the transactions that a processor reports afterwards: chargebacks, chargeback reversals and fees. The money
 * has moved already, so no message is sent. The order is updated and the merchant is notified.
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

export interface ReportedMovement {
  /** The same in every import of the same report, so that a report is recorded only once. */
  readonly transactionId: string;
  /** FUNDING: a fee. */
  readonly type: 'CHARGEBACK' | 'CHARGEBACK_REVERSAL' | 'FUNDING';
  /** Minor units, above 0. For a chargeback, in the order's currency. */
  readonly amount: bigint;
  readonly currency: string;
  /** The payment or capture that the report refers to. */
  readonly target: StoredTransaction;
  /** The processor's own reference. */
  readonly reference: string;
}

export interface RecordDependencies {
  readonly clock: Clock;
  readonly orders: Pick<Orders, 'newKey'>;
  readonly notifications: Pick<NotificationDependencies, 'body'>;
}

/** The limit of `transaction.acquirer.transactionId`. */
const REFERENCE_CHARACTERS_MAX = 100;
/**
 * Request fingerprints are not empty, so a merchant's request with one of these transaction ids counts as a different
 * request.
 */
const NO_FINGERPRINT = new Uint8Array();

/**
 * @param order the order, which must not be locked
 * @param movements the reported movements of this order
 * @returns the rows to store under the order's new fence
 */
export async function recordReported(
  { clock, orders, notifications }: RecordDependencies,
  merchant: Merchant,
  order: StoredOrder,
  movements: readonly ReportedMovement[],
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

/**
 * For a process that does not send notifications, such as the command line. A gateway process finds them in the queue.
 */
export const SENT_ELSEWHERE: Omit<NotificationDependencies, 'body'> = {
  reserve: () => undefined,
  stored: () => undefined,
  dropped: () => undefined,
  dispatch: () => undefined,
  payerReturned: () => undefined,
};

/** Fees do not change the order's state. */
function stateAfter({ state }: StoredOrder, { transactionId, type, amount, currency, target }: ReportedMovement) {
  return type === 'FUNDING'
    ? state
    : applyMovement(
        state,
        { transactionId, type, amount, target: target.transactionId, result: 'SUCCESS', gatewayCode: 'APPROVED' },
        currency,
      );
}

function requestOf(
  { type, amount, currency, target, reference }: ReportedMovement,
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
    acquirer,
    decided: 'APPROVED',
    notificationUrl: url,
  };
}

/** The order's details, with the processor's reference instead of the details of the payment. */
function detailsOf({ order, customer, billing, shipping }: TransactionDetails, reference: string): TransactionDetails {
  return {
    order,
    customer,
    billing,
    shipping,
    transaction: reference.length <= REFERENCE_CHARACTERS_MAX ? { acquirer: { transactionId: reference } } : undefined,
  };
}
