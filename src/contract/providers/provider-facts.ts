/** The interface's facts about one browser-payment provider. */
import type { Group } from '../field.ts';

export type PaymentConfirmation = 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';

/** A text that a merchant has from a provider. */
export interface AccountMember {
  /** Of the whole text. */
  readonly pattern: RegExp;
  /** What the pattern allows, for whoever wrote something else. */
  readonly allowed: string;
  readonly doc: string;
  /** Stored encrypted, never shown. */
  readonly secret?: true;
  /** The account works without it. */
  readonly optional?: true;
}

export interface ProviderFacts {
  /** The name that payers know: a brand, which is not translated, or a kind of payment, which the pages translate. */
  readonly name: string;
  /**
   * What its button shows: a drawing of its own on its colour, so that buttons are told apart at a glance. Lines of two
   * units in a box of 24 by 24, as `d` of an SVG path; white or black, whichever stands out.
   */
  readonly mark: { readonly color: `#${string}`; readonly lines: string };
  readonly operations: readonly ('AUTHORIZE' | 'PAY')[];
  /** What it takes, ISO 4217. Absent: any currency. */
  readonly currencies?: readonly string[];
  /** Where the payer may confirm. */
  readonly confirmations: readonly PaymentConfirmation[];
  /** What its payments allow afterwards; UPDATE is UPDATE_AUTHORIZATION. */
  readonly movements: readonly ('CAPTURE' | 'REFUND' | 'UPDATE' | 'VOID')[];
  /** It refunds each capture by itself: no refund is of two. Absent: it refunds of all that it captured. */
  readonly refundsByCapture?: true;
  /**
   * MERCHANT: the provider gives no money back. A refund waits, as a task, until the operator says that the merchant
   * has transferred it. Absent: the provider makes refunds.
   */
  readonly refundedBy?: 'MERCHANT';
  /**
   * GATEWAY: what the payer agreed to at the provider becomes a payment only when the gateway asks for it. Absent: the
   * provider makes the payment by itself, unless the merchant confirms.
   */
  readonly completedBy?: 'GATEWAY';
  /**
   * What a merchant has from the provider, as members of its profile's `providerAccounts.<id>`. Absent: one account,
   * the operator's, serves all merchants.
   */
  readonly merchantAccount?: Readonly<Record<string, AccountMember>>;
  /** The payer's account there, in answers' `sourceOfFunds.provided.<id>`. */
  readonly account?: Group;
}
