/**
 * The instrument of a payment: merged from request, session and token, validated for completeness, and masked for
 * responses.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { FieldPath, RequestFields, SourceOfFundsFields } from '../../contract/request-fields.ts';
import type { Secret } from '../../contract/secret.ts';
import { valueAt } from '../../contract/values.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { CardPresentData, CardView, Instrument } from '../ports/index.ts';
import type { CardFacts } from './bins.ts';

/** The minimum number of masked digits for any `cardMasking`: otherwise a short number would be shown in full. */
const MASKED_MIN = 3;

const CARD = 'sourceOfFunds.provided.card';

/** The required fields of each kind. */
const REQUIRED_FIELDS: Readonly<Record<Instrument['kind'], readonly FieldPath[]>> = {
  CARD: [`${CARD}.number`, `${CARD}.expiry.month`, `${CARD}.expiry.year`],
  GIFT_CARD: ['sourceOfFunds.provided.giftCard.number'],
};

export function instrumentKind({ sourceOfFunds }: RequestFields): Instrument['kind'] {
  const { type, provided } = sourceOfFunds ?? {};
  if (type !== undefined) {
    return type === 'GIFT_CARD' ? 'GIFT_CARD' : 'CARD';
  }
  return provided?.giftCard !== undefined && provided.card === undefined ? 'GIFT_CARD' : 'CARD';
}

/**
 * @param values the request merged over the session over the token
 * @returns a problem for each missing required field
 */
export function instrumentProblems(values: RequestFields): FieldProblem[] {
  return REQUIRED_FIELDS[instrumentKind(values)]
    .filter((path) => valueAt(values, path) === undefined)
    .map((field) => ({
      field,
      validationType: 'MISSING',
      explanation: 'neither the request nor a session or token gives it',
    }));
}

/**
 * @param values the request's values, for which `instrumentProblems` must be empty
 * @throws TypeError if it is not
 */
export function instrumentOf(values: RequestFields): Instrument {
  const { card, giftCard } = values.sourceOfFunds?.provided ?? {};
  return instrumentKind(values) === 'GIFT_CARD' ? giftCardOf(giftCard) : cardOf(card);
}

type ProvidedSource = NonNullable<SourceOfFundsFields['provided']>;

function cardOf(card: ProvidedSource['card']): Instrument {
  const securityCode = card?.securityCode;
  return {
    kind: 'CARD',
    number: checkedNumber(card?.number),
    ...expiryOf(card),
    securityCode,
  };
}

function giftCardOf(giftCard: ProvidedSource['giftCard']): Instrument {
  const pin = giftCard?.pin;
  return { kind: 'GIFT_CARD', number: checkedNumber(giftCard?.number), pin };
}

function checkedNumber(number: Secret | undefined): Secret {
  if (number === undefined) {
    throw new TypeError('A card number was not checked to be there.');
  }
  return number;
}

/** The card data that a terminal read, for the acquirer; undefined without a terminal. */
export function cardPresentData({ posTerminal, sourceOfFunds }: RequestFields): CardPresentData | undefined {
  const entryMode = posTerminal?.entryMode;
  const { sequenceNumber, track1, track2, emvRequest: icc } = sourceOfFunds?.provided?.card ?? {};
  if ([entryMode, sequenceNumber, track1, track2, icc].every((one) => one === undefined)) {
    return undefined;
  }
  return {
    entryMode,
    sequenceNumber,
    track1,
    track2,
    icc,
  };
}

export interface CardViewSource {
  readonly instrument: Instrument | undefined;
  /** The request merged over the session over the token. */
  readonly values: RequestFields;
  readonly profile: MerchantProfile;
  readonly cardFacts: (number: string) => CardFacts;
  /** EMV data elements without the sensitive ones. */
  readonly emv?: string;
  /** The payer's device, if its wallet paid. */
  readonly device?: CardView['device'];
}

/** The instrument for responses, with the masking of the merchant's profile. */
export function describeInstrument({ instrument, values, profile, cardFacts, emv, device }: CardViewSource): CardView {
  const { token, provided } = values.sourceOfFunds ?? {};
  const number = instrument && {
    number: maskedNumber(instrument.number, profile.cardMasking),
    lastFour: instrument.number.reveal().slice(-4),
  };
  const common = { ...number, token };
  if (instrument?.kind === 'GIFT_CARD') {
    return { ...giftCardFacts(provided?.giftCard), ...common };
  }
  // Responses do not show the card's country.
  const { country: _country, ...facts } = instrument ? cardFacts(instrument.number.reveal()) : UNREAD;
  return {
    type: 'CARD',
    ...facts,
    ...common,
    ...expiryOf(provided?.card),
    ...cardDetails(provided?.card),
    emvRequest: emv === '' ? undefined : emv,
    device,
  };
}

const UNREAD: CardFacts = { brand: 'UNKNOWN', scheme: 'OTHER', fundingMethod: 'UNKNOWN' };

function giftCardFacts(giftCard: ProvidedSource['giftCard']) {
  const localBrand = giftCard?.expectedLocalBrand;
  return {
    type: 'GIFT_CARD',
    brand: 'LOCAL_BRAND_ONLY',
    scheme: 'OTHER',
    fundingMethod: 'DEBIT',
    localBrand,
  } as const;
}

export function expiryOf(card: ProvidedSource['card']): Pick<CardView, 'expiry'> {
  const { month, year } = card?.expiry ?? {};
  return month !== undefined && year !== undefined ? { expiry: { month, year } } : {};
}

function cardDetails(card: ProvidedSource['card']): Partial<CardView> {
  const { nameOnCard, accountType, sequenceNumber, securityCode, track1, track2 } = card ?? {};
  return {
    nameOnCard,
    accountType,
    sequenceNumber,
    trackDataProvided: track1 === undefined && track2 === undefined ? undefined : true,
    securityCodeProvided: securityCode === undefined ? undefined : true,
  };
}

/** @param masking digits shown at the start and end: `6.4` makes `512345xxxxxx0008` */
export function maskedNumber(number: Secret, masking: MerchantProfile['cardMasking']): string {
  const digits = number.reveal();
  const [first, last] = masking.split('.').map(Number) as [number, number];
  const shown = Math.max(0, Math.min(first, digits.length - last - MASKED_MIN));
  return digits.slice(0, shown) + 'x'.repeat(digits.length - shown - last) + (last === 0 ? '' : digits.slice(-last));
}
