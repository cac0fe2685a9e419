/** The name of what was paid with. On the server alone: a browser's scripts take `brand-names.ts`. */
import type { CardBrand } from '../contract/card-rules.ts';
import { BRAND_NAMES } from './brand-names.ts';
import { isBankTransfer } from './provider-names.ts';

/** Brands are codes; anything else is a provider's name. */
const CODE = /^[A-Z0-9_]*$/;

interface InstrumentNames {
  readonly card: string;
  readonly giftCard: string;
  readonly bankTransfer: string;
}

/**
 * @param brand in upper case, as the gateway answers it, where one without a global name gets the fallback; or a
 *   provider's name
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
