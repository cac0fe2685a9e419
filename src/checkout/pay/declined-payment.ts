/** The payments that a confirmation link can be made for. */
import type { StoredTransaction } from '../../core/ports/index.ts';
import { CARD_OPERATIONS } from '../session/card-operations.ts';
import type { Checkout } from '../session/session.ts';

type Charging = Extract<Checkout['operation'], 'AUTHORIZE' | 'PURCHASE'>;

const CHARGING: readonly Charging[] = ['AUTHORIZE', 'PURCHASE'];

/** The checkout's operation that charges like the transaction; undefined where the transaction was of another kind. */
export function operationOf({ request }: StoredTransaction): Charging | undefined {
  return CHARGING.find((one) => CARD_OPERATIONS[one] === request.operation);
}

/**
 * The newest merchant-initiated payment of an order, if the issuer has softly declined it (authentication required).
 * Later attempts by payers do not count.
 *
 * @param transactions in the order in which they started
 */
export function softlyDeclined(transactions: readonly StoredTransaction[]): StoredTransaction | undefined {
  const newest = transactions.findLast(isByMerchant);
  return newest?.outcome?.reply?.needsAuthentication ? newest : undefined;
}

function isByMerchant(one: StoredTransaction): boolean {
  const { transaction, agreement } = one.request.details;
  return transaction?.source === 'MERCHANT' && agreement?.id !== undefined && operationOf(one) !== undefined;
}
