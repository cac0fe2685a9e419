/**
 * What the gateway keeps of orders and transactions, and the port to where it is kept. No record holds card data in
 * clear: numbers are masked, or sealed in `sealedCard`.
 */
import type { Values } from '../contract/read.ts';
import type { OrderState, OrderStatus, TransactionType } from './order.ts';
import type { AcquirerReply, ReversalAdvice } from './ports.ts';

export type InitialOperation = 'AUTHORIZE' | 'PAY' | 'VERIFY';

/** The instrument as answers show it. */
export interface InstrumentView {
  readonly type: 'CARD' | 'GIFT_CARD';
  readonly brand: string;
  readonly scheme: string;
  readonly fundingMethod: string;
  /** Masked. */
  readonly number: string;
  readonly lastFour: string;
  readonly expiry?: { readonly month: string; readonly year: string };
  readonly nameOnCard?: string;
  readonly token?: string;
}

export type EntryPoint = 'WEB_SERVICES_API' | 'HOSTED_PAGE';

export interface TransactionRequest {
  readonly operation: InitialOperation;
  readonly type: TransactionType;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  readonly currency: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly instrument: InstrumentView;
  /** The groups `order`, `billing`, `customer`, `shipping`, `transaction` as read, without card data. */
  readonly details: Values;
  readonly session?: number;
  /** Where a notification of the outcome goes, when anyone wants it. */
  readonly notificationUrl?: string;
}

export interface TransactionOutcome {
  /** Absent where no answer came. */
  readonly reply?: AcquirerReply;
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
  readonly meaning: Uint8Array;
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
  readonly sealedCard: Uint8Array;
  /** Session whose sensitive authentication data this attempt uses up; nothing is written when another used it up before. */
  readonly spentSession?: number;
}

/** After it: outcome, totals and notification together, the lock let go. */
export interface Finish {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly outcome: TransactionOutcome;
  readonly notification?: { readonly key: number; readonly url: string };
  readonly reversal?: { readonly key: number; readonly advice: ReversalAdvice };
  /** The result is open: when to ask about it. */
  readonly followUpAt?: number;
}

/** A transaction whose result is open, with what is needed to ask about it. */
export interface FollowUp {
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly merchantId: string;
  /** How often it was asked about. */
  readonly asked: number;
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
  /** False when the order is locked, or was made meanwhile: nothing is written then. */
  begin(intent: Intent): Promise<boolean>;
  /** False when the lock was lost: nothing is written then. */
  finish(finish: Finish): Promise<boolean>;
  /** Transactions that a dead process left under way, with order and merchant id. */
  unfinished(): Promise<{ order: StoredOrder; transaction: StoredTransaction; merchantId: string }[]>;
  dueFollowUps(now: number, limit: number): Promise<FollowUp[]>;
  followUpAsked(transactionKey: number, asked: number, dueAt: number): Promise<void>;
  /** A result that was open: false when the order is locked or changed meanwhile; nothing is written then. */
  settle(settled: Omit<Finish, 'reversal' | 'followUpAt'>): Promise<boolean>;
  dueReversals(now: number, limit: number): Promise<PendingReversal[]>;
  reversalTried(key: number, attempts: number, dueAt: number): Promise<void>;
  reversalAcknowledged(key: number, at: number): Promise<void>;
}
