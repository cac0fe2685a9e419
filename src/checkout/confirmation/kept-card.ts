/** The card of a payment that the issuer declined softly, for as long as it is kept. */
import { InterfaceError } from '../../contract/interface-error.ts';
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import { storedInstrument } from '../../gateway/index.ts';
import type { CardView, Orders, Sealer, StoredTransaction, ValueSources } from '../../gateway/ports/index.ts';

export interface KeptCards {
  readonly orders: Orders;
  readonly sealer: Sealer;
  readonly sources: Pick<ValueSources, 'token'>;
}

export interface KeptCard {
  /** As a payment with it sends it: a token, or the number and its expiry. */
  readonly sourceOfFunds: SourceOfFundsFields;
  /** With the number, whichever it is. */
  readonly opened: SourceOfFundsFields;
}

/**
 * A card that was paid with by a token is the token's: a merchant that removes it, since the payer wants to be
 * forgotten, has no card any more, and one that was given a new expiry pays with that. Otherwise it is the one that is
 * stored with the transaction.
 *
 * @returns undefined where none is kept, or its expiry is not known
 */
export async function keptCard(
  cards: KeptCards,
  merchantKey: number,
  transaction: StoredTransaction,
): Promise<KeptCard | undefined> {
  const { instrument } = transaction.request;
  if (instrument.type !== 'CARD') {
    return undefined;
  }
  return instrument.token === undefined
    ? ownCard(cards, transaction, instrument)
    : tokenCard(cards, merchantKey, instrument.token, instrument);
}

async function ownCard(
  cards: KeptCards,
  transaction: StoredTransaction,
  { nameOnCard }: CardView,
): Promise<KeptCard | undefined> {
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
  { sources }: KeptCards,
  merchantKey: number,
  token: string,
  paid: CardView,
): Promise<KeptCard | undefined> {
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
    // A token need not have an expiry: the merchant then gives one with each payment.
    sourceOfFunds: { type: 'CARD', token, ...(card.expiry === undefined && { provided: { card: { expiry } } }) },
    opened: { type: 'CARD', provided: { card: { ...card, expiry } } },
  };
}

/** @param thisMonth `YYYY-MM`; absent in the sandbox, where no expiry is judged before it is paid with */
export function isExpired({ opened }: KeptCard, thisMonth: string | undefined): boolean {
  const { month = '', year = '' } = opened.provided?.card?.expiry ?? {};
  return thisMonth !== undefined && `20${year}-${month.padStart(2, '0')}` < thisMonth;
}
