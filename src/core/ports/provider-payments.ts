/** A payment at a browser-payment provider, as its adapter receives it, and the provider's reply. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';

export type BrowserOperation = 'AUTHORIZE' | 'PAY';

/** A merchant's account with a provider. */
export interface ProviderAccount {
  readonly merchantId: string;
  /**
   * The account's members in the merchant's profile, with secrets decrypted; the names are those of
   * `ProviderFacts.merchantAccount`. Empty if the profile has no account: an operator may have removed it while
   * payments were open.
   */
  readonly members: Readonly<Record<string, string>>;
}

/**
 * The money of the payment at the provider. If it does not match the request (amount mismatch), the result is ignored.
 */
export interface ProviderMoney {
  /** Minor units. */
  readonly amount: bigint;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  readonly orderId: string;
}

/** A started payment, as passed to its adapter. */
export interface ProviderPayment {
  /** The gateway's id of the payment: `NewProviderPayment.reference`. */
  readonly reference: string;
  /** The provider's own number for the payment; absent if the reply to `create` was lost. */
  readonly providerReference?: string;
  readonly operation: BrowserOperation;
  readonly account: ProviderAccount;
  /** 1 at first; incremented each time that the payer returns to the provider to choose another way to pay. */
  readonly attempt: number;
  /** The money that the gateway requested, for providers whose replies do not state all of it. */
  readonly asked: ProviderMoney;
}

/** The shipping address that the merchant gave. */
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

/** A provider's final reply on a payment or movement. */
export interface ProviderReply {
  readonly gatewayCode: GatewayCode;
  /**
   * The provider's own code and text, for `response.acquirerCode` and `response.acquirerMessage`: at most 100
   * characters each.
   */
  readonly code: string;
  readonly message: string;
  /** The provider's own number for the payment or movement. */
  readonly providerReference?: string;
  /** Fields of the provider's group in `sourceOfFunds.provided`. */
  readonly account?: Readonly<Record<string, string>>;
  /** The shipping address that the payer chose at the provider, each field within the limits of `shipping.address`. */
  readonly shippingAddress?: ProviderAddress;
}

/** NO_ANSWER: the request may have arrived. NOT_SENT: it certainly did not. */
export type UnansweredRequest =
  | { readonly status: 'NO_ANSWER' }
  /** `retryAfterMs`: the provider refused the request, and states when to retry. */
  | { readonly status: 'NOT_SENT'; readonly retryAfterMs?: number };
