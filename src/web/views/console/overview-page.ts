/** The data of the page "At a glance": how payments went today and in the last days. */
import type { Amount } from '../amount.ts';
import type { ConsoleShell } from './shell.ts';

/** Payments with a final result. */
export interface PaymentCounts {
  readonly approved: number;
  readonly declined: number;
}

export interface NamedCounts extends PaymentCounts {
  /** `CARD`, `GIFT_CARD`, a brand in upper case, or the name of a provider or acquirer. */
  readonly name: string;
}

/** Sums of one currency. */
export interface MovedMoney {
  readonly taken: Amount;
  readonly givenBack: Amount;
  readonly chargedBack: Amount;
}

export interface DayOverview extends PaymentCounts {
  /** In UTC, such as `2026-11-29`. */
  readonly day: string;
}

export interface TakenByDay {
  readonly currency: string;
  readonly days: readonly {
    readonly day: string;
    readonly taken: Amount;
    /** The part of the largest day, from 0 to 1. */
    readonly height: number;
  }[];
}

export interface DeclineReason {
  /** A gateway code. */
  readonly code: string;
  readonly meaning?: string | undefined;
  readonly times: number;
}

export interface OverviewPage {
  readonly shell: ConsoleShell;
  readonly today: PaymentCounts & { readonly moved: readonly MovedMoney[] };
  /** The last days, the oldest first. The last one is today. */
  readonly days: readonly DayOverview[];
  /** By currency, the one of most payments first. */
  readonly taken: readonly TakenByDay[];
  readonly moved: readonly MovedMoney[];
  readonly methods: readonly NamedCounts[];
  readonly brands: readonly NamedCounts[];
  readonly processors: readonly NamedCounts[];
  readonly reasons: readonly DeclineReason[];
  /** Checkouts that ended without a payment, by the payer's last step; empty before the first one. */
  readonly lost: readonly { readonly step: string; readonly times: number }[];
  readonly index: { readonly ageSeconds: number; readonly isComplete: boolean };
  /** The page on which the person chooses reports by mail. */
  readonly mailsHref: string;
}
