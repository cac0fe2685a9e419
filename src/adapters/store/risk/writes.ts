import type { NewRiskAttempt } from '../../../core/ports/index.ts';
import type { RiskReview } from '../../../core/risk/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { decideReview, insertAttempt } from './statements.ts';

export function attemptInsert(transactionKey: number, { key, subject, amount, currency, at }: NewRiskAttempt): Write {
  const row = { key, transactionKey, subject, amount: amount.toString(), currency, isFailed: 0, createdAt: at };
  return write(insertAttempt, row);
}

export function reviewDecision(key: number, review: RiskReview): Write {
  const { decision, userId: by, decidedAt: at, decisionReason: reason = null, note = null } = review;
  return write(decideReview, { decision, by, at, reason, note, key });
}
