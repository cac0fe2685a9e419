/** Reads the text of the search box: as each value of an order that it may be, by its form. */
import { CURRENCIES } from '../../contract/currencies.ts';
import { currencyOf, minorUnits } from '../../contract/money.ts';
import { termsFor } from '../../core/index.ts';
import {
  type IndexedOrder,
  type OrderFilters,
  orderKeysOf,
  type Sealer,
  type TermKind,
} from '../../core/ports/index.ts';
import type { SearchedAs } from '../../web/views/console/index.ts';

export interface Alternative {
  readonly as: readonly SearchedAs[];
  readonly filters: OrderFilters;
  /** Whether an order that was found has the value indeed; absent: each has. */
  readonly fits?: (order: Pick<IndexedOrder, 'currency' | 'merchantKey' | 'orderId'>) => boolean;
  /** The order that the session of this id is for. */
  readonly orderOfSession?: { readonly merchantKey: number; readonly orderId: string };
}

/** As the interface allows it. */
const ORDER_ID_CHARACTERS_MAX = 40;

/** A card number of which the digits before the last four are hidden: `512345xxxxxx0008`, `•••• 0008`. */
const MASKED_NUMBER = /^[\dxX*•·.… -]*[xX*•·.…][ -]*(\d{4})$/;
const LAST_FOUR = /^\d{4}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
/** A name has several words, and no digits. */
const NAME = /^\p{L}[^\d@]*\s[^\d@]*\p{L}/u;
const CURRENCY_SIGN = /[€$£¥]/g;
/** With a currency before or after it, or without one. */
const AMOUNT = /^(?<before>[a-z]{3})?\s*(?<number>\d{1,12}(?:[.,]\d{1,4})?)\s*(?<after>[a-z]{3})?$/i;

/**
 * @param text without spaces around it
 * @returns the searches, whose results together are those of the text; none if no order can have it
 */
export function alternativesOf(text: string, sealer: Pick<Sealer, 'hashes'>): readonly Alternative[] {
  const masked = MASKED_NUMBER.exec(text)?.[1];
  if (masked !== undefined) {
    return byTerms([['LAST_FOUR', masked]], sealer);
  }
  return [
    ...(text.length <= ORDER_ID_CHARACTERS_MAX ? [{ as: ['ORDER_ID' as const], filters: { orderId: text } }] : []),
    ...byTerms(
      termKinds(text).map((kind) => [kind, text]),
      sealer,
    ),
    ...byAmount(text),
    ...bySupportCode(text, sealer),
  ];
}

/** The terms that people search for. */
type SearchedTerm = Exclude<TermKind, 'CHARGEBACK'>;

function termKinds(text: string): readonly SearchedTerm[] {
  return [
    'REFERENCE',
    ...(EMAIL.test(text) ? (['EMAIL'] as const) : []),
    ...(NAME.test(text) ? (['NAME'] as const) : []),
    ...(LAST_FOUR.test(text) ? (['LAST_FOUR'] as const) : []),
    ...(/\s|@/.test(text) ? [] : (['PROVIDER_REFERENCE'] as const)),
  ];
}

/** One search finds the orders with any of the terms. */
function byTerms(texts: readonly (readonly [SearchedTerm, string])[], sealer: Pick<Sealer, 'hashes'>): Alternative[] {
  const terms = texts.flatMap(([kind, text]) => termsFor(kind, text, (...hashed) => sealer.hashes(...hashed)));
  return terms.length === 0 ? [] : [{ as: texts.map(([kind]) => kind), filters: { terms: [terms] } }];
}

/** Digits of the minor units of all currencies: `12.34` is 1234 of one and 12340 of another. */
const EXPONENTS: readonly number[] = [...new Set(Object.values(CURRENCIES).map(([, exponent]) => exponent))];

function byAmount(text: string): Alternative[] {
  const { before, number, after } = AMOUNT.exec(text.replace(CURRENCY_SIGN, '').trim())?.groups ?? {};
  const code = (before ?? after)?.toUpperCase();
  if (number === undefined || (before !== undefined && after !== undefined)) {
    return [];
  }
  const exponents = EXPONENTS.filter((exponent) => code === undefined || exponent === exponentOf(code));
  return exponents.flatMap((exponent) => {
    const amount = minorUnits(number.replace(',', '.'), { code: '', numeric: '', exponent });
    return amount === undefined
      ? []
      : [
          {
            as: ['AMOUNT' as const],
            filters: { amountFrom: amount, amountTo: amount, currency: code },
            fits: ({ currency }: Pick<IndexedOrder, 'currency'>) => exponentOf(currency) === exponent,
          },
        ];
  });
}

function exponentOf(currency: string): number | undefined {
  return currencyOf(currency)?.exponent;
}

function bySupportCode(text: string, sealer: Pick<Sealer, 'hashes'>): Alternative[] {
  const orderKeys = orderKeysOf(sealer, text);
  return orderKeys === undefined ? [] : [{ as: ['SUPPORT_CODE'], filters: { orderKeys } }];
}
