/**
 * The part of a provider's port for those that stand for many: payers choose with whom to pay, on a page of the
 * gateway's, before anything is begun there.
 */
import type { ProviderPayment, ProviderReply, Unanswered } from './providers.ts';

/** With whom a payer may pay, through a provider that stands for many: one bank of a list. */
export interface PaymentOption {
  /** Permanent: at most 40 characters from a-z, 0-9 and `-`. */
  readonly id: string;
  /** As payers know it. It is not translated. */
  readonly name: string;
  /** What else tells it apart, such as a BIC. */
  readonly code: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** What the payer types for it. */
  readonly asks: readonly PaymentOptionField[];
  /** Whether payments may be begun there. */
  readonly isOffered: boolean;
}

/** IBAN: of the payer's account. USER_ID: the name by which the payer is known there, such as for online banking. */
export type PaymentOptionField = 'IBAN' | 'USER_ID';

/** What the payer's browser told, as far as a provider has to be told of it. */
export interface PayerAgent {
  readonly ipAddress: string;
  readonly userAgent?: string;
  readonly acceptLanguage?: string;
}

/** A payment whose payer has chosen. */
export interface ChosenPayment extends ProviderPayment {
  readonly option: string;
  /** What the payer typed; never stored. An IBAN is valid and without spaces. */
  readonly typed: { readonly [Field in PaymentOptionField]?: string };
  readonly payer: PayerAgent;
  /** The shop's name for payers. */
  readonly merchantName: string;
  readonly description?: string;
  /** `order.reference`; the sandbox's providers read outcomes from it. */
  readonly orderReference?: string;
  /** As of `NewProviderPayment`. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/**
 * BEGUN: `pageUrl` is absent where the payer agrees without any page, such as in an app; `ask` then makes the provider
 * ask the payer. REFUSED: certainly not begun; the payer may choose anew.
 */
export type BeginOutcome =
  | { readonly status: 'BEGUN'; readonly providerReference: string; readonly pageUrl?: string }
  | { readonly status: 'REFUSED'; readonly reply: ProviderReply }
  | Unanswered;

export type AskOutcome =
  | { readonly status: 'ASKED' }
  | { readonly status: 'REFUSED'; readonly reply: ProviderReply }
  | Unanswered;

/**
 * Whether one of a choice can be spoken to. REACHED: it answers, and knows this gateway. REFUSED: it answers, and does
 * not take it, by a code of its own. UNREACHED: it does not answer.
 */
export type OptionProbe =
  | { readonly status: 'REACHED' | 'UNREACHED' }
  | { readonly status: 'REFUSED'; readonly code: string };

/** Of a provider whose payers choose with whom to pay, on a page of the gateway's, before anything is begun there. */
export interface PaymentChoice {
  readonly options: readonly PaymentOption[];
  /** Which option the provider's number of a payment belongs to. Undefined where there is none, or it is gone. */
  optionOf(providerReference: string): PaymentOption | undefined;
  /**
   * Idempotent by reference, option and what was typed. Until the payer is on `pageUrl` or is asked, no money moves.
   */
  begin(payment: ChosenPayment): Promise<BeginOutcome>;
  /** @param payment begun without a page: `providerReference` is there */
  ask(payment: ChosenPayment): Promise<AskOutcome>;
  /** Asks about a payment that nobody has, for `turnpike doctor`. Absent: nothing can be asked before one is begun. */
  probe?(option: string): Promise<OptionProbe>;
}
