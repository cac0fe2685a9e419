/** Sentences and amounts in the payer's locale. */
import { patternFormat } from './amount-pattern.ts';
import { getOrCreate, NUMBERING_SYSTEM } from './formatters.ts';
import type { Plural, Template } from './template.ts';

/** A decimal amount in major units, as exact text, with the exponent of its currency in ISO 4217. */
interface Money {
  readonly value: string;
  readonly currency: string;
  readonly exponent: number;
}

/**
 * Begins a text that stands for a value to be inserted into a rendered page. Such an amount stands for one that is
 * formatted. No decimal contains it.
 */
export const MARK = '\ue000';

const moneyFormats = new Map<string, (value: string) => string>();
const pluralRules = new Map<string, Intl.PluralRules>();

/** Inserts values into a sentence. Values are not parsed, so a placeholder in one stays text. */
export function fill<Placeholder extends string>(
  sentence: string | Template<Placeholder>,
  values: Readonly<Record<Placeholder, string>>,
): string {
  return typeof sentence === 'string'
    ? sentence
    : sentence.slots.reduce((text, { name, after }) => text + values[name] + after, sentence.start);
}

/** Selects the form of a sentence for the count, and inserts `{count}`. */
export function plural(locale: string, forms: Plural<'count'>, count: number): string {
  const rules = getOrCreate(pluralRules, locale, () => new Intl.PluralRules(locale));
  return fill(forms[rules.select(count)] ?? forms.other, { count: String(count) });
}

/**
 * The decimal text is passed to `Intl` as text, without conversion to a double, and the digits come from the amount,
 * because `Intl` differs from ISO 4217 for several currencies.
 */
export function formatMoney(locale: string, money: Money): string {
  const mark = money.value.indexOf(MARK);
  if (mark >= 0) {
    return money.value.slice(mark);
  }
  const format = getOrCreate(moneyFormats, `${locale} ${money.currency} ${money.exponent}`, () => {
    const intl = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: money.currency,
      minimumFractionDigits: money.exponent,
      maximumFractionDigits: money.exponent,
      numberingSystem: NUMBERING_SYSTEM,
    });
    return patternFormat(intl, money.exponent);
  });
  return keepSignTogether(format(money.value));
}

/**
 * In right-to-left text the bidi algorithm would separate `R$`: a left-to-right mark keeps the sign after its letters.
 */
function keepSignTogether(text: string): string {
  return text.includes(RIGHT_TO_LEFT_MARK) ? text.replace(/[A-Z]\$/g, `$&${LEFT_TO_RIGHT_MARK}`) : text;
}

const RIGHT_TO_LEFT_MARK = '\u200f';
const LEFT_TO_RIGHT_MARK = '\u200e';
