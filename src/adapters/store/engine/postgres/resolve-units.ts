/** Writes the units of one batch, with retries, and settles their promises. */
import { setTimeout as pause } from 'node:timers/promises';
import { failureOf, StoreError } from '../engine.ts';
import type { PostgresConnection } from './connection.ts';
import { isLost, isTransient } from './sql-states.ts';
import { type CheckedUnit, CommitInDoubt, runTransaction } from './transaction.ts';

/** The maximum wait for a lost database. Callers do not notice a database that restarts within this time. */
const PATIENCE_MS = 3_000;
export const RECONNECT_PAUSE_MS = 100;
/** Maximum number of tries after serialization failures or deadlocks. Other transactions run between them. */
const TRIES_MAX = 10;

export interface WaitingUnit {
  readonly unit: CheckedUnit;
  /** The time at which the unit was enqueued, in milliseconds of the monotonic clock. */
  readonly since: number;
  readonly done: (touched: boolean) => void;
  readonly failed: (error: StoreError) => void;
}

/** Resolves or rejects each unit of the batch. */
export async function resolveUnits(writer: PostgresConnection, batch: readonly WaitingUnit[]): Promise<void> {
  let left = batch;
  for (let tries = 1; left.length > 0; tries += 1) {
    try {
      const touched = await runTransaction(
        await writer.queryRunner(),
        left.map(({ unit }) => unit),
      );
      writer.acknowledged(left.flatMap(({ unit }, index) => (touched[index] ? [unit] : [])));
      for (const [index, { done }] of left.entries()) {
        done(touched[index] as boolean);
      }
      return;
    } catch (error) {
      if (isLost(error) && !(error instanceof CommitInDoubt)) {
        left = withoutLate(left, error);
        await pause(RECONNECT_PAUSE_MS);
      } else if (!isTransient(error) || tries === TRIES_MAX) {
        // The batch was rolled back. Each unit gets its own transaction, so that only the invalid one fails.
        if (left.length > 1 && !(error instanceof CommitInDoubt)) {
          for (const one of left) {
            await resolveUnits(writer, [one]);
          }
        } else {
          for (const { failed } of left) {
            failed(storeError(error));
          }
        }
        return;
      }
    }
  }
}

/** Rejects the units that have waited too long. @returns the others */
function withoutLate(batch: readonly WaitingUnit[], error: unknown): readonly WaitingUnit[] {
  const late = batch.filter(({ since }) => hasWaitedEnough(since));
  for (const { failed } of late) {
    failed(storeError(error));
  }
  return batch.filter((one) => !late.includes(one));
}

/** @param since milliseconds of the monotonic clock @returns true if a caller has waited for the maximum time */
export function hasWaitedEnough(since: number): boolean {
  return performance.now() - since > PATIENCE_MS;
}

export function storeError(error: unknown): StoreError {
  if (error instanceof StoreError) {
    return error;
  }
  return failureOf(error, { inDoubt: error instanceof CommitInDoubt });
}
