/**
 * The records of orders and transactions. They have no card data in clear: numbers are masked, or sealed in
 * `sealedCard`.
 */
import type { ItemFields, RequestFields } from '../../contract/request-fields.ts';
import type { OrderState, OrderStatus, TransactionType } from '../order/order.ts';
import type { OrderOperation } from '../order/transitions.ts';
import type { Assessment, RiskAttempt, RiskResult, RiskReview } from '../risk/index.ts';
import type { AcquirerReply, ReversalAdvice } from './acquirer.ts';
import type { BrowserEvent, NewBrowserPayment } from './browser-payment-records.ts';
import type { CreateOutcome, ProviderReply } from './providers.ts';
import type { SavedAs } from './saved-cards.ts';
import type { SealPlace } from './sealer.ts';

export type InitialOperation = 'AUTHORIZE' | 'PAY' | 'VERIFY';

/** The payment instrument, as responses show it. */
export type InstrumentView = CardView | ProviderView;

/** The payer's account with a browser-payment provider; its details come with the provider's reply. */
export interface ProviderView {
  readonly type: 'BROWSER_PAYMENT';
  readonly provider: string;
}

export interface CardView {
  readonly type: 'CARD' | 'GIFT_CARD';
  readonly brand: string;
  readonly scheme: string;
  readonly localBrand?: string;
  readonly fundingMethod: string;
  /** Masked. Absent if it could not be read. */
  readonly number?: string;
  readonly lastFour?: string;
  readonly expiry?: { readonly month: string; readonly year: string };
  readonly nameOnCard?: string;
  readonly accountType?: string;
  readonly sequenceNumber?: string;
  /** NOT_STORED, STORED or TO_BE_STORED. */
  readonly storedOnFile?: string;
  readonly trackDataProvided?: boolean;
  readonly securityCodeProvided?: boolean;
  /** EMV data elements without the sensitive ones. */
  readonly emvRequest?: string;
  readonly token?: string;
}

export type EntryPoint = 'BATCH' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'WEB_SERVICES_API';

/** The data for the pages of a hosted payment after its session has expired. */
export interface PayerPage {
  /** The shop's name as the checkout shows it. */
  readonly shopName: string;
  /** The shop's site, without anything of the order. */
  readonly shopUrl?: string;
  /** The language that the merchant chose, BCP 47. */
  readonly locale?: string;
  /** For a payment with a receipt to `customer.email`. */
  readonly receipt?: PayerReceipt;
}

/** The data of the receipt that is not in the transaction. */
export interface PayerReceipt {
  /** The language that the payer was shown, BCP 47. */
  readonly locale: string;
  /** The shop's contact details, as on the checkout. */
  readonly addressLines: readonly string[];
  readonly email?: string;
  readonly phone?: string;
}

/** A partial payment of the order that is reserved until the rest is paid, or until it expires. */
export interface HoldPart {
  readonly kind: 'HOLD';
  /** The time at which it is released, milliseconds since 1970. */
  readonly until: number;
  /** Identifies the payer of the gift card by the payer's cookie; absent without a cookie. */
  readonly by?: string;
}

/** The payment of the remaining amount, after the holds. */
export interface RestPart {
  readonly kind: 'REST';
}

/** `item`: the lines of a capture or refund; the lines of the order are in `order`. */
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
  /** The transaction of the order that this one captures, refunds, updates, voids or resubmits. */
  readonly target?: string;
  /**
   * The name of the acquirer. Absent for the default acquirer, or without one. Subsequent transactions have the same.
   */
  readonly acquirer?: string;
  /** Obtained from the issuer outside the gateway, and sent to the acquirer. */
  readonly authorizationCode?: string;
  /** The result, for a transaction that is not sent to the acquirer. */
  readonly decided?: AcquirerReply['gatewayCode'];
  /** It is not sent because the payer cancelled the challenge. */
  readonly isCancelled?: true;
  /** The merchant has its own rules on the acquirer's reply. */
  readonly riskChecked?: true;
  /** The result of the risk rules before the request to the acquirer; absent without rules. */
  readonly risk?: Assessment;
  /** Risk rules count it among the attempts of its card, payer and other subjects. */
  readonly counted?: true;
  readonly session?: number;
  /** For a payment on the hosted page. */
  readonly page?: PayerPage;
  /** For a refund: the refund request that the operator has approved. */
  readonly approved?: string;
  /** For a browser payment: the network address of the caller. */
  readonly from?: string;
  /** The part of the order that it pays, in `amount`. */
  readonly part?: HoldPart | RestPart;
  /** How to store the card, which the payer asked for, after a successful payment. */
  readonly savedAs?: SavedAs;
  /** The receiver of the outcome's notification; absent without one. */
  readonly notificationUrl?: string;
  /** Booked from the acquirer's ledger after a restore. The request is unknown until the merchant repeats it. */
  readonly adopted?: true;
}

export interface TransactionOutcome {
  /** The acquirer's reply; absent without one. */
  readonly reply?: AcquirerReply;
  /** The browser-payment provider's reply, if the provider processed the transaction. */
  readonly provider?: ProviderReply;
  readonly gatewayCode: AcquirerReply['gatewayCode'];
  /** An operator settled it because no reply came. */
  readonly isByHand?: true;
  /** The token that the payment created for its card. */
  readonly savedToken?: string;
  /** The final result of the risk rules, with the decision of a person, if any. */
  readonly risk?: RiskResult;
  /** The order right after this transaction, as the stored response shows it permanently. */
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
  /** Key of the transaction in flight. */
  readonly lockedBy: number | null;
  readonly fence: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * The records to persist before the message is sent: the order locked by this transaction, and the transaction SENT.
 */
export interface Intent {
  readonly order: StoredOrder;
  /** The order's row does not exist yet. */
  readonly isNew: boolean;
  readonly transaction: StoredTransaction;
  /** Null for a transaction without a card of its own. */
  readonly sealedCard: Uint8Array | null;
  /**
   * The session that supplied sensitive authentication data, which this attempt erases. If another attempt used the
   * data before, no row is written.
   */
  readonly spentSession?: number;
  /** Key of the authentication that this payment uses. If another payment used it before, no row is written. */
  readonly spentAuthentication?: number;
  /** For a transaction that initiates a browser payment. */
  readonly browserPayment?: NewBrowserPayment;
  /** The subjects under which risk rules count it, one row each. */
  readonly attempts?: readonly NewRiskAttempt[];
}

/** The stored attempt of one subject. Subjects are keyed hashes, not names. */
export interface NewRiskAttempt extends Pick<RiskAttempt, 'amount' | 'at' | 'currency'> {
  readonly key: number;
  /** The first result of `attemptSubjects`. */
  readonly subject: Uint8Array;
}

/** A notification to the merchant, as it will be sent. */
export interface NewNotification {
  readonly key: number;
  /** The number within its order: 1, 2, 3. */
  readonly sequence: number;
  readonly version: number;
  readonly url: string;
  /** The result of `receiverOf`. */
  readonly receiver: string;
  /** JSON. */
  readonly body: string;
  /**
   * The end of this process's claim, and the next due time if it was not sent by then. Absent: any process may claim
   * it.
   */
  readonly claimedUntil?: number;
}

/** A reversal to be acknowledged by the acquirer of this name. */
export interface NewReversal {
  readonly key: number;
  readonly acquirer: string;
  readonly advice: ReversalAdvice;
}

/**
 * The records to persist after the exchange, in one commit: outcome, totals and notification, with the order unlocked.
 */
export interface CompletedTransaction {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly outcome: TransactionOutcome;
  readonly notification?: NewNotification;
  /** True if the payer is to get a receipt by e-mail. */
  readonly owesReceipt?: boolean;
  /** The agreement to later payments that the payer made with this one. */
  readonly agreed?: AgreementPayment;
  readonly reversal?: NewReversal;
  /** When to query the status, for a result that is open or may not be final. */
  readonly followUpAt?: number;
  /** The events of a browser payment to store with it. */
  readonly events?: readonly BrowserEvent[];
  /** The payment created at the provider: the page for the payer, the provider's number, and the code to pay by. */
  readonly created?: Pick<Extract<CreateOutcome, { status: 'CREATED' }>, 'code' | 'pageUrl' | 'providerReference'>;
  /** For a payment that risk rules held: a person's decision on it has been carried out. */
  readonly isReviewed?: true;
  /** For the payment of an order's rest: the holds that it settles. */
  readonly settled?: readonly SettledPart[];
}

/** The terms that later payments of the agreement need not repeat. */
export type AgreementTerms = Pick<
  NonNullable<RequestFields['agreement']>,
  'expiryDate' | 'minimumDaysBetweenPayments' | 'numberOfPayments' | 'type'
>;

/** A payment by which a payer agreed to later payments. */
export interface AgreementPayment {
  /** `agreement.id`, the merchant's own. */
  readonly agreementId: string;
  /** The terms that the merchant gave, as read. */
  readonly terms: AgreementTerms;
  /** The network's transaction identifier. */
  readonly transactionIdentifier: string;
}

export type SettledPart = Pick<CompletedTransaction, 'notification' | 'order' | 'outcome' | 'transaction'>;

/** The transactions of an order that a processor reported, persisted in one commit with the report's entry. */
export interface RecordedTransactions {
  /** The order after all of the transactions. */
  readonly order: StoredOrder;
  readonly transactions: readonly Pick<CompletedTransaction, 'notification' | 'order' | 'outcome' | 'transaction'>[];
}

/** A transaction without an outcome, its order and merchant. */
export interface IncompleteTransaction {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
}

/** True if a failed write may be durable: the store was lost before it could confirm. */
export function isInDoubt(error: unknown): boolean {
  return error instanceof Error && 'inDoubt' in error && error.inDoubt === true;
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
