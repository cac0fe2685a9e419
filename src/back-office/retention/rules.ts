/** The retention rules, one for each kind: the period, the interval of walks, and the removal. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { isOpen, merchantProfile } from '../../core/index.ts';
import { cardsKeptUntil, isUnderWay, liveUntil } from './ended-order.ts';
import type { RetainedRow, RetentionStore, SweepKind } from './ports.ts';
import type { RetentionProfile } from './retention-profile.ts';

/** The periods for rows of a merchant that was removed. */
export const DEFAULT_PERIODS: RetentionProfile = merchantProfile.parse({ id: '-', name: '-' });

export interface RetentionRule {
  readonly kind: SweepKind;
  /** Pause between the end of a walk and the start of the next. */
  readonly pauseMs: number;
  /** Number of rows read at a time, all of which one step may remove; a hundred if absent. */
  readonly rowsPerRead?: number;
  readonly keptMs: (profile: RetentionProfile, row: RetainedRow) => number;
  /** @returns false if no data was removed, because the row is still needed or has changed meanwhile */
  readonly remove: (
    store: RetentionStore,
    row: RetainedRow,
    profile: RetentionProfile,
    now: number,
  ) => Promise<boolean>;
}

/** A saved search of the console may hold a payer's address, and is kept for so long after it was opened last. */
const VIEW_MS = 90 * DAY_MS;

const linkMs = ({ retention }: RetentionProfile) => retention.linkDays * DAY_MS;
const sessionMs = ({ retention }: RetentionProfile) => retention.sessionHours * HOUR_MS;

export const RETENTION_RULES: readonly RetentionRule[] = [
  {
    kind: 'SESSION',
    pauseMs: 15 * MINUTE_MS,
    keptMs: sessionMs,
    remove: (store, row, _profile, now) => store.removeSession(row, now),
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
    kind: 'SAVED_CARD',
    pauseMs: 6 * HOUR_MS,
    // The row has its own end. A merchant that may not keep cards any more has none left after the walk.
    keptMs: ({ savedCards }) => (savedCards === null ? Number.NEGATIVE_INFINITY : 0),
    remove: (store, row) => store.removeSavedCard(row),
  },
  {
    kind: 'LINK_ORDER',
    pauseMs: 6 * HOUR_MS,
    keptMs: (profile, { isOnlyBegun }) => (isOnlyBegun === true ? sessionMs(profile) : linkMs(profile)),
    remove: removeLinkOrder,
  },
  {
    kind: 'LINK',
    pauseMs: 6 * HOUR_MS,
    keptMs: linkMs,
    remove: (store, row) => store.removeLink(row),
  },
  {
    kind: 'CONSOLE_VIEW',
    pauseMs: 6 * HOUR_MS,
    keptMs: () => VIEW_MS,
    remove: (store, row) => store.removeView(row),
  },
  {
    kind: 'ARCHIVE',
    pauseMs: 6 * HOUR_MS,
    // SQLite flushes pieces on the thread that serves requests.
    rowsPerRead: 25,
    keptMs: ({ retention }) => (retention.archiveDays ?? Number.POSITIVE_INFINITY) * DAY_MS,
    remove: archive,
  },
];

async function eraseCards(
  store: RetentionStore,
  { key }: RetainedRow,
  profile: RetentionProfile,
  now: number,
): Promise<boolean> {
  const order = await store.order(key);
  const until = order && cardsKeptUntil(order, profile);
  if (order === undefined || until === undefined || until > now) {
    return false;
  }
  const authentications = await store.authentications(order);
  return !authentications.some((one) => isUnderWay(one, now)) && store.eraseCards(order, now);
}

/** The order of a link that has ended. A payment of it that is open keeps it. */
async function removeLinkOrder(store: RetentionStore, row: RetainedRow): Promise<boolean> {
  const order = row.isOnlyBegun === true ? undefined : await store.orderOfLink(row);
  const goesOn = order !== undefined && (order.lockedBy !== null || order.state.movements.some(isOpen));
  return !goesOn && store.removeLinkOrder(row);
}

async function archive(
  store: RetentionStore,
  { key }: RetainedRow,
  profile: RetentionProfile,
  now: number,
): Promise<boolean> {
  const order = await store.order(key);
  const until = order && liveUntil(order, profile);
  return order !== undefined && until !== undefined && until <= now && store.archive(order, now);
}
