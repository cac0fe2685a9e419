/** The port that stores orders and transactions. */
import type { RiskAttempt } from '../risk/index.ts';
import type {
  Agreed,
  CompletedTransaction,
  FollowUp,
  IncompleteTransaction,
  Intent,
  PendingReversal,
  RecordedTransactions,
  RefundDecision,
  RiskDecision,
  SealedCard,
  StoredOrder,
  StoredTransaction,
} from './order-records.ts';

export interface Orders {
  /** A key for a new row; never issued twice. */
  newKey(): number;
  find(merchantKey: number, orderId: string): Promise<StoredOrder | undefined>;
  transaction(orderKey: number, transactionId: string): Promise<StoredTransaction | undefined>;
  /** A transaction with its order, by its key. */
  transactionByKey(transactionKey: number): Promise<FollowUp | undefined>;
  /** In the order in which they began. */
  transactions(orderKey: number): Promise<StoredTransaction[]>;
  /** The newest payment by which a payer agreed to the agreement: one may agree again, with another card. */
  agreed(merchantKey: number, agreementId: string): Promise<Agreed | undefined>;
  /**
   * Attempts of a subject that began after a moment, at most so many, in no order.
   * @param subject one of the results of `attemptSubjects`
   */
  riskAttempts(subject: Uint8Array, after: number, limit: number): Promise<RiskAttempt[]>;
  /** Sealed for `cardPlace`; null where the transaction has no card of its own. */
  sealedCard(transactionKey: number): Promise<SealedCard | null>;
  /** When the numbers of the order's cards were erased; null: they were not. */
  cardsErasedAt(orderKey: number): Promise<number | null>;
  /**
   * @returns false when the order is locked, or was created meanwhile; nothing is written then
   * @throws Error when it cannot be persisted; `isInDoubt` tells whether it may be durable all the same
   */
  begin(intent: Intent): Promise<boolean>;
  /** @returns false when the lock was lost; nothing is written then */
  complete(finish: CompletedTransaction): Promise<boolean>;
  /** Stores the request of a transaction that was adopted without it, unless another repeat was faster. */
  learn(transaction: StoredTransaction, sealedCard: Uint8Array | null): Promise<void>;
  /** Transactions that a dead process left in flight. */
  incomplete(limit: number): Promise<IncompleteTransaction[]>;
  /**
   * Those of the named acquirer. Claims rows: each goes to one process alone, until that releases it or dies. So does
   * `dueReversals`.
   */
  dueFollowUps(acquirer: string, now: number, limit: number): Promise<FollowUp[]>;
  followUpQueried(transactionKey: number, queries: number, dueAt: number): Promise<void>;
  /**
   * Resolves a pending result.
   * @returns false when the order is locked or changed meanwhile; nothing is written then
   */
  resolvePending(resolution: Omit<CompletedTransaction, 'created' | 'settled'>): Promise<boolean>;
  /**
   * Stores transactions that a processor reported after the fact.
   * @returns false when the order is locked or changed meanwhile; nothing is written then
   */
  record(recorded: RecordedTransactions): Promise<boolean>;
  /** Decisions on refund requests that are not carried out yet. */
  refundDecisions(limit: number): Promise<RefundDecision[]>;
  /** Decisions on payments that risk rules held, that are not carried out yet. */
  riskDecisions(limit: number): Promise<RiskDecision[]>;
  refundDecisionDone(transactionKey: number, at: number): Promise<void>;
  /** Those of the named acquirer. */
  dueReversals(acquirer: string, now: number, limit: number): Promise<PendingReversal[]>;
  /** Whether the acquirer has not acknowledged a reversal of the order's yet: it may hold money of a failed payment. */
  isReversalPending(orderKey: number): Promise<boolean>;
  reversalTried(key: number, attempts: number, dueAt: number): Promise<void>;
  reversalAcknowledged(key: number, at: number): Promise<void>;
}
