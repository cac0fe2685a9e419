/**
 * What the author of an adapter gives the conformance kit beside it: a stand-in of the provider. The kit calls the
 * adapter, the stand-in answers it, and between the two the kit loses, delays and spoils what it likes. So a stand-in
 * does the provider's work and has no faults of its own.
 */
import type { PaymentOptionField, RawCallback } from '../gateway/ports/index.ts';
import type { ProviderEnvironment } from './provider-environment.ts';

/**
 * What a payer does at the provider. AGREE: agrees to pay, and has the money. DECLINE: the provider declines the
 * payment. CANCEL: goes back without paying. AGREE_WITHOUT_MONEY: agrees, and what the payer chose to pay with is
 * declined when the payment is made.
 */
export type PayerAct = 'AGREE' | 'AGREE_WITHOUT_MONEY' | 'CANCEL' | 'DECLINE';

/** A payment that the adapter began. */
export interface StandInPayment {
  /** `NewProviderPayment.orderId`: each payment of the kit has its own. */
  readonly order: string;
  /** The gateway's reference. */
  readonly reference: string;
  /** Where the payer is led; the gateway's own page where the provider asks the payer elsewhere, such as in an app. */
  readonly pageUrl: string;
  readonly providerReference: string;
}

export interface LedgerEntry {
  /** `NewProviderPayment.orderId`. */
  readonly order: string;
  readonly kind: 'AUTHORIZATION' | 'CAPTURE' | 'PAYMENT' | 'REFUND' | 'UPDATE' | 'VOID';
  /** Minor units; of an update the new total. */
  readonly amount: bigint;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  /**
   * OPEN: a payment that may still be made. MADE: the money moved or is held, also where it was voided or refunded
   * since: that is an entry of its own. OVER: declined or cancelled, and never made any more.
   */
  readonly state: 'MADE' | 'OPEN' | 'OVER';
}

/**
 * PROVIDER: as the provider signs. STRANGER: the same message in the same form, signed with a key of somebody else, or
 * at an address with a secret of somebody else's.
 */
export type Signer = 'PROVIDER' | 'STRANGER';

/** With whom the payer pays, through a provider with `choice`. */
export interface StandInChoice {
  /** `PaymentOption.id` */
  readonly option: string;
  /** What the payer types for it. */
  readonly typed: { readonly [Field in PaymentOptionField]?: string };
  /** The payer agrees without any page: `ask` makes the provider ask them. */
  readonly isAsked?: true;
}

/** PEM. */
interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** How a server is spoken to that answers by TLS. */
export interface StandInTls {
  /** What the kit shows to the adapter in the server's place, for `localhost`. */
  readonly server: KeyPair;
  /** What it shows to the server in the adapter's. */
  readonly client: KeyPair;
  /** The authority of the server's own certificate. */
  readonly ca: string;
}

export interface StandIn {
  /** Where its server answers: `http://127.0.0.1:PORT`, without a slash at the end; `https:` with `tls`. */
  readonly origin: string;
  readonly tls?: StandInTls;
  /** Of a provider with `choice`: with whom payers pay, each of whom is tried. */
  readonly choices?: readonly StandInChoice[];
  /** What payers can do there; AGREE at least. */
  readonly acts: readonly PayerAct[];
  /** ISO 4217 codes, one at least. The first is used where any would do. */
  readonly currencies: readonly string[];
  /**
   * How old a signed callback may be. Absent: the provider signs no time, and nobody can tell a callback from the same
   * one sent again.
   */
  readonly signatureMsMax?: number;
  /** Its callbacks are not signed: they are known by a secret in the address that they come to. */
  readonly isUnsigned?: true;
  /** Where the stand-in wants callbacks. Absent: it gives them by `callback` alone, and nobody listens there. */
  readonly callbackUrl?: string;
  /** The settings of an adapter that reaches the provider at `origin`, which is the kit's own. */
  environment(origin: string): ProviderEnvironment;
  /** The account of a merchant, by the members of `ProviderFacts.merchantAccount`; absent without them. */
  account?(merchantId: string): Readonly<Record<string, string>>;
  /**
   * Does what the payer does, at the payment's page or however else. What the provider does not allow any more changes
   * nothing, and is no error.
   *
   * @param reason for a decline: what the provider says of it, as far as it says anything
   * @returns where the payer's browser is sent then; undefined where the payer stays
   */
  pay(act: PayerAct, payment: StandInPayment, reason?: string): Promise<string | undefined>;
  /** Where a result comes later than the payer's agreement: lets it come now. Until then it does not. */
  settle?(payment: StandInPayment): Promise<void>;
  /** @returns what the provider's server calls back with now; undefined where it has nothing to say of the payment */
  callback(payment: StandInPayment, signer: Signer): Promise<RawCallback | undefined>;
  /**
   * @param reference the gateway's, for a provider that is told no order
   * @returns every payment and every movement that was made of an order; no movement that was declined
   */
  ledger(order: string, reference: string): Promise<readonly LedgerEntry[]>;
  close(): Promise<void>;
}

/** @throws whatever keeps it from starting */
export type StartStandIn = () => Promise<StandIn>;
