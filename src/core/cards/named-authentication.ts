/**
 * Finds the authentication that a payment names: one of its own order, by `authentication.transactionId`, or one of
 * CHECK_3DS_ENROLLMENT, which precedes the order, by `3DSecureId`.
 */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Authentications, Orders, StoredAuthentication, StoredOrder } from '../ports/index.ts';

/** Longer than any order id that a merchant may use, so that requests cannot name, retrieve or pay such an order. */
const PLACEHOLDER_PREFIX = 'checked by 3DSecureId, before any order has it: ';

/** The id of the placeholder order for an authentication without an order. It is not payable. @param id `3DSecureId` */
export function checkedOrderId(id: string): string {
  return PLACEHOLDER_PREFIX + id;
}

/** True for the order of an authentication without an order, which merchants do not know. */
export function isPlaceholderOrder({ orderId }: Pick<StoredOrder, 'orderId'>): boolean {
  return orderId.startsWith(PLACEHOLDER_PREFIX);
}

export interface NamedAuthentication {
  readonly order: StoredOrder;
  readonly authentication: StoredAuthentication;
}

interface Stores {
  readonly orders: Pick<Orders, 'find'>;
  readonly payerAuthentication: { readonly authentications: Pick<Authentications, 'find'> };
}

/** The merchant's authentication with this `3DSecureId`. */
export async function checkedAuthentication(
  { orders, payerAuthentication }: Stores,
  merchantKey: number,
  id: string,
): Promise<NamedAuthentication | undefined> {
  const order = await orders.find(merchantKey, checkedOrderId(id));
  const authentication = order && (await payerAuthentication.authentications.find(order.key, id));
  return order && authentication && { order, authentication };
}

/** @param order the order to pay; undefined if it is new */
export async function namedAuthentication(
  stores: Stores,
  merchantKey: number,
  order: StoredOrder | undefined,
  { authentication: { transactionId } = {}, '3DSecureId': checkedId }: RequestFields,
): Promise<NamedAuthentication | undefined> {
  if (transactionId === undefined) {
    return checkedId === undefined ? undefined : checkedAuthentication(stores, merchantKey, checkedId);
  }
  const authentication = order && (await stores.payerAuthentication.authentications.find(order.key, transactionId));
  return order && authentication && { order, authentication };
}
