/** Texts with which callers continue a list of orders, and the age of the index. */
import { SECOND_MS } from '../../contract/durations.ts';
import { type IndexAge, ORDER_SORTS, type OrderPosition, type OrderSort, type Sealer } from '../ports/index.ts';

/** The merchant of the list. */
interface Owner {
  readonly key: number;
}

const place = ({ key }: Owner) => `merchant ${key} order cursor`;

/** @returns the cursor of a position, which only this merchant can use, and only with this sort */
export function cursorOf(
  { at, key }: OrderPosition,
  sort: OrderSort,
  merchant: Owner,
  sealer: Pick<Sealer, 'seal'>,
): string {
  return Buffer.from(sealer.seal(`${sort} ${at} ${key}`, place(merchant))).toString('base64url');
}

export interface ReadCursor {
  readonly sort: OrderSort;
  readonly position: OrderPosition;
}

/** @returns undefined for a text that is no cursor of this merchant */
export function readCursor(cursor: string, merchant: Owner, sealer: Pick<Sealer, 'open'>): ReadCursor | undefined {
  let text: string;
  try {
    text = sealer.open(Buffer.from(cursor, 'base64url'), place(merchant));
  } catch {
    return undefined;
  }
  const [sorted, at, key] = text.split(' ');
  const sort = ORDER_SORTS.find((one) => one === sorted);
  return sort && { sort, position: { at: Number(at), key: Number(key) } };
}

/** Changes of other processes that the store does not show yet: the interval of their workers, with some room. */
const UNSEEN_SECONDS = 1;

/** @returns for how many seconds at most a change may be missing */
export function ageSeconds({ behindSince }: IndexAge, now: number): number {
  return Math.ceil(Math.max(0, now - (behindSince ?? now)) / SECOND_MS) + UNSEEN_SECONDS;
}
