/** Finds the stored card of a softly declined payment. */
import { InterfaceError } from '../../contract/interface-error.ts';
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import { storedInstrument } from '../../core/index.ts';
import type { CardView, Orders, Sealer, StoredTransaction, ValueSources } from '../../core/ports/index.ts';

export interface StoredCardSources {
  readonly orders: Orders;
  readonly sealer: Sealer;
  readonly sources: Pick<ValueSources, 'token'>;
}

export interface StoredCard {
  /** The instrument to send with a payment: a token, or the number and its expiry. */
  readonly sourceOfFunds: SourceOfFundsFields;
  /** Always with the card number. */
  readonly opened: SourceOfFundsFields;
}

/**
 * A card paid by token is read from the token: if the merchant has deleted it at the payer's request, there is no card;
 * if it has a new expiry, that is used. Any other card is read from the transaction.
 *
 * @returns undefined where no card is stored, or its expiry is unknown
 */
export async function findStoredCard(
  cards: StoredCardSources,
  merchantKey: number,
  transaction: StoredTransaction,
): Promise<StoredCard | undefined> {
  const { instrument } = transaction.request;
  if (instrument.type !== 'CARD') {
    return undefined;
  }
  return instrument.token === undefined
    ? ownCard(cards, transaction, instrument)
    : tokenCard(cards, merchantKey, instrument.token, instrument);
}

async function ownCard(
  cards: StoredCardSources,
  transaction: StoredTransaction,
  { nameOnCard }: CardView,
): Promise<StoredCard | undefined> {
  if ((await cards.orders.sealedCard(transaction.key)) === null) {
    return undefined;
  }
  const { number, ...stored } = await storedInstrument(cards, transaction);
  const expiry = 'expiry' in stored ? stored.expiry : undefined;
  if (expiry === undefined) {
    return undefined;
  }
  const card = { number, expiry: { ...expiry }, ...(nameOnCard !== undefined && { nameOnCard }) };
  const sourceOfFunds: SourceOfFundsFields = { type: 'CARD', provided: { card } };
  return { sourceOfFunds, opened: sourceOfFunds };
}

async function tokenCard(
  { sources }: StoredCardSources,
  merchantKey: number,
  token: string,
  paid: CardView,
): Promise<StoredCard | undefined> {
  const found = await sources.token(merchantKey, token).catch((error: unknown) => {
    if (error instanceof InterfaceError) {
      return undefined;
    }
    throw error;
  });
  const card = found?.provided?.card;
  const expiry = card?.expiry ?? (paid.expiry && { ...paid.expiry });
  if (card?.number === undefined || expiry === undefined) {
    return undefined;
  }
  return {
    // A token may lack an expiry: the merchant then gives one with each payment.
    sourceOfFunds: { type: 'CARD', token, ...(card.expiry === undefined && { provided: { card: { expiry } } }) },
    opened: { type: 'CARD', provided: { card: { ...card, expiry } } },
  };
}

/** @param thisMonth `YYYY-MM`; absent in the sandbox, where the expiry is not validated before the payment */
export function isCardExpired({ opened }: StoredCard, thisMonth: string | undefined): boolean {
  const { month = '', year = '' } = opened.provided?.card?.expiry ?? {};
  return thisMonth !== undefined && `20${year}-${month.padStart(2, '0')}` < thisMonth;
}
