/** Sentences and amounts in the payer's locale. */
import { kept, NUMBERING_SYSTEM } from './formatters.ts';
import type { Plural } from './translation.ts';

/** A decimal amount in major units, as exact text, with the places that ISO 4217 gives its currency. */
interface Money {
  readonly value: string;
  readonly currency: string;
  readonly exponent: number;
}

const moneyFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

/** Puts values into `{name}`; a name without a value stays as it is. */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/** The form of a sentence that fits the count, with `{count}` filled in. */
export function plural(locale: string, forms: Plural, count: number): string {
  const rules = kept(pluralRules, locale, () => new Intl.PluralRules(locale));
  return fill(forms[rules.select(count)] ?? forms.other, { count: String(count) });
}

/**
 * The decimal text goes to `Intl` as text, never through a double, and the places come from the amount, because
 * `Intl` differs from ISO 4217 on several currencies.
 */
export function formatMoney(locale: string, money: Money): string {
  const format = kept(
    moneyFormats,
    `${locale} ${money.currency} ${money.exponent}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: money.currency,
        minimumFractionDigits: money.exponent,
        maximumFractionDigits: money.exponent,
        numberingSystem: NUMBERING_SYSTEM,
      }),
  );
  return whole(format.format(money.value as Intl.StringNumericLiteral));
}

/** On a line that runs to the left, `R$` would be torn apart: a mark keeps the sign behind its letters. */
function whole(text: string): string {
  return text.includes(RIGHT_TO_LEFT_MARK) ? text.replace(/[A-Z]\$/g, `$&${LEFT_TO_RIGHT_MARK}`) : text;
}

const RIGHT_TO_LEFT_MARK = '\u200f';
const LEFT_TO_RIGHT_MARK = '\u200e';
