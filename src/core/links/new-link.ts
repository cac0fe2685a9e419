/** A link from a request: its rules, which REST and the command line share. */
import type { FieldProblem } from '../../contract/interface-error.ts';
import { invalidProblem } from '../../contract/interface-error.ts';
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { base62 } from '../../platform/base62.ts';
import { storeCode } from '../../platform/store-ids.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { LinkTerms, StoredLink } from '../ports/index.ts';
import { amountAt, currencyAt } from '../request/money-fields.ts';

/** About 95 bits: nobody finds a link that they were not given. */
const ID_CHARACTERS = 16;

/**
 * @param random returns an integer from 0 to `below - 1`
 * @returns 16 characters in store 0; in others 18, which begin with the store's code
 */
export function newLinkId(storeNumber: number, random: (below: number) => number): string {
  return storeCode(storeNumber) + base62(ID_CHARACTERS, random);
}

type Fields = NonNullable<RequestFields['link']>;

/** @param values of CREATE_LINK, each valid by itself */
export function linkProblems(values: RequestFields, now: number): FieldProblem[] {
  const { link = {} } = values;
  if (link.currency === undefined) {
    return [missing('link.currency')];
  }
  return [...moneyProblems(values, link), ...expiryProblems(link, now)];
}

function moneyProblems(values: RequestFields, link: Fields): FieldProblem[] {
  const currency = currencyAt(values, 'link.currency');
  const read = (field: FieldPath) => amountAt(values, field, currency.value);
  const [fixed, least, most] = [read('link.amount'), read('link.minimumAmount'), read('link.maximumAmount')];
  const invalid = [currency, fixed, least, most].flatMap(({ problems }) => problems);
  if (invalid.length > 0) {
    return invalid;
  }
  if (fixed.value !== undefined) {
    const bounds = (['minimumAmount', 'maximumAmount'] as const).filter((name) => link[name] !== undefined);
    return bounds.map((name) => invalidProblem(`link.${name}`, 'absent where link.amount says the amount'));
  }
  if (most.value === undefined) {
    return [missing('link.maximumAmount')];
  }
  return least.value !== undefined && least.value > most.value
    ? [invalidProblem('link.minimumAmount', 'at most link.maximumAmount')]
    : [];
}

function expiryProblems({ expiryDateTime }: Fields, now: number): FieldProblem[] {
  return expiryDateTime !== undefined && Date.parse(expiryDateTime) <= now
    ? [invalidProblem('link.expiryDateTime', 'a time to come')]
    : [];
}

function missing(field: FieldPath): FieldProblem {
  return { field, validationType: 'MISSING', explanation: 'a link needs it' };
}

/** @param values for which `linkProblems` is empty */
export function newLink(
  { link = {} }: RequestFields,
  { key: merchantKey, profile }: Merchant,
  made: Pick<StoredLink, 'createdAt' | 'id' | 'key'>,
): StoredLink {
  const { expiryDateTime, numberOfPayments } = link;
  return {
    key: made.key,
    id: made.id,
    merchantKey,
    terms: termsOf(link, profile.checkoutOperation),
    paymentsMax: numberOfPayments === undefined ? null : Number(numberOfPayments),
    taken: 0,
    expiresAt: expiryDateTime === undefined ? null : Date.parse(expiryDateTime),
    endedAt: null,
    createdAt: made.createdAt,
  };
}

function termsOf(link: Fields, operation: LinkTerms['operation']): LinkTerms {
  const { amount, minimumAmount, maximumAmount, currency = '', description, note, locale, reference } = link;
  return {
    amount,
    minimumAmount,
    maximumAmount,
    currency,
    description,
    note,
    locale,
    operation: (link.operation as LinkTerms['operation'] | undefined) ?? operation,
    reference,
    isAmountInPreview: link.amountInPreview === true ? true : undefined,
  };
}
