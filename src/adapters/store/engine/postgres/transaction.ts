/** One transaction of the group commit: the guards of all units, then the writes of those that passed. */
import { StoreError, type UnitOfWork } from '../engine.ts';
import { type Query, type QueryResult, unpreparedStatement } from './connection.ts';
import { type CheckedWrite, checkedWrite, queryGuards, queryWrites } from './groups.ts';
import { isConsequence, isLost, isReadOnly } from './sql-states.ts';

export interface CheckedUnit {
  readonly guard?: CheckedWrite;
  readonly furtherGuards: readonly CheckedWrite[];
  readonly writes: readonly CheckedWrite[];
}

/** Checks a unit before its transaction starts. @throws TypeError if a parameter has no value */
export function checkedUnit({ guard, furtherGuards = [], writes }: UnitOfWork): CheckedUnit {
  return {
    guard: guard && checkedWrite(guard),
    furtherGuards: furtherGuards.map(checkedWrite),
    writes: writes.map(checkedWrite),
  };
}

/** The connection broke after the commit was sent and before its confirmation. */
export class CommitInDoubt extends Error {}

const BEGIN = unpreparedStatement('BEGIN');
const COMMIT = unpreparedStatement('COMMIT');
const ROLLBACK = unpreparedStatement('ROLLBACK');

/**
 * @returns for each unit, true if it passed its guards
 * @throws CommitInDoubt, or the database's error after a rollback
 */
export async function runTransaction(query: Query, units: readonly CheckedUnit[]): Promise<boolean[]> {
  const passed = await guards(query, units);
  if (!passed.includes(true)) {
    await query(ROLLBACK);
    return passed;
  }
  const writes = units.flatMap((unit, index) => (passed[index] ? unit.writes : []));
  const done = await Promise.allSettled([...queryWrites(query, writes), query(COMMIT)]);
  const error = firstError(done);
  if (error !== undefined) {
    if (isLost(error) && !isReadOnly(error)) {
      throw new CommitInDoubt('The database was lost at a commit.', { cause: error });
    }
    throw error;
  }
  const commit = done.at(-1) as PromiseFulfilledResult<QueryResult>;
  if (commit.value.command !== 'COMMIT') {
    throw new StoreError(`A commit ended as ${commit.value.command}.`);
  }
  return passed;
}

/** Runs the first guard of each unit in one round trip, and the further guards of a lone unit in another. */
async function guards(query: Query, units: readonly CheckedUnit[]): Promise<boolean[]> {
  const first = units.map(({ guard }) => guard).filter((guard) => guard !== undefined);
  const done = await Promise.allSettled([query(BEGIN), ...queryGuards(query, first)]);
  await throwFirst(query, done);
  const touched = done.slice(1).map((one) => (one as PromiseFulfilledResult<boolean>).value);
  const passed = units.map(({ guard }) => guard === undefined || (touched.shift() as boolean));
  const [unit] = units;
  if (unit === undefined || unit.furtherGuards.length === 0 || passed[0] === false) {
    return passed;
  }
  const further = await Promise.allSettled(queryGuards(query, unit.furtherGuards));
  await throwFirst(query, further);
  return [further.every((one) => (one as PromiseFulfilledResult<boolean>).value)];
}

async function throwFirst(query: Query, done: readonly PromiseSettledResult<unknown>[]): Promise<void> {
  const error = firstError(done);
  if (error === undefined) {
    return;
  }
  if (!isLost(error)) {
    await query(ROLLBACK);
  }
  throw error;
}

/** The first error of the transaction that is not a consequence of another error. */
function firstError(done: readonly PromiseSettledResult<unknown>[]): unknown {
  const errors = done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return errors.find((error) => !isConsequence(error)) ?? errors[0];
}
