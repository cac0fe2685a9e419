/**
 * Decides which outcomes owe the payer a receipt by e-mail. The receipt is committed with the outcome, and written and
 * sent later.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import type { TransactionType } from '../order/order.ts';
import type { StoredTransaction } from '../ports/index.ts';

/** The transactions of the payer. Captures, voids and refunds are the merchant's, and a verification takes no money. */
const PAYERS_OWN: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT']);

/**
 * True if the payer is owed a receipt. A result is stored once, and an open one is resolved once, both under the
 * order's fence. So storing the receipt with the success makes exactly one per payment.
 *
 * @param transaction with its outcome, as it will be stored
 */
export function owesReceipt({ request, outcome }: StoredTransaction): boolean {
  return (
    // A hold has no receipt of its own: the payment of the rest settles it, and its receipt covers both.
    request.part?.kind !== 'HOLD' &&
    request.page?.receipt !== undefined &&
    request.details.customer?.email !== undefined &&
    PAYERS_OWN.has(request.type) &&
    outcome !== undefined &&
    resultOf(outcome.gatewayCode) === 'SUCCESS'
  );
}
