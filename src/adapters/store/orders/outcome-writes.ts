/** The writes of an outcome, and those that commit with it. */

import { resultOf } from '../../../contract/gateway-codes.ts';
import { processorOf } from '../../../core/index.ts';
import type { CompletedTransaction } from '../../../core/ports/index.ts';
import { insertAgreement } from '../agreements/statements.ts';
import { eventWrite } from '../browser-payments/browser-payments.ts';
import { setCreated } from '../browser-payments/statements.ts';
import { type Write, write } from '../engine/engine.ts';
import { notificationWrites } from '../notifications/notifications.ts';
import { receiptWrite } from '../receipts/receipts.ts';
import { insertRefundRequest } from '../refund-requests/statements.ts';
import { insertReversal } from '../reversals/statements.ts';
import { attemptFailed, insertReview, reviewDone } from '../risk/statements.ts';
import { serialiseAdvice, serialiseOutcome } from '../transactions/serialisation.ts';
import * as statements from '../transactions/statements.ts';

export function newOutcome({
  transaction,
  outcome,
  followUpAt,
}: Pick<CompletedTransaction, 'followUpAt' | 'outcome' | 'transaction'>): Write {
  const { key, updatedAt } = transaction;
  return write(statements.insertOutcome, {
    key,
    outcome: serialiseOutcome(outcome),
    followUpAt: followUpAt ?? null,
    followUps: 0,
    processor: processorOf(transaction.request),
    updatedAt,
  });
}

export function resolvedOutcome({ transaction, outcome, followUpAt }: CompletedTransaction): Write {
  const { key, updatedAt } = transaction;
  return write(statements.resolveOutcome, {
    key,
    outcome: serialiseOutcome(outcome),
    updatedAt,
    followUpAt: followUpAt ?? null,
    followUps: 0,
  });
}

/** Adds a row by which a refund that waits for the operator is found. */
export function refundRequestWrites({ transaction }: CompletedTransaction): Write[] {
  const { key, request } = transaction;
  return request.type === 'REFUND_REQUEST' ? [write(insertRefundRequest, { key, none: null })] : [];
}

/** Adds a row by which a payment that waits for a risk decision is found. */
export function riskReview({ transaction, outcome }: CompletedTransaction): Write[] {
  const { key: transactionKey, updatedAt: openSince } = transaction;
  const waits = outcome.risk?.gatewayCode === 'REVIEW_REQUIRED';
  return waits ? [write(insertReview, { transactionKey, openSince })] : [];
}

/** The writes that commit with an outcome: notification, receipt, agreement, reversal, and browser payment events. */
export function companions(completed: CompletedTransaction, owner: number): Write[] {
  const { order, transaction, notification, reversal, events = [], created, owesReceipt, agreed } = completed;
  const { updatedAt } = order;
  const writes: Write[] = events.map((event) => eventWrite(transaction.key, event));
  if (created !== undefined) {
    const { pageUrl, providerReference = null, code } = created;
    const shown = { code: code?.text ?? null, codeUntil: code?.payableUntil ?? null };
    writes.push(write(setCreated, { transactionKey: transaction.key, pageUrl, providerReference, ...shown }));
  }
  if (notification !== undefined) {
    writes.push(...notificationWrites(transaction, notification, updatedAt, owner));
  }
  if (owesReceipt) {
    writes.push(receiptWrite(completed));
  }
  if (agreed !== undefined) {
    const terms = JSON.stringify(agreed.terms);
    const { merchantKey } = order;
    const row = { ...agreed, terms, merchantKey, transactionKey: transaction.key, createdAt: updatedAt };
    writes.push(write(insertAgreement, row));
  }
  if (transaction.request.counted && resultOf(completed.outcome.gatewayCode) === 'FAILURE') {
    writes.push(write(attemptFailed, { transactionKey: transaction.key, failed: 1 }));
  }
  if (completed.isReviewed) {
    writes.push(write(reviewDone, { key: transaction.key, none: null }));
  }
  if (reversal !== undefined) {
    writes.push(
      write(insertReversal, {
        key: reversal.key,
        transactionKey: transaction.key,
        acquirer: reversal.acquirer,
        advice: serialiseAdvice(reversal.advice),
        attempts: 0,
        dueAt: updatedAt,
        createdAt: updatedAt,
        acknowledgedAt: null,
      }),
    );
  }
  return writes;
}
