/**
 * The part of the provider port for providers with several options: payers choose one, such as their bank, on a page of
 * the gateway before a payment starts.
 */
import type { ProviderPayment, ProviderReply, UnansweredRequest } from './provider-payments.ts';

/** An option of a provider: for example one bank of a list. */
export interface PaymentOption {
  /** A permanent id: at most 40 characters from a-z, 0-9 and `-`. */
  readonly id: string;
  /** The name for payers. It is not translated. */
  readonly name: string;
  /** A further identifier, such as a BIC. */
  readonly code: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The fields that the payer fills in for this option. */
  readonly asks: readonly PaymentOptionField[];
  /** True if payers may start payments with this option. */
  readonly isOffered: boolean;
}

/** IBAN: of the payer's account. USER_ID: the payer's user name at the option, for example for online banking. */
export type PaymentOptionField = 'IBAN' | 'USER_ID';

/** The payer's browser data that a provider needs. */
export interface PayerAgent {
  readonly ipAddress: string;
  readonly userAgent?: string;
  readonly acceptLanguage?: string;
}

/** A payment with the option that the payer chose. */
export interface ChosenPayment extends ProviderPayment {
  readonly option: string;
  /** The values that the payer typed; they are not stored. An IBAN is valid and without spaces. */
  readonly typed: { readonly [Field in PaymentOptionField]?: string };
  readonly payer: PayerAgent;
  /** The shop's name as payers see it. */
  readonly merchantName: string;
  readonly description?: string;
  /** `order.reference`; the sandbox's providers read outcomes from it. */
  readonly orderReference?: string;
  /** The URL to which the provider returns the payer's browser, as `NewProviderPayment.returnUrl`. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/**
 * BEGUN: `pageUrl` is absent if the payer agrees without a page, for example in an app; `ask` then makes the provider
 * contact the payer. REFUSED: the payment certainly was not started, and the payer may choose again.
 */
export type BeginOutcome =
  | { readonly status: 'BEGUN'; readonly providerReference: string; readonly pageUrl?: string }
  | { readonly status: 'REFUSED'; readonly reply: ProviderReply }
  | UnansweredRequest;

export type AskOutcome =
  | { readonly status: 'ASKED' }
  | { readonly status: 'REFUSED'; readonly reply: ProviderReply }
  | UnansweredRequest;

/**
 * The result of a check whether an option is reachable. REACHED: the option's server answers and knows this gateway.
 * REFUSED: the server answers with an error code. UNREACHED: the server does not answer.
 */
export type OptionProbe =
  | { readonly status: 'REACHED' | 'UNREACHED' }
  | { readonly status: 'REFUSED'; readonly code: string };

/** The options of a provider, from which payers choose on a page of the gateway before a payment starts. */
export interface PaymentChoice {
  readonly options: readonly PaymentOption[];
  /** The option of a payment, by the provider's number for it. Undefined if unknown or no longer configured. */
  optionOf(providerReference: string): PaymentOption | undefined;
  /**
   * Starts the payment. Idempotent by reference, option and typed values. Money can move only after the payer has
   * opened `pageUrl` or was contacted by `ask`.
   */
  begin(payment: ChosenPayment): Promise<BeginOutcome>;
  /**
   * Asks the provider to contact the payer. @param payment a payment that started without a page, so it has a
   * `providerReference`
   */
  ask(payment: ChosenPayment): Promise<AskOutcome>;
  /**
   * For `turnpike doctor`: queries a payment that does not exist. Absent if only a payment can show whether the option
   * is reachable.
   */
  probe?(option: string): Promise<OptionProbe>;
}
