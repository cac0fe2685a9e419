/** The name of a payment instrument. Server only: scripts in the browser use `brand-names.ts`. */
import type { CardBrand } from '../../contract/card-rules.ts';
import { BRAND_NAMES } from './brand-names.ts';
import { isBankTransfer } from './provider-names.ts';

/** Brands are codes; any other text is a provider's name. */
const CODE = /^[A-Z0-9_]*$/;

interface InstrumentNames {
  readonly card: string;
  readonly giftCard: string;
  readonly bankTransfer: string;
}

/**
 * @param brand a brand in upper case, as in the gateway's responses, or a provider's name; an unknown brand is named as
 *   a card
 */
export function instrumentName(brand: string, names: InstrumentNames): string {
  if (brand === 'GIFT_CARD') {
    return names.giftCard;
  }
  if (!CODE.test(brand)) {
    return isBankTransfer(brand) ? names.bankTransfer : brand;
  }
  return Object.hasOwn(BRAND_NAMES, brand) ? BRAND_NAMES[brand as CardBrand] : names.card;
}
