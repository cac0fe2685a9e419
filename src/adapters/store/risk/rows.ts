/** Converts rows of risk rules to the gateway's types. */
import type { RiskAttempt, RiskReview } from '../../../core/risk/index.ts';
import type { RiskTables } from '../schema/risk.ts';
import { checkedAmount, checkedCurrency } from '../transactions/checked-money.ts';

type AttemptRow = Omit<RiskTables['risk_attempt'], 'subject' | 'transaction_key'>;

/** @throws InvariantError if a row has damaged money, which risk rules could not evaluate */
export function attemptsFrom(rows: readonly AttemptRow[]): RiskAttempt[] {
  return rows.map(({ key, amount, currency, is_failed: failed, created_at: at }) => {
    const record = `attempt ${key}`;
    return {
      amount: checkedAmount(amount, 'amount', record),
      currency: checkedCurrency(currency, record),
      isFailed: Number(failed) === 1,
      at: Number(at),
    };
  });
}

type DecisionRow = Pick<
  RiskTables['risk_review'],
  'decided_at' | 'decided_by' | 'decision' | 'decision_reason' | 'note'
>;

/** @returns undefined if there is no decision yet */
export function reviewFrom(row: DecisionRow): RiskReview | undefined {
  const { decision, decided_at: decidedAt, decided_by: userId, decision_reason: decisionReason, note } = row;
  if (decision === null || userId === null || decidedAt === null) {
    return undefined;
  }
  return {
    decision,
    userId,
    decidedAt: Number(decidedAt),
    decisionReason: decisionReason ?? undefined,
    note: note ?? undefined,
  };
}
