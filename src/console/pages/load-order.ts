/** Finds the order of a console page's address. */
import { isPlaceholderOrder } from '../../core/index.ts';
import type { StoredOrder } from '../../core/ports/index.ts';
import type { MerchantRequest } from './answer.ts';

/** @returns undefined for an order that does not exist, and alike for one that only the gateway itself knows */
export async function loadOrder(
  { dependencies, place }: MerchantRequest,
  orderId: string | undefined,
): Promise<StoredOrder | undefined> {
  const order =
    orderId === undefined || orderId === '' ? undefined : await dependencies.orders.find(place.merchant.key, orderId);
  return order === undefined || isPlaceholderOrder(order) ? undefined : order;
}
