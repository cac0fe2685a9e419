/** The data of the console's page about refunds and payments that wait for a person's decision. */
import type { Amount } from '../amount.ts';
import type { ConsoleShell } from './shell.ts';

export interface WaitingEntry {
  /** REFUND waits for approval; PAYMENT is held by risk rules. */
  readonly kind: 'PAYMENT' | 'REFUND';
  readonly orderId: string;
  readonly orderHref: string;
  readonly transaction: string;
  readonly amount: Amount;
  /** The `userId` of a refund's request. */
  readonly askedBy?: string | undefined;
  /** The rules that hold a payment. */
  readonly rules: readonly string[];
  /** ISO 8601, UTC. */
  readonly since: string;
  /** The form that decides; absent for the person's own request. */
  readonly decideHref?: string | undefined;
}

/** GONE: another person was first. OWN: the person has asked for the refund. FAILED: the gateway failed. */
export type WaitingNotice = 'APPROVED' | 'FAILED' | 'GONE' | 'OWN' | 'REJECTED';

export interface WaitingPage {
  readonly shell: ConsoleShell;
  /** The oldest first. */
  readonly waiting: readonly WaitingEntry[];
  readonly notice?: WaitingNotice | undefined;
  readonly timeZone: string;
}
