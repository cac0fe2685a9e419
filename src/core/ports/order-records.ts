/**
 * The records of orders and transactions. They have no card data in clear: numbers are masked, or sealed in
 * `sealedCard`.
 */
import type { CardBrandName, CardScheme, FundingMethod } from '../../contract/card-names.ts';
import type { ItemFields, RequestFields, SourceOfFundsFields } from '../../contract/request-fields.ts';
import type { OrderState, TransactionType } from '../order/order.ts';
import type { OrderStatus } from '../order/order-status.ts';
import type { OrderOperation } from '../order/transitions.ts';
import type { Assessment, RiskResult, RiskReview } from '../risk/index.ts';
import type { AcquirerReply, ReversalAdvice } from './acquirer.ts';
import type { ProviderReply } from './provider-payments.ts';
import type { SealPlace } from './sealer.ts';

export type InitialOperation = 'AUTHORIZE' | 'PAY' | 'VERIFY';

/** The payment instrument, as responses show it. */
export type InstrumentView = CardView | ProviderView;

/** The payer's account with a browser-payment provider; its details come with the provider's reply. */
export interface ProviderView {
  readonly type: 'BROWSER_PAYMENT';
  readonly provider: string;
}

type CardFields = NonNullable<NonNullable<SourceOfFundsFields['provided']>['card']>;

export interface CardView {
  readonly type: 'CARD' | 'GIFT_CARD';
  readonly brand: CardBrandName;
  readonly scheme: CardScheme;
  readonly localBrand?: string;
  readonly fundingMethod: FundingMethod;
  /** The masked number; absent if the number could not be read. */
  readonly number?: string;
  readonly lastFour?: string;
  readonly expiry?: { readonly month: string; readonly year: string };
  readonly nameOnCard?: string;
  readonly accountType?: CardFields['accountType'];
  readonly sequenceNumber?: string;
  readonly storedOnFile?: CardFields['storedOnFile'];
  readonly trackDataProvided?: boolean;
  readonly securityCodeProvided?: boolean;
  /** EMV data elements without the sensitive ones. */
  readonly emvRequest?: string;
  /** The number is of the payer's device, which authenticated the payer. `eci`: as its token says. */
  readonly device?: { readonly eci: string | undefined };
  readonly token?: string;
}

export type EntryPoint = 'BATCH' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'WEB_SERVICES_API';

/** The data for the pages of a hosted payment after its session has expired. */
export interface PayerPage {
  /** The shop's name as the checkout shows it. */
  readonly shopName: string;
  /** The URL of the shop's site, which does not identify the order. */
  readonly shopUrl?: string;
  /** The language that the merchant chose, BCP 47. */
  readonly locale?: string;
  /** The time zone that the payer's browser reported, IANA. */
  readonly timeZone?: string | undefined;
  /** Present if a receipt is sent to `customer.email`. */
  readonly receipt?: PayerReceipt;
}

/** The data of the receipt that the transaction does not have. */
export interface PayerReceipt {
  /** The language that the payer was shown, BCP 47. */
  readonly locale: string;
  /** The shop's contact details, as on the checkout. */
  readonly addressLines: readonly string[];
  readonly email?: string;
  readonly phone?: string;
  /** Whether the shop's server named the payer: only then do mails lead to the saved cards of `customer.id`. */
  readonly isNamed?: true | undefined;
}

/** A partial payment of the order that is reserved until the rest is paid, or until it expires. */
export interface HoldPart {
  readonly kind: 'HOLD';
  /** The time at which the hold is released, milliseconds since 1970. */
  readonly until: number;
  /** Identifies the payer of the gift card by the payer's cookie; absent without a cookie. */
  readonly by?: string;
}

/** The payment of the remaining amount, after the holds. */
export interface RestPart {
  readonly kind: 'REST';
}

/** How a successful payment stores its card, decided before it is sent. */
export interface SavedAs {
  readonly token: string;
  /**
   * True if the token id preserves the first and last digits of the card number. If the id is taken, the next one also
   * does.
   */
  readonly isPreserving?: true;
  /** True if the merchant has one token per card. */
  readonly isUnique?: true;
  /**
   * The months for which the card is kept for the payer of `customer.id`; absent if it is kept for the merchant alone.
   */
  readonly customerMonths?: number;
}

/** `item` has the lines of a capture or refund. The lines of the order are in `order`. */
export type TransactionDetails = RequestFields & { readonly item?: ItemFields[] | undefined };

export interface TransactionRequest {
  /** SETTLEMENT: recorded from a processor's settlement report, without a request. */
  readonly operation: OrderOperation | 'SETTLEMENT';
  readonly type: TransactionType;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  readonly currency: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly instrument: InstrumentView;
  /**
   * The request's groups as read, without card data. For a subsequent transaction, merged over those of its
   * predecessor.
   */
  readonly details: TransactionDetails;
  /** The id of the order's transaction that this transaction captures, refunds, updates, voids or resubmits. */
  readonly target?: string;
  /**
   * The name of the acquirer. Absent for the default acquirer, or if the transaction has no acquirer. Subsequent
   * transactions have the same acquirer.
   */
  readonly acquirer?: string;
  /**
   * The authorization code that the merchant obtained from the issuer outside the gateway. It is sent to the acquirer.
   */
  readonly authorizationCode?: string;
  /** The result, for a transaction that is not sent to the acquirer. */
  readonly decided?: AcquirerReply['gatewayCode'];
  /** True if the transaction is not sent because the payer cancelled the challenge. */
  readonly isCancelled?: true;
  /** True if the merchant's profile has rules on the acquirer's reply. */
  readonly riskChecked?: true;
  /** The result of the risk rules before the request to the acquirer; absent without rules. */
  readonly risk?: Assessment;
  /** True if risk rules count the payment among the attempts of its card, payer and other subjects. */
  readonly counted?: true;
  readonly session?: number;
  /** The data for the payer's pages, for a payment on the hosted page. */
  readonly page?: PayerPage;
  /** For a refund: the refund request that the operator has approved. */
  readonly approved?: string;
  /** For a browser payment: the caller's IP address. */
  readonly from?: string;
  /** The part of the order that the transaction pays; `amount` is the amount of the part. */
  readonly part?: HoldPart | RestPart;
  /** How to store the card after a successful payment; absent unless the payer asked for it. */
  readonly savedAs?: SavedAs;
  /** The URL to which the outcome's notification is sent; absent without a notification. */
  readonly notificationUrl?: string;
  /**
   * True if the transaction was adopted from the acquirer's ledger after a restore. Its request is unknown until the
   * merchant repeats it.
   */
  readonly adopted?: true;
}

export interface TransactionOutcome {
  /** The acquirer's reply; absent without one. */
  readonly reply?: AcquirerReply;
  /** The browser-payment provider's reply, if the provider processed the transaction. */
  readonly provider?: ProviderReply;
  readonly gatewayCode: AcquirerReply['gatewayCode'];
  /** True if an operator settled the result by hand. */
  readonly isByHand?: true;
  /** The token that the payment created for its card. */
  readonly savedToken?: string;
  /** The final result of the risk rules, with the decision of a person, if any. */
  readonly risk?: RiskResult;
  /** The order right after this transaction, for repeats of its response. */
  readonly order: OrderSnapshot;
}

export interface OrderSnapshot {
  readonly status: OrderStatus;
  readonly amount: bigint;
  readonly currency: string;
  readonly totalAuthorized: bigint;
  readonly totalCaptured: bigint;
  readonly totalRefunded: bigint;
  /** Absent without a chargeback. */
  readonly totalChargedBack?: bigint;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredTransaction {
  readonly key: number;
  readonly orderKey: number;
  readonly transactionId: string;
  readonly fingerprint: Uint8Array;
  readonly request: TransactionRequest;
  /** Absent while the transaction is in flight. */
  readonly outcome?: TransactionOutcome;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredOrder {
  readonly key: number;
  readonly merchantKey: number;
  readonly orderId: string;
  readonly state: OrderState;
  /** Key of the transaction in flight; null if the order is not locked. */
  readonly lockedBy: number | null;
  readonly fence: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A transaction without an outcome, its order and merchant. */
export interface IncompleteTransaction {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
}

/** A transaction with an open result, and the data for its status query. */
export interface FollowUp {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
  /** The number of status queries so far. */
  readonly queries: number;
}

/** A transaction's card, and the merchant that it is sealed for. */
export interface SealedCard {
  readonly sealed: Uint8Array;
  readonly merchantKey: number;
}

/** The purpose under which a transaction's card is sealed. */
export function cardPlace(
  merchantKey: number,
  { key, orderKey }: Pick<StoredTransaction, 'key' | 'orderKey'>,
): SealPlace {
  const before = `transaction ${key} card`;
  return { bound: `merchant ${merchantKey} order ${orderKey} ${before}`, before };
}

/** A refund request on which the operator has decided. */
export interface RefundDecision {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
  readonly decision: 'APPROVED' | 'REJECTED';
}

/** A payment that risk rules held and on which a person has decided. */
export interface RiskDecision {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
  readonly review: RiskReview;
}

export interface PendingReversal {
  readonly key: number;
  readonly advice: ReversalAdvice;
  readonly attempts: number;
}
