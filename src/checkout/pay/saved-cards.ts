/**
 * The payer's cards on file with the shop: whether this payment adds one, and the stored cards that the page offers.
 */
import { InterfaceError } from '../../contract/interface-error.ts';
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import type { CardStorage, SavedCardChoice } from '../../web/views/index.ts';
import { merchantFields } from '../session/given-details.ts';
import { detailGroups } from '../session/payer-details.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';

const SAVINGS: Readonly<Record<string, CardStorage>> = {
  MERCHANT_INITIATED_PAYMENTS: 'SAID',
  PAYER_INITIATED_PAYMENTS: 'ASKED',
};

type SessionWithMerchant = Pick<CheckoutStatus, 'merchant' | 'session'>;

/** Whether the page asks the payer to store the card, or says that it will be stored; undefined: neither. */
export function savingOf({ session, merchant }: SessionWithMerchant): CardStorage | undefined {
  const value = merchantFields(session).interaction?.saveCardForCredentialOnFile;
  const isPossible = session.checkout.operation !== 'NONE' && merchant.profile.tokenGeneration !== 'MERCHANT_SUPPLIED';
  return isPossible && value !== undefined ? SAVINGS[value] : undefined;
}

/** @param fields of a form that pays by card */
export function savesCard(found: SessionWithMerchant, fields: URLSearchParams): boolean {
  const saving = savingOf(found);
  return saving === 'SAID' || (saving === 'ASKED' && fields.has('saveCard'));
}

export interface SavedCard {
  readonly choice: SavedCardChoice;
  readonly token: string;
  /** With the card number, which determines scheme, limits and authentication. */
  readonly sourceOfFunds: SourceOfFundsFields;
}

/**
 * The stored cards that the page offers, with a button each. Empty for a payment link or a payer with an alias, since
 * the cardholder is unknown then, or for a checkout that asks for an address, which needs its form. Deleted tokens are
 * omitted.
 */
export async function offeredCards(
  { gateway }: PayerDependencies,
  { session, merchant }: SessionWithMerchant,
): Promise<SavedCard[]> {
  const known = merchantFields(session);
  const { mode, operation } = session.checkout;
  if (
    session.alias !== undefined ||
    mode !== 'WEBSITE' ||
    operation === 'NONE' ||
    detailGroups(known, 'card', {}).length > 0
  ) {
    return [];
  }
  const tokens = (known.interaction?.tokens ?? []).flatMap(({ token }) => (token === undefined ? [] : [token]));
  const cards = await Promise.all(
    [...new Set(tokens)].map(async (token, index): Promise<SavedCard[]> => {
      const sourceOfFunds = await valuesOf(gateway, merchant.key, token);
      const number = sourceOfFunds?.provided?.card?.number?.reveal();
      if (sourceOfFunds === undefined || number === undefined) {
        return [];
      }
      const choice = { id: `saved-${index + 1}`, brand: gateway.cardFacts(number).brand, lastFour: number.slice(-4) };
      return [{ choice, token, sourceOfFunds }];
    }),
  );
  return cards.flat();
}

async function valuesOf(
  { sources }: PayerDependencies['gateway'],
  merchantKey: number,
  token: string,
): Promise<SourceOfFundsFields | undefined> {
  try {
    return await sources.token(merchantKey, token);
  } catch (error) {
    if (error instanceof InterfaceError) {
      return undefined;
    }
    throw error;
  }
}

/** The source that the session stores: only the token, so that the payment reads the card anew. */
export function savedSource({ token }: SavedCard): SourceOfFundsFields {
  return { type: 'CARD', token, provided: { card: { storedOnFile: 'STORED' } } };
}
