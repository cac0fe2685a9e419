/**
 * An order that is paid in parts: a gift card with insufficient balance, and a card for the rest. The gift card pays
 * first and is held: its issuer has approved the payment, but its result stays open here, so that it counts in no total
 * and the merchant does not mistake the order for paid. The payment of the rest settles the hold, in the same commit;
 * otherwise the hold is released. Pure.
 */
import { isOpen, type Movement, newOrder, type OrderState, resolveMovement, withEffect } from './order.ts';

/** The gift-card holds that wait for the payment of the rest. */
export function heldParts({ movements }: Pick<OrderState, 'movements'>): Movement[] {
  return movements.filter(isHeld);
}

export function isHeld(movement: Movement): boolean {
  return movement.part === 'HOLD' && isOpen(movement);
}

/** The amount that remains to be paid after the holds, in minor units. */
export function restOf(order: OrderState): bigint {
  return heldParts(order).reduce((rest, { amount }) => rest - amount, order.amount);
}

/** The order without its holds, to which the rules for the payment of the rest apply. */
export function withoutHeld(order: OrderState): OrderState {
  return { ...order, movements: order.movements.filter((movement) => !isHeld(movement)) };
}

/** The order after the payment of the rest, which settles the holds. */
export function settleHeld(order: OrderState): OrderState {
  return heldParts(order).reduce(
    (settled, { transactionId }) => resolveMovement(settled, transactionId, 'APPROVED'),
    order,
  );
}

/** True if the order was paid in parts. Each part is a separate card transaction at its acquirer. */
export function isPaidInParts({ movements }: Pick<OrderState, 'movements'>): boolean {
  return movements.some(({ part, result }) => part === 'HOLD' && result === 'SUCCESS');
}

/**
 * One card transaction of an order that was paid in parts, as an order of its own: the rules on captures, refunds and
 * voids apply to each part separately. An order without parts is returned unchanged.
 *
 * @param transactionId the id of the part's payment, or of any transaction that followed it
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

/**
 * A capture or payment with its refunds, as an order of its own: for a provider that refunds each capture separately.
 */
export function captureAlone(order: OrderState, transactionId: string): OrderState {
  const movements = order.movements.filter(
    (one) => one.transactionId === transactionId || one.target === transactionId,
  );
  const [first] = movements;
  return movements.reduce(withEffect, { ...newOrder(order.currency, first?.amount ?? 0n), movements });
}

function rootOf({ movements }: OrderState, transactionId: string): string {
  let id = transactionId;
  // Terminates because a target is an earlier transaction.
  for (;;) {
    const target = movements.find((movement) => movement.transactionId === id)?.target;
    if (target === undefined) {
      return id;
    }
    id = target;
  }
}

/** The amounts of a part that are available for a capture or refund, in minor units. */
export interface Room {
  /** The available amount, without any excess. */
  readonly left: bigint;
  /** The available amount, including the excess that the profile allows. */
  readonly most: bigint;
}

/**
 * Chooses the movement for a capture or refund of this amount. Among several parts it takes the newest that has exactly
 * this amount left, or else the newest that has enough.
 *
 * @returns undefined if no single part has enough
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
