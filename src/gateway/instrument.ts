/**
 * What a payment is made with: put together from a request, a session and a token, checked for being whole, and described
 * for answers without a digit too many.
 */
import { brandOf } from '../contract/card-rules.ts';
import { type FieldProblem, invalidFields } from '../contract/errors.ts';
import type { Values } from '../contract/read.ts';
import type { Secret } from '../contract/secret.ts';
import { groupAt, secretAt, textAt } from '../contract/values.ts';
import type { MerchantProfile } from './merchant.ts';
import type { Instrument } from './ports.ts';
import type { InstrumentView } from './records.ts';

const CARD = 'sourceOfFunds.provided.card';
const GIFT_CARD = 'sourceOfFunds.provided.giftCard';

/** Digits that stay hidden whatever the masking says: a short number must not show itself whole. */
const MASKED_MIN = 3;

/**
 * @param values the request over the session over the token
 * @throws InterfaceError naming each field that is missing for a full set of details
 */
export function instrumentOf(values: Values): Instrument {
  return kindOf(values) === 'GIFT_CARD' ? giftCardOf(values) : cardOf(values);
}

function kindOf(values: Values): Instrument['kind'] {
  const type = textAt(values, 'sourceOfFunds.type');
  if (type !== undefined) return type === 'GIFT_CARD' ? 'GIFT_CARD' : 'CARD';
  return groupAt(values, GIFT_CARD) !== undefined && groupAt(values, CARD) === undefined ? 'GIFT_CARD' : 'CARD';
}

function cardOf(values: Values): Instrument {
  const number = secretAt(values, `${CARD}.number`);
  const month = textAt(values, `${CARD}.expiry.month`);
  const year = textAt(values, `${CARD}.expiry.year`);
  const securityCode = secretAt(values, `${CARD}.securityCode`);
  const missing: FieldProblem[] = [];
  if (number === undefined) missing.push(lacking(`${CARD}.number`));
  if (month === undefined) missing.push(lacking(`${CARD}.expiry.month`));
  if (year === undefined) missing.push(lacking(`${CARD}.expiry.year`));
  if (number === undefined || month === undefined || year === undefined) throw invalidFields(missing);
  return { kind: 'CARD', number, expiry: { month, year }, ...(securityCode && { securityCode }) };
}

function giftCardOf(values: Values): Instrument {
  const number = secretAt(values, `${GIFT_CARD}.number`);
  const pin = secretAt(values, `${GIFT_CARD}.pin`);
  if (number === undefined) throw invalidFields([lacking(`${GIFT_CARD}.number`)]);
  return { kind: 'GIFT_CARD', number, ...(pin && { pin }) };
}

function lacking(field: string): FieldProblem {
  return { field, validationType: 'MISSING', explanation: 'neither the request nor a session or token gives it' };
}

/** The instrument as answers show it: masked by the merchant's setting. */
export function describeInstrument(instrument: Instrument, values: Values, profile: MerchantProfile): InstrumentView {
  const token = textAt(values, 'sourceOfFunds.token');
  const common = {
    number: maskedNumber(instrument.number, profile.cardMasking),
    lastFour: instrument.number.reveal().slice(-4),
    ...(token !== undefined && { token }),
  };
  if (instrument.kind === 'GIFT_CARD') {
    return { type: 'GIFT_CARD', brand: 'LOCAL_BRAND_ONLY', scheme: 'OTHER', fundingMethod: 'DEBIT', ...common };
  }
  const brand = brandOf(instrument.number.reveal());
  const nameOnCard = textAt(values, `${CARD}.nameOnCard`);
  return {
    type: 'CARD',
    brand: brand ?? 'UNKNOWN',
    scheme: brand ?? 'OTHER',
    fundingMethod: brand === 'MAESTRO' ? 'DEBIT' : 'UNKNOWN',
    ...common,
    ...(instrument.expiry && { expiry: instrument.expiry }),
    ...(nameOnCard !== undefined && { nameOnCard }),
  };
}

/** @param masking digits shown at the start and at the end: `6.4` makes `512345xxxxxx0008` */
export function maskedNumber(number: Secret, masking: MerchantProfile['cardMasking']): string {
  const digits = number.reveal();
  const [first, last] = masking.split('.').map(Number) as [number, number];
  const shown = Math.max(0, Math.min(first, digits.length - last - MASKED_MIN));
  return digits.slice(0, shown) + 'x'.repeat(digits.length - shown - last) + (last === 0 ? '' : digits.slice(-last));
}
