/** GET /v2/checkout/orders/{id}, and the answers that show an order. */
import type { OrderRow } from '../ledger/rows.ts';
import type { Answer, Operation, OperationContext } from '../operation.ts';
import { notFound } from '../refusal.ts';
import { Resources } from '../resources.ts';

/** @throws Refusal for another account's order, as for none */
export function ownOrder({ ledger, account }: OperationContext, id: string): OrderRow {
  const order = ledger.orders.find({ id });
  if (order === undefined || order.merchant !== account.merchantId) {
    throw notFound('order_id', id);
  }
  return order;
}

export function showOrder(context: OperationContext, id: string, status: number, isWhole = context.isWhole): Answer {
  const { ledger, base } = context;
  return { status, body: new Resources(ledger, base).order(ownOrder(context, id), isWhole) };
}

export const getOrder: Operation = {
  method: 'GET',
  path: '/v2/checkout/orders/:id',
  act: (context) => ownOrder(context, context.id).id,
  show: (context, id) => showOrder(context, id, 200, true),
};
