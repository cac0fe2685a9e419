/** The data of the console's page of disputes, and of the disputes on an order's page. */
import type { Amount } from '../amount.ts';
import type { ConsoleShell } from './shell.ts';

export interface ChargebackEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly amount: Amount;
  /** An acquirer's name or a provider's id. */
  readonly processor: string;
  /** The processor's own reference. */
  readonly reference?: string | undefined;
  /** Whether a provider has taken back the whole payment. */
  readonly isRejection: boolean;
}

export interface DeadlineEntry {
  /** The last day of a report that has no time. */
  readonly lastDay?: string | undefined;
  /** The end, ISO 8601, UTC. */
  readonly at: string;
  /** Calendar days from today to the deadline's day; below zero after it. */
  readonly days: number;
  readonly isOver: boolean;
}

/** A dispute about the money of an order. Codes are those of the provider or the card scheme. */
export interface DisputeEntry {
  readonly order: string;
  readonly orderHref: string;
  readonly amount: Amount;
  /** Absent: no report or provider describes it, and the order has a chargeback. */
  readonly described?:
    | {
        /** An acquirer's name or a provider's id. */
        readonly processor: string;
        readonly reference?: string | undefined;
        readonly reason?: { readonly code: string; readonly meaning?: string | undefined } | undefined;
        /** `INQUIRY` */
        readonly stage?: string | undefined;
        /** `UNDER_REVIEW` */
        readonly status?: string | undefined;
        /** `RESOLVED_SELLER_FAVOUR` */
        readonly outcome?: string | undefined;
        /** The day on which it began. */
        readonly date?: string | undefined;
      }
    | undefined;
  readonly deadline?: DeadlineEntry | undefined;
  readonly isOpen: boolean;
  /** The part of the order's money that was charged back and not returned, and the part that was returned. */
  readonly standing: Amount;
  readonly returned: Amount;
  readonly chargebacks: readonly ChargebackEntry[];
}

export interface DisputesPage {
  readonly shell: ConsoleShell;
  readonly isOpen: boolean;
  readonly openHref: string;
  readonly closedHref: string;
  readonly csvHref: string;
  /** Open ones by their deadline, the nearest first; closed ones by their last change, the newest first. */
  readonly disputes: readonly DisputeEntry[];
  readonly nextHref?: string | undefined;
  readonly firstHref?: string | undefined;
  readonly timeZone: string;
  readonly index: { readonly ageSeconds: number; readonly isComplete: boolean };
}
