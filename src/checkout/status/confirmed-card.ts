/** The card that the payer of a confirmation link pays with, and whether the link is still valid for its order. */
import { minorUnits } from '../../contract/money.ts';
import { storedCurrency } from '../../core/index.ts';
import type { StoredOrder } from '../../core/ports/index.ts';
import type { CheckoutSession } from '../session/session.ts';
import { findStoredCard, isCardExpired, type StoredCard, type StoredCardSources } from './stored-card.ts';

interface SessionWithOrder {
  readonly session: CheckoutSession;
  readonly order: StoredOrder | undefined;
}

/**
 * @param thisMonth as for `isCardExpired`
 * @returns undefined where the link is not valid any more: the order has another amount since, the card is no longer
 *   stored, or it has expired
 */
export async function confirmedCard(
  cards: StoredCardSources,
  { session, order }: SessionWithOrder,
  thisMonth: string | undefined,
): Promise<StoredCard | undefined> {
  const { confirms } = session.checkout;
  if (confirms === undefined || order === undefined || !isSameAmount(session, order)) {
    return undefined;
  }
  const declined = await cards.orders.transaction(order.key, confirms.transactionId);
  const kept = declined && (await findStoredCard(cards, session.merchantKey, declined));
  return kept === undefined || isCardExpired(kept, thisMonth) ? undefined : kept;
}

function isSameAmount({ fields }: CheckoutSession, { state }: StoredOrder): boolean {
  const { amount = '', currency } = fields.order ?? {};
  return currency === state.currency && minorUnits(amount, storedCurrency(state.currency)) === state.amount;
}
