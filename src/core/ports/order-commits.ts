/** The records that one commit persists with an order: before a message is sent, and after its answer. */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { RiskAttempt } from '../risk/index.ts';
import type { ReversalAdvice } from './acquirer.ts';
import type { BrowserEvent, NewBrowserPayment } from './browser-payment-records.ts';
import type { DeviceTokenUse } from './device-tokens.ts';
import type { TakenPlace } from './links.ts';
import type { StoredOrder, StoredTransaction, TransactionOutcome } from './order-records.ts';
import type { CreateOutcome } from './providers.ts';

/**
 * The records to persist before the message is sent: the order locked by this transaction, and the transaction SENT.
 */
export interface Intent {
  readonly order: StoredOrder;
  /** True if the order's row does not exist yet. */
  readonly isNew: boolean;
  readonly transaction: StoredTransaction;
  /** The card, sealed; null for a transaction without a card of its own. */
  readonly sealedCard: Uint8Array | null;
  /**
   * The session that supplied sensitive authentication data, which this attempt erases. If another attempt used the
   * data before, no row is written.
   */
  readonly spentSession?: number;
  /** Key of the authentication that this payment uses. If another payment used it before, no row is written. */
  readonly spentAuthentication?: number;
  /** The wallet's token that this payment uses. If another payment used it before, no row is written. */
  readonly deviceToken?: DeviceTokenUse;
  /** The place that this payment needs. If it was given back since it was taken, no row is written. */
  readonly place?: TakenPlace | undefined;
  /** The payment to store, for a transaction that initiates a browser payment. */
  readonly browserPayment?: NewBrowserPayment;
  /** The subjects under which risk rules count the transaction, one row for each. */
  readonly attempts?: readonly NewRiskAttempt[];
}

/** One payment attempt, stored under one of its subjects. Subjects are keyed hashes. */
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
  /** The receiver by which deliveries are limited, as `receiverOf` returns it. */
  readonly receiver: string;
  /** The body, as JSON text. */
  readonly body: string;
  /**
   * The time until which this process claims the notification, and the next due time if it is not sent by then. Absent:
   * any process may claim it.
   */
  readonly claimedUntil?: number;
  /** The first attempt waits until this time, or until the payer returns to the shop. Absent: it waits for nobody. */
  readonly heldUntil?: number | undefined;
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
  /** True if the payer is to get a mail about the outcome. */
  readonly owesReceipt?: boolean;
  /** The agreement to later payments that the payer made with this payment. */
  readonly agreed?: AgreementPayment;
  readonly reversal?: NewReversal;
  /** The time of the next status query, for a result that is open or may not be final. */
  readonly followUpAt?: number;
  /** The events of the browser payment to store with the result. */
  readonly events?: readonly BrowserEvent[];
  /** The payment created at the provider: the page for the payer, the provider's number, and the code to pay by. */
  readonly created?: Pick<Extract<CreateOutcome, { status: 'CREATED' }>, 'code' | 'pageUrl' | 'providerReference'>;
  /** For a payment that risk rules held: true if a person's decision has been carried out. */
  readonly isReviewed?: true;
  /** For the payment of an order's remaining amount: the holds that it settles. */
  readonly settled?: readonly SettledPart[];
}

/** The terms that later payments of the agreement need not repeat. */
export type AgreementTerms = Pick<
  NonNullable<RequestFields['agreement']>,
  'expiryDate' | 'minimumDaysBetweenPayments' | 'numberOfPayments' | 'type'
>;

/** A payment with which the payer agreed to later payments. */
export interface AgreementPayment {
  /** `agreement.id`, the merchant's own. */
  readonly agreementId: string;
  /** The terms that the merchant gave, as read. */
  readonly terms: AgreementTerms;
  /** The network's transaction identifier. */
  readonly transactionIdentifier: string;
}

export type SettledPart = Pick<CompletedTransaction, 'notification' | 'order' | 'outcome' | 'transaction'>;

/**
 * Transactions of an order that a processor reported. They are persisted in one commit with the entry of the report.
 */
export interface RecordedTransactions {
  /** The order after all of the transactions. */
  readonly order: StoredOrder;
  readonly transactions: readonly Pick<CompletedTransaction, 'notification' | 'order' | 'outcome' | 'transaction'>[];
}

/** True if a failed write may be durable: the store was lost before it could confirm. */
export function isInDoubt(error: unknown): boolean {
  return error instanceof Error && 'inDoubt' in error && error.inDoubt === true;
}
