/**
 * Writes of many units, as few statements: those that can be grouped become one statement with arrays, the others are
 * sent one by one.
 */

import type { Grouped } from '../statement.ts';
import type { Bound, Query } from './connection.ts';

export interface BoundWrite extends Bound {
  /** For a statement that can write many rows: the values of this row, and the identity that distinguishes it. */
  readonly grouped?: Grouped;
  readonly row?: readonly unknown[];
  readonly identity?: unknown;
}

interface Group {
  readonly grouped: Grouped;
  readonly rows: BoundWrite[];
  readonly identities: Set<unknown>;
}

/** Sends all in one packet. @returns for each write, in their order, whether it touched a row */
export function queryGrouped(query: Query, writes: readonly BoundWrite[]): Promise<boolean>[] {
  const groups = new Map<Grouped, Group>();
  const groupOf = writes.map((write) => joined(groups, write));
  const touched = new Map([...groups.values()].map((group) => [group, queryGroup(query, group)]));
  return writes.map(async (write, at) => {
    const group = groupOf[at];
    if (group === undefined) {
      return (await query(write)).touched > 0;
    }
    return ((await touched.get(group)) as Set<unknown>).has(write.identity);
  });
}

/** A second write of the same row is not grouped: one statement touches a row once. */
function joined(groups: Map<Grouped, Group>, write: BoundWrite): Group | undefined {
  const { grouped, identity } = write;
  if (grouped === undefined) {
    return undefined;
  }
  const group = groups.get(grouped) ?? { grouped, rows: [], identities: new Set() };
  if (group.identities.has(identity)) {
    return undefined;
  }
  group.identities.add(identity);
  group.rows.push(write);
  groups.set(grouped, group);
  return group;
}

async function queryGroup(query: Query, { grouped, rows }: Group): Promise<Set<unknown>> {
  const values = grouped.names.map((_name, at) => rows.map(({ row }) => row?.[at]));
  const answer = await query({ compiled: grouped, values });
  return new Set(answer.rows.map((row) => (row as { key: unknown }).key));
}
