/**
 * The conformance kit's interface to a simulator of the provider, by the author of an adapter. The kit calls the
 * adapter, the simulator answers it, and in between the kit drops, delays and alters messages. So a simulator only has
 * to work like the provider, without faults of its own.
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
  /** `NewProviderPayment.orderId`: each payment of the kit has its own. */
  readonly order: string;
  /** The gateway's reference. */
  readonly reference: string;
  /**
   * The page to which the payer is redirected; the gateway's own page if the provider asks the payer elsewhere, such as
   * in an app.
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
   * OPEN: a payment that may still be made. MADE: the money moved or is held, also if it was voided or refunded later,
   * which is an entry of its own. OVER: declined or cancelled, finally.
   */
  readonly state: 'MADE' | 'OPEN' | 'OVER';
}

/**
 * PROVIDER: signed by the provider. STRANGER: the same message in the same form, signed with another key, or sent to an
 * address with another secret.
 */
export type Signer = 'PROVIDER' | 'STRANGER';

/** An option of a provider with `choice`. */
export interface StandInChoice {
  /** `PaymentOption.id` */
  readonly option: string;
  /** The payer's input for it. */
  readonly typed: { readonly [Field in PaymentOptionField]?: string };
  /** The payer agrees without a page: `ask` makes the provider ask them. */
  readonly isAsked?: true;
}

/** PEM. */
interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** The certificates of a simulator that serves HTTPS. */
export interface StandInTls {
  /** The kit's certificate as the server for the adapter, for `localhost`. */
  readonly server: KeyPair;
  /** The kit's certificate as a client of the server. */
  readonly client: KeyPair;
  /** The authority of the server's own certificate. */
  readonly ca: string;
}

export interface StandIn {
  /** The address of its server: `http://127.0.0.1:PORT`, without a slash at the end; `https:` with `tls`. */
  readonly origin: string;
  readonly tls?: StandInTls;
  /** For a provider with `choice`: the options to test. */
  readonly choices?: readonly StandInChoice[];
  /** The payers' possible actions, at least AGREE. */
  readonly acts: readonly PayerAct[];
  /** ISO 4217 codes, at least one. The first is the default. */
  readonly currencies: readonly string[];
  /**
   * The maximum age of a signed callback. Absent: the provider signs no time, so a replayed callback cannot be
   * detected.
   */
  readonly signatureMsMax?: number;
  /** Its callbacks are not signed, but authenticated by a secret in their address. */
  readonly isUnsigned?: true;
  /**
   * The address for the simulator's callbacks. Absent: it returns them only by `callback`, and no server listens for
   * them.
   */
  readonly callbackUrl?: string;
  /** The settings of an adapter that reaches the provider at `origin`, the kit's own address. */
  environment(origin: string): ProviderEnvironment;
  /** A merchant's account, with the members of `ProviderFacts.merchantAccount`. Absent without them. */
  account?(merchantId: string): Readonly<Record<string, string>>;
  /**
   * Performs the payer's action, on the payment's page or otherwise. An action that the provider no longer allows has
   * no effect, and is not an error.
   *
   * @param reason for a decline: the provider's reason, if it gives one
   * @returns the address to which the payer's browser is redirected; undefined if the payer stays
   */
  pay(act: PayerAct, payment: StandInPayment, reason?: string): Promise<string | undefined>;
  /**
   * For results that come later than the payer's agreement: makes the result available now. It does not come before.
   */
  settle?(payment: StandInPayment): Promise<void>;
  /** @returns the callback of the provider's server at this point; undefined if it has no news of the payment */
  callback(payment: StandInPayment, signer: Signer): Promise<RawCallback | undefined>;
  /**
   * @param reference the gateway's, for a provider that does not get the order
   * @returns every payment and every executed movement of an order, without declined movements
   */
  ledger(order: string, reference: string): Promise<readonly LedgerEntry[]>;
  close(): Promise<void>;
}

/** @throws the error that prevents the start */
export type StartStandIn = () => Promise<StandIn>;
