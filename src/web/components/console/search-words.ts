/** The words of the list of orders and of its search. */
import type { ListedOrder, ListProblems, ListValues, SearchedAs } from '../../views/console/index.ts';
import { instrumentName } from '../instrument-name.ts';

const SEARCHED: Readonly<Record<SearchedAs, string>> = {
  ORDER_ID: 'the beginning of an order’s id',
  REFERENCE: 'a reference',
  PROVIDER_REFERENCE: 'a provider’s reference',
  AMOUNT: 'an amount',
  LAST_FOUR: 'the last four digits of a card',
  EMAIL: 'a customer’s e-mail address',
  NAME: 'the name on a card',
  SUPPORT_CODE: 'a support code',
  SESSION: 'the id of a session',
};

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** @example searchedWords(['REFERENCE', 'AMOUNT']) // 'a reference or an amount' */
export function searchedWords(searchedAs: readonly SearchedAs[]): string {
  return alternatives.format(searchedAs.map((as) => SEARCHED[as]));
}

/** @returns the card's brand or the provider, with the last digits of a card: `Visa •••• 1019` */
export function paidBy({ instrument, lastFour }: Pick<ListedOrder, 'instrument' | 'lastFour'>): string {
  if (instrument === undefined) {
    return '';
  }
  const name = instrumentName(instrument, { card: 'Card', giftCard: 'Gift card', bankTransfer: 'Bank transfer' });
  return lastFour === undefined ? name : `${name} •••• ${lastFour}`;
}

export const SORTS: readonly (readonly [value: string, name: string])[] = [
  ['NEWEST', 'Newest first'],
  ['OLDEST', 'Oldest first'],
  ['LAST_CHANGED', 'Last changed first'],
  ['FIRST_CHANGED', 'Changed longest ago first'],
];

/** @returns the sequence of the list, as its heading has it */
export function sortWords({ sort }: Pick<ListValues, 'sort'>): string {
  return SORTS.find(([value]) => value === sort)?.[1] ?? 'Newest first';
}

export function isSortedByChange({ sort }: Pick<ListValues, 'sort'>): boolean {
  return sort.endsWith('_CHANGED');
}

const PROBLEMS: {
  readonly [Field in keyof ListProblems]-?: Readonly<Record<NonNullable<ListProblems[Field]>, string>>;
} = {
  text: {
    LONG: 'Search for at most 100 characters.',
    UNREADABLE: 'This address no longer says what to search for. Type it again.',
  },
  status: { UNKNOWN: 'Choose a status of the list.' },
  from: { NO_DATE: 'Type a day of the calendar, such as 2026-11-29.' },
  to: {
    BEFORE_FROM: 'The last day is before the first one.',
    NO_DATE: 'Type a day of the calendar, such as 2026-11-29.',
  },
};

/** The sentence about the field that is wrong; undefined if it is right. */
export function problemOf<Field extends keyof ListProblems>(problems: ListProblems, field: Field): string | undefined {
  const problem = problems[field];
  return problem && (PROBLEMS[field] as Readonly<Record<string, string>>)[problem];
}

const MINUTE_SECONDS = 60;

/** @example ageWords(90) // '2 minutes' */
export function ageWords(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  return seconds <= MINUTE_SECONDS ? `${seconds} s` : `${minutes} minutes`;
}
