/** A notification's body: what retrieving the transaction answers at the moment of its outcome, and which of its order's notifications it is. */
import type { BrowserEvent, BrowserPayments, Visit } from '../../gateway/browser/records.ts';
import type { NotificationParts } from '../../gateway/notifications.ts';
import { isBrowserPayment } from '../../gateway/processor.ts';
import type { StoredTransaction } from '../../gateway/records.ts';
import { transactionAnswer } from './transaction.ts';

export interface NotificationWriterParts {
  readonly payments: Pick<BrowserPayments, 'visit'>;
  /** The origin of the payer's addresses. */
  readonly publicOrigin: string;
}

export function notificationWriter({ payments, publicOrigin }: NotificationWriterParts): NotificationParts['body'] {
  return async ({ merchantId, orderId, transaction, version, sequence, events }) => {
    const answer = transactionAnswer({
      merchantId,
      orderId,
      transaction,
      order: transaction.outcome!.order,
      version,
      publicOrigin,
      visit: await visitAfter(payments, transaction, events),
    });
    return JSON.stringify({ ...answer, sequence });
  };
}

/** With what is noted in the outcome's own commit. */
async function visitAfter(
  payments: NotificationWriterParts['payments'],
  { key, request }: StoredTransaction,
  events: readonly BrowserEvent[],
): Promise<Visit | undefined> {
  if (!isBrowserPayment(request)) return undefined;
  const visit = await payments.visit(key);
  const noted = events.map((event) => ({ ...event, lastAt: event.at, times: 1 }));
  return visit && { ...visit, events: [...visit.events, ...noted] };
}
