/**
 * An order that is paid in parts: a gift card with too little money on it, and a card for the rest. The gift card's
 * part is held first: its issuer has approved it, and here it stays open, so that no total counts it and no merchant
 * takes the order for paid. The payment of the rest settles it, in one commit; or it is released. All of it is pure.
 */
import { isOpen, type Movement, newOrder, type OrderState, resolveMovement, withEffect } from './order.ts';

/** The parts that wait for the rest. */
export function heldParts({ movements }: Pick<OrderState, 'movements'>): Movement[] {
  return movements.filter(isHeld);
}

export function isHeld(movement: Movement): boolean {
  return movement.part === 'HOLD' && isOpen(movement);
}

/** Minor units that are left to pay beside what is held. */
export function restOf(order: OrderState): bigint {
  return heldParts(order).reduce((rest, { amount }) => rest - amount, order.amount);
}

/** The order as the payment of the rest finds it: what is held does not stand in its way. */
export function withoutHeld(order: OrderState): OrderState {
  return { ...order, movements: order.movements.filter((movement) => !isHeld(movement)) };
}

/** The order once the rest is paid: what was held is paid too. */
export function settleHeld(order: OrderState): OrderState {
  return heldParts(order).reduce(
    (settled, { transactionId }) => resolveMovement(settled, transactionId, 'APPROVED'),
    order,
  );
}

/** Whether it was paid in parts, each a card transaction of its own at its acquirer. */
export function isPaidInParts({ movements }: Pick<OrderState, 'movements'>): boolean {
  return movements.some(({ part, result }) => part === 'HOLD' && result === 'SUCCESS');
}

/**
 * One card transaction of an order that was paid in parts, as an order of its own: the rules on what can be captured,
 * refunded and voided hold for each by itself. Another order is the only part of itself.
 *
 * @param transactionId of the part's payment, or of anything that followed it
 */
export function partOf(order: OrderState, transactionId: string): OrderState {
  if (!isPaidInParts(order)) {
    return order;
  }
  const root = rootOf(order, transactionId);
  const movements = order.movements.filter((movement) => rootOf(order, movement.transactionId) === root);
  const [first] = movements;
  const empty = { ...newOrder(order.currency, first?.amount ?? 0n), movements };
  return movements.reduce(withEffect, empty);
}

/** A capture or payment with its refunds, as an order of its own: where a provider refunds each by itself. */
export function captureAlone(order: OrderState, transactionId: string): OrderState {
  const movements = order.movements.filter(
    (one) => one.transactionId === transactionId || one.target === transactionId,
  );
  const [first] = movements;
  return movements.reduce(withEffect, { ...newOrder(order.currency, first?.amount ?? 0n), movements });
}

function rootOf({ movements }: OrderState, transactionId: string): string {
  let id = transactionId;
  // A target is an earlier transaction, so this ends.
  for (;;) {
    const target = movements.find((movement) => movement.transactionId === id)?.target;
    if (target === undefined) {
      return id;
    }
    id = target;
  }
}

/** Minor units that a part has left for a capture or refund. */
export interface Room {
  /** Of its own amount. */
  readonly left: bigint;
  /** With what the profile allows beyond it. */
  readonly most: bigint;
}

/**
 * The movement that a capture or refund of this amount belongs to: of several parts the one that has exactly this
 * amount left, else the newest one with enough.
 *
 * @returns undefined where no single part has enough
 */
export function partWithEnough(
  order: OrderState,
  candidates: readonly Movement[],
  amount: bigint,
  roomOf: (part: OrderState) => Room,
): Movement | undefined {
  const rooms = candidates.map((movement) => ({ movement, ...roomOf(partOf(order, movement.transactionId)) }));
  const exact = rooms.findLast(({ left }) => left === amount);
  return (exact ?? rooms.findLast(({ most }) => most >= amount))?.movement;
}
