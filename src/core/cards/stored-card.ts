/** The cards stored with transactions: number and expiry, without the security code. */
import { namedError } from '../../contract/errors/catalogue.ts';
import { Secret } from '../../contract/secret.ts';
import { cardPlace, type Instrument, type Orders, type Sealer, type StoredTransaction } from '../ports/index.ts';

interface StoredCards {
  readonly orders: Orders;
  readonly sealer: Sealer;
}

/**
 * The instrument of a stored transaction, without data that may not be stored.
 * @throws InterfaceError if the card number was erased after its retention period, or is lost
 * @throws Error if the transaction has no card of its own
 */
export async function storedInstrument(cards: StoredCards, transaction: StoredTransaction): Promise<Instrument> {
  const number = await ownNumber(cards, transaction);
  if (number === undefined) {
    const erasedAt = await cards.orders.cardsErasedAt(transaction.orderKey);
    if (erasedAt !== null) {
      throw namedError('CARD_ERASED', { date: new Date(erasedAt).toISOString().slice(0, 10) });
    }
    if (transaction.request.adopted) {
      throw namedError('CARD_NOT_KNOWN');
    }
    throw new Error('A stored transaction has no card.');
  }
  const { instrument } = transaction.request;
  if (instrument.type === 'BROWSER_PAYMENT') {
    throw new Error('A browser payment has a card.');
  }
  if (instrument.type === 'GIFT_CARD') {
    return { kind: 'GIFT_CARD', number };
  }
  return { kind: 'CARD', number, expiry: instrument.expiry };
}

/**
 * @returns the time at which the transaction's card number was erased; null if the number is still stored, or the
 *   order's numbers were not erased
 */
export async function cardErasedAt(
  { orders }: Pick<StoredCards, 'orders'>,
  { key, orderKey }: StoredTransaction,
): Promise<number | null> {
  return (await orders.sealedCard(key)) === null ? orders.cardsErasedAt(orderKey) : null;
}

async function ownNumber({ orders, sealer }: StoredCards, transaction: StoredTransaction): Promise<Secret | undefined> {
  const card = await orders.sealedCard(transaction.key);
  return card === null ? undefined : new Secret(sealer.open(card.sealed, cardPlace(card.merchantKey, transaction)));
}

/** The full card number of a transaction: its own, or that of its predecessors. */
export async function cardNumber(
  cards: StoredCards,
  orderKey: number,
  transaction: StoredTransaction,
): Promise<string | undefined> {
  for (let at: StoredTransaction | undefined = transaction; at !== undefined; ) {
    const number = await ownNumber(cards, at);
    if (number !== undefined) {
      return number.reveal();
    }
    const { target }: StoredTransaction['request'] = at.request;
    at = target === undefined ? undefined : await cards.orders.transaction(orderKey, target);
  }
  return undefined;
}
