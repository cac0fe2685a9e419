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
} from '../../../core/ports/index.ts';
import type { RiskAttempt, RiskReview } from '../../../core/risk/index.ts';
import { newestAgreement } from '../agreements/statements.ts';
import { useAuthentication } from '../authentications/statements.ts';
import { insertBrowserPayment } from '../browser-payments/statements.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { Repository } from '../engine/repository.ts';
import * as refundStatements from '../refund-requests/statements.ts';
import { learnRequest } from '../restoration/statements.ts';
import { cardsErasedAt, leaveCard } from '../retention/statements.ts';
import * as reversalStatements from '../reversals/statements.ts';
import { attemptsFrom, attemptWrite, decisionWrite, reviewFrom } from '../risk/rows.ts';
import * as riskStatements from '../risk/statements.ts';
import { asBegun } from '../transactions/begun-order.ts';
import { orderFrom, type TransactionWithOrderRow, transactionFrom } from '../transactions/rows.ts';
import { parseAdvice, serialiseRequest, serialiseState } from '../transactions/serialisation.ts';
import * as statements from '../transactions/statements.ts';
import { companions, newOutcome, refundRequestWrites, resolvedOutcome, riskReview } from './outcome-writes.ts';
import { recordedWrites } from './recorded-writes.ts';

export class StoredOrders extends Repository implements Orders {
  readonly #process: { readonly key: number };

  /** @param process the owner of locks and due rows that are claimed through this object */
  constructor(engine: Engine, keys: IdAllocator, process: { readonly key: number }) {
    super(engine, keys);
    this.#process = process;
  }

  async find(merchantKey: number, orderId: string): Promise<StoredOrder | undefined> {
    const [row] = await this.engine.read(statements.findOrder, { merchantKey, orderId });
    return row && orderFrom(row);
  }

  async transaction(orderKey: number, transactionId: string): Promise<StoredTransaction | undefined> {
    const [row] = await this.engine.read(statements.findTransaction, { orderKey, transactionId });
    return row && transactionFrom(row);
  }

  async transactionByKey(key: number): Promise<FollowUp | undefined> {
    return (await this.withOrders(await this.engine.read(statements.transactionWithOrder, { key })))[0];
  }

  async transactions(orderKey: number): Promise<StoredTransaction[]> {
    const rows = await this.engine.read(statements.transactionsOfOrder, { orderKey });
    return asBegun(this.engine, orderKey, rows.map(transactionFrom), ({ movements }) =>
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
    const [row] = await this.engine.read(statements.findSealedCard, { key });
    return row?.sealed_card ? { sealed: row.sealed_card, merchantKey: Number(row.merchant_key) } : null;
  }

  async cardsErasedAt(key: number): Promise<number | null> {
    const [row] = await this.engine.read(cardsErasedAt, { key });
    return row?.cards_erased_at == null ? null : Number(row.cards_erased_at);
  }

  begin({
    order,
    isNew,
    transaction,
    sealedCard,
    spentSession,
    spentAuthentication,
    browserPayment,
    attempts = [],
  }: Intent): Promise<boolean> {
    const { key, fence, lockedBy, updatedAt } = order;
    const { key: owner } = this.#process;
    const guard = isNew
      ? write(statements.insertOrder, { ...order, owner, state: serialiseState(order.state) })
      : write(statements.lockOrder, { key, fence, lockedBy, owner, updatedAt, fenceBefore: fence - 1 });
    const writes: Write[] = [
      write(statements.insertTransaction, {
        ...transaction,
        request: serialiseRequest(transaction.request),
        sealedCard,
      }),
      ...(browserPayment === undefined
        ? []
        : [
            write(insertBrowserPayment, {
              ...browserPayment,
              transactionKey: transaction.key,
              createdAt: updatedAt,
              none: null,
            }),
          ]),
      ...attempts.map((attempt) => attemptWrite(transaction.key, attempt)),
      ...(isNew || sealedCard === null ? [] : [write(leaveCard, { kind: 'CARD', key })]),
    ];
    const furtherGuards: Write[] = [
      // If two payments read the same security code, only one of them may send it.
      ...(spentSession === undefined ? [] : [write(statements.spendSession, { key: spentSession, none: null })]),
      ...(spentAuthentication === undefined
        ? []
        : [write(useAuthentication, { key: spentAuthentication, usedBy: transaction.key })]),
    ];
    return this.engine.commit({ guard, furtherGuards, writes });
  }

  complete(completed: CompletedTransaction): Promise<boolean> {
    const { key, fence, lockedBy, updatedAt, state } = completed.order;
    const guard = write(statements.completeOrder, {
      key,
      fence,
      lockedBy,
      updatedAt,
      state: serialiseState(state),
    });
    return this.engine.commit({
      guard,
      writes: [
        newOutcome(completed),
        // The settled parts, held for this payment, are notified before it.
        ...(completed.settled ?? []).flatMap((part) => [resolvedOutcome(part), ...companions(part, this.#process.key)]),
        ...companions(completed, this.#process.key),
        ...refundRequestWrites(completed),
        ...riskReview(completed),
      ],
    });
  }

  resolvePending(resolved: CompletedTransaction): Promise<boolean> {
    const { key, fence, updatedAt, state } = resolved.order;
    const guard = write(statements.resolveOrder, {
      key,
      fence,
      fenceBefore: fence - 1,
      updatedAt,
      state: serialiseState(state),
    });
    return this.engine.commit({
      guard,
      writes: [resolvedOutcome(resolved), ...companions(resolved, this.#process.key)],
    });
  }

  record(recorded: RecordedTransactions): Promise<boolean> {
    return this.engine.commit(recordedWrites(recorded, this.#process.key));
  }

  async learn({ key, request, fingerprint }: StoredTransaction, sealedCard: Uint8Array | null): Promise<void> {
    const before = new Uint8Array();
    const learned = { key, request: serialiseRequest(request), fingerprint, sealedCard, before };
    await this.engine.commit({ writes: [write(learnRequest, learned)] });
  }

  async incomplete(limit: number): Promise<IncompleteTransaction[]> {
    return this.withOrders(await this.engine.read(statements.abandonedTransactions, { limit }));
  }

  dueFollowUps(acquirer: string, now: number, limit: number): Promise<FollowUp[]> {
    return this.claimFollowUps(acquirerProcessor(acquirer), now, limit);
  }

  async claimFollowUps(processor: string, now: number, limit: number): Promise<FollowUp[]> {
    const owner = this.#process.key;
    const claimed = await this.engine.claim(statements.claimFollowUps, { owner, processor, now, limit });
    const longestDue = claimed.toSorted((one, other) => Number(one.follow_up_at) - Number(other.follow_up_at));
    const rows = longestDue.map(({ transaction_key: key }) =>
      this.engine.read(statements.transactionWithOrder, { key }),
    );
    return this.withOrders((await Promise.all(rows)).flat());
  }

  async followUpQueried(key: number, queries: number, dueAt: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.followUpQueried, { key, queries, dueAt })] });
  }

  /** Converts rows to the gateway's types and adds the order to each. Omits damaged rows. */
  async withOrders(rows: readonly TransactionWithOrderRow[]): Promise<FollowUp[]> {
    const intact = intactOf(rows, (row) => ({ row, transaction: transactionFrom(row) }));
    const found = await Promise.all(
      intact.map(async ({ row, transaction }) => {
        const [order] = await this.engine.read(statements.findOrder, {
          merchantKey: Number(row.merchant_key),
          orderId: row.order_id,
        });
        return { row, transaction, order };
      }),
    );
    return intactOf(found, ({ row, transaction, order }) => ({
      order: order && orderFrom(order),
      transaction,
      merchantId: row.merchant_id,
      queries: Number(row.follow_ups ?? 0),
    })).filter((entry): entry is FollowUp => entry.order !== undefined);
  }

  /** Refunds that wait for the operator's decision, the oldest first. */
  async waitingRefunds(limit: number): Promise<FollowUp[]> {
    return this.withOrders(await this.engine.read(refundStatements.waitingRefunds, { limit }));
  }

  /** @returns false if no refund waits there, or another decision was faster */
  decideRefund(key: number, decision: RefundDecision['decision'], by: string, at: number): Promise<boolean> {
    return this.engine.commit({ guard: write(refundStatements.decideRefund, { key, decision, by, at }), writes: [] });
  }

  async refundDecisions(limit: number): Promise<RefundDecision[]> {
    const rows = await this.engine.read(refundStatements.undoneRefundDecisions, { limit });
    const decisions = new Map(rows.map((row) => [Number(row.key), row.decision]));
    const found = await this.withOrders(rows);
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

  /** Payments that wait for a decision on their risk, the oldest first. */
  async waitingReviews(limit: number): Promise<FollowUp[]> {
    return this.withOrders(await this.engine.read(riskStatements.waitingReviews, { zero: 0, limit }));
  }

  /** @returns false if no payment waits there, or another decision was faster */
  decideReview(key: number, review: RiskReview): Promise<boolean> {
    return this.engine.commit({ guard: decisionWrite(key, review), writes: [] });
  }

  async riskDecisions(limit: number): Promise<RiskDecision[]> {
    const rows = await this.engine.read(riskStatements.undoneReviewDecisions, { zero: 0, limit });
    const reviews = new Map(rows.map((row) => [Number(row.key), reviewFrom(row)]));
    const found = await this.withOrders(rows);
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
