/**
 * What the gateway needs of a browser-payment provider, in the gateway's own words: begin a payment, say how it stands,
 * confirm it, withdraw it, move its money afterwards, and vouch for its own server's word.
 *
 * Every name here is ours and made before the provider hears of it, so each call can be repeated and moves nothing
 * twice.
 */
import type { PaymentConfirmation } from '../contract/fields/provider-facts.ts';
import type { GatewayCode } from '../contract/gateway-codes.ts';
import type { Currency } from '../contract/money.ts';

export type BrowserOperation = 'AUTHORIZE' | 'PAY';

/** What can be done with the money of a payment that succeeded. */
export type ProviderMovementKind = 'CAPTURE' | 'REFUND' | 'VOID';

/** Where the goods go, as the merchant gave it. */
export interface ProviderAddress {
  readonly name?: string;
  readonly street?: string;
  readonly street2?: string;
  readonly city?: string;
  readonly postcodeZip?: string;
  readonly stateProvince?: string;
  /** ISO 3166-1 alpha-3. */
  readonly country?: string;
}

export interface NewProviderPayment {
  /** Ours, for ever: at most 32 characters from A-Z, a-z, 0-9 and `-`. */
  readonly reference: string;
  readonly merchantId: string;
  /** As payers know the shop. */
  readonly merchantName: string;
  readonly orderId: string;
  readonly operation: BrowserOperation;
  readonly confirmation: PaymentConfirmation;
  /** Minor units of `currency`. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly description?: string;
  /** `order.reference`; the sandbox's providers read outcomes from it. */
  readonly orderReference?: string;
  readonly email?: string;
  /** Where the provider sends the payer's browser, by GET or by a form's POST. Holds a secret of this payment alone. */
  readonly returnUrl: string;
  /** Where the provider's server tells what became of it. */
  readonly callbackUrl: string;
  readonly shipping: {
    /** Whether the provider shows the address. */
    readonly displayed: boolean;
    /** Whether the payer may choose another one there. */
    readonly changeable: boolean;
    readonly address?: ProviderAddress;
  };
}

/** What a provider said of a payment or a movement that is decided. */
export interface ProviderReply {
  readonly gatewayCode: GatewayCode;
  /**
   * In the provider's own terms, for `response.acquirerCode` and `response.acquirerMessage`: at most 100 characters
   * each.
   */
  readonly code: string;
  readonly message: string;
  /** The provider's own number for it. */
  readonly providerReference?: string;
  /** Fields of the provider's group in `sourceOfFunds.provided`. */
  readonly account?: Readonly<Record<string, string>>;
  /** Where the payer wants the goods, as chosen there: each field within the limits of `shipping.address`. */
  readonly shippingAddress?: ProviderAddress;
}

/** NO_ANSWER: it may have arrived. NOT_SENT: it certainly did not. */
export type Unanswered = { readonly status: 'NO_ANSWER' } | { readonly status: 'NOT_SENT' };

export type CreateOutcome =
  | { readonly status: 'CREATED'; readonly pageUrl: string; readonly providerReference: string }
  | { readonly status: 'REFUSED'; readonly reply: ProviderReply }
  | Unanswered;

/** What the provider has the payment down for; it must be what we asked for, or no result counts. */
export interface ProviderMoney {
  /** Minor units. */
  readonly amount: bigint;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  readonly orderId: string;
}

/**
 * OPEN: the payer has not agreed. AGREED: the payer has, and the merchant's confirmation is awaited. WAITING: everyone
 * has, and the result is awaited. DECIDED: final, good or bad. UNKNOWN_PAYMENT: the provider never heard of it.
 */
export type ProviderState =
  | { readonly status: 'OPEN' | 'AGREED' | 'WAITING'; readonly money: ProviderMoney }
  | { readonly status: 'DECIDED'; readonly money: ProviderMoney; readonly reply: ProviderReply }
  | { readonly status: 'UNKNOWN_PAYMENT' };

export type StateOutcome = ProviderState | Unanswered;

/**
 * A capture, refund or void of a payment that succeeded. The same `reference` again is a repeat, and moves nothing
 * twice.
 */
export interface ProviderMovement {
  /** Ours, as `NewProviderPayment.reference` is. */
  readonly reference: string;
  /** Reference of the payment. */
  readonly payment: string;
  readonly kind: ProviderMovementKind;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  /** Of a void: reference of the movement that is undone; absent where it is the payment itself. */
  readonly target?: string;
  /** `transaction.reference`; the sandbox's providers read forced outcomes from it. */
  readonly transactionReference?: string;
}

export type MovementOutcome = { readonly status: 'REPLIED'; readonly reply: ProviderReply } | Unanswered;

/** A callback as it came. */
export interface RawCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

/** What a genuine callback claims. It only makes the gateway ask: nothing is believed but the provider's own answer. */
export interface Callback {
  /** Reference of the payment. */
  readonly reference: string;
  readonly money: ProviderMoney;
  /** The provider's word for how it stands, at most 40 characters; for the timeline. */
  readonly says: string;
}

/** An adapter. No call throws, and none waits longer than `PROVIDER_ANSWER_MS_MAX`. */
export interface Provider {
  /** The name of its group in `browserPayment`. */
  readonly id: string;
  create(payment: NewProviderPayment): Promise<CreateOutcome>;
  state(reference: string): Promise<StateOutcome>;
  /** Makes the payment that the payer agreed to. @returns how it stands then */
  confirm(reference: string): Promise<StateOutcome>;
  /**
   * Makes an open payment impossible. @returns how it stands then: DECIDED with a success where the payer was faster
   */
  cancel(reference: string): Promise<StateOutcome>;
  move(movement: ProviderMovement): Promise<MovementOutcome>;
  /** @returns undefined where the signature is wrong, too old, or the message cannot be read */
  callback(raw: RawCallback, now: number): Callback | undefined;
}

/** The longest that a payer or a merchant waits for a provider's server. */
export const PROVIDER_ANSWER_MS_MAX = 10_000;

/** The providers that this gateway is set up for, by id. */
export type Providers = ReadonlyMap<string, Provider>;
