/**
 * Orders that are paid in parts, as a ledger shows them without the merchant's requests. A gift card's part is held
 * until the rest is paid, so by itself it does not pay its order.
 */

import type { LedgerMovement } from '../../core/index.ts';
import { heldParts } from '../../core/index.ts';
import type { StoredOrder } from '../../core/ports/index.ts';

export interface PartMovement extends LedgerMovement {
  readonly isGiftCard: boolean;
}

/**
 * @param order the stored order
 * @param isNew the order is not stored
 * @param movements the movements that only the acquirer's ledger has
 * @param takesParts whether the merchant allows orders to be paid in parts
 * @returns the reason, as part of a sentence, why the order cannot be adopted as paid
 */
export function partAlone(
  order: Pick<StoredOrder, 'state'>,
  isNew: boolean,
  movements: readonly PartMovement[],
  takesParts: boolean,
): string | undefined {
  const [paid, ...others] = approvedPayments(movements);
  if (paid === undefined) {
    return undefined;
  }
  if (heldParts(order.state).length > 0) {
    return 'a part of it is held here, which the rest at the acquirer would settle';
  }
  if (others.length > 0) {
    return undefined;
  }
  const tried = movements.filter(isInitial).filter((one) => one !== paid);
  const amounts = [...tried.map(({ amount }) => amount), ...(isNew ? [] : [order.state.amount])];
  if (amounts.some((amount) => amount > paid.amount)) {
    return 'it is less than the order’s amount: a part that was held until the rest was paid';
  }
  return paid.isGiftCard && takesParts && amounts.length === 0
    ? 'it is of a gift card, and may be a part that was held until the rest was paid'
    : undefined;
}

/** Several approved payments of one order are its parts: the last one paid the rest, the earlier ones were held. */
export function asParts(
  order: StoredOrder,
  movements: readonly PartMovement[],
): readonly [StoredOrder, LedgerMovement[]] {
  const parts = approvedPayments(movements);
  if (parts.length < 2) {
    return [order, [...movements]];
  }
  const amount = parts.reduce((sum, one) => sum + one.amount, 0n);
  const named = movements.map((one) =>
    parts.includes(one) ? { ...one, part: one === parts.at(-1) ? ('REST' as const) : ('HOLD' as const) } : one,
  );
  return [{ ...order, state: { ...order.state, amount } }, named];
}

const isInitial = ({ kind }: LedgerMovement): boolean => kind === 'AUTHORIZATION' || kind === 'PAYMENT';

const approvedPayments = (movements: readonly PartMovement[]): readonly PartMovement[] =>
  movements.filter((one) => isInitial(one) && one.state === 'APPROVED');
