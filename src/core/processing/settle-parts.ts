/** Settles the holds of an order, in the commit of the payment of the rest. */
import type { Gateway } from '../gateway.ts';
import { snapshot } from '../order/order-snapshot.ts';
import { heldParts, settleHeld } from '../order/parts.ts';
import type { SettledPart, StoredOrder } from '../ports/index.ts';
import { enqueueNotification } from './enqueue-notification.ts';

export interface OrderWithSettledParts {
  /** The order with its holds settled, and with their notifications counted. */
  readonly order: StoredOrder;
  readonly settled: readonly SettledPart[];
}

/** @param order the order after the payment of the rest */
export async function settleParts(
  gateway: Gateway,
  order: StoredOrder,
  merchantId: string,
): Promise<OrderWithSettledParts> {
  const state = settleHeld(order.state);
  let current: StoredOrder = { ...order, state };
  const settled: SettledPart[] = [];
  for (const { transactionId } of heldParts(order.state)) {
    const held = await gateway.orders.transaction(order.key, transactionId);
    if (held?.outcome === undefined) {
      throw new Error('A held part of an order has no outcome.');
    }
    const gatewayCode = held.outcome.reply?.gatewayCode ?? 'APPROVED';
    const outcome = { ...held.outcome, gatewayCode, order: snapshot(current) };
    const transaction = { ...held, outcome, updatedAt: order.updatedAt };
    const notified = await enqueueNotification(gateway, { merchantId, order: current, transaction });
    current = notified.order;
    settled.push({ ...notified, transaction, outcome });
  }
  return { order: current, settled };
}
