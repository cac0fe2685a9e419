/** Reads the form that makes a link, and explains what is refused to a person who does not know the interface. */
import { readAmount } from '../checkout/index.ts';
import type { FieldProblem } from '../contract/interface-error.ts';
import { type Currency, currencyOf, majorText } from '../contract/money.ts';
import type { LinkForm, LinkInput, LinkProblems } from '../web/views/console/index.ts';
import { endOfDay } from './days.ts';

/** The group `link` of CREATE_LINK. */
export type RequestedLink = Readonly<Record<string, string | true>>;

export type ReadLinkForm =
  | { readonly link: RequestedLink; readonly problems?: undefined }
  | { readonly problems: LinkProblems };

/** The pages of the console are in English. */
const LOCALE = 'en';

/** @param timeZone of the merchant, IANA @param now milliseconds since 1970 */
export function readLinkForm(form: LinkForm, timeZone: string, now: number): ReadLinkForm {
  const currency = currencyOf(form.currency);
  if (currency === undefined) {
    return { problems: { currency: 'Choose a currency.' } };
  }
  const money = form.kind === 'typed' ? readBounds(form, currency) : readFixed(form, currency);
  const payments = readPayments(form.payments);
  const until = readUntil(form.until, timeZone, now);
  const problems = { ...money.problems, ...payments.problems, ...until.problems };
  if (Object.keys(problems).length > 0) {
    return { problems };
  }
  const { description, note, reference, language: locale, operation } = form;
  const texts = { description, note, reference, locale, operation };
  return {
    link: {
      currency: currency.code,
      ...money.fields,
      ...payments.fields,
      ...until.fields,
      ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
      ...(form.preview !== '' && form.kind !== 'typed' && { amountInPreview: true as const }),
    },
  };
}

/** The fields of the request that inputs set, or their problems. */
interface Part {
  readonly fields?: RequestedLink;
  readonly problems?: LinkProblems;
}

function readFixed({ amount: typed }: LinkForm, currency: Currency): Part {
  const read = readMoney(typed, currency);
  if (read === undefined) {
    return { problems: { amount: `Type the amount, such as ${exampleOf(currency)}.` } };
  }
  return 'problem' in read
    ? { problems: { amount: read.problem } }
    : { fields: { amount: majorText(read.minor, currency) } };
}

function readBounds(form: LinkForm, currency: Currency): Part {
  const [least, most] = [readMoney(form.least, currency), readMoney(form.most, currency)];
  const problems = {
    ...(least !== undefined && 'problem' in least && { least: least.problem }),
    ...(most === undefined && { most: `Type the most that a payer may pay, such as ${exampleOf(currency)}.` }),
    ...(most !== undefined && 'problem' in most && { most: most.problem }),
  };
  if (most === undefined || 'problem' in most || (least !== undefined && 'problem' in least)) {
    return { problems };
  }
  if (least !== undefined && least.minor > most.minor) {
    return { problems: { least: 'This is more than the most. Swap the two, or change one.' } };
  }
  return {
    fields: {
      maximumAmount: majorText(most.minor, currency),
      ...(least && { minimumAmount: majorText(least.minor, currency) }),
    },
  };
}

/** @returns undefined for an empty text */
function readMoney(typed: string, currency: Currency): { minor: bigint } | { problem: string } | undefined {
  const read = readAmount(typed, LOCALE, currency);
  switch (read.kind) {
    case 'EMPTY':
      return undefined;
    case 'AMOUNT':
      return read.minor > 0n ? { minor: read.minor } : { problem: 'Type an amount above zero.' };
    case 'AMBIGUOUS': {
      const choices = read.choices.map((minor) => majorText(minor, currency));
      return { problem: `This can be read in two ways. Type ${choices.join(' or ')}.` };
    }
    case 'TOO_MANY_DECIMALS':
      return { problem: decimalsSentence(currency) };
    case 'UNREADABLE':
      return { problem: `Type an amount in digits, such as ${exampleOf(currency)}.` };
  }
}

function decimalsSentence({ code, exponent }: Currency): string {
  return exponent === 0 ? `Amounts in ${code} have no decimals.` : `Amounts in ${code} have ${exponent} decimals.`;
}

/** @example exampleOf(currencyOf('EUR')!) // '24.00' */
function exampleOf(currency: Currency): string {
  return majorText(24n * 10n ** BigInt(currency.exponent), currency);
}

function readPayments(typed: string): Part {
  if (typed === '') {
    return {};
  }
  return /^[0-9]+$/.test(typed)
    ? { fields: { numberOfPayments: typed } }
    : { problems: { payments: 'Type a whole number, such as 12, or leave it empty.' } };
}

function readUntil(typed: string, timeZone: string, now: number): Part {
  if (typed === '') {
    return {};
  }
  const end = endOfDay(typed, timeZone);
  if (end === undefined) {
    return { problems: { until: 'Type a day as year, month and day: 2026-12-24.' } };
  }
  return end <= now
    ? { problems: { until: 'This day is over. Choose today or a later day.' } }
    : { fields: { expiryDateTime: new Date(end).toISOString() } };
}

/** The input that sets each field. */
const INPUTS: Readonly<Record<string, LinkInput>> = {
  'link.amount': 'amount',
  'link.amountInPreview': 'preview',
  'link.currency': 'currency',
  'link.description': 'description',
  'link.expiryDateTime': 'until',
  'link.locale': 'language',
  'link.maximumAmount': 'most',
  'link.minimumAmount': 'least',
  'link.note': 'note',
  'link.numberOfPayments': 'payments',
  'link.operation': 'operation',
  'link.reference': 'reference',
};

/** The refusals of the interface, by input. Fields that no input sets have none. */
export function problemsOf(problems: readonly FieldProblem[]): LinkProblems {
  return Object.fromEntries(
    problems.flatMap(({ field, explanation }) => {
      const input = INPUTS[field];
      return input === undefined ? [] : [[input, `This was refused. Allowed: ${explanation}.`]];
    }),
  );
}
