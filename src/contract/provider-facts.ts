/** Types of a browser-payment provider's metadata. */
import type { Group } from './field.ts';

export type PaymentConfirmation = 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';

/** A credential or setting that a merchant gets from a provider. */
export interface AccountMember {
  /** The pattern of valid values, which matches the whole text. */
  readonly pattern: RegExp;
  /** The allowed values, for the message about another value. */
  readonly allowed: string;
  readonly doc: string;
  /** True if the value is stored encrypted and omitted from answers. */
  readonly secret?: true;
  /** True if the account works without the value. */
  readonly optional?: true;
}

export interface ProviderFacts {
  /** The name that payers know: a brand, which is not translated, or a kind of payment, which the pages translate. */
  readonly name: string;
  /**
   * Icon of the provider, and the colour of a wallet's button, so that payers can distinguish providers. Lines of two
   * units in a box of 24 by 24, as `d` of an SVG path, drawn in white or black for contrast.
   */
  readonly mark: { readonly color: `#${string}`; readonly lines: string };
  /** True for a wallet: its button is above the list of ways to pay. Absent: the provider is an entry of the list. */
  readonly isWallet?: true;
  readonly operations: readonly ('AUTHORIZE' | 'PAY')[];
  /** Accepted currencies, ISO 4217. Absent: any currency. */
  readonly currencies?: readonly string[];
  /** The possible places for the payer's confirmation. */
  readonly confirmations: readonly PaymentConfirmation[];
  /** Operations after the payment; UPDATE is UPDATE_AUTHORIZATION. */
  readonly movements: readonly ('CAPTURE' | 'REFUND' | 'UPDATE' | 'VOID')[];
  /** True if a refund refers to a single capture. Absent: a refund may be of several captures. */
  readonly refundsByCapture?: true;
  /**
   * MERCHANT: the provider has no refund API. A refund stays pending until the operator records that the merchant has
   * transferred the money. Absent: the provider makes refunds.
   */
  readonly refundedBy?: 'MERCHANT';
  /**
   * GATEWAY: after the payer's approval at the provider, the gateway must complete the payment by a further call.
   * Absent: the provider completes the payment, unless the merchant confirms.
   */
  readonly completedBy?: 'GATEWAY';
  /**
   * The merchant's account with the provider, as members of `providerAccounts.<id>` in the merchant's profile. Absent:
   * all merchants share the operator's account.
   */
  readonly merchantAccount?: Readonly<Record<string, AccountMember>>;
  /** The payer's account with the provider, in answers' `sourceOfFunds.provided.<id>`. */
  readonly account?: Group;
}
