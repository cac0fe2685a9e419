/** The rows of lists of orders, and what they are filtered by. */
import { storedAmount } from '../../checkout/index.ts';
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import { BROWSER_PAYMENT_PROVIDERS, providerName } from '../../contract/providers/index.ts';
import type { Merchant } from '../../core/index.ts';
import type { IndexedOrder, OrderPage } from '../../core/ports/index.ts';
import type { ListedOrder } from '../../web/views/console/index.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleDependencies } from './answer.ts';
import { instant } from './order-entries.ts';

export const SHOWN_ORDERS = 20;

export const NO_ORDERS: OrderPage = { orders: [], next: undefined };

/** The ways to pay by which a list is filtered. */
export const METHODS = [
  { value: 'CARD', name: 'Card' },
  { value: 'GIFT_CARD', name: 'Gift card' },
  ...Object.values(BROWSER_PAYMENT_PROVIDERS).map(({ id, name }) => ({ value: id, name })),
];

export function listed(
  { remedyOf }: ConsoleDependencies,
  merchant: Pick<Merchant, 'id'>,
  { orderId, amount, currency, method, brand, declineCode, ...order }: IndexedOrder,
): ListedOrder {
  return {
    id: orderId,
    href: orderAddress(merchant, orderId),
    createdAt: instant(order.createdAt),
    changedAt: instant(Math.max(order.createdAt, order.updatedAt)),
    amount: storedAmount({ amount, currency }),
    status: order.status,
    reference: order.reference ?? undefined,
    instrument: instrumentOf(method, brand),
    lastFour: order.lastFour ?? undefined,
    decline: declineCode === null ? undefined : remedyOf(declineCode as GatewayCode)?.meaning,
  };
}

function instrumentOf(method: string | null, brand: string | null): string | undefined {
  return method === null ? undefined : method === 'CARD' ? (brand ?? method) : providerName(method);
}

export function orderAddress({ id }: Pick<Merchant, 'id'>, order: string): string {
  return consoleAddress('order', { merchant: id, order });
}
