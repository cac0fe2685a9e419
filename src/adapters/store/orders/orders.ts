/** Stored orders and transactions: implements the gateway's `Orders` port over any engine. */

import { intactOf } from '../../../contract/invariant.ts';
import { acquirerProcessor } from '../../../core/index.ts';
import type {
  AgreementPayment,
  CompletedTransaction,
  FollowUp,
  IncompleteTransaction,
  Intent,
  Orders,
  PendingReversal,
  RecordedTransactions,
  RefundDecision,
  RiskDecision,
  SealedCard,
  StoredOrder,
  StoredTransaction,
  TakenPlace,
} from '../../../core/ports/index.ts';
import type { RiskAttempt, RiskReview } from '../../../core/risk/index.ts';
import { newestAgreement } from '../agreements/statements.ts';
import { findDeviceToken, forgetDeviceTokens } from '../device-tokens/statements.ts';
import { type Engine, type UnitOfWork, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { refuseClosed } from '../engine/open-merchants.ts';
import { Repository } from '../engine/repository.ts';
import { findPlace } from '../links/statements.ts';
import * as refundStatements from '../refund-requests/statements.ts';
import * as reversalStatements from '../reversals/statements.ts';
import { attemptsFrom, reviewFrom } from '../risk/rows.ts';
import * as riskStatements from '../risk/statements.ts';
import { reviewDecision } from '../risk/writes.ts';
import { cardsErasedAt, findSealedCard } from '../transactions/card-statements.ts';
import { orderNote } from '../transactions/change-statements.ts';
import { claimFollowUps, withOrders } from '../transactions/follow-ups.ts';
import type { OrderChanges } from '../transactions/order-changes.ts';
import { orderFrom, transactionFrom } from '../transactions/rows.ts';
import { parseAdvice, serialiseRequest } from '../transactions/serialisation.ts';
import { inStartOrder } from '../transactions/start-order.ts';
import * as statements from '../transactions/statements.ts';
import { learnRequest } from '../transactions/text-statements.ts';
import { orderInsert } from '../transactions/writes.ts';
import { beginUnit } from './begin.ts';
import { completeUnit, recordUnit, resolveUnit } from './complete.ts';

export class StoredOrders extends Repository implements Orders {
  readonly #process: { readonly key: number };
  readonly #changes: OrderChanges;

  /**
   * @param process the owner of locks and due rows that are claimed through this object
   * @param changes gets the orders of the transactions that begin and complete here
   */
  constructor(engine: Engine, keys: IdAllocator, process: { readonly key: number }, changes: OrderChanges) {
    super(engine, keys);
    this.#process = process;
    this.#changes = changes;
  }

  async find(merchantKey: number, orderId: string): Promise<StoredOrder | undefined> {
    const [row] = await this.engine.read(statements.findOrder, { merchantKey, orderId });
    return row && orderFrom(row);
  }

  async byKey(key: number): Promise<StoredOrder | undefined> {
    const [row] = await this.engine.read(statements.orderByKey, { key });
    return row && orderFrom(row);
  }

  async transaction(orderKey: number, transactionId: string): Promise<StoredTransaction | undefined> {
    const [row] = await this.engine.read(statements.findTransaction, { orderKey, transactionId });
    return row && transactionFrom(row);
  }

  async transactionByKey(key: number): Promise<FollowUp | undefined> {
    return (await withOrders(this.engine, await this.engine.read(statements.transactionWithOrder, { key })))[0];
  }

  async transactions(orderKey: number): Promise<StoredTransaction[]> {
    const rows = await this.engine.read(statements.transactionsOfOrder, { orderKey });
    return inStartOrder(this.engine, orderKey, rows.map(transactionFrom), ({ movements }) =>
      movements.map(({ transactionId }) => transactionId),
    );
  }

  async findAgreement(merchantKey: number, agreementId: string): Promise<AgreementPayment | undefined> {
    const [row] = await this.engine.read(newestAgreement, { merchantKey, agreementId, limit: 1 });
    return (
      row && {
        agreementId: row.agreement_id,
        terms: JSON.parse(row.terms),
        transactionIdentifier: row.transaction_identifier,
      }
    );
  }

  async sealedCard(key: number): Promise<SealedCard | null> {
    const [row] = await this.engine.read(findSealedCard, { key });
    return row?.sealed_card ? { sealed: row.sealed_card, merchantKey: Number(row.merchant_key) } : null;
  }

  async cardsErasedAt(key: number): Promise<number | null> {
    const [row] = await this.engine.read(cardsErasedAt, { key });
    return row?.cards_erased_at == null ? null : Number(row.cards_erased_at);
  }

  async isDeviceTokenUsed(id: string): Promise<boolean> {
    return (await this.engine.read(findDeviceToken, { id })).length > 0;
  }

  async isPlaceTaken(place: TakenPlace): Promise<boolean> {
    return (await this.engine.read(findPlace, { ...place, state: 'TAKEN' })).length > 0;
  }

  /** @throws MerchantClosed while the merchant is moved to another store */
  async begin(intent: Intent): Promise<boolean> {
    const { order, transaction } = intent;
    const unit = beginUnit(intent, this.#process.key);
    const begin = (isNoted: boolean) => this.#commit(unit, order.key, isNoted);
    const isBegun = await this.#changes.begin(order.key, transaction.key, begin);
    if (!isBegun) {
      await refuseClosed(this.engine, order.merchantKey);
    }
    return isBegun;
  }

  insert(order: StoredOrder): Promise<boolean> {
    return this.engine.commit({ guard: orderInsert(order, null), writes: [orderNote(order.key)] });
  }

  complete(completed: CompletedTransaction): Promise<boolean> {
    const { order, transaction } = completed;
    const unit = completeUnit(completed, this.#process.key);
    return this.#changes.complete(order.key, transaction.key, (isNoted) => this.#commit(unit, order.key, isNoted));
  }

  resolvePending(resolved: CompletedTransaction): Promise<boolean> {
    return this.engine.commit(resolveUnit(resolved, this.#process.key));
  }

  record(recorded: RecordedTransactions): Promise<boolean> {
    return this.engine.commit(recordUnit(recorded, this.#process.key));
  }

  #commit(unit: UnitOfWork, orderKey: number, isNoted: boolean): Promise<boolean> {
    return this.engine.commit(isNoted ? { ...unit, writes: [...unit.writes, orderNote(orderKey)] } : unit);
  }

  async learn(transaction: StoredTransaction, sealedCard: Uint8Array | null): Promise<void> {
    const { key, orderKey, request, fingerprint } = transaction;
    const before = new Uint8Array();
    const learned = { key, request: serialiseRequest(request), fingerprint, sealedCard, before };
    await this.engine.commit({ writes: [write(learnRequest, learned), orderNote(orderKey)] });
  }

  async incomplete(limit: number): Promise<IncompleteTransaction[]> {
    return withOrders(this.engine, await this.engine.read(statements.abandonedTransactions, { limit }));
  }

  dueFollowUps(acquirer: string, now: number, limit: number): Promise<FollowUp[]> {
    const owner = this.#process.key;
    return claimFollowUps(this.engine, { owner, processor: acquirerProcessor(acquirer), now, limit });
  }

  async followUpQueried(key: number, queries: number, dueAt: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.followUpQueried, { key, queries, dueAt })] });
  }

  /** Returns the refunds that wait for the operator's decision, the oldest first. */
  async waitingRefunds(limit: number): Promise<FollowUp[]> {
    return withOrders(this.engine, await this.engine.read(refundStatements.waitingRefunds, { limit }));
  }

  /** Returns those of one merchant, the oldest first. */
  async waitingRefundsOf(merchantKey: number, limit: number): Promise<FollowUp[]> {
    return withOrders(this.engine, await this.engine.read(refundStatements.waitingRefundsOf, { merchantKey, limit }));
  }

  /** @returns false if the transaction is not a waiting refund, or another decision came first */
  decideRefund(key: number, decision: RefundDecision['decision'], by: string, at: number): Promise<boolean> {
    return this.engine.commit({ guard: write(refundStatements.decideRefund, { key, decision, by, at }), writes: [] });
  }

  async refundDecisions(limit: number): Promise<RefundDecision[]> {
    const rows = await this.engine.read(refundStatements.undoneRefundDecisions, { limit });
    const decisions = new Map(rows.map((row) => [Number(row.key), row.decision]));
    const found = await withOrders(this.engine, rows);
    return found.flatMap((entry) => {
      const decision = decisions.get(entry.transaction.key);
      return decision == null ? [] : [{ ...entry, decision }];
    });
  }

  async refundDecisionDone(key: number, at: number): Promise<void> {
    await this.engine.commit({ writes: [write(refundStatements.refundDecisionDone, { key, at })] });
  }

  async riskAttempts(subject: Uint8Array, after: number, limit: number): Promise<RiskAttempt[]> {
    return attemptsFrom(await this.engine.read(riskStatements.attemptsOfSubject, { subject, after, limit }));
  }

  /** Removes attempts that began before this time, the oldest first, up to the limit. */
  async forgetRiskAttempts(before: number, limit: number): Promise<void> {
    await this.engine.commit({ writes: [write(riskStatements.forgetAttempts, { before, limit })] });
  }

  /** Removes used tokens of wallets that could not be used again since this time. */
  async forgetDeviceTokens(before: number): Promise<void> {
    await this.engine.commit({ writes: [write(forgetDeviceTokens, { before })] });
  }

  /** Returns the payments that wait for a decision on their risk, the oldest first. */
  async waitingReviews(limit: number): Promise<FollowUp[]> {
    return withOrders(this.engine, await this.engine.read(riskStatements.waitingReviews, { zero: 0, limit }));
  }

  /** Returns those of one merchant, the oldest first. */
  async waitingReviewsOf(merchantKey: number, limit: number): Promise<FollowUp[]> {
    const read = { merchantKey, zero: 0, limit };
    return withOrders(this.engine, await this.engine.read(riskStatements.waitingReviewsOf, read));
  }

  /** @returns false if the payment does not wait for a decision, or another decision came first */
  decideReview(key: number, review: RiskReview): Promise<boolean> {
    return this.engine.commit({ guard: reviewDecision(key, review), writes: [] });
  }

  async riskDecisions(limit: number): Promise<RiskDecision[]> {
    const rows = await this.engine.read(riskStatements.undoneReviewDecisions, { zero: 0, limit });
    const reviews = new Map(rows.map((row) => [Number(row.key), reviewFrom(row)]));
    const found = await withOrders(this.engine, rows);
    return found.flatMap((entry) => {
      const review = reviews.get(entry.transaction.key);
      return review === undefined ? [] : [{ ...entry, review }];
    });
  }

  async dueReversals(acquirer: string, now: number, limit: number): Promise<PendingReversal[]> {
    const owner = this.#process.key;
    const rows = await this.engine.claim(reversalStatements.claimReversals, { owner, acquirer, now, limit });
    const longestDue = rows.toSorted((one, other) => Number(one.due_at) - Number(other.due_at));
    return intactOf(longestDue, (row) => ({
      key: Number(row.key),
      advice: parseAdvice(row.advice, Number(row.key)),
      attempts: Number(row.attempts),
    }));
  }

  async isReversalPending(orderKey: number): Promise<boolean> {
    return (await this.engine.read(reversalStatements.pendingReversal, { orderKey, zero: 0, limit: 1 })).length > 0;
  }

  async reversalTried(key: number, attempts: number, dueAt: number): Promise<void> {
    await this.engine.commit({ writes: [write(reversalStatements.reversalTried, { key, attempts, dueAt })] });
  }

  async reversalAcknowledged(key: number, at: number): Promise<void> {
    await this.engine.commit({ writes: [write(reversalStatements.reversalAcknowledged, { key, at, none: null })] });
  }
}
