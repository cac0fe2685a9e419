/**
 * The names of a card's properties in answers: `sourceOfFunds.provided.card.{brand, scheme, localBrand,
 * fundingMethod}`. The answer's contract and the tables of card numbers share them, so that the two cannot differ.
 */
import { CARD_BRANDS, type CardBrand } from './card-rules.ts';

/** `LOCAL_BRAND_ONLY`: the card has no worldwide brand. `UNKNOWN`: the brand cannot be identified. */
export const CARD_BRAND_NAMES = [...CARD_BRANDS, 'LOCAL_BRAND_ONLY', 'UNKNOWN'] as const;
export type CardBrandName = (typeof CARD_BRAND_NAMES)[number];

/**
 * The scheme that sets a brand's rules. MAESTRO is a brand of the scheme MASTERCARD. `OTHER`: another scheme, or an
 * unknown one.
 */
export const CARD_SCHEMES = [
  'AMEX',
  'CHINA_UNIONPAY',
  'DINERS_CLUB',
  'DISCOVER',
  'JCB',
  'MASTERCARD',
  'UATP',
  'VISA',
  'OTHER',
] as const satisfies readonly (CardBrand | 'OTHER')[];
export type CardScheme = (typeof CARD_SCHEMES)[number];

/** Brands of one country or one shop. The interface does not enumerate the names that begin with `GIROCARD_`. */
export const LOCAL_BRANDS = [
  'BANAMEX_COSTCO',
  'BANKAXEPT',
  'CARNET',
  'CARTE_BANCAIRE',
  'COSTCO_MEMBER_CREDIT',
  'EBT',
  'EFTPOS',
  'ELO',
  'FARMERS',
  'LASER',
  'PAGOBANCOMAT',
  'Q_CARD',
  'SORIANA',
  'TRUE_REWARDS',
  'OTHER',
] as const;
export type LocalBrand = (typeof LOCAL_BRANDS)[number] | `GIROCARD_${string}`;

/** Types of cards by which risk rules select them. */
export const CARD_TYPES = ['CHARGE', 'COMMERCIAL', 'CREDIT', 'DEBIT', 'PREPAID'] as const;
export type CardType = (typeof CARD_TYPES)[number];

/**
 * The reason for which a rule refuses a card, as the payer reads it: its brand, its type, the country of its issuer, or
 * only its number.
 */
export type CardRefusal = CardBrand | CardType | 'COUNTRY' | 'NUMBER';

export const FUNDING_METHODS = ['CHARGE', 'CREDIT', 'DEBIT', 'UNKNOWN'] as const;
export type FundingMethod = (typeof FUNDING_METHODS)[number];

/** Names that begin with `GIROCARD_`, in upper case. The maximum length is this gateway's own. */
const GIROCARD = /^GIROCARD_[A-Z0-9_]{1,41}$/;

export function isLocalBrand(name: string): name is LocalBrand {
  return (LOCAL_BRANDS as readonly string[]).includes(name) || GIROCARD.test(name);
}
