/**
 * The body of a notification: the transaction as it would be retrieved at the moment of its outcome, and a sequence
 * number among the order's notifications.
 */

import { answerText } from '../../../contract/write.ts';
import { isBrowserPayment } from '../../../core/index.ts';
import type {
  BrowserEvent,
  BrowserPayments,
  NotificationDependencies,
  PaymentTimeline,
  StoredTransaction,
} from '../../../core/ports/index.ts';
import type { NamedPayment } from '../payer-authentication/transaction-authentication.ts';
import { type TransactionAuthentication, transactionAnswer } from './transaction-answer.ts';

export interface NotificationWriterDependencies {
  readonly payments: Pick<BrowserPayments, 'timeline'>;
  /** Finds the payer authentication that a payment names. Absent: the notifications contain no authentication. */
  readonly authentication?: (payment: NamedPayment) => Promise<TransactionAuthentication | undefined>;
  /** The origin of the payer pages' addresses. */
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
    return answerText({ ...answer, sequence });
  };
}

/** Adds the events of the outcome's own commit to the timeline. */
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
