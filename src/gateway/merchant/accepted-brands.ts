/** The brands of cards that a merchant's payment page shows as accepted. */
import { CARD_BRANDS, type CardBrand } from '../../contract/card-rules.ts';
import { routeOf } from './acquirer-routes.ts';
import type { MerchantProfile } from './merchant.ts';

/**
 * Those that the profile names; without names, every brand whose route leads to a configured acquirer, which processes
 * it or refuses it.
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
