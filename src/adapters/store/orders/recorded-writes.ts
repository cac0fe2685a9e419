/** The writes of transactions that a processor reported afterwards, each with its outcome and notification. */
import type { RecordedTransactions } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { serialiseRequest, serialiseState } from '../transactions/serialisation.ts';
import * as statements from '../transactions/statements.ts';
import { companions, newOutcome } from './outcome-writes.ts';

/** @returns the writes, and a guard that fails if the order is locked or has changed meanwhile */
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
