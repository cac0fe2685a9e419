/** The cases of each row: the operations that take it, the versions at the ends of its life, its values. */
import { VERSION_MAX, VERSION_MIN } from '../../src/contract/field.ts';
import { isIn, operationsOf } from './interface/body.ts';
import { examplesOf } from './interface/examples.ts';
import type { InterfaceField, Operation } from './interface/field.ts';
import { FIELDS } from './interface/index.ts';

export interface Case {
  readonly operation: Operation;
  readonly version: number;
}

/** First and last version of the row's life, with every operation that takes it. */
export function casesOf(field: InterfaceField): Case[] {
  const { since = VERSION_MIN, until = VERSION_MAX + 1 } = field;
  const versions = [...new Set([since, until - 1])];
  return operationsOf(field).flatMap((operation) => versions.map((version) => ({ operation, version })));
}

/** The versions next to the row's life, with every operation that has no other row for the field there. */
export function casesOutside(field: InterfaceField): Case[] {
  const { since, until } = field;
  const versions = [...(since === undefined ? [] : [since - 1]), ...(until === undefined ? [] : [until])];
  return operationsOf(field)
    .flatMap((operation) => versions.map((version) => ({ operation, version })))
    .filter(({ operation, version }) => !FIELDS.some((row) => isNamesake(row, field) && isIn(row, operation, version)));
}

function isNamesake(one: InterfaceField, other: InterfaceField): boolean {
  return one.path === other.path && (one.side === other.side || one.side === 'both' || other.side === 'both');
}

/** An operation accepts only its own name as `apiOperation`. */
export function acceptedBy({ type }: InterfaceField, operation: Operation): readonly unknown[] {
  return type.kind === 'ApiOperation' ? [operation] : examplesOf(type).accepted;
}

/** Rows with their names in test titles. */
export function named(rows: readonly InterfaceField[]): (readonly [string, InterfaceField])[] {
  return rows.map((row) => [nameOf(row), row]);
}

function nameOf({ path, side, since, until, operations = [] }: InterfaceField): string {
  const life = `${since === undefined ? '' : ` since ${since}`}${until === undefined ? '' : ` until ${until}`}`;
  // A field with several rows may have one for a single operation, or one for answers only.
  const whose = operations.length === 1 ? ` of ${operations[0]}` : '';
  return `${path}${whose}${side === 'response' ? ' answered' : ''}${life}`;
}

/** The values that the row's type refuses, except those that the version accepts beyond the type. */
export function refusedBy({ type, fractionsSince }: InterfaceField, version: number): readonly unknown[] {
  const { refused } = examplesOf(type);
  return fractionsSince === undefined || version < fractionsSince
    ? refused
    : refused.filter((value) => !isFraction(value));
}

function isFraction(value: unknown): boolean {
  return /^"?[0-9]+\.[0-9]*"?$/.test(JSON.stringify(value));
}
