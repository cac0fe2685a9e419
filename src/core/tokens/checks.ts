/** The checks of an instrument before it is stored, by verification strategy, as far as its fields allow. */
import { cardNumberProblem } from '../../contract/card-rules.ts';
import { type FieldProblem, invalidField, invalidProblem } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { CardFacts } from '../cards/bins.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { VerificationStrategy } from '../ports/index.ts';
import { currencyAt } from '../request/money-fields.ts';
import type { TokenType } from './token-instrument.ts';

const STRATEGY = 'verificationStrategy';
const NUMBER = 'sourceOfFunds.provided.card.number';
const EXPIRY = 'sourceOfFunds.provided.card.expiry';
const ROUTING_NUMBER = 'sourceOfFunds.provided.ach.routingNumber';
const CURRENCY = 'transaction.currency';
const ORDER_CURRENCY = 'order.currency';

/**
 * The request's strategy takes precedence over the profile's. The acquirer does not verify bank accounts: for a bank
 * account, ACQUIRER in the profile means BASIC, and ACQUIRER in the request is refused.
 *
 * @throws InterfaceError if the request's strategy is not possible for the type
 */
export function strategyOf(type: TokenType, values: RequestFields, profile: MerchantProfile): VerificationStrategy {
  const requested = values.verificationStrategy as VerificationStrategy | undefined;
  if (type !== 'ACH') {
    return requested ?? profile.verificationStrategy;
  }
  if (requested === 'ACQUIRER') {
    throw invalidField(STRATEGY, 'BASIC or NONE for a bank account: the acquirer verifies cards alone');
  }
  return requested ?? (profile.verificationStrategy === 'ACQUIRER' ? 'BASIC' : profile.verificationStrategy);
}

type Check = (values: RequestFields, cardFacts: (number: string) => CardFacts) => readonly FieldProblem[];

const NO_CHECK: Check = () => [];

const CHECKS: Readonly<Record<VerificationStrategy, Readonly<Record<TokenType, Check>>>> = {
  NONE: { CARD: NO_CHECK, GIFT_CARD: NO_CHECK, ACH: NO_CHECK },
  BASIC: {
    CARD: (values, cardFacts) => [...expiryProblems(values), ...numberProblems(values, cardFacts)],
    // Gift cards have no common check digit, and only their issuers know their ranges.
    GIFT_CARD: NO_CHECK,
    ACH: routingProblems,
  },
  ACQUIRER: {
    CARD: (values) => [...expiryProblems(values), ...verificationCurrencyProblems(values)],
    GIFT_CARD: verificationCurrencyProblems,
    ACH: NO_CHECK,
  },
};

/** @param values the request merged over the stored instrument */
export function checkProblems(
  strategy: VerificationStrategy,
  type: TokenType,
  values: RequestFields,
  cardFacts: (number: string) => CardFacts,
): readonly FieldProblem[] {
  return CHECKS[strategy][type](values, cardFacts);
}

/** Checks only that the expiry is present: the issuer decides whether the card is still valid. */
function expiryProblems(values: RequestFields): FieldProblem[] {
  if (values.sourceOfFunds?.provided?.card?.expiry !== undefined) {
    return [];
  }
  return [{ field: EXPIRY, validationType: 'MISSING', explanation: 'verification needs the month and the year' }];
}

function numberProblems(values: RequestFields, cardFacts: (number: string) => CardFacts): FieldProblem[] {
  const number = values.sourceOfFunds?.provided?.card?.number?.reveal();
  if (number === undefined) {
    return [];
  }
  const { brand, localBrand } = cardFacts(number);
  const isKnown = brand !== 'UNKNOWN' || localBrand !== undefined;
  if (isKnown && cardNumberProblem(number) === undefined) {
    return [];
  }
  return [invalidProblem(NUMBER, 'a number of a known range of cards, of its length and with its check digit')];
}

/** The ABA check digit: the sum of the digits, weighted 3, 7, 1 in turn, is a multiple of ten. */
const ROUTING_WEIGHTS = [3, 7, 1];
/**
 * Ranges of the first two digits: government, Federal Reserve districts, thrifts, electronic transactions, traveller's
 * cheques.
 */
const ROUTING_RANGES = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const;

function routingProblems(values: RequestFields): FieldProblem[] {
  const number = values.sourceOfFunds?.provided?.ach?.routingNumber;
  if (number === undefined) {
    return [];
  }
  const sum = [...number].reduce((total, digit, at) => total + Number(digit) * ROUTING_WEIGHTS[at % 3]!, 0);
  const prefix = Number(number.slice(0, 2));
  if (sum % 10 === 0 && ROUTING_RANGES.some(([from, to]) => prefix >= from && prefix <= to)) {
    return [];
  }
  return [invalidProblem(ROUTING_NUMBER, 'an ABA routing number of an assigned range, with its check digit')];
}

/** The currency of a verification: the request's own, or that of the order in its session. */
export function verificationCurrency(values: RequestFields): string | undefined {
  return values.transaction?.currency ?? values.order?.currency;
}

function verificationCurrencyProblems(values: RequestFields): readonly FieldProblem[] {
  if (verificationCurrency(values) === undefined) {
    return [{ field: CURRENCY, validationType: 'MISSING', explanation: 'the acquirer verifies in a currency' }];
  }
  return currencyAt(values, values.transaction?.currency === undefined ? ORDER_CURRENCY : CURRENCY).problems;
}
