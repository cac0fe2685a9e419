/** GET /v2/checkout/orders/{id}, and answers that contain an order. */
import type { PayPalOperation, PayPalOperationContext, PayPalResponse } from '../operation.ts';
import { ownOrder } from './own.ts';

export function showOrder(
  context: PayPalOperationContext,
  id: string,
  status: number,
  isWhole = context.isWhole,
): PayPalResponse {
  return { status, body: context.resources.order(ownOrder(context, id), isWhole) };
}

export const getPayPalOrder: PayPalOperation = {
  name: 'orders.get',
  method: 'GET',
  path: '/v2/checkout/orders/:id',
  act: (context) => ownOrder(context, context.id).id,
  show: (context, id) => showOrder(context, id, 200, true),
};
