/** A merchant's routes, which choose the acquirer of a new payment by its instrument and currency. */
import { z } from 'zod';
import { CARD_BRAND_NAMES } from '../../contract/card-names.ts';
import { currencyOf } from '../../contract/money.ts';
import { DEFAULT_ACQUIRER } from './default-acquirer.ts';

/** The maximum number of routes, because each payment searches for a matching one. */
export const ACQUIRER_ROUTES_MAX = 100;
const NAME_CHARACTERS_MAX = 40;

export const acquirerRoute = z.object({
  acquirer: z
    .string()
    .min(1)
    .max(NAME_CHARACTERS_MAX)
    .describe('The name of a configured acquirer: `eu` for `ACQUIRER_EU_URL`, `default` for `ACQUIRER_URL`.'),
  brands: z
    .array(z.string())
    .default([])
    .describe('Brands of cards, such as `VISA`. An empty list fits every brand; a gift card is `LOCAL_BRAND_ONLY`.'),
  currencies: z
    .array(z.string())
    .default([])
    .describe('Currencies of payments, ISO 4217, such as `EUR`. An empty list fits every currency.'),
  sourceOfFunds: z
    .array(z.enum(['CARD', 'GIFT_CARD']))
    .default([])
    .describe('`CARD`, `GIFT_CARD` or both. An empty list fits both.'),
});

export type AcquirerRoute = z.infer<typeof acquirerRoute>;

/** Finds values that no payment has, and whose route would therefore be unused. */
export function routeProblems(routes: readonly AcquirerRoute[]): { path: (number | string)[]; message: string }[] {
  return routes.flatMap(({ brands, currencies }, index) => [
    ...brands.flatMap((brand, at) =>
      (CARD_BRAND_NAMES as readonly string[]).includes(brand)
        ? []
        : [{ path: [index, 'brands', at], message: `no card has it; the brands are ${CARD_BRAND_NAMES.join(', ')}` }],
    ),
    ...currencies.flatMap((code, at) =>
      currencyOf(code) === undefined
        ? [{ path: [index, 'currencies', at], message: 'this is no currency of ISO 4217' }]
        : [],
    ),
  ]);
}

/** The properties of an instrument that routes match. */
interface RoutedInstrument {
  readonly type: AcquirerRoute['sourceOfFunds'][number];
  readonly brand: string;
}

/**
 * The name of the acquirer for a new payment: that of the first matching route.
 *
 * @param currency ISO 4217 alphabetic code
 */
export function routeOf(
  { acquirerRoutes }: { readonly acquirerRoutes: readonly AcquirerRoute[] },
  instrument: RoutedInstrument,
  currency: string,
): string {
  return acquirerRoutes.find((route) => fits(route, instrument, currency))?.acquirer ?? DEFAULT_ACQUIRER;
}

/** The names of all acquirers to which a payment in this currency may go, for any instrument. */
export function acquirersFor(
  { acquirerRoutes }: { readonly acquirerRoutes: readonly AcquirerRoute[] },
  currency: string,
): string[] {
  const fitting = acquirerRoutes.filter(({ currencies }) => allows(currencies, currency));
  return [...new Set([...fitting.map(({ acquirer }) => acquirer), DEFAULT_ACQUIRER])];
}

function fits(route: AcquirerRoute, { type, brand }: RoutedInstrument, currency: string): boolean {
  return allows(route.brands, brand) && allows(route.currencies, currency) && allows(route.sourceOfFunds, type);
}

/** An empty list matches all values. */
function allows(list: readonly string[], value: string): boolean {
  return list.length === 0 || list.includes(value);
}
