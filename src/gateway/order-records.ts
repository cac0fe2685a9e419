/**
 * What the gateway keeps of orders and transactions, and the port to where it is kept. No record holds card data in
 * clear: numbers are masked, or sealed in `sealedCard`.
 */
import type { Values } from '../contract/read.ts';
import type { BrowserEvent, NewBrowserPayment } from './browser/browser-payment-records.ts';
import type { OrderState, OrderStatus, TransactionType } from './order.ts';
import type { AcquirerReply, ReversalAdvice } from './ports.ts';
import type { ProviderReply } from './provider-port.ts';
import type { OrderOperation } from './transitions.ts';

export type InitialOperation = 'AUTHORIZE' | 'PAY' | 'VERIFY';

/** What was paid with, as answers show it. */
export type InstrumentView = CardView | ProviderView;

/** The payer's account with a browser-payment provider; what the provider tells of it comes with its reply. */
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
  readonly trackDataProvided?: boolean;
  readonly securityCodeProvided?: boolean;
  /** EMV data elements without the sensitive ones. */
  readonly emvRequest?: string;
  readonly token?: string;
}

export type EntryPoint = 'WEB_SERVICES_API' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION';

export interface TransactionRequest {
  readonly operation: OrderOperation;
  readonly type: TransactionType;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  readonly currency: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly instrument: InstrumentView;
  /** The request's groups as read, without card data; of a transaction that follows another, laid over that one's. */
  readonly details: Values;
  /** The transaction on the order that this one captures, gives back, changes, undoes or resubmits. */
  readonly target?: string;
  /** Got from the issuer outside the gateway, and told to the acquirer. */
  readonly authorizationCode?: string;
  /** What it ends with, where the acquirer is neither asked nor told. */
  readonly decided?: AcquirerReply['gatewayCode'];
  /** The merchant has rules of its own on what the acquirer says. */
  readonly riskChecked?: true;
  readonly session?: number;
  /** Of a refund: the request for it that a person has approved. */
  readonly approved?: string;
  /** Of a browser payment: the address on the network that asked for it. */
  readonly from?: string;
  /** Where a notification of the outcome goes, when anyone wants it. */
  readonly notificationUrl?: string;
}

export interface TransactionOutcome {
  /** What the acquirer said; absent where no answer came. */
  readonly reply?: AcquirerReply;
  /** What the browser-payment provider said, where one was asked. */
  readonly provider?: ProviderReply;
  readonly gatewayCode: AcquirerReply['gatewayCode'];
  /** The order right after this transaction: what the stored answer shows for ever. */
  readonly order: OrderSnapshot;
}

export interface OrderSnapshot {
  readonly status: OrderStatus;
  readonly amount: bigint;
  readonly currency: string;
  readonly totalAuthorized: bigint;
  readonly totalCaptured: bigint;
  readonly totalRefunded: bigint;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredTransaction {
  readonly key: number;
  readonly orderKey: number;
  readonly transactionId: string;
  readonly fingerprint: Uint8Array;
  readonly request: TransactionRequest;
  /** Absent while it is under way. */
  readonly outcome?: TransactionOutcome;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredOrder {
  readonly key: number;
  readonly merchantKey: number;
  readonly orderId: string;
  readonly state: OrderState;
  /** Key of the transaction that is under way. */
  readonly lockedBy: number | null;
  readonly fence: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Before the message leaves: the order locked by this transaction, the transaction SENT. */
export interface Intent {
  readonly order: StoredOrder;
  /** The order's row does not exist yet. */
  readonly isNew: boolean;
  readonly transaction: StoredTransaction;
  /** Null where the transaction has no card of its own. */
  readonly sealedCard: Uint8Array | null;
  /**
   * Session whose sensitive authentication data this attempt uses up; nothing is written when another used it up
   * before.
   */
  readonly spentSession?: number;
  /** Of a transaction that initiates one. */
  readonly browserPayment?: NewBrowserPayment;
}

/** What the merchant is told, as it will be sent. */
export interface NewNotification {
  readonly key: number;
  /** Of its order's: 1, 2, 3. */
  readonly sequence: number;
  readonly version: number;
  readonly url: string;
  /** As `receiverOf` has it. */
  readonly receiver: string;
  /** JSON. */
  readonly body: string;
  /**
   * It is this process's to send, and due again then should it not be taken; absent where it waits for whoever takes
   * it.
   */
  readonly claimedUntil?: number;
}

/** After it: outcome, totals and notification together, the lock let go. */
export interface CompletedTransaction {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly outcome: TransactionOutcome;
  readonly notification?: NewNotification;
  readonly reversal?: { readonly key: number; readonly advice: ReversalAdvice };
  /** When to ask about it: the result is open, or not believed to be the last word. */
  readonly followUpAt?: number;
  /** What is noted of a browser payment with it. */
  readonly events?: readonly BrowserEvent[];
  /** The provider's page for the payer, now that there is one. */
  readonly pageUrl?: string;
}

/** A transaction without an outcome, and whose it is. */
export interface IncompleteTransaction {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
}

/** What failed may have become durable: the store was lost before it could say. */
export function isInDoubt(error: unknown): boolean {
  return error instanceof Error && 'inDoubt' in error && error.inDoubt === true;
}

/** A transaction whose result is open, with what is needed to ask about it. */
export interface FollowUp {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
  /** How often it was asked about. */
  readonly queries: number;
}

/** What is sealed with a transaction's card is sealed for this place alone. */
export function cardPlace(transactionKey: number): string {
  return `transaction ${transactionKey} card`;
}

/** A refund that waited for a person's word and has got it. */
export interface RefundDecision {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
  readonly decision: 'APPROVED' | 'REJECTED';
}

export interface PendingReversal {
  readonly key: number;
  readonly advice: ReversalAdvice;
  readonly attempts: number;
}

export interface Orders {
  /** A key for a row to come; never given twice. */
  newKey(): number;
  find(merchantKey: number, orderId: string): Promise<StoredOrder | undefined>;
  transaction(orderKey: number, transactionId: string): Promise<StoredTransaction | undefined>;
  /** In the order in which they began. */
  transactions(orderKey: number): Promise<StoredTransaction[]>;
  /** Sealed for `cardPlace`; null where the transaction has no card of its own. */
  sealedCard(transactionKey: number): Promise<Uint8Array | null>;
  /**
   * False when the order is locked, or was made meanwhile: nothing is written then. Rejects when it cannot be stored,
   * with an error of which `isInDoubt` tells whether it may be stored all the same.
   */
  begin(intent: Intent): Promise<boolean>;
  /** False when the lock was lost: nothing is written then. */
  complete(finish: CompletedTransaction): Promise<boolean>;
  /** Transactions that a dead process left under way. */
  incomplete(limit: number): Promise<IncompleteTransaction[]>;
  /**
   * Of the acquirer's. Where several processes ask, one alone gets a row, until it puts it back or dies; so it is with
   * reversals.
   */
  dueFollowUps(now: number, limit: number): Promise<FollowUp[]>;
  followUpQueried(transactionKey: number, asked: number, dueAt: number): Promise<void>;
  /** A result that was open: false when the order is locked or changed meanwhile; nothing is written then. */
  resolvePending(settled: Omit<CompletedTransaction, 'pageUrl' | 'reversal'>): Promise<boolean>;
  /** Decisions on refund requests that nothing was done about yet. */
  refundDecisions(limit: number): Promise<RefundDecision[]>;
  refundDecisionDone(transactionKey: number, at: number): Promise<void>;
  dueReversals(now: number, limit: number): Promise<PendingReversal[]>;
  reversalTried(key: number, attempts: number, dueAt: number): Promise<void>;
  reversalAcknowledged(key: number, at: number): Promise<void>;
}
