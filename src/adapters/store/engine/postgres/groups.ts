/**
 * Combines the writes of many units: those with a grouping become one statement with arrays, the others are sent one by
 * one.
 */
import type { Write } from '../engine.ts';
import type { GroupedStatement } from '../grouped-statement.ts';
import { bind, type Parameters, type SqlValue, type Statement } from '../statement.ts';
import { binaryArray, isElement } from './arrays.ts';
import type { Bound, Query } from './connection.ts';
import { escapedText } from './text.ts';

/** A write whose parameters are checked to have storable values. */
export interface CheckedWrite extends Write {
  /** The statement with its values, if it cannot be grouped. */
  readonly bound?: Bound;
}

/** Checks a write before its transaction starts. @throws TypeError if a parameter has no value */
export function checkedWrite({ statement, parameters }: Write): CheckedWrite {
  const { grouped } = statement;
  if (grouped === undefined) {
    return { statement, parameters, bound: boundTo(statement, parameters) };
  }
  for (const [at, type] of grouped.types.entries()) {
    const name = grouped.names[at] as string;
    if (!isElement(type, parameters[name])) {
      throw new TypeError(`The statement's parameter ${name} has no value of type ${type}.`);
    }
  }
  return { statement, parameters };
}

/** @throws TypeError if a parameter has no value */
export function boundTo(statement: Statement, parameters: Parameters): Bound {
  const compiled = statement.compile('postgres');
  return { compiled, values: bind(compiled.names, parameters).map(escapedText) };
}

interface Group {
  readonly rows: Parameters[];
  readonly identities: Set<SqlValue>;
}

interface GroupedWrites {
  readonly groups: ReadonlyMap<GroupedStatement, Group>;
  /**
   * Writes without a grouping, and further writes of a row that a group already has, because one statement may touch a
   * row only once.
   */
  readonly single: readonly CheckedWrite[];
}

function groupedWrites(writes: readonly CheckedWrite[]): GroupedWrites {
  const groups = new Map<GroupedStatement, Group>();
  const single: CheckedWrite[] = [];
  for (const write of writes) {
    if (!isJoined(groups, write)) {
      single.push(write);
    }
  }
  return { groups, single };
}

function isJoined(groups: Map<GroupedStatement, Group>, { statement, parameters }: CheckedWrite): boolean {
  const { grouped } = statement;
  if (grouped === undefined) {
    return false;
  }
  let group = groups.get(grouped);
  if (group === undefined) {
    group = { rows: [], identities: new Set() };
    groups.set(grouped, group);
  }
  const identity = parameters[grouped.identity] as SqlValue;
  if (group.identities.has(identity)) {
    return false;
  }
  group.identities.add(identity);
  group.rows.push(parameters);
  return true;
}

/** Sends all writes in one packet. @returns promises that settle when they are written */
export function queryWrites(query: Query, writes: readonly CheckedWrite[]): Promise<unknown>[] {
  const { groups, single } = groupedWrites(writes);
  return [
    ...Array.from(groups, ([{ name, sql, names, types, listed }, { rows }]) =>
      query({ compiled: { name, sql, names, listed }, values: columnsOf(names, types, rows) }),
    ),
    ...single.map((write) => query(singly(write))),
  ];
}

/** Sends all guards in one packet. @returns for each guard, in their order, true if it touched a row */
export function queryGuards(query: Query, guards: readonly CheckedWrite[]): Promise<boolean>[] {
  const { groups, single } = groupedWrites(guards);
  const touched = new Map(
    Array.from(groups, ([grouped, { rows }]) => [grouped, queryGuardGroup(query, grouped, rows)] as const),
  );
  const singles = new Map(single.map((guard) => [guard, query(singly(guard))]));
  return guards.map(async (guard) => {
    const alone = singles.get(guard);
    if (alone !== undefined) {
      return (await alone).touched > 0;
    }
    const grouped = guard.statement.grouped as GroupedStatement;
    return ((await touched.get(grouped)) as Set<SqlValue>).has(guard.parameters[grouped.identity] as SqlValue);
  });
}

async function queryGuardGroup(
  query: Query,
  { guardName, guardSql, guardListed: listed, names, types }: GroupedStatement,
  rows: readonly Parameters[],
): Promise<Set<SqlValue>> {
  const values = columnsOf(names, types, rows);
  const answer = await query({ compiled: { name: guardName, sql: guardSql, names, listed }, values });
  return new Set(answer.rows.map((row) => (row as { key: SqlValue }).key));
}

function columnsOf(
  names: readonly string[],
  types: GroupedStatement['types'],
  rows: readonly Parameters[],
): Uint8Array[] {
  return names.map((name, at) =>
    binaryArray(
      types[at] as (typeof types)[number],
      rows.map((row) => row[name] as SqlValue),
    ),
  );
}

function singly({ statement, parameters, bound }: CheckedWrite): Bound {
  return bound ?? boundTo(statement, parameters);
}
