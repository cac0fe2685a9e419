/**
 * The payer's saved cards: whether this payment adds one, and the cards that the page offers. A payer is known by what
 * the merchant's server says: `customer.id`, or the tokens in `interaction.tokens`. No cookie shows a card.
 */
import { InterfaceError } from '../../contract/interface-error.ts';
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import { customerIdOf, openedToken } from '../../core/index.ts';
import type { CardSaving, CustomerCard } from '../../core/ports/index.ts';
import type { CardStorage, SavedCardChoice } from '../../web/views/index.ts';
import { merchantFields } from '../session/given-details.ts';
import { detailGroups } from '../session/payer-details.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';

const SAVINGS: Readonly<Record<string, CardStorage>> = {
  MERCHANT_INITIATED_PAYMENTS: 'SAID',
  PAYER_INITIATED_PAYMENTS: 'ASKED',
};
/** The form stays short: a payer's other cards are on the page of the saved cards. */
const OFFERED_MAX = 10;

type SessionWithMerchant = Pick<CheckoutStatus, 'merchant' | 'session'>;

/**
 * Whether the page asks the payer to store the card, or says that it will be stored; undefined: neither. It asks if the
 * shop says so, or if the profile keeps cards of payers and the shop names the payer.
 */
export function savingOf(found: SessionWithMerchant): CardStorage | undefined {
  const { session, merchant } = found;
  const value = merchantFields(session).interaction?.saveCardForCredentialOnFile;
  const isPossible = session.checkout.operation !== 'NONE' && merchant.profile.tokenGeneration !== 'MERCHANT_SUPPLIED';
  const asked = savingCustomer(found) === undefined ? undefined : 'ASKED';
  return isPossible ? (value === undefined ? asked : SAVINGS[value]) : undefined;
}

/** @param fields of a form that pays by card @returns undefined if the card is not stored */
export function savesCard(found: SessionWithMerchant, fields: URLSearchParams): CardSaving | undefined {
  const saving = savingOf(found);
  if (saving === 'ASKED' && fields.has('saveCard')) {
    return savingCustomer(found) === undefined ? 'FOR_MERCHANT' : 'FOR_CUSTOMER';
  }
  return saving === 'SAID' ? 'FOR_MERCHANT' : undefined;
}

/** The months for which a saved card is kept for the payer; undefined if it is saved for the merchant alone. */
export function savedMonths(found: SessionWithMerchant): number | undefined {
  return savingOf(found) === 'ASKED' && savingCustomer(found) !== undefined
    ? found.merchant.profile.savedCards?.months
    : undefined;
}

/**
 * The merchant's id of the payer, if cards are kept for payers. The holder of a payment link may be another person than
 * the customer to whom the shop sent it, and so may who opens the session by an alias.
 */
export function savingCustomer({ session, merchant }: SessionWithMerchant): string | undefined {
  const isSaving = merchant.profile.savedCards !== null && session.checkout.mode === 'WEBSITE';
  return !isSaving || session.alias !== undefined ? undefined : customerIdOf(merchantFields(session));
}

/** Whether the form of a saved card has a security code. */
export function asksSecurityCode({ profile }: CheckoutStatus['merchant']): boolean {
  return profile.savedCards?.securityCode === true;
}

export interface SavedCard {
  readonly choice: SavedCardChoice;
  readonly token: string;
  /** With the card number, which determines scheme, limits and authentication. */
  readonly sourceOfFunds: SourceOfFundsFields;
  /** Set if the payer saved the card here. */
  readonly kept: CustomerCard | undefined;
}

/**
 * The saved cards that the page offers. Empty for a payment link or a payer with an alias, since the cardholder is
 * unknown then, or for a checkout that asks for an address, which needs its form. Deleted tokens are omitted.
 */
export async function offeredCards(
  { gateway }: PayerDependencies,
  found: SessionWithMerchant,
): Promise<readonly SavedCard[]> {
  const { session, merchant } = found;
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
  const customerId = savingCustomer(found);
  const kept = customerId === undefined ? [] : await gateway.savedCards.ofCustomer(merchant, customerId);
  const own = kept.slice(0, OFFERED_MAX).flatMap((card) => {
    const { sourceOfFunds = {} } = openedToken(gateway.sealer, card.token);
    return savedCard(gateway, `saved-card-${card.key}`, { token: card.token.token, sourceOfFunds, kept: card });
  });
  const isOwn = new Set(own.map(({ token }) => token));
  const listed = (known.interaction?.tokens ?? []).flatMap(({ token }) =>
    token === undefined || isOwn.has(token) ? [] : [token],
  );
  const cards = await Promise.all(
    [...new Set(listed)].map(async (token, index) => {
      const sourceOfFunds = await valuesOf(gateway, merchant.key, token);
      return sourceOfFunds === undefined
        ? []
        : savedCard(gateway, `saved-${index + 1}`, { token, sourceOfFunds, kept: undefined });
    }),
  );
  return [...own, ...cards.flat()];
}

/** @returns no card for a token that stands for another instrument */
function savedCard(
  { cardFacts }: PayerDependencies['gateway'],
  id: string,
  card: Omit<SavedCard, 'choice'>,
): SavedCard[] {
  const { number: secret, expiry } = card.sourceOfFunds.provided?.card ?? {};
  const number = secret?.reveal();
  if (number === undefined) {
    return [];
  }
  const { brand } = cardFacts(number);
  return [{ ...card, choice: { id, brand, lastFour: number.slice(-4), expiry: expiryOf(expiry) } }];
}

/** @returns `MM/YY` */
export function expiryOf(expiry: { readonly month?: string; readonly year?: string } | undefined): string | undefined {
  const { month, year } = expiry ?? {};
  return month === undefined || year === undefined ? undefined : `${month.padStart(2, '0')}/${year.padStart(2, '0')}`;
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

/**
 * The source that the session stores: only the token, so that the payment reads the card anew, and the security code.
 */
export function savedSource(
  { token }: Pick<SavedCard, 'token'>,
  securityCode: SourceOfFundsFields | undefined,
): SourceOfFundsFields {
  return {
    type: 'CARD',
    token,
    provided: { card: { storedOnFile: 'STORED', ...securityCode?.provided?.card } },
  };
}
