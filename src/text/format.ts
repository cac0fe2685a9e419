/** Sentences, amounts and times in the payer's locale. */
import type { Plural } from './translation.ts';

/** A decimal amount in major units, as exact text, with the places that ISO 4217 gives its currency. */
interface Money {
  readonly value: string;
  readonly currency: string;
  readonly exponent: number;
}

/** Formatters cost far more to make than to use; locales come from payers, so what is kept has a limit. */
const FORMATTERS_MAX = 500;
const moneyFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** Bank statements and cards show European digits in every country, so that amounts here can be held against them. */
const NUMBERING_SYSTEM = 'latn';

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
  return format.format(money.value as Intl.StringNumericLiteral);
}

/**
 * @param instant ISO 8601
 * @param timeZone the server knows no payer's zone and says UTC; the browser leaves it out for its own
 */
export function formatTime(locale: string, instant: string, timeZone?: string): string {
  const format = kept(
    timeFormats,
    `${locale} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        numberingSystem: NUMBERING_SYSTEM,
        ...(timeZone === undefined ? {} : { timeZone }),
      }),
  );
  return format.format(new Date(instant));
}

function kept<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const found = cache.get(key);
  if (found !== undefined) {
    return found;
  }
  if (cache.size >= FORMATTERS_MAX) {
    cache.clear();
  }
  const made = make();
  cache.set(key, made);
  return made;
}
