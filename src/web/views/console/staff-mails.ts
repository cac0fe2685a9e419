/** The data of mails to people of the console. Texts of merchants are plain, and may have line breaks. */
import type { TestMode } from '../../../contract/test-mode.ts';
import type { DisputeEntry } from './disputes-page.ts';
import type { NotificationTryEntry } from './notification-pages.ts';
import type { DayOverview, DeclineReason, MovedMoney, NamedCounts, PaymentCounts } from './overview-page.ts';

/** A mail about a receiver of notifications. WORKING, GIVEN_UP: the end of FAILING. */
export interface StaffAlarm {
  readonly kind: 'FAILING' | 'GIVEN_UP' | 'SWITCHED_OFF' | 'WORKING';
  readonly merchantName: string;
  readonly testMode: TestMode | undefined;
  /** Without their queries; several only if they are switched off. */
  readonly addresses: readonly string[];
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly lastTry: Omit<NotificationTryEntry, 'answer'> | undefined;
  /** Notifications that wait at the time of the mail: `waitingMax + 1` if there are more. */
  readonly waiting: number | undefined;
  readonly waitingMax: number;
  /** Notifications that were given up since then. */
  readonly givenUp: number;
  readonly consoleAddress: string;
  /** The page on which the person switches these mails off. */
  readonly choiceAddress: string;
}

/** A mail about a dispute. */
export interface StaffDispute {
  readonly merchantName: string;
  readonly testMode: TestMode | undefined;
  readonly dispute: DisputeEntry;
  readonly timeZone: string;
  readonly orderAddress: string;
  readonly disputesAddress: string;
  readonly choiceAddress: string;
}

/** A report of one day or one week. */
export interface StaffReport extends PaymentCounts {
  readonly merchantName: string;
  readonly testMode: TestMode | undefined;
  /** The days of the report, the oldest first, in UTC. */
  readonly days: readonly DayOverview[];
  /** By currency, the one of most payments first. */
  readonly moved: readonly MovedMoney[];
  /** The most used first. */
  readonly methods: readonly NamedCounts[];
  /** The most frequent first; not all of them. */
  readonly reasons: readonly DeclineReason[];
  /** Notifications that fail at the time of the mail: `failingMax + 1` if there are more. */
  readonly failing: number;
  readonly failingMax: number;
  /** Refunds and payments that wait for a decision at the time of the mail. */
  readonly waiting: { readonly refunds: number; readonly payments: number };
  /** The time of the figures, ISO 8601, UTC. */
  readonly writtenAt: string;
  /** `isComplete`: whether the index of orders has all changes of the report's days. */
  readonly index: { readonly ageSeconds: number; readonly isComplete: boolean };
  readonly addresses: { readonly overview: string; readonly failing: string; readonly waiting: string | undefined };
  /** The page on which the person chooses other mails, or none. */
  readonly choiceAddress: string;
}
