/**
 * The port of a browser-payment provider, in the gateway's terms: create a payment, query its status, confirm it,
 * cancel it, move its money afterwards, and verify the provider's callbacks.
 *
 * Every reference is made by the gateway and before the provider is called, so each call is idempotent.
 *
 * Adapters may lie in packages of others. A change that one written before would not keep raises `PROVIDER_PORT` in
 * `src/providers/packages`; `src/providers/conformance` holds every adapter to what is said here.
 */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { Currency } from '../../contract/money.ts';
import type { PaymentConfirmation } from '../../contract/providers/index.ts';
import type { PaymentChoice } from './payment-choice.ts';

export type BrowserOperation = 'AUTHORIZE' | 'PAY';

/** What can be done with the money of a payment that succeeded. */
export type ProviderMovementKind = 'CAPTURE' | 'REFUND' | 'UPDATE' | 'VOID';

/** The account of a merchant with a provider. */
export interface ProviderAccount {
  readonly merchantId: string;
  /**
   * What its profile holds of it, secrets opened, by the members of `ProviderFacts.merchantAccount`. Empty where it
   * holds nothing, also when it was removed while payments were open.
   */
  readonly members: Readonly<Record<string, string>>;
}

/** The accounts of merchants with providers, from their profiles. */
export interface ProviderAccounts {
  /** @param merchantKey of a merchant that exists */
  ofKey(merchantKey: number, provider: string): Promise<ProviderAccount>;
  /** @returns undefined where there is no such merchant */
  ofMerchant(merchantId: string, provider: string): Promise<ProviderAccount | undefined>;
}

/** A payment that was begun, as its adapter is asked about it. */
export interface ProviderPayment {
  /** Made by the gateway: `NewProviderPayment.reference`. */
  readonly reference: string;
  /** The provider's own number for it; absent where its answer to `create` never came. */
  readonly providerReference?: string;
  readonly operation: BrowserOperation;
  readonly account: ProviderAccount;
  /** 1; one more for each time that the payer was sent back to choose another way to pay there. */
  readonly attempt: number;
  /** What the gateway asked for, where the provider's own answer cannot say it all. */
  readonly asked: ProviderMoney;
}

/** Where the goods are shipped, as the merchant gave it. */
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

/** A line of the order, as the merchant gave it: what a provider cannot show of it, its adapter leaves out. */
export interface ProviderItem {
  readonly name: string;
  /** Decimal text: there may be 1.5 metres. */
  readonly quantity: string;
  /** Decimal text of major units, without tax; negative of a rebate. */
  readonly unitPrice: string;
  /** As `unitPrice`. */
  readonly unitTax?: string;
  readonly description?: string;
  readonly sku?: string;
}

/** What the amount consists of, in minor units: they add up to it, with the discount taken off or in them already. */
export interface ProviderSubtotals {
  readonly items?: bigint;
  readonly shipping?: bigint;
  readonly tax?: bigint;
  readonly discount?: bigint;
}

export interface NewProviderPayment {
  /** Permanent and made by the gateway: at most 32 characters from A-Z, a-z, 0-9 and `-`. */
  readonly reference: string;
  readonly account: ProviderAccount;
  /** The shop's name for payers. */
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
  readonly items?: readonly ProviderItem[];
  readonly subtotals?: ProviderSubtotals;
  /**
   * Where the provider redirects the payer's browser, by GET or by a form's POST. Holds a secret of this payment alone.
   */
  readonly returnUrl: string;
  /** Where it redirects a payer who does not want to pay: that cancels the payment. As secret. */
  readonly cancelUrl: string;
  /**
   * A page of the gateway's, as secret: where a provider with `choice` lets the payer choose with whom to pay, before
   * anything is begun, and where one whose payments have a `code` has it shown.
   */
  readonly choiceUrl: string;
  /** Where the provider's server sends callbacks. */
  readonly callbackUrl: string;
  readonly shipping: {
    /** Whether the provider shows the address. */
    readonly displayed: boolean;
    /** Whether the payer may choose another one there. */
    readonly changeable: boolean;
    readonly address?: ProviderAddress;
  };
}

/** A provider's answer on a payment or a movement that is decided. */
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
  /**
   * The address for the goods that the payer chose at the provider: each field within the limits of `shipping.address`.
   */
  readonly shippingAddress?: ProviderAddress;
}

/** NO_ANSWER: it may have arrived. NOT_SENT: it certainly did not. */
export type Unanswered =
  | { readonly status: 'NO_ANSWER' }
  /** `retryAfterMs`: the provider turned us away, and says when to come again. */
  | { readonly status: 'NOT_SENT'; readonly retryAfterMs?: number };

/** What a payer pays by, of a provider without pages of its own: scanned as a QR code, or copied. */
export interface ShownCode {
  /** At most 512 characters. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly payableUntil: number;
}

export type CreateOutcome =
  | {
      readonly status: 'CREATED';
      readonly pageUrl: string;
      /** Absent: the provider hears of the payment only once the payer has chosen. */
      readonly providerReference?: string;
      /** The page at `choiceUrl`, which is `pageUrl` then, shows it. */
      readonly code?: ShownCode;
    }
  | { readonly status: 'REFUSED'; readonly reply: ProviderReply }
  | Unanswered;

/**
 * The money of the payment at the provider; where it does not match the request, no result counts (amount mismatch).
 */
export interface ProviderMoney {
  /** Minor units. */
  readonly amount: bigint;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  readonly orderId: string;
}

/**
 * OPEN: the payer has not agreed. AGREED: the payer has, and the confirmation is awaited. CHOOSE_AGAIN: what the payer
 * agreed to cannot be done, and the payer may choose another way to pay at the provider; `reply` says why, for when the
 * payer was sent back before. WAITING: all have agreed, and the result is awaited; `accepted` where the payer's bank
 * has accepted to execute the payment and may still reject it, with the reply that counts if it never does. DECIDED:
 * final, success or failure. UNKNOWN_PAYMENT: the provider never received it.
 */
export type ProviderState =
  | { readonly status: 'OPEN' | 'AGREED'; readonly money: ProviderMoney }
  | { readonly status: 'WAITING'; readonly money: ProviderMoney; readonly accepted?: ProviderReply }
  | { readonly status: 'CHOOSE_AGAIN'; readonly money: ProviderMoney; readonly reply: ProviderReply }
  | { readonly status: 'DECIDED'; readonly money: ProviderMoney; readonly reply: ProviderReply }
  | { readonly status: 'UNKNOWN_PAYMENT' };

export type StateOutcome = ProviderState | Unanswered;

/** A capture, refund, update or void of a payment that succeeded. Idempotent by `reference`. */
export interface ProviderMovement {
  /** Made by the gateway, as `NewProviderPayment.reference` is. */
  readonly reference: string;
  readonly payment: ProviderPayment;
  readonly orderId: string;
  /** The merchant's own of the order's transactions; absent of the refund of a late capture. */
  readonly transactionId?: string;
  readonly kind: ProviderMovementKind;
  /** Minor units; of an update the new total. */
  readonly amount: bigint;
  readonly currency: Currency;
  /** Of a void: reference of the movement that is voided; absent where it is the payment itself. */
  readonly target?: string;
  /**
   * The provider's own number for what the movement rests on, from the reply that made it: the newest authorization,
   * the capture that is refunded, what is voided. Absent where that reply had none, and of the refund of a late
   * capture.
   */
  readonly restsOn?: string;
  /** Nothing more will be captured of the authorization. */
  readonly isLast?: boolean;
  /** `transaction.reference`; the sandbox's providers read forced outcomes from it. */
  readonly transactionReference?: string;
}

export type MovementOutcome = { readonly status: 'REPLIED'; readonly reply: ProviderReply } | Unanswered;

/** A callback as received. */
export interface RawCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  /** What the address has after the callback's own, without the slash before it; absent: nothing. */
  readonly path?: string;
}

/** The claims of a genuine callback. They only trigger a status query: the provider's answer to that alone counts. */
export interface Callback {
  /** Reference of the payment. */
  readonly reference: string;
  /** Where the message says it. Another amount, currency or order than ours is not our payment's message. */
  readonly money?: ProviderMoney;
  /** The provider's name of the status, at most 40 characters; for the timeline. */
  readonly says: string;
}

/**
 * FORGED: the signature is wrong, too old, or the message cannot be read. UNVERIFIED: it cannot be told now; the sender
 * is asked to come again. UNRELATED: genuine, and about no payment of ours.
 */
export type CallbackOutcome =
  | ({
      readonly status: 'GENUINE';
      /** Of other payments that the same message is about. */
      readonly others?: readonly Callback[];
    } & Callback)
  | { readonly status: 'FORGED' | 'UNRELATED' | 'UNVERIFIED' };

/** By which a provider knows this gateway. Times are milliseconds since 1970. */
export interface ProviderCertificate {
  /** As the operator knows it: the setting that names it. */
  readonly name: string;
  readonly from: number;
  readonly until: number;
}

/** An adapter. No call throws, and none waits longer than `PROVIDER_ANSWER_MS_MAX`. */
export interface Provider {
  /** The name of its group in `browserPayment`. */
  readonly id: string;
  /** Present where the payer chooses with whom to pay: `create` then gives `choiceUrl` for the page. */
  readonly choice?: PaymentChoice;
  /** Those that end, and have to be renewed. */
  readonly certificates?: readonly ProviderCertificate[];
  create(payment: NewProviderPayment): Promise<CreateOutcome>;
  state(payment: ProviderPayment): Promise<StateOutcome>;
  /** Makes the payment that the payer agreed to. @returns its state then */
  confirm(payment: ProviderPayment): Promise<StateOutcome>;
  /** Cancels an open payment. @returns its state then: DECIDED with a success where the payer was faster */
  cancel(payment: ProviderPayment): Promise<StateOutcome>;
  move(movement: ProviderMovement): Promise<MovementOutcome>;
  /**
   * @param account of the merchant whose address the message came to; absent where the address names none, as those of
   *   providers without merchants' accounts
   */
  callback(raw: RawCallback, now: number, account?: ProviderAccount): CallbackOutcome | Promise<CallbackOutcome>;
}

/** The longest that a payer or a merchant waits for a provider's server. */
export const PROVIDER_ANSWER_MS_MAX = 10_000;

/** What this process has seen of providers. */
export interface ProviderHealth {
  /**
   * False while the provider answers nothing of what this merchant asks: the page does not offer it then, and a payment
   * that is begun nevertheless is refused at once.
   *
   * @param option of a provider with `choice`: whether this one of its options answers
   */
  isAnswering(provider: string, merchantId: string, option?: string): boolean;
}

/** The providers that this gateway is set up for, by id. */
export type Providers = ReadonlyMap<string, Provider>;
