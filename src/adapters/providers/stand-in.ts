/**
 * The conformance kit's interface to a simulator of the provider, which the author of an adapter writes. The kit calls
 * the adapter, the simulator answers the adapter, and the kit drops, delays and alters the messages between them. A
 * simulator therefore only has to work like the provider, without simulating faults.
 */
import type { PaymentOptionField, RawCallback } from '../../core/ports/index.ts';
import type { ProviderEnvironment } from './provider-environment.ts';

/**
 * A payer's action at the provider. AGREE: agrees to pay, with sufficient funds. DECLINE: the provider declines the
 * payment. CANCEL: returns without paying. AGREE_WITHOUT_MONEY: agrees, and the chosen instrument is declined when the
 * payment is made.
 */
export type PayerAct = 'AGREE' | 'AGREE_WITHOUT_MONEY' | 'CANCEL' | 'DECLINE';

/** A payment that the adapter started. */
export interface StandInPayment {
  /** `NewProviderPayment.orderId`. Each payment of the kit has its own order. */
  readonly order: string;
  /** The gateway's reference. */
  readonly reference: string;
  /**
   * The page to which the payer is redirected; the gateway's own page if the provider contacts the payer in another
   * way, such as in an app.
   */
  readonly pageUrl: string;
  readonly providerReference: string;
}

export interface LedgerEntry {
  /** `NewProviderPayment.orderId`. */
  readonly order: string;
  readonly kind: 'AUTHORIZATION' | 'CAPTURE' | 'PAYMENT' | 'REFUND' | 'UPDATE' | 'VOID';
  /** Minor units. An update has the new total. */
  readonly amount: bigint;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  /**
   * OPEN: a payment that may still be made. MADE: the money moved or is held. A later void or refund is a separate
   * entry. OVER: finally declined or cancelled.
   */
  readonly state: 'MADE' | 'OPEN' | 'OVER';
}

/**
 * PROVIDER: signed by the provider. STRANGER: the same message, but signed with another key or sent to a URL with
 * another secret.
 */
export type Signer = 'PROVIDER' | 'STRANGER';

/** An option of a provider with `choice`. */
export interface StandInChoice {
  /** `PaymentOption.id` */
  readonly option: string;
  /** The payer's input for the option. */
  readonly typed: { readonly [Field in PaymentOptionField]?: string };
  /** True if the payer agrees without a page: `ask` makes the provider contact the payer. */
  readonly isAsked?: true;
}

/** A certificate and its key, in PEM. */
interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** The certificates of a simulator that serves HTTPS. */
export interface StandInTls {
  /** The certificate with which the kit serves the adapter, for `localhost`. */
  readonly server: KeyPair;
  /** The client certificate with which the kit calls the simulator. */
  readonly client: KeyPair;
  /** The authority that issued the certificate of the simulator's server. */
  readonly ca: string;
}

export interface StandIn {
  /** The URL of the simulator's server: `http://127.0.0.1:PORT`, without a slash at the end; `https:` with `tls`. */
  readonly origin: string;
  readonly tls?: StandInTls;
  /** The options to test, for a provider with `choice`. */
  readonly choices?: readonly StandInChoice[];
  /** The payers' possible actions, at least AGREE. */
  readonly acts: readonly PayerAct[];
  /** ISO 4217 codes, at least one. The first is the default. */
  readonly currencies: readonly string[];
  /**
   * The maximum age of a signed callback. Absent if the provider's signature does not cover a time, so that a replayed
   * callback cannot be detected.
   */
  readonly signatureMsMax?: number;
  /** True if callbacks are not signed, but authenticated by a secret in their URL. */
  readonly isUnsigned?: true;
  /**
   * The URL to which the simulator sends callbacks. Absent: the simulator only returns them by `callback`, and there is
   * no server for them.
   */
  readonly callbackUrl?: string;
  /** The settings with which an adapter calls the provider at `origin`, which is the kit's own server. */
  environment(origin: string): ProviderEnvironment;
  /** A merchant's account, with the members of `ProviderFacts.merchantAccount`. Absent if there are no such members. */
  account?(merchantId: string): Readonly<Record<string, string>>;
  /**
   * Performs the payer's action, on the payment's page or otherwise. An action that the provider no longer allows has
   * no effect, and is not an error.
   *
   * @param reason the provider's reason for a decline, if it gives one
   * @returns the URL to which the payer's browser is redirected; undefined if it is not redirected
   */
  pay(act: PayerAct, payment: StandInPayment, reason?: string): Promise<string | undefined>;
  /**
   * For a provider whose results come later than the payer's agreement: makes the result available. It is not available
   * before this call.
   */
  settle?(payment: StandInPayment): Promise<void>;
  /** @returns the callback that the provider's server would send now; undefined if it has no news of the payment */
  callback(payment: StandInPayment, signer: Signer): Promise<RawCallback | undefined>;
  /**
   * @param reference the gateway's reference, for a provider that does not receive the order id
   * @returns all payments and executed movements of an order, without declined movements
   */
  ledger(order: string, reference: string): Promise<readonly LedgerEntry[]>;
  close(): Promise<void>;
}

/** Starts the simulator. @throws Error if it cannot be started */
export type StartStandIn = () => Promise<StandIn>;
