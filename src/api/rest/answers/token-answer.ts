/** Token answers: the stored instrument, masked. A card's expiry is a single text, `MMYY`, as clients expect it. */
import type { AnswerValues } from '../../../contract/answer-types.ts';
import type { tokenAnswer } from '../../../contract/fields/token-fields.ts';
import { resultOf } from '../../../contract/gateway-codes.ts';
import type { RequestFields, SourceOfFundsFields } from '../../../contract/request-fields.ts';
import type { Secret } from '../../../contract/secret.ts';
import {
  type CardFacts,
  describeInstrument,
  instrumentOf,
  type MerchantProfile,
  tokenStatus,
} from '../../../core/index.ts';
import type { CardView, StoredToken, TokenVerification } from '../../../core/ports/index.ts';

/** Minimum number of hidden characters of an account number, so that a short number is not shown in full. */
const HIDDEN_MIN = 3;

export interface TokenView {
  readonly profile: MerchantProfile;
  readonly cardFacts: (number: string) => CardFacts;
  /** Whether the caller has the permission to read full card numbers. */
  readonly unmasked: boolean;
}

export type TokenAnswer = AnswerValues<typeof tokenAnswer>;
type Provided = NonNullable<TokenAnswer['sourceOfFunds']['provided']>;
/** A stored token has a status and an id. */
type StoredTokenAnswer = TokenAnswer & Required<Pick<TokenAnswer, 'status' | 'token'>>;

/**
 * @param values the stored instrument's values, with card data as `Secret`s
 * @param now milliseconds since 1970
 */
export function storedTokenAnswer(
  token: StoredToken,
  values: RequestFields,
  showing: TokenView,
  now: number,
): StoredTokenAnswer {
  return {
    ...tokenFields(token.verification ?? { strategy: 'NONE', gatewayCode: 'APPROVED' }, values, showing),
    status: tokenStatus(values, now),
    token: token.token,
  };
}

/** @param values the values of an instrument that was not stored */
export function refusedTokenAnswer(
  verification: TokenVerification,
  values: RequestFields,
  showing: TokenView,
): TokenAnswer {
  return tokenFields(verification, values, showing);
}

function tokenFields(
  { strategy, gatewayCode }: TokenVerification,
  values: RequestFields,
  showing: TokenView,
): TokenAnswer {
  return {
    repositoryId: showing.profile.id,
    response: { gatewayCode },
    result: resultOf(gatewayCode),
    sourceOfFunds: sourceOfFunds(values, showing),
    verificationStrategy: strategy,
  };
}

function sourceOfFunds(values: RequestFields, showing: TokenView): TokenAnswer['sourceOfFunds'] {
  const { type = 'CARD', provided } = values.sourceOfFunds ?? {};
  if (type === 'ACH') {
    return { provided: { ach: bankAccount(provided?.ach, showing.profile) }, type };
  }
  const { number } = (type === 'CARD' ? provided?.card : provided?.giftCard) ?? {};
  if (number === undefined) {
    return { type };
  }
  const view = describeInstrument({ ...showing, instrument: instrumentOf(values), values });
  const shown = showing.unmasked ? number.reveal() : (view.number ?? '');
  return {
    provided:
      type === 'CARD'
        ? { card: card(view, shown) }
        : { giftCard: giftCard(view, shown, provided?.giftCard?.expectedLocalBrand) },
    type,
  };
}

function card(view: CardView, number: string): Provided['card'] {
  const { accountType, brand, scheme, fundingMethod, localBrand, nameOnCard, expiry } = view;
  return {
    accountType,
    brand,
    expiry: expiry && expiry.month.padStart(2, '0') + expiry.year,
    fundingMethod,
    localBrand,
    nameOnCard,
    number,
    scheme,
  };
}

function giftCard(
  { brand, scheme }: CardView,
  number: string,
  expectedLocalBrand: string | undefined,
): Provided['giftCard'] {
  return { brand, expectedLocalBrand, number, scheme };
}

type BankAccount = NonNullable<SourceOfFundsFields['provided']>['ach'];

function bankAccount(account: BankAccount, profile: MerchantProfile): Provided['ach'] {
  const number = account?.bankAccountNumber;
  return { ...account, bankAccountNumber: number && maskedAccount(number, profile) };
}

/**
 * Shows as many last characters as the merchant's card masking does. The first characters are hidden: unlike those of a
 * card number, they do not identify a bank.
 */
function maskedAccount(number: Secret, { cardMasking }: MerchantProfile): string {
  const text = number.reveal();
  const last = Math.max(0, Math.min(Number(cardMasking.split('.')[1]), text.length - HIDDEN_MIN));
  return 'x'.repeat(text.length - last) + text.slice(text.length - last);
}
