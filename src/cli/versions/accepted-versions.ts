/** Tells which versions of the interface accept a request's body. Pure functions of the contract. */
import { existsIn, VERSION_MAX, VERSION_MIN } from '../../contract/field.ts';
import type { FieldProblem } from '../../contract/interface-error.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Operation } from '../../contract/operation.ts';
import { readGroup } from '../../contract/read.ts';
import { valueAt } from '../../contract/values.ts';

export interface VersionVerdict {
  /** Whether the version has the operation, and refuses no field of the body. */
  readonly accepted: boolean;
  /** Whether the version has the operation. */
  readonly exists: boolean;
  /** Dotted paths of fields that the version does not have: it ignores them, unless the profile refuses them. */
  readonly ignored: readonly string[];
  /** Dotted paths of fields that the version accepts for compatibility only. */
  readonly withoutEffect: readonly string[];
  readonly refused: readonly FieldProblem[];
  /**
   * Dotted paths of required fields that the body does not have, though its session or token may: the gateway decides
   * when it has read these.
   */
  readonly missing: readonly string[];
}

export interface VersionRange extends VersionVerdict {
  readonly from: number;
  readonly to: number;
}

/** @returns the verdicts, each for the versions that share it, the oldest first */
export function acceptedVersions(operation: Operation, body: JsonObject): VersionRange[] {
  const ranges: VersionRange[] = [];
  for (let version = VERSION_MIN; version <= VERSION_MAX; version += 1) {
    const verdict = verdictOf(operation, body, version);
    const last = ranges.at(-1);
    if (last !== undefined && isSame(last, verdict)) {
      ranges[ranges.length - 1] = { ...last, to: version };
    } else {
      ranges.push({ from: version, to: version, ...verdict });
    }
  }
  return ranges;
}

function verdictOf(operation: Operation, body: JsonObject, version: number): VersionVerdict {
  if (!existsIn(operation, version)) {
    return { accepted: false, exists: false, ignored: [], withoutEffect: [], refused: [], missing: [] };
  }
  const reading = readGroup(operation.request, body, { version, loopbackUrls: true });
  const { values, problems, ignored, withoutEffect } = reading;
  const named = new Set(problems.map(({ field }) => field));
  const missing = operation.requires.filter((path) => valueAt(values, path) === undefined && !named.has(path));
  const maySupply = valueAt(values, 'session.id') ?? valueAt(values, 'sourceOfFunds.token');
  return {
    accepted: problems.length === 0 && (missing.length === 0 || maySupply !== undefined),
    exists: true,
    ignored,
    withoutEffect,
    refused: problems,
    missing,
  };
}

function isSame({ from: _from, to: _to, ...one }: VersionRange, other: VersionVerdict): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
