/** The brands of cards that a merchant's payment page shows as accepted. */
import { CARD_BRANDS, type CardBrand } from '../../contract/card-rules.ts';
import { routeOf } from './acquirer-routes.ts';
import type { MerchantProfile } from './merchant.ts';

/**
 * Returns the brands that the profile lists, or else all brands with a route to a configured acquirer, which processes
 * or declines them.
 *
 * @param currency ISO 4217 alphabetic code
 */
export function acceptedBrands(
  { branding, acquirerRoutes }: MerchantProfile,
  acquirers: { has(name: string): boolean },
  currency: string,
): CardBrand[] {
  const named = branding.cardBrands.filter((one): one is CardBrand => (CARD_BRANDS as readonly string[]).includes(one));
  return named.length > 0
    ? [...new Set(named)]
    : CARD_BRANDS.filter((brand) => acquirers.has(routeOf({ acquirerRoutes }, { type: 'CARD', brand }, currency)));
}
