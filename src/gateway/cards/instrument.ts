/**
 * The instrument of a payment: merged from a request, a session and a token, validated for completeness, and shown in
 * answers with no more digits than allowed.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { Values } from '../../contract/read.ts';
import type { Secret } from '../../contract/secret.ts';
import { groupAt, secretAt, textAt } from '../../contract/values.ts';
import type { MerchantProfile } from '../merchant.ts';
import type { CardPresentData, CardView, Instrument } from '../ports/index.ts';
import type { CardFacts } from './bins.ts';

const CARD = 'sourceOfFunds.provided.card';
const GIFT_CARD = 'sourceOfFunds.provided.giftCard';

/** Built once: building and splitting a path at each use costs time. */
const PATHS = {
  accountType: `${CARD}.accountType`,
  emvRequest: `${CARD}.emvRequest`,
  expectedLocalBrand: `${GIFT_CARD}.expectedLocalBrand`,
  giftNumber: `${GIFT_CARD}.number`,
  month: `${CARD}.expiry.month`,
  nameOnCard: `${CARD}.nameOnCard`,
  number: `${CARD}.number`,
  pin: `${GIFT_CARD}.pin`,
  securityCode: `${CARD}.securityCode`,
  sequenceNumber: `${CARD}.sequenceNumber`,
  track1: `${CARD}.track1`,
  track2: `${CARD}.track2`,
  year: `${CARD}.expiry.year`,
} as const;

/** Digits that stay hidden whatever the masking says: a short number must not be shown in full. */
const MASKED_MIN = 3;

/** The required fields of each kind. */
const REQUIRED: Readonly<Record<Instrument['kind'], readonly string[]>> = {
  CARD: [PATHS.number, PATHS.month, PATHS.year],
  GIFT_CARD: [PATHS.giftNumber],
};

export function kindOf(values: Values): Instrument['kind'] {
  const type = textAt(values, 'sourceOfFunds.type');
  if (type !== undefined) {
    return type === 'GIFT_CARD' ? 'GIFT_CARD' : 'CARD';
  }
  return groupAt(values, GIFT_CARD) !== undefined && groupAt(values, CARD) === undefined ? 'GIFT_CARD' : 'CARD';
}

/**
 * @param values the request merged over the session over the token
 * @returns each required field that is missing
 */
export function instrumentProblems(values: Values): FieldProblem[] {
  return REQUIRED[kindOf(values)]
    .filter((path) => secretAt(values, path) === undefined && textAt(values, path) === undefined)
    .map((field) => ({
      field,
      validationType: 'MISSING',
      explanation: 'neither the request nor a session or token gives it',
    }));
}

/**
 * @param values for which `instrumentProblems` is empty
 * @throws TypeError where it is not
 */
export function instrumentOf(values: Values): Instrument {
  return kindOf(values) === 'GIFT_CARD' ? giftCardOf(values) : cardOf(values);
}

function cardOf(values: Values): Instrument {
  const securityCode = secretAt(values, PATHS.securityCode);
  return {
    kind: 'CARD',
    number: numberAt(values, PATHS.number),
    ...expiryOf(values),
    ...(securityCode && { securityCode }),
  };
}

function giftCardOf(values: Values): Instrument {
  const pin = secretAt(values, PATHS.pin);
  return { kind: 'GIFT_CARD', number: numberAt(values, PATHS.giftNumber), ...(pin && { pin }) };
}

function numberAt(values: Values, path: string): Secret {
  const number = secretAt(values, path);
  if (number === undefined) {
    throw new TypeError(`${path} was not checked to be there.`);
  }
  return number;
}

/** What a terminal read, for the acquirer; undefined where there was no terminal. */
export function cardPresentData(values: Values): CardPresentData | undefined {
  const entryMode = textAt(values, 'posTerminal.entryMode');
  const sequenceNumber = textAt(values, PATHS.sequenceNumber);
  const track1 = secretAt(values, PATHS.track1);
  const track2 = secretAt(values, PATHS.track2);
  const icc = secretAt(values, PATHS.emvRequest);
  if ([entryMode, sequenceNumber, track1, track2, icc].every((one) => one === undefined)) {
    return undefined;
  }
  return {
    ...(entryMode !== undefined && { entryMode }),
    ...(sequenceNumber !== undefined && { sequenceNumber }),
    ...(track1 && { track1 }),
    ...(track2 && { track2 }),
    ...(icc && { icc }),
  };
}

export interface Described {
  readonly instrument: Instrument | undefined;
  /** The request merged over the session over the token. */
  readonly values: Values;
  readonly profile: MerchantProfile;
  readonly cardFacts: (number: string) => CardFacts;
  /** EMV data elements without the sensitive ones. */
  readonly emv?: string;
}

/** The instrument as answers show it: masked as the merchant's profile says. */
export function describeInstrument({ instrument, values, profile, cardFacts, emv }: Described): CardView {
  const token = textAt(values, 'sourceOfFunds.token');
  const number = instrument && {
    number: maskedNumber(instrument.number, profile.cardMasking),
    lastFour: instrument.number.reveal().slice(-4),
  };
  const common = { ...number, ...(token !== undefined && { token }) };
  if (instrument?.kind === 'GIFT_CARD') {
    return { ...giftCardFacts(values), ...common };
  }
  const facts = instrument ? cardFacts(instrument.number.reveal()) : UNREAD;
  return {
    type: 'CARD',
    ...facts,
    ...common,
    ...expiryOf(values),
    ...cardDetails(values),
    ...(emv !== undefined && emv !== '' && { emvRequest: emv }),
  };
}

const UNREAD: CardFacts = { brand: 'UNKNOWN', scheme: 'OTHER', fundingMethod: 'UNKNOWN' };

function giftCardFacts(values: Values) {
  const localBrand = textAt(values, PATHS.expectedLocalBrand);
  return {
    type: 'GIFT_CARD',
    brand: 'LOCAL_BRAND_ONLY',
    scheme: 'OTHER',
    fundingMethod: 'DEBIT',
    ...(localBrand !== undefined && { localBrand }),
  } as const;
}

function expiryOf(values: Values): Pick<CardView, 'expiry'> {
  const month = textAt(values, PATHS.month);
  const year = textAt(values, PATHS.year);
  return month !== undefined && year !== undefined ? { expiry: { month, year } } : {};
}

function cardDetails(values: Values): Partial<CardView> {
  const nameOnCard = textAt(values, PATHS.nameOnCard);
  const accountType = textAt(values, PATHS.accountType);
  const sequenceNumber = textAt(values, PATHS.sequenceNumber);
  const hasTrack = secretAt(values, PATHS.track1) ?? secretAt(values, PATHS.track2);
  return {
    ...(nameOnCard !== undefined && { nameOnCard }),
    ...(accountType !== undefined && { accountType }),
    ...(sequenceNumber !== undefined && { sequenceNumber }),
    ...(hasTrack && { trackDataProvided: true }),
    ...(secretAt(values, PATHS.securityCode) && { securityCodeProvided: true }),
  };
}

/** @param masking digits shown at the start and at the end: `6.4` makes `512345xxxxxx0008` */
export function maskedNumber(number: Secret, masking: MerchantProfile['cardMasking']): string {
  const digits = number.reveal();
  const [first, last] = masking.split('.').map(Number) as [number, number];
  const shown = Math.max(0, Math.min(first, digits.length - last - MASKED_MIN));
  return digits.slice(0, shown) + 'x'.repeat(digits.length - shown - last) + (last === 0 ? '' : digits.slice(-last));
}
