/** The writes of transactions that a processor reported after the fact: each with its outcome and notification. */
import type { RecordedTransactions } from '../gateway/ports/index.ts';
import { type Write, write } from './engine.ts';
import * as statements from './order-statements.ts';
import { companions, newOutcome } from './outcome-writes.ts';
import { serialiseRequest, serialiseState } from './serialisation.ts';

/** @returns the guard that fails where the order is locked or has changed meanwhile, and what it guards */
export function recordedWrites(
  { order, transactions }: RecordedTransactions,
  owner: number,
): { readonly guard: Write; readonly writes: Write[] } {
  const { key, fence, updatedAt, state } = order;
  const guard = write(statements.resolveOrder, {
    ...{ key, fence, updatedAt, fenceBefore: fence - 1 },
    state: serialiseState(state),
  });
  const writes = transactions.flatMap((one) => [
    write(statements.insertTransaction, {
      ...one.transaction,
      request: serialiseRequest(one.transaction.request),
      sealedCard: null,
    }),
    newOutcome(one),
    ...companions(one, owner),
  ]);
  return { guard, writes };
}
