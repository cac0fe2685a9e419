/** The address of a list of orders: its search, filters and sort, as texts and as the index takes them. */
import { DAY_MS } from '../../contract/durations.ts';
import { isTimeZone, startOfDay } from '../../contract/time-zone.ts';
import { type Merchant, ORDER_STATUSES, readCursor } from '../../core/index.ts';
import {
  ORDER_SORTS,
  type OrderFilters,
  type OrderPosition,
  type OrderSort,
  type Sealer,
} from '../../core/ports/index.ts';
import type { ListProblems, ListValues } from '../../web/views/console/index.ts';

/** The owner of a list: a merchant, or a person for that of several merchants. Its key seals texts and cursors. */
interface Place extends Zoned, Pick<Merchant, 'key'> {}

interface Zoned {
  readonly profile: Pick<Merchant['profile'], 'timeZone'>;
}

export const TEXT_CHARACTERS_MAX = 100;

const FILTERS = ['status', 'method', 'from', 'to', 'sort'] as const;
/** The parameter with the sealed text of the search, and that with the position of the page. */
const TEXT = 'for';
const CURSOR = 'cursor';

export interface ListQuery {
  readonly values: ListValues;
  readonly problems: ListProblems;
  readonly filters: OrderFilters;
  readonly sort: OrderSort;
  readonly after: OrderPosition | undefined;
  /** True if the cursor is of another list. */
  readonly isCursorWrong: boolean;
}

/** @returns a zone that this platform knows, in which the dates are read and times are shown */
export function zoneOf({ profile: { timeZone } }: Zoned): string {
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** Reads what a person has typed into the form. @param fields the form's */
export function typedValues(fields: URLSearchParams): ListValues {
  const typed = (name: string) => (fields.get(name) ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  const [status = '', method = '', from = '', to = '', sort = ''] = FILTERS.map(typed);
  return { text: typed('search'), status, method, from, to, sort };
}

export function readList(query: URLSearchParams, merchant: Place, sealer: Pick<Sealer, 'open'>): ListQuery {
  const opened = openText(query.get(TEXT), merchant, sealer);
  const values = { ...typedValues(query), text: opened ?? '' };
  const sort = ORDER_SORTS.find((one) => one === values.sort) ?? 'NEWEST';
  const dates = datesOf(values, zoneOf(merchant));
  const cursor = query.get(CURSOR);
  const read = cursor === null ? undefined : readCursor(cursor, merchant, sealer);
  return {
    values,
    problems: {
      text: opened === undefined ? 'UNREADABLE' : values.text.length > TEXT_CHARACTERS_MAX ? 'LONG' : undefined,
      status: values.status === '' || isStatus(values.status) ? undefined : 'UNKNOWN',
      ...dates.problems,
    },
    filters: {
      status: values.status || undefined,
      method: values.method || undefined,
      createdFrom: dates.createdFrom,
      createdTo: dates.createdTo,
    },
    sort,
    after: read?.position,
    isCursorWrong: cursor !== null && read?.sort !== sort,
  };
}

export function hasProblems(problems: ListProblems): boolean {
  return Object.values(problems).some((problem) => problem !== undefined);
}

const isStatus = (text: string) => (ORDER_STATUSES as readonly string[]).includes(text);

function datesOf({ from, to }: ListValues, timeZone: string) {
  const createdFrom = from === '' ? undefined : startOfDay(from, timeZone);
  const createdTo = to === '' ? undefined : startOfDay(dayAfter(to), timeZone);
  const isWrong = (text: string, at: number | undefined) => text !== '' && at === undefined;
  const isTurned = createdFrom !== undefined && createdTo !== undefined && createdFrom >= createdTo;
  const problems: Pick<ListProblems, 'from' | 'to'> = {
    from: isWrong(from, createdFrom) ? 'NO_DATE' : undefined,
    to: isWrong(to, createdTo) ? 'NO_DATE' : isTurned ? 'BEFORE_FROM' : undefined,
  };
  return { createdFrom, createdTo, problems };
}

/** @returns '' for a text that is no date */
function dayAfter(date: string): string {
  const start = startOfDay(date, 'UTC');
  return start === undefined ? '' : new Date(start + DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

const place = ({ key }: Pick<Merchant, 'key'>) => `merchant ${key} console search`;

/** @returns '' if there is none; undefined if it is not readable any more, or of another merchant */
function openText(sealed: string | null, merchant: Place, sealer: Pick<Sealer, 'open'>): string | undefined {
  if (sealed === null) {
    return '';
  }
  try {
    return sealer.open(Buffer.from(sealed, 'base64url'), place(merchant));
  } catch {
    return undefined;
  }
}

/**
 * The query of a list's address. A searched text may be a payer's address or name, which must stand in no address bar,
 * history or log, so it is sealed.
 *
 * @returns '' for the whole list
 */
export function listQuery(
  { text, ...filters }: ListValues,
  merchant: Place,
  sealer: Pick<Sealer, 'seal'>,
  cursor?: string,
): string {
  const sealed = text === '' ? '' : Buffer.from(sealer.seal(text, place(merchant))).toString('base64url');
  const parameters = Object.entries({
    [TEXT]: sealed,
    ...filters,
    sort: filters.sort === 'NEWEST' ? '' : filters.sort,
    [CURSOR]: cursor ?? '',
  }).filter(([, value]) => value !== '');
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
}
