/**
 * A notification's body: the answer to retrieving the transaction at the moment of its outcome, and its sequence number
 * among the order's notifications.
 */

import { isBrowserPayment } from '../../gateway/index.ts';
import type {
  BrowserEvent,
  BrowserPayments,
  NotificationDependencies,
  PaymentTimeline,
  StoredTransaction,
} from '../../gateway/ports/index.ts';
import type { NamedPayment } from '../payer-authentication/made-with.ts';
import { type TransactionAuthentication, transactionAnswer } from './transaction-answer.ts';

export interface NotificationWriterDependencies {
  readonly payments: Pick<BrowserPayments, 'timeline'>;
  /** The payer's authentication that a payment names; absent where nobody's payment is told of. */
  readonly authentication?: (payment: NamedPayment) => Promise<TransactionAuthentication | undefined>;
  /** The origin of the addresses that payers open. */
  readonly publicOrigin: string;
}

export function notificationWriter({
  authentication,
  payments,
  publicOrigin,
}: NotificationWriterDependencies): NotificationDependencies['body'] {
  return async ({ merchantId, orderId, transaction, version, sequence, events }) => {
    const answer = transactionAnswer({
      merchantId,
      orderId,
      transaction,
      order: transaction.outcome!.order,
      version,
      publicOrigin,
      timeline: await timelineAfter(payments, transaction, events),
      authentication: await authentication?.({ merchantId, orderId, transaction }),
    });
    return JSON.stringify({ ...answer, sequence });
  };
}

/** The timeline with the events of the outcome's own commit. */
async function timelineAfter(
  payments: NotificationWriterDependencies['payments'],
  { key, request }: StoredTransaction,
  events: readonly BrowserEvent[],
): Promise<PaymentTimeline | undefined> {
  if (!isBrowserPayment(request)) {
    return undefined;
  }
  const timeline = await payments.timeline(key);
  const noted = events.map((event) => ({ ...event, lastAt: event.at, times: 1 }));
  return timeline && { ...timeline, events: [...timeline.events, ...noted] };
}
