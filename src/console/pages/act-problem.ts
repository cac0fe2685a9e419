/** Explains a refused act in the terms of the person who has sent its form. */
import { storedAmount } from '../../checkout/index.ts';
import type { InterfaceError } from '../../contract/interface-error.ts';
import { minorUnits } from '../../contract/money.ts';
import { storedCurrency } from '../../core/index.ts';
import type { ActProblem } from '../../web/views/console/index.ts';
import type { ActKind, OrderWithTransactions, PossibleAct } from '../orders.ts';

/** The inputs of an act's form. */
export interface SentAct {
  readonly kind: ActKind;
  readonly transactionId: string;
  /** As typed. */
  readonly amount: string;
  /** The id of the transaction to void; empty for other acts. */
  readonly target: string;
}

/**
 * The interface's own explanation names fields that the form does not have, so the reason is found by the order as it
 * is now.
 *
 * @param acts that the order allows now
 */
export function actProblem(
  { kind, transactionId, amount, target }: SentAct,
  { message, problems }: InterfaceError,
  { order, transactions }: OrderWithTransactions,
  acts: readonly PossibleAct[],
): ActProblem {
  const { currency } = order.state;
  if (transactions.some((one) => one.transactionId === transactionId)) {
    return { kind: 'SENT' };
  }
  const act = acts.find((one) => one.kind === kind && (one.target?.transactionId ?? '') === target);
  if (act === undefined) {
    return { kind: 'GONE' };
  }
  const [first] = problems;
  if (first === undefined || problems.some(({ field }) => field !== 'transaction.amount')) {
    return { kind: 'OTHER', explanation: message };
  }
  const typed = minorUnits(amount, storedCurrency(currency));
  if (typed === undefined || typed <= 0n) {
    return { kind: 'AMOUNT' };
  }
  return typed > act.amount
    ? { kind: 'LEFT', left: storedAmount({ amount: act.amount, currency }) }
    : { kind: 'OTHER', explanation: `The amount was refused: ${first.explanation}.` };
}
