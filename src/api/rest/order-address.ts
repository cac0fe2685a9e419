/** Finds the order that a request's address names. */

import { namedError } from '../../contract/errors/catalogue.ts';
import type { Gateway, Merchant } from '../../core/index.ts';
import type { StoredOrder } from '../../core/ports/index.ts';

/** @throws InterfaceError if the order does not exist */
export async function existingOrder(
  { gateway }: { readonly gateway: Gateway },
  merchant: Merchant,
  orderId: string,
): Promise<StoredOrder> {
  const order = await gateway.orders.find(merchant.key, orderId);
  if (order === undefined) {
    throw namedError('ORDER_UNKNOWN', { orderId });
  }
  return order;
}
