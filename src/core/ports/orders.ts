/** The port that stores orders and transactions. */
import type { RiskAttempt } from '../risk/index.ts';
import type { TakenPlace } from './links.ts';
import type { AgreementPayment, CompletedTransaction, Intent, RecordedTransactions } from './order-commits.ts';
import type {
  FollowUp,
  IncompleteTransaction,
  PendingReversal,
  RefundDecision,
  RiskDecision,
  SealedCard,
  StoredOrder,
  StoredTransaction,
} from './order-records.ts';

export interface Orders {
  /** Returns a new key for a row. Keys are not reused. */
  newKey(): number;
  find(merchantKey: number, orderId: string): Promise<StoredOrder | undefined>;
  transaction(orderKey: number, transactionId: string): Promise<StoredTransaction | undefined>;
  /** A transaction with its order, by its key. */
  transactionByKey(transactionKey: number): Promise<FollowUp | undefined>;
  /** The transactions of an order, the oldest first. */
  transactions(orderKey: number): Promise<StoredTransaction[]>;
  /** Returns the newest payment that set up the agreement: a payer may agree again, with another card. */
  findAgreement(merchantKey: number, agreementId: string): Promise<AgreementPayment | undefined>;
  /**
   * Returns attempts of a subject after a time, at most `limit`, unordered.
   * @param subject one of the results of `attemptSubjects`
   */
  riskAttempts(subject: Uint8Array, after: number, limit: number): Promise<RiskAttempt[]>;
  /** Whether a payment was made with the wallet's token. @param id of its `DeviceTokenUse` */
  isDeviceTokenUsed(id: string): Promise<boolean>;
  /** Returns the transaction's sealed card, whose purpose is `cardPlace`; null if it has no card of its own. */
  sealedCard(transactionKey: number): Promise<SealedCard | null>;
  /** The time at which the card numbers of the order were erased; null if they were not erased. */
  cardsErasedAt(orderKey: number): Promise<number | null>;
  /** Whether the order of the link still holds the place for this attempt. */
  isPlaceTaken(place: TakenPlace): Promise<boolean>;
  /**
   * @returns false if the order is locked, or another request has just created it; no row is written then
   * @throws Error if the intent cannot be persisted; `isInDoubt` returns true if it may be durable nevertheless
   */
  begin(intent: Intent): Promise<boolean>;
  /**
   * Stores an order without a transaction.
   * @returns false if the order exists; no row is written then
   */
  insert(order: StoredOrder): Promise<boolean>;
  /** @returns false if the lock was lost; no row is written then */
  complete(finish: CompletedTransaction): Promise<boolean>;
  /** Stores the request of an adopted transaction, unless another repeat has stored it first. */
  learn(transaction: StoredTransaction, sealedCard: Uint8Array | null): Promise<void>;
  /** Transactions that a dead process left in flight. */
  incomplete(limit: number): Promise<IncompleteTransaction[]>;
  /**
   * Claims the due follow-ups of the named acquirer. A claimed follow-up is returned to no other process, until this
   * process releases it or dies.
   */
  dueFollowUps(acquirer: string, now: number, limit: number): Promise<FollowUp[]>;
  followUpQueried(transactionKey: number, queries: number, dueAt: number): Promise<void>;
  /**
   * Resolves a pending result.
   * @returns false if the order is locked or another operation has changed it; no row is written then
   */
  resolvePending(resolution: Omit<CompletedTransaction, 'created' | 'settled'>): Promise<boolean>;
  /**
   * Stores transactions that a processor reported afterwards.
   * @returns false if the order is locked or another operation has changed it; no row is written then
   */
  record(recorded: RecordedTransactions): Promise<boolean>;
  /** Returns decisions on refund requests that have not been carried out. */
  refundDecisions(limit: number): Promise<RefundDecision[]>;
  /** Returns decisions on held payments that have not been carried out. */
  riskDecisions(limit: number): Promise<RiskDecision[]>;
  refundDecisionDone(transactionKey: number, at: number): Promise<void>;
  /** Claims the due reversals of the named acquirer, like `dueFollowUps`. */
  dueReversals(acquirer: string, now: number, limit: number): Promise<PendingReversal[]>;
  /**
   * True if a reversal of the order is not acknowledged yet: the acquirer may still reserve money for a failed payment.
   */
  isReversalPending(orderKey: number): Promise<boolean>;
  reversalTried(key: number, attempts: number, dueAt: number): Promise<void>;
  reversalAcknowledged(key: number, at: number): Promise<void>;
}
