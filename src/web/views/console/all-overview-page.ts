/** The data of the figures of several merchants, by store and summed. */
import type { MovedMoney, PaymentCounts } from './overview-page.ts';
import type { ConsoleShell } from './shell.ts';

export interface SummedFigures extends PaymentCounts {
  /** By currency, the one of most payments first. */
  readonly moved: readonly MovedMoney[];
}

export interface StoreFigures extends SummedFigures {
  /** The store's name. */
  readonly name: string;
  /** The number of merchants of which these are the figures. */
  readonly merchants: number;
}

/** DECISIONS: refunds and payments that wait for one. NOTIFICATIONS: failing ones. DISPUTES: open ones. */
export interface WaitingLink {
  readonly of: 'DECISIONS' | 'DISPUTES' | 'NOTIFICATIONS';
  readonly count: number;
  readonly href: string;
}

export interface WaitingAtMerchant {
  readonly merchantName: string;
  /** The name of its store, where there are several. */
  readonly store: string | undefined;
  readonly href: string;
  readonly links: readonly WaitingLink[];
}

export interface AllOverviewPage {
  readonly shell: ConsoleShell;
  readonly action: string;
  /** The stores to choose from, empty for one; and the chosen one, empty for all. */
  readonly stores: { readonly chosen: string; readonly names: readonly string[] };
  /** The last days, with today. */
  readonly days: number;
  readonly periods: readonly { readonly days: number; readonly href: string; readonly isCurrent: boolean }[];
  readonly rows: readonly StoreFigures[];
  readonly sum: SummedFigures;
  readonly waiting: readonly WaitingAtMerchant[];
  /** A count of this size may be larger. */
  readonly waitingMax: number;
  /** The names of stores with more merchants than are summed. */
  readonly crowded: readonly string[];
  readonly merchantsMax: number;
  /** The names of the stores that did not answer, and of those that were not asked. */
  readonly away: readonly string[];
  readonly unasked: readonly string[];
  readonly index: { readonly ageSeconds: number; readonly isComplete: boolean };
}
