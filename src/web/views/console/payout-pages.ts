/** The data of the console's pages about payouts. */
import type { Amount } from '../amount.ts';
import type { ConsoleShell } from './shell.ts';

/** Sums of a payout's entries. Amounts that lower the merchant's balance are below zero, fees too. */
export interface PayoutSums {
  readonly payments: Amount;
  readonly refunds: Amount;
  readonly chargebacks: Amount;
  readonly other: Amount;
  readonly fees: Amount;
  /** The part of the net amount that the report does not explain; absent for none. */
  readonly unexplained?: Amount | undefined;
  /** Absent if the report has the transfer alone. */
  readonly net?: Amount | undefined;
  /** The transfer; absent if the report has the entries alone. */
  readonly paidOut?: Amount | undefined;
  /** Whether the entries do not add up to the transfer. */
  readonly isOpen: boolean;
  readonly entries: number;
}

export interface PayoutEntry {
  readonly href: string;
  /** From the report. */
  readonly id: string;
  /** An acquirer's name or a provider's id. */
  readonly source: string;
  readonly date: string;
  readonly sums: PayoutSums;
}

export interface PayoutsPage {
  readonly shell: ConsoleShell;
  readonly payouts: readonly PayoutEntry[];
  readonly nextHref?: string | undefined;
  readonly firstHref?: string | undefined;
}

export type PayoutDifferenceKind =
  | 'AMOUNT_DIFFERS'
  | 'CURRENCY_DIFFERS'
  | 'ENTRY_OPEN'
  | 'MISSING_HERE'
  | 'NOT_BOOKED'
  | 'ORDER_UNKNOWN'
  | 'STATE_DIFFERS'
  | 'TWICE';

export interface PayoutDifference {
  readonly kind: PayoutDifferenceKind;
  /** The amount in the report, and the gateway's. */
  readonly there?: Amount | undefined;
  readonly here?: Amount | undefined;
}

export type PayoutLineKind = 'CHARGEBACK' | 'CHARGEBACK_REVERSED' | 'FEE' | 'OTHER' | 'PAYMENT' | 'PAYOUT' | 'REFUND';

export interface PayoutLineEntry {
  readonly kind: PayoutLineKind;
  readonly date: string;
  /** The order's id as the report or the gateway has it. */
  readonly order?: string | undefined;
  /** The order's page; absent if the gateway has no such order of this merchant. */
  readonly orderHref?: string | undefined;
  readonly reference: string;
  readonly gross: Amount;
  /** Below zero if the processor keeps it. */
  readonly fee: Amount;
  readonly net: Amount;
  readonly differences: readonly PayoutDifference[];
}

export interface PayoutPage {
  readonly shell: ConsoleShell;
  readonly payout: Omit<PayoutEntry, 'href'>;
  readonly lines: readonly PayoutLineEntry[];
  readonly csvHref: string;
  readonly backHref: string;
  readonly nextHref?: string | undefined;
  readonly firstHref?: string | undefined;
}
