/**
 * Releases a hold because the rest of its order was not paid: its transaction ends as CANCELLED. The same commit stores
 * a reversal, which is repeated until the acquirer acknowledges it. The merchant is notified.
 */
import { RACED, retryRaces } from '../../platform/races.ts';
import { heldParts, isHeld } from '../order/parts.ts';
import type { FollowUp, StoredOrder } from '../ports/index.ts';
import { type ResolvePendingDependencies, resolvePending } from '../processing/resolve-pending.ts';
import { reversalOf } from '../processing/reversal-of.ts';

export interface ReleaseDependencies extends ResolvePendingDependencies {
  readonly reversalStored: () => void;
}

/** @returns false if the transaction is no longer held, or another operation has locked or changed its order */
export async function releasePart(
  dependencies: ReleaseDependencies,
  { order, transaction, merchantId }: Omit<FollowUp, 'queries'>,
): Promise<boolean> {
  const movement = order.state.movements.find(({ transactionId }) => transactionId === transaction.transactionId);
  if (movement === undefined || !isHeld(movement)) {
    return false;
  }
  const released = await resolvePending(dependencies, {
    merchantId,
    order,
    transaction,
    became: { gatewayCode: 'CANCELLED' },
    reversal: reversalOf(dependencies, { order, transaction, merchantId }),
  });
  if (released !== undefined) {
    dependencies.reversalStored();
  }
  return released !== undefined;
}

/** The maximum number of attempts if other commits of the order come first. After them the hold is left to expire. */
const RACES_MAX = 5;

/**
 * Releases all holds of an order.
 * @returns false if a hold remains because a payment locks the order
 */
export async function releaseHeld(
  dependencies: ReleaseDependencies,
  { merchantKey, orderId }: StoredOrder,
  merchantId: string,
): Promise<boolean> {
  const released = await retryRaces(async () => {
    const order = await dependencies.orders.find(merchantKey, orderId);
    const [held] = order === undefined ? [] : heldParts(order.state);
    if (order === undefined || held === undefined) {
      return true;
    }
    const transaction = await dependencies.orders.transaction(order.key, held.transactionId);
    if (transaction !== undefined) {
      await releasePart(dependencies, { order, transaction, merchantId });
    }
    return RACED;
  }, RACES_MAX);
  return released !== RACED;
}
