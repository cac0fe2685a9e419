/** The last commit of an operation: its outcome, the order's new state, and the records that the outcome causes. */
import { resultOf } from '../../../contract/gateway-codes.ts';
import type { CompletedTransaction, RecordedTransactions } from '../../../core/ports/index.ts';
import { agreementInsert } from '../agreements/writes.ts';
import { createdUpdate, eventWrite } from '../browser-payments/writes.ts';
import { type UnitOfWork, type Write, write } from '../engine/engine.ts';
import { notificationWrites } from '../notifications/writes.ts';
import { mailInserts } from '../receipts/writes.ts';
import { insertRefundRequest } from '../refund-requests/statements.ts';
import { reversalInsert } from '../reversals/writes.ts';
import { attemptFailed, insertReview, reviewDone } from '../risk/statements.ts';
import { orderNote } from '../transactions/change-statements.ts';
import {
  orderCompletion,
  orderResolution,
  outcomeInsert,
  outcomeUpdate,
  transactionInsert,
} from '../transactions/writes.ts';

/** @param owner the key of the process that may deliver the notification first */
export function completeUnit(completed: CompletedTransaction, owner: number): UnitOfWork {
  const writes = [outcomeInsert(completed)];
  // The notifications of the settled holds come before that of this payment.
  for (const part of completed.settled ?? []) {
    writes.push(outcomeUpdate(part), ...companions(part, owner));
  }
  writes.push(...companions(completed, owner), ...decisionsToWaitFor(completed));
  return { guard: orderCompletion(completed.order), writes };
}

/**
 * The commit that resolves an open result. @param owner the key of the process that may deliver the notification first
 */
export function resolveUnit(resolved: CompletedTransaction, owner: number): UnitOfWork {
  return {
    guard: orderResolution(resolved.order),
    writes: [outcomeUpdate(resolved), ...companions(resolved, owner), orderNote(resolved.order.key)],
  };
}

/**
 * The commit of transactions that a processor reported afterwards. @param owner the key of the process that may deliver
 * the notification first
 */
export function recordUnit(
  { order, transactions }: RecordedTransactions,
  owner: number,
): UnitOfWork & { readonly guard: Write } {
  return {
    guard: orderResolution(order),
    writes: [
      ...transactions.flatMap((one) => [
        transactionInsert(one.transaction, null),
        outcomeInsert(one),
        ...companions(one, owner),
      ]),
      orderNote(order.key),
    ],
  };
}

/** The writes of other records that commit with an outcome. */
function companions(completed: CompletedTransaction, owner: number): Write[] {
  const { order, transaction, notification, reversal, events = [], created, agreed } = completed;
  const { key: transactionKey } = transaction;
  const writes = events.map((event) => eventWrite(transactionKey, event));
  if (created !== undefined) {
    writes.push(createdUpdate(transactionKey, created));
  }
  if (notification !== undefined) {
    writes.push(...notificationWrites(transaction, notification, order.updatedAt, owner));
  }
  if (completed.owesReceipt) {
    writes.push(...mailInserts(transaction));
  }
  if (agreed !== undefined) {
    writes.push(agreementInsert(transactionKey, agreed, order));
  }
  if (transaction.request.counted && resultOf(completed.outcome.gatewayCode) === 'FAILURE') {
    writes.push(write(attemptFailed, { transactionKey, failed: 1 }));
  }
  if (completed.isReviewed) {
    writes.push(write(reviewDone, { key: transactionKey, none: null }));
  }
  if (reversal !== undefined) {
    writes.push(reversalInsert(reversal, transactionKey, order.updatedAt));
  }
  return writes;
}

/** The rows by which a refund that waits for the operator, or a payment under risk review, is found. */
function decisionsToWaitFor({ transaction, outcome }: CompletedTransaction): Write[] {
  const { key, request, updatedAt } = transaction;
  const writes: Write[] = [];
  if (request.type === 'REFUND_REQUEST') {
    writes.push(write(insertRefundRequest, { key, none: null }));
  }
  if (outcome.risk?.gatewayCode === 'REVIEW_REQUIRED') {
    writes.push(write(insertReview, { transactionKey: key, openSince: updatedAt }));
  }
  return writes;
}
