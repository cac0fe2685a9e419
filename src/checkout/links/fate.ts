/** Decides from an order what becomes of the payment that it has taken of its link. A pure function. */
import { MINUTE_MS } from '../../contract/durations.ts';
import { heldParts } from '../../core/index.ts';
import type { LinkOrder, StoredOrder } from '../../core/ports/index.ts';
import type { KeyedSession } from '../session/session.ts';
import { type CheckoutState, checkoutState, isPaidOrMayBe, nextAttempt } from '../status/state.ts';

/** PAID: it stays taken for good. TAKEN: it may still be paid. FREE: the attempt has failed, or was left. */
export type Fate = 'FREE' | 'PAID' | 'TAKEN';

/**
 * The longest time between the taking and the intent of the payment, or of its authentication, in the store. The intent
 * of a payment that takes longer is not stored, because the order no longer holds its place.
 */
const ON_ITS_WAY_MS = 2 * MINUTE_MS;

const PAID: ReadonlySet<CheckoutState['kind']> = new Set(['paid', 'paidOtherwise']);
/** States in which no attempt of the session is under way. */
const AT_REST: ReadonlySet<CheckoutState['kind']> = new Set(['cancelled', 'exhausted', 'expired', 'pay', 'waiting']);

/**
 * @param session of the order; undefined where it was not made, or is no longer kept
 * @param order undefined before its first payment
 */
export function fateOf(
  { attempt, takenAt }: Pick<LinkOrder, 'attempt' | 'takenAt'>,
  session: KeyedSession | undefined,
  order: StoredOrder | undefined,
  now: number,
): Fate {
  if (session?.checkout == null) {
    return order !== undefined && isPaidOrMayBe(order) ? 'PAID' : 'FREE';
  }
  const { kind } = checkoutState({ ...session, id: '', checkout: session.checkout }, order, now);
  if (PAID.has(kind)) {
    return 'PAID';
  }
  if (!AT_REST.has(kind) || (order !== undefined && heldParts(order.state).length > 0)) {
    return 'TAKEN';
  }
  const isOver = nextAttempt(order) !== attempt;
  return isOver || now - (takenAt ?? 0) >= ON_ITS_WAY_MS ? 'FREE' : 'TAKEN';
}
