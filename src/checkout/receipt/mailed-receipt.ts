/** The mail with a payment's receipt, as the payer's page announces it. */
import { owesReceipt } from '../../core/index.ts';
import { ABANDONED_RECEIPT_MS, type MailOutbox, type StoredTransaction } from '../../core/ports/index.ts';
import type { DonePage } from '../../web/views/index.ts';

/**
 * Compares with the queue of mails, so that the page announces no mail that is not sent.
 *
 * @param receipts absent if no mail server is configured
 * @param now milliseconds since 1970
 * @returns undefined if no receipt is mailed
 */
export async function mailedReceipt(
  receipts: Pick<MailOutbox, 'stateOf'> | undefined,
  transaction: StoredTransaction,
  now: number,
): Promise<DonePage['mailed']> {
  const { email } = transaction.request.details.customer ?? {};
  const isOld = now - transaction.updatedAt >= ABANDONED_RECEIPT_MS;
  if (receipts === undefined || email === undefined || isOld || !owesReceipt(transaction)) {
    return undefined;
  }
  const state = await receipts.stateOf(transaction.key);
  return state === 'ABANDONED' ? undefined : { to: maskedEmail(email), isSent: state === undefined };
}

/** The first character and the domain: enough for the payer to recognise the address, and for nobody to write to it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}•••${email.slice(at)}`;
}
