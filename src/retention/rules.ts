/** What is removed by itself, one rule a kind: how long it is kept, how often the walk begins, and what goes. */
import { type MerchantProfile, merchantProfile } from '../gateway/index.ts';
import { cardsKeptUntil, isUnderWay, liveUntil } from './ended-order.ts';
import type { RetainedRow, RetentionStore, SweepKind } from './ports.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type KeptBy = Pick<MerchantProfile, 'authorizationValidityDays' | 'retention' | 'voidWindowHours'>;

/** Of a merchant that was removed. */
export const DEFAULT_PERIODS: KeptBy = merchantProfile.parse({ id: '-', name: '-' });

export interface RetentionRule {
  readonly kind: SweepKind;
  /** From the end of a walk to the beginning of the next. */
  readonly pauseMs: number;
  /** Of which each may be removed in one step; absent: a hundred. */
  readonly rowsPerRead?: number;
  readonly keptMs: (profile: KeptBy) => number;
  /** @returns false where nothing was removed, since the row is needed longer or changed meanwhile */
  readonly remove: (store: RetentionStore, row: RetainedRow, profile: KeptBy, now: number) => Promise<boolean>;
}

const sessionMs = ({ retention }: KeptBy) => retention.sessionHours * HOUR_MS;

export const RETENTION_RULES: readonly RetentionRule[] = [
  {
    kind: 'SESSION',
    pauseMs: 15 * MINUTE_MS,
    keptMs: sessionMs,
    remove: (store, row) => store.removeSession(row),
  },
  {
    kind: 'NOTIFICATION',
    pauseMs: 6 * HOUR_MS,
    keptMs: ({ retention }) => retention.notificationDays * DAY_MS,
    remove: (store, row) => store.eraseNotification(row),
  },
  {
    kind: 'BROWSER_PAYMENT',
    pauseMs: HOUR_MS,
    keptMs: sessionMs,
    remove: (store, row) => store.erasePage(row),
  },
  {
    kind: 'CARD',
    pauseMs: 6 * HOUR_MS,
    keptMs: ({ retention }) => retention.cardDays * DAY_MS,
    remove: eraseCards,
  },
  {
    kind: 'ARCHIVE',
    pauseMs: 6 * HOUR_MS,
    // The embedded engine's pieces are flushed on the thread that serves requests.
    rowsPerRead: 25,
    keptMs: ({ retention }) => (retention.archiveDays ?? Number.POSITIVE_INFINITY) * DAY_MS,
    remove: archive,
  },
];

async function eraseCards(store: RetentionStore, { key }: RetainedRow, profile: KeptBy, now: number): Promise<boolean> {
  const order = await store.order(key);
  const until = order && cardsKeptUntil(order, profile);
  if (order === undefined || until === undefined || until > now) {
    return false;
  }
  const authentications = await store.authentications(order);
  return !authentications.some((one) => isUnderWay(one, now)) && store.eraseCards(order, now);
}

async function archive(store: RetentionStore, { key }: RetainedRow, profile: KeptBy, now: number): Promise<boolean> {
  const order = await store.order(key);
  const until = order && liveUntil(order, profile);
  return order !== undefined && until !== undefined && until <= now && store.archive(order, now);
}
