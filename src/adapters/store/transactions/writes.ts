/** The writes of an order's row, of its transactions and of their outcomes. */
import { processorOf } from '../../../core/index.ts';
import type { CompletedTransaction, StoredOrder, StoredTransaction } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { serialiseOutcome, serialiseRequest, serialiseState } from './serialisation.ts';
import * as statements from './statements.ts';

/** Guard: the order must not exist. @param owner the process that owns the order's lock, if it is locked */
export function orderInsert(order: StoredOrder, owner: number | null): Write {
  const { key, merchantKey, orderId, state, lockedBy, fence, createdAt, updatedAt } = order;
  return write(statements.insertOrder, {
    key,
    merchantKey,
    orderId,
    state: serialiseState(state),
    lockedBy,
    fence,
    owner,
    createdAt,
    updatedAt,
  });
}

/** Guard: the order must be unlocked and unchanged. */
export function orderLock({ key, fence, lockedBy, updatedAt }: StoredOrder, owner: number): Write {
  return write(statements.lockOrder, { lockedBy, fence, owner, updatedAt, key, fenceBefore: fence - 1 });
}

/** Guard: the transaction must still have the order's lock, which this releases. */
export function orderCompletion({ key, fence, lockedBy, updatedAt, state }: StoredOrder): Write {
  return write(statements.completeOrder, { state: serialiseState(state), updatedAt, key, fence, lockedBy });
}

/** Guard: the order must be unlocked and unchanged. */
export function orderResolution({ key, fence, updatedAt, state }: StoredOrder): Write {
  return write(statements.resolveOrder, {
    state: serialiseState(state),
    fence,
    updatedAt,
    key,
    fenceBefore: fence - 1,
  });
}

export function transactionInsert(transaction: StoredTransaction, sealedCard: Uint8Array | null): Write {
  const { key, orderKey, transactionId, request, fingerprint, createdAt } = transaction;
  return write(statements.insertTransaction, {
    key,
    orderKey,
    transactionId,
    request: serialiseRequest(request),
    fingerprint,
    sealedCard,
    createdAt,
  });
}

export function outcomeInsert({
  transaction: { key, request, updatedAt },
  outcome,
  followUpAt,
}: Pick<CompletedTransaction, 'followUpAt' | 'outcome' | 'transaction'>): Write {
  return write(statements.insertOutcome, {
    key,
    outcome: serialiseOutcome(outcome),
    followUpAt: followUpAt ?? null,
    followUps: 0,
    processor: processorOf(request),
    updatedAt,
  });
}

/** Replaces the outcome of a transaction whose result was open. */
export function outcomeUpdate({
  transaction: { key, updatedAt },
  outcome,
  followUpAt,
}: Pick<CompletedTransaction, 'followUpAt' | 'outcome' | 'transaction'>): Write {
  return write(statements.resolveOutcome, {
    key,
    outcome: serialiseOutcome(outcome),
    updatedAt,
    followUpAt: followUpAt ?? null,
    followUps: 0,
  });
}
