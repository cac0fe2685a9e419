/** One transaction of the group commit: the guards of all units, then the writes of those that passed. */
import { StoreError, type UnitOfWork } from '../engine.ts';
import { type Query, type QueryResult, unpreparedStatement } from './connection.ts';
import { type CheckedWrite, checkedWrite, queryGuards, queryWrites } from './groups.ts';
import { ListingQueries, SELECT_LISTED } from './row-changes.ts';
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
  const { passed, isListed } = await guards(query, units);
  if (isListed) {
    await query(ROLLBACK);
    return runListedTransaction(query, units);
  }
  if (!passed.includes(true)) {
    await query(ROLLBACK);
    return passed;
  }
  await commitWrites([...queryWrites(query, writesOf(units, passed)), query(COMMIT)]);
  return passed;
}

/** The same, while a merchant moves from the store: the transaction stores the rows that it changes. */
async function runListedTransaction(query: Query, units: readonly CheckedUnit[]): Promise<boolean[]> {
  const listing = new ListingQueries(query);
  const { passed } = await guards(listing.query, units);
  if (!passed.includes(true)) {
    await query(ROLLBACK);
    return passed;
  }
  const written = await Promise.allSettled(queryWrites(listing.query, writesOf(units, passed)));
  await throwFirst(query, written);
  const stored = listing.stored();
  await commitWrites([...(stored === undefined ? [] : [query(stored)]), query(COMMIT)]);
  return passed;
}

function writesOf(units: readonly CheckedUnit[], passed: readonly boolean[]): CheckedWrite[] {
  return units.flatMap((unit, index) => (passed[index] ? unit.writes : []));
}

/** @param sent the last queries, of which the last one is the commit */
async function commitWrites(sent: readonly Promise<unknown>[]): Promise<void> {
  const done = await Promise.allSettled(sent);
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
}

interface Guarded {
  /** For each unit, whether it passed its guards. */
  readonly passed: boolean[];
  /** Whether the store lists changes. */
  readonly isListed: boolean;
}

/** Runs the first guard of each unit in one round trip, and the further guards of a lone unit in another. */
async function guards(query: Query, units: readonly CheckedUnit[]): Promise<Guarded> {
  const first = units.map(({ guard }) => guard).filter((guard) => guard !== undefined);
  const listed = [query(BEGIN), query(SELECT_LISTED)] as const;
  const done = await Promise.allSettled([...listed, ...queryGuards(query, first)]);
  await throwFirst(query, done);
  const isListed = (await listed[1]).rows.length > 0;
  const touched = done.slice(listed.length).map((one) => (one as PromiseFulfilledResult<boolean>).value);
  const passed = units.map(({ guard }) => guard === undefined || (touched.shift() as boolean));
  const [unit] = units;
  if (unit === undefined || unit.furtherGuards.length === 0 || passed[0] === false) {
    return { passed, isListed };
  }
  const further = await Promise.allSettled(queryGuards(query, unit.furtherGuards));
  await throwFirst(query, further);
  return { passed: [further.every((one) => (one as PromiseFulfilledResult<boolean>).value)], isListed };
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
