/**
 * The port of a browser-payment provider: create a payment, query its status, confirm it, cancel it, move its money
 * afterwards, and verify the provider's callbacks.
 *
 * The gateway makes each reference before it calls the provider, so all calls are idempotent.
 *
 * Adapters may be in third-party packages. A change that breaks existing ones raises `PROVIDER_PORT` in
 * `src/adapters/providers/packages`; `src/adapters/providers/conformance` checks that adapters conform to this file.
 */
import type { Currency } from '../../contract/money.ts';
import type { PaymentConfirmation } from '../../contract/providers/index.ts';
import type { ProviderDispute } from './disputes.ts';
import type { PaymentChoice } from './payment-choice.ts';
import type {
  BrowserOperation,
  ProviderAccount,
  ProviderAddress,
  ProviderMoney,
  ProviderPayment,
  ProviderReply,
  UnansweredRequest,
} from './provider-payments.ts';

/** The movements of a successful payment. */
export type ProviderMovementKind = 'CAPTURE' | 'REFUND' | 'UPDATE' | 'VOID';

/** The accounts of merchants with providers, from their profiles. */
export interface ProviderAccounts {
  /** @param merchantKey the key of an existing merchant */
  ofKey(merchantKey: number, provider: string): Promise<ProviderAccount>;
  /** @returns undefined if there is no such merchant */
  ofMerchant(merchantId: string, provider: string): Promise<ProviderAccount | undefined>;
}

/** A line of the order, as the merchant gave it. An adapter omits the fields that its provider cannot show. */
export interface ProviderItem {
  readonly name: string;
  /** A decimal number: 1.5 metres are possible. */
  readonly quantity: string;
  /** A decimal number in major units, as text. Without tax; negative for a rebate. */
  readonly unitPrice: string;
  /** The tax in the same form as `unitPrice`. */
  readonly unitTax?: string;
  readonly description?: string;
  readonly sku?: string;
}

/**
 * The parts of the amount in minor units. Their sum is the amount. The discount is subtracted, unless the other parts
 * already include it.
 */
export interface ProviderSubtotals {
  readonly items?: bigint;
  readonly shipping?: bigint;
  readonly tax?: bigint;
  readonly discount?: bigint;
}

export interface NewProviderPayment {
  /** The gateway's permanent id of the payment: at most 32 characters from A-Z, a-z, 0-9 and `-`. */
  readonly reference: string;
  readonly account: ProviderAccount;
  /** The shop's name as payers see it. */
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
   * The URL to which the provider returns the payer's browser, by GET or by POST of a form. Contains a secret of this
   * payment.
   */
  readonly returnUrl: string;
  /** The URL for a payer who cancels. Contains a secret of this payment. */
  readonly cancelUrl: string;
  /**
   * The URL of a page of the gateway, where the payer chooses an option of a provider with `choice`, or sees the `code`
   * of the payment. Contains a secret of this payment.
   */
  readonly choiceUrl: string;
  /** The URL to which the provider's server sends callbacks. */
  readonly callbackUrl: string;
  readonly shipping: {
    /** True if the provider shows the address. */
    readonly displayed: boolean;
    /** True if the payer may choose another address at the provider. */
    readonly changeable: boolean;
    readonly address?: ProviderAddress;
  };
}

/** The code by which a payer pays at a provider without pages: scanned as a QR code, or copied. */
export interface ShownCode {
  /** The text of the code, at most 512 characters. */
  readonly text: string;
  /** The end of the time in which the payer can pay, milliseconds since 1970. */
  readonly payableUntil: number;
}

export type CreateOutcome =
  | {
      readonly status: 'CREATED';
      readonly pageUrl: string;
      /** Absent if the payment starts at the provider only after the payer has chosen an option. */
      readonly providerReference?: string;
      /** Shown on the page at `choiceUrl`, to which `pageUrl` is then equal. */
      readonly code?: ShownCode;
    }
  | { readonly status: 'REFUSED'; readonly reply: ProviderReply }
  | UnansweredRequest;

/**
 * OPEN: the payer has not agreed. AGREED: the payer has agreed, and the confirmation is awaited. CHOOSE_AGAIN: the
 * provider cannot execute the payment as agreed, and the payer may choose another way to pay there; `reply` applies if
 * the payer has been sent back before. WAITING: no further consent is needed, and the result is awaited. With
 * `accepted`, the payer's bank has accepted the payment and may still reject it; this reply applies unless it does.
 * DECIDED: final, success or failure. UNKNOWN_PAYMENT: the provider never received it.
 */
export type ProviderState =
  | { readonly status: 'OPEN' | 'AGREED'; readonly money: ProviderMoney }
  | { readonly status: 'WAITING'; readonly money: ProviderMoney; readonly accepted?: ProviderReply }
  | { readonly status: 'CHOOSE_AGAIN'; readonly money: ProviderMoney; readonly reply: ProviderReply }
  | { readonly status: 'DECIDED'; readonly money: ProviderMoney; readonly reply: ProviderReply }
  | { readonly status: 'UNKNOWN_PAYMENT' };

export type StateOutcome = ProviderState | UnansweredRequest;

/** A capture, refund, update or void of a successful payment. Idempotent by `reference`. */
export interface ProviderMovement {
  /** The gateway's permanent id of the movement, in the form of `NewProviderPayment.reference`. */
  readonly reference: string;
  readonly payment: ProviderPayment;
  readonly orderId: string;
  /** The merchant's transaction id; absent for the refund of a late capture. */
  readonly transactionId?: string;
  readonly kind: ProviderMovementKind;
  /** Minor units; for an update, the new total. */
  readonly amount: bigint;
  readonly currency: Currency;
  /** For a void: the reference of the movement to void; absent for the payment itself. */
  readonly target?: string;
  /**
   * The provider's own number for the target of the movement: the newest authorization, the capture to refund, or the
   * movement to void. Absent if its reply had no number, and for the refund of a late capture.
   */
  readonly restsOn?: string;
  /** True for the final capture of the authorization. */
  readonly isLast?: boolean;
  /** `transaction.reference`; the sandbox's providers read forced outcomes from it. */
  readonly transactionReference?: string;
}

export type MovementOutcome = { readonly status: 'REPLIED'; readonly reply: ProviderReply } | UnansweredRequest;

/** A callback as received. */
export interface RawCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
  /** The part of the path after the callback URL, without the leading slash; absent if empty. */
  readonly path?: string;
}

/** The claims of a genuine callback. They only trigger a status query, whose reply alone counts. */
export interface Callback {
  /** The gateway's reference of the payment. */
  readonly reference: string;
  /**
   * The money that the message states, if any. A message with another amount, currency or order does not belong to this
   * payment.
   */
  readonly money?: ProviderMoney;
  /** The provider's name of the status, at most 40 characters; for the timeline. */
  readonly says: string;
  /** True if the money of a successful payment may have been returned, so that its status must be queried once more. */
  readonly takesBack?: true;
  /** The dispute that the message is about, as the provider describes it when it is asked. */
  readonly dispute?: ProviderDispute;
}

/**
 * FORGED: the signature is wrong or too old, or the message cannot be read. UNVERIFIED: the signature cannot be
 * verified at present, and the sender is asked to retry. UNRELATED: the message is genuine, but does not belong to a
 * payment of this gateway.
 */
export type CallbackOutcome =
  | ({
      readonly status: 'GENUINE';
      /** The claims about other payments in the same message. */
      readonly others?: readonly Callback[];
    } & Callback)
  | { readonly status: 'FORGED' | 'UNRELATED' | 'UNVERIFIED' };

/** A certificate of this gateway for a provider. Times are milliseconds since 1970. */
export interface ProviderCertificate {
  /** The name of the setting with the certificate's path, for the operator. */
  readonly name: string;
  readonly from: number;
  readonly until: number;
}

/** The adapter of a provider. Its methods do not throw, and wait at most `PROVIDER_ANSWER_MS_MAX`. */
export interface Provider {
  /** The provider's id, also the name of its group in `browserPayment`. */
  readonly id: string;
  /** Present if the payer chooses an option of the provider. `create` then returns `choiceUrl` as the payer's page. */
  readonly choice?: PaymentChoice;
  /** The certificates that expire and have to be renewed. */
  readonly certificates?: readonly ProviderCertificate[];
  create(payment: NewProviderPayment): Promise<CreateOutcome>;
  state(payment: ProviderPayment): Promise<StateOutcome>;
  /**
   * Confirms a payment that the payer agreed to, so that the provider executes it. @returns the payment's state
   * afterwards
   */
  confirm(payment: ProviderPayment): Promise<StateOutcome>;
  /**
   * Cancels an open payment. @returns the payment's state afterwards: DECIDED with a success if the payer paid first
   */
  cancel(payment: ProviderPayment): Promise<StateOutcome>;
  move(movement: ProviderMovement): Promise<MovementOutcome>;
  /**
   * @param account the account of the merchant that the URL names; absent if the URL names no merchant, because the
   *   provider has no merchant accounts
   */
  callback(raw: RawCallback, now: number, account?: ProviderAccount): CallbackOutcome | Promise<CallbackOutcome>;
}

/** The longest wait of a payer or merchant for a provider's server. */
export const PROVIDER_ANSWER_MS_MAX = 10_000;

/** The availability of providers, as observed by this process. */
export interface ProviderHealth {
  /**
   * False while the provider does not answer requests of this merchant. The page then does not offer the provider, and
   * a payment that is started nevertheless is refused at once.
   *
   * @param option checks this option of a provider with `choice`, instead of the whole provider
   */
  isAnswering(provider: string, merchantId: string, option?: string): boolean;
}

/** The configured providers, by id. */
export type Providers = ReadonlyMap<string, Provider>;
