/** The members that an order has in the list of orders and in an export. */
import { type IndexedOrder, type Sealer, supportCode } from '../../../core/ports/index.ts';
import { instant, money } from './order-answer.ts';

export function describedOrder(order: IndexedOrder, sealer: Pick<Sealer, 'hash'>) {
  const { currency } = order;
  return {
    acquirerCode: order.acquirerCode ?? undefined,
    amount: money(order.amount, currency),
    brand: order.brand ?? undefined,
    creationTime: instant(order.createdAt),
    currency,
    gatewayCode: order.declineCode ?? undefined,
    id: order.orderId,
    lastFour: order.lastFour ?? undefined,
    lastUpdatedTime: instant(Math.max(order.createdAt, order.updatedAt)),
    method: order.method ?? undefined,
    providerReference: order.providerReference ?? undefined,
    reference: order.reference ?? undefined,
    status: order.status,
    supportCode: supportCode(sealer, order.orderKey),
  };
}
