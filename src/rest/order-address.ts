/** Finds the order that a request's address names. */

import { string } from '../contract/field-types.ts';
import { invalidField, invalidRequest } from '../contract/interface-error.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Merchant } from '../gateway/merchant.ts';
import type { StoredOrder } from '../gateway/ports/index.ts';
import type { RestRequest } from './rest-request.ts';

const id = string(1, 40);

/** @throws InterfaceError when there is none */
export async function existingOrder(
  { gateway }: { readonly gateway: Gateway },
  merchant: Merchant,
  orderId: string,
): Promise<StoredOrder> {
  const order = await gateway.orders.find(merchant.key, orderId);
  if (order === undefined) {
    throw invalidRequest(`Unable to find order '${orderId}'.`);
  }
  return order;
}

/** @throws InterfaceError when it is not a valid id */
export function checkedId({ path }: RestRequest, name: 'order' | 'transaction'): string {
  const value = path[name];
  if (value === undefined || !id.accepts(value)) {
    throw invalidField(`${name}.id`, id.allowed);
  }
  return value;
}
