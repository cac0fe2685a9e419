/**
 * Differences between two versions of an operation, and the history of all operations. Both are computed from the rows,
 * so that a version's history is not maintained separately.
 */
import { VERSION_MAX, VERSION_MIN } from '../../contract/field.ts';
import type {
  FieldDifference,
  FieldRow,
  Side,
  TypeFacts,
  VersionChange,
  VersionChanges,
} from '../../web/views/docs/index.ts';
import { DOCUMENTED_OPERATIONS, type DocumentedOperation } from './documented-operations.ts';
import { answerRows, requestRows } from './reference.ts';

/**
 * @param from a version
 * @param to a version, which may be older than `from`
 */
export function differences(name: DocumentedOperation, from: number, to: number): FieldDifference[] {
  return bothCompared({ name, request: requestRows(name), answer: answerRows(name) }, from, to);
}

interface OperationRows {
  readonly name: DocumentedOperation;
  readonly request: readonly FieldRow[];
  readonly answer: readonly FieldRow[];
}

function bothCompared({ request, answer }: OperationRows, from: number, to: number): FieldDifference[] {
  return [...compareRows('request', request, from, to), ...compareRows('answer', answer, from, to)];
}

function compareRows(side: Side, rows: readonly FieldRow[], from: number, to: number): FieldDifference[] {
  const found = rows.flatMap((row) => differencesOf(side, row, factsIn(row, from), factsIn(row, to)));
  return found
    .filter(({ path, change }) => !isInside(path, change, found))
    .map((one) => ({ ...one, inner: countInner(one, found) }));
}

/** The field's type in a version; undefined if that version does not have it. */
function factsIn(row: FieldRow, version: number): TypeFacts | undefined {
  const { since = VERSION_MIN, last = VERSION_MAX, earlier } = row;
  if (version < since || version > last) {
    return undefined;
  }
  return earlier !== undefined && version <= earlier.last ? earlier : row;
}

function differencesOf(side: Side, { path, doc }: FieldRow, before?: TypeFacts, after?: TypeFacts): FieldDifference[] {
  if (before === after) {
    return [];
  }
  const change = before === undefined ? 'ADDED' : after === undefined ? 'REMOVED' : 'CHANGED';
  return [{ side, path, change, before, after, doc, inner: 0 }];
}

/** True for a field in a group that is added or removed as a whole: only the group is listed. */
function isInside(path: string, change: FieldDifference['change'], all: readonly FieldDifference[]): boolean {
  return change !== 'CHANGED' && all.some((one) => one.change === change && contains(one.path, path));
}

function countInner({ path, change }: FieldDifference, all: readonly FieldDifference[]): number {
  return change === 'CHANGED' ? 0 : all.filter((one) => one.change === change && contains(path, one.path)).length;
}

function contains(around: string, path: string): boolean {
  return path.startsWith(`${around}.`) || path.startsWith(`${around}[n].`);
}

/** Lists every version that differs from the previous one, the newest first. */
export function history(): VersionChanges[] {
  const all = DOCUMENTED_OPERATIONS.map((name) => ({ name, request: requestRows(name), answer: answerRows(name) }));
  return turningPoints(all).map((version) => ({ version, changes: changesIn(version, all) }));
}

function turningPoints(all: readonly OperationRows[]): number[] {
  const versions = new Set<number>();
  for (const { request, answer } of all) {
    for (const { since, last, earlier } of [...request, ...answer]) {
      if (since !== undefined) {
        versions.add(since);
      }
      if (last !== undefined) {
        versions.add(last + 1);
      }
      if (earlier !== undefined) {
        versions.add(earlier.last + 1);
      }
    }
  }
  return [...versions].sort((a, b) => b - a);
}

/** Merges a change of several operations into one row with their names. */
function changesIn(version: number, all: readonly OperationRows[]): VersionChange[] {
  const found = new Map<string, VersionChange>();
  for (const rows of all) {
    for (const difference of bothCompared(rows, version - 1, version)) {
      const key = `${difference.side} ${difference.path} ${difference.change}`;
      found.set(key, { ...difference, operations: [...(found.get(key)?.operations ?? []), rows.name] });
    }
  }
  return [...found.values()];
}
