/**
 * The records of orders and transactions. None holds card data in clear: numbers are masked, or sealed in `sealedCard`.
 */
import type { ItemFields, RequestFields } from '../../contract/request-fields.ts';
import type { OrderState, OrderStatus, TransactionType } from '../order/order.ts';
import type { OrderOperation } from '../order/transitions.ts';
import type { Assessment, RiskAttempt, RiskResult, RiskReview } from '../risk/index.ts';
import type { AcquirerReply, ReversalAdvice } from './acquirer.ts';
import type { BrowserEvent, NewBrowserPayment } from './browser-payment-records.ts';
import type { CreateOutcome, ProviderReply } from './providers.ts';
import type { SavedAs } from './saved-cards.ts';
import type { Place } from './sealer.ts';

export type InitialOperation = 'AUTHORIZE' | 'PAY' | 'VERIFY';

/** The payment instrument, as answers show it. */
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
  /** Masked. Absent where it could not be read. */
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

/** What the pages of a hosted payment need once its session is out of reach. */
export interface PayerPage {
  /** The shop's name as the checkout shows it. */
  readonly shopName: string;
  /** The shop's site, without anything of the order. */
  readonly shopUrl?: string;
  /** The language that the merchant chose, BCP 47. */
  readonly locale?: string;
  /** Of a payment whose receipt is mailed to `customer.email`. */
  readonly receipt?: PayerReceipt;
}

/** What the receipt needs beside the transaction. */
export interface PayerReceipt {
  /** The language that the payer was shown, BCP 47. */
  readonly locale: string;
  /** The shop's, as the checkout shows them. */
  readonly addressLines: readonly string[];
  readonly email?: string;
  readonly phone?: string;
}

/** The first part of an order's amount: held until the rest is paid, or until a time. */
export interface HoldPart {
  readonly kind: 'HOLD';
  /** Milliseconds since 1970: it is released then. */
  readonly until: number;
  /** The mark of the payer whose gift card it is; absent where the payer has no cookie. */
  readonly by?: string;
}

/** The other part: all that the order's holds leave. */
export interface RestPart {
  readonly kind: 'REST';
}

/** `item`: the lines of a capture or refund itself; those of the order are in `order`. */
export type TransactionDetails = RequestFields & { readonly item?: ItemFields[] | undefined };

export interface TransactionRequest {
  /** SETTLEMENT: nobody requested it, a processor's report of what it paid out says so. */
  readonly operation: OrderOperation | 'SETTLEMENT';
  readonly type: TransactionType;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  readonly currency: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly instrument: InstrumentView;
  /**
   * The request's groups as read, without card data; of a subsequent transaction, merged over those of the one that it
   * follows.
   */
  readonly details: TransactionDetails;
  /** The transaction on the order that this one captures, refunds, changes, voids or resubmits. */
  readonly target?: string;
  /** The name of the acquirer that it goes to; absent: the default one, or none. What follows it goes the same way. */
  readonly acquirer?: string;
  /** Obtained from the issuer outside the gateway, and sent to the acquirer. */
  readonly authorizationCode?: string;
  /** The result, where nothing is sent to the acquirer. */
  readonly decided?: AcquirerReply['gatewayCode'];
  /** It is not sent because the payer cancelled at the bank's question. */
  readonly isCancelled?: true;
  /** The merchant has rules of its own on the acquirer's answer. */
  readonly riskChecked?: true;
  /** What risk rules came to before the acquirer was asked; absent where there are none. */
  readonly risk?: Assessment;
  /** Risk rules count it among the attempts of its card, its payer and so on. */
  readonly counted?: true;
  readonly session?: number;
  /** Of a payment on the hosted page. */
  readonly page?: PayerPage;
  /** Of a refund: the refund request that the operator has approved. */
  readonly approved?: string;
  /** Of a browser payment: the network address of the caller. */
  readonly from?: string;
  /** It pays a part of the order's amount, `amount`. */
  readonly part?: HoldPart | RestPart;
  /** The payer wants the card stored, once it has paid. */
  readonly savedAs?: SavedAs;
  /** Where the outcome's notification is sent; absent where none is. */
  readonly notificationUrl?: string;
  /** Booked from the acquirer's ledger after a restore: the request itself is lost, until the merchant repeats it. */
  readonly adopted?: true;
}

export interface TransactionOutcome {
  /** The acquirer's answer; absent where none came. */
  readonly reply?: AcquirerReply;
  /** The browser-payment provider's answer, where the provider processed it. */
  readonly provider?: ProviderReply;
  readonly gatewayCode: AcquirerReply['gatewayCode'];
  /** An operator settled it, because no answer came. */
  readonly isByHand?: true;
  /** The token that the payment made of its card. */
  readonly savedToken?: string;
  /** What risk rules came to in the end, and a person after them. */
  readonly risk?: RiskResult;
  /** The order right after this transaction, as the stored answer shows it permanently. */
  readonly order: OrderSnapshot;
}

export interface OrderSnapshot {
  readonly status: OrderStatus;
  readonly amount: bigint;
  readonly currency: string;
  readonly totalAuthorized: bigint;
  readonly totalCaptured: bigint;
  readonly totalRefunded: bigint;
  /** Absent where nothing is charged back. */
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
  /** Absent while it is in flight. */
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

/** What is persisted before the message is sent: the order locked by this transaction, the transaction SENT. */
export interface Intent {
  readonly order: StoredOrder;
  /** The order's row does not exist yet. */
  readonly isNew: boolean;
  readonly transaction: StoredTransaction;
  /** Null where the transaction has no card of its own. */
  readonly sealedCard: Uint8Array | null;
  /**
   * Session whose sensitive authentication data this attempt uses up; nothing is written when another attempt used it
   * up before.
   */
  readonly spentSession?: number;
  /** Key of the authentication that it uses up; nothing is written when another payment used it up before. */
  readonly spentAuthentication?: number;
  /** Of a transaction that initiates a browser payment. */
  readonly browserPayment?: NewBrowserPayment;
  /** Under what risk rules count it: a row each. */
  readonly attempts?: readonly NewRiskAttempt[];
}

/** An attempt of one subject, as it is stored: keyed hashes, and no names. */
export interface NewRiskAttempt extends Pick<RiskAttempt, 'amount' | 'at' | 'currency'> {
  readonly key: number;
  /** The first of the results of `attemptSubjects`. */
  readonly subject: Uint8Array;
}

/** A notification to the merchant, as it will be sent. */
export interface NewNotification {
  readonly key: number;
  /** Within its order: 1, 2, 3. */
  readonly sequence: number;
  readonly version: number;
  readonly url: string;
  /** The result of `receiverOf`. */
  readonly receiver: string;
  /** JSON. */
  readonly body: string;
  /**
   * Until when this process has claimed it, and when it is due again if it was not sent; absent where any process may
   * claim it.
   */
  readonly claimedUntil?: number;
}

/** A reversal that must be acknowledged by the acquirer of this name. */
export interface NewReversal {
  readonly key: number;
  readonly acquirer: string;
  readonly advice: ReversalAdvice;
}

/** What is persisted after it: outcome, totals and notification together, the order unlocked. */
export interface CompletedTransaction {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly outcome: TransactionOutcome;
  readonly notification?: NewNotification;
  /** The payer is mailed a receipt of it. */
  readonly owesReceipt?: boolean;
  /** By it the payer has agreed to later payments. */
  readonly agreed?: Agreed;
  readonly reversal?: NewReversal;
  /** When to query the status: the result is open, or may not be final. */
  readonly followUpAt?: number;
  /** The events of a browser payment that are stored with it. */
  readonly events?: readonly BrowserEvent[];
  /** The payment at the provider, now that it exists: its page for the payer, its number, and what it is paid by. */
  readonly created?: Pick<Extract<CreateOutcome, { status: 'CREATED' }>, 'code' | 'pageUrl' | 'providerReference'>;
  /** Of a payment that risk rules held: a person's decision on it is carried out. */
  readonly isReviewed?: true;
  /** Of the payment of an order's rest: the parts that were held for it, whose results it makes known. */
  readonly settled?: readonly SettledPart[];
}

/** What those that follow need not say again. */
export type AgreementTerms = Pick<
  NonNullable<RequestFields['agreement']>,
  'expiryDate' | 'minimumDaysBetweenPayments' | 'numberOfPayments' | 'type'
>;

/** A payment by which a payer has agreed to later ones, which name it. */
export interface Agreed {
  /** `agreement.id`, the merchant's own. */
  readonly agreementId: string;
  /** What the merchant said of it, as read. */
  readonly terms: AgreementTerms;
  /** What the network called it. */
  readonly transactionIdentifier: string;
}

export type SettledPart = Pick<CompletedTransaction, 'notification' | 'order' | 'outcome' | 'transaction'>;

/** What a processor reported about an order, as transactions of it: persisted in one commit with the report's entry. */
export interface RecordedTransactions {
  /** After all of them. */
  readonly order: StoredOrder;
  readonly transactions: readonly Pick<CompletedTransaction, 'notification' | 'order' | 'outcome' | 'transaction'>[];
}

/** A transaction without an outcome, its order and merchant. */
export interface IncompleteTransaction {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
}

/** Whether a failed write may be durable: the store was lost before it could confirm. */
export function isInDoubt(error: unknown): boolean {
  return error instanceof Error && 'inDoubt' in error && error.inDoubt === true;
}

/** A transaction whose result is open, with what its status query needs. */
export interface FollowUp {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
  /** How often its status was queried. */
  readonly queries: number;
}

/** A transaction's card, with what it is sealed for. */
export interface SealedCard {
  readonly sealed: Uint8Array;
  readonly merchantKey: number;
}

/** The purpose that a transaction's card is sealed for. */
export function cardPlace(merchantKey: number, { key, orderKey }: Pick<StoredTransaction, 'key' | 'orderKey'>): Place {
  const before = `transaction ${key} card`;
  return { bound: `merchant ${merchantKey} order ${orderKey} ${before}`, before };
}

/** A refund that waited for the operator's decision and has got it. */
export interface RefundDecision {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
  readonly decision: 'APPROVED' | 'REJECTED';
}

/** A payment that risk rules held, and on which a person has decided. */
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
