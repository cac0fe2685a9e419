/** Refunds and payments that wait for a decision, as both of their pages show them. */
import { storedAmount } from '../../checkout/index.ts';
import type { WaitingEntry } from '../../web/views/console/index.ts';
import { consoleAddress } from '../routes.ts';
import { isOwn, type Waiting } from '../waiting.ts';
import type { MerchantRequest } from './answer.ts';
import { instant } from './order-entries.ts';

export function waitingEntry(
  { place, signedIn }: MerchantRequest,
  { kind, order: { orderId }, transaction }: Waiting,
): WaitingEntry {
  const { transactionId, request, outcome, createdAt } = transaction;
  const address = { merchant: place.merchant.id, order: orderId };
  return {
    kind,
    orderId,
    orderHref: consoleAddress('order', address),
    transaction: transactionId,
    amount: storedAmount(request),
    askedBy: kind === 'REFUND' ? request.details.userId : undefined,
    rules: (outcome?.risk?.fired ?? []).map(({ id }) => id),
    since: instant(createdAt),
    decideHref: isOwn(signedIn, transaction)
      ? undefined
      : consoleAddress('decide', { ...address, transaction: transactionId }),
  };
}
