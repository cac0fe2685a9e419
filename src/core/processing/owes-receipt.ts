/**
 * Decides for which outcomes the payer gets a receipt by e-mail. The receipt's row is committed with the outcome, and
 * the receipt is sent later.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import type { TransactionType } from '../order/order.ts';
import type { StoredTransaction } from '../ports/index.ts';

/**
 * The transactions that a payer makes. Captures, voids and refunds are made by the merchant, and a verification takes
 * no money.
 */
const PAYERS_OWN: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT']);

/**
 * True if the payer gets a receipt. A success is committed only once, under the order's fence. The receipt is committed
 * with it, so each payment has exactly one receipt.
 *
 * @param transaction the transaction with its outcome, as it will be stored
 */
export function owesReceipt({ request, outcome }: StoredTransaction): boolean {
  return (
    // A hold has no receipt of its own: the payment of the rest settles the hold, and its receipt covers both.
    request.part?.kind !== 'HOLD' &&
    request.page?.receipt !== undefined &&
    request.details.customer?.email !== undefined &&
    PAYERS_OWN.has(request.type) &&
    outcome !== undefined &&
    resultOf(outcome.gatewayCode) === 'SUCCESS'
  );
}
