import { field, type Group, group, required } from '../field.ts';
import { alphanumeric, digits, digitsBetween, enumeration, string } from '../types.ts';

/** Two digits of the year, 2000 plus the value. */
const expiry: Group = group({
  month: required(digitsBetween(1n, 12n)),
  year: required(digits(2, 2)),
});

export const card: Group = group({
  accountType: field(enumeration('CHECKING', 'SAVINGS')),
  expiry,
  nameOnCard: field(string(1, 256)),
  number: field(digits(9, 19), { secret: 'CARD' }),
  securityCode: field(digits(3, 4), { secret: 'SENSITIVE' }),
  sequenceNumber: field(digitsBetween(0n, 999n)),
});

export const giftCard: Group = group({
  expectedLocalBrand: field(string(4, 50)),
  number: field(digits(9, 19), { secret: 'CARD' }),
  pin: field(digits(4, 8), { secret: 'SENSITIVE' }),
});

export const sourceOfFunds: Group = group({
  provided: group({ card, giftCard }),
  token: field(alphanumeric(1, 40)),
  type: field(enumeration('CARD', 'GIFT_CARD')),
});

/** Where card data stands: what is sealed at rest and masked in every answer. */
export const SECRET_PATHS = [
  'sourceOfFunds.provided.card.number',
  'sourceOfFunds.provided.card.securityCode',
  'sourceOfFunds.provided.giftCard.number',
  'sourceOfFunds.provided.giftCard.pin',
] as const;

/** Sensitive authentication data: never at rest once an authorization was tried. */
export const SENSITIVE_PATHS = [
  'sourceOfFunds.provided.card.securityCode',
  'sourceOfFunds.provided.giftCard.pin',
] as const;
