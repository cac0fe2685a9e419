/**
 * Which outcomes a payer is mailed a receipt of. The receipt commits with the outcome, and is written and sent later.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import type { TransactionType } from '../order/order.ts';
import type { StoredTransaction } from '../ports/index.ts';

/** What a payer does: a capture, a void or a refund is the merchant's, and a verification takes nothing. */
const PAYERS_OWN: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT']);

/**
 * A result is stored once, and an open one is resolved once: both under the order's fence. So a payment owes one
 * receipt, and whoever stores its success stores that too.
 *
 * @param transaction with its outcome, as it will be stored
 */
export function owesReceipt({ request, outcome }: StoredTransaction): boolean {
  return (
    // What is held is no receipt's yet: the payment of the rest settles it, and owes the receipt of both.
    request.part?.kind !== 'HOLD' &&
    request.page?.receipt !== undefined &&
    request.details.customer?.email !== undefined &&
    PAYERS_OWN.has(request.type) &&
    outcome !== undefined &&
    resultOf(outcome.gatewayCode) === 'SUCCESS'
  );
}
