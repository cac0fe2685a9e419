/**
 * Refuses ids that contain the card's number, because ids are stored in clear. Compares with the card of the request
 * itself, so there are no false matches.
 */
import { NO_CARD_DATA } from '../../contract/card-data.ts';
import { compactNumber } from '../../contract/card-rules.ts';
import { invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import type { Secret } from '../../contract/secret.ts';

/**
 * @param ids the ids by field: `{ 'order.id': 'CART-1', 'transaction.id': '1' }`
 * @param number the card number of the request
 * @throws InterfaceError naming the ids that contain the number
 */
export function refuseOwnNumber(ids: Readonly<Record<string, string>>, number: Secret | undefined): void {
  const held = Object.entries(ids).filter(
    ([, id]) => number !== undefined && compactNumber(id).includes(number.reveal()),
  );
  if (held.length > 0) {
    throw invalidFields(held.map(([field]) => invalidProblem(field, NO_CARD_DATA)));
  }
}

/** The ids of an order and a transaction, as merchants give them in the path. */
export function idsOf({ orderId, transactionId }: { readonly orderId: string; readonly transactionId: string }) {
  return { 'order.id': orderId, 'transaction.id': transactionId };
}
