/**
 * Every row of the interface's request tables, checked against the contract: each operation that takes it, in the first
 * and last version of its life and in the adjacent versions.
 */

import { afterAll, describe, expect, it } from 'vitest';
import type { Group } from '../../src/contract/field.ts';
import { PATH_PARAMETERS } from '../../src/contract/fields/path.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { type Reading, readGroup } from '../../src/contract/read.ts';
import { bodyOf, readBody } from '../contract/body.ts';
import { acceptedBy, type Case, casesOf, casesOutside, named, refusedBy } from './cases.ts';
import { at, bodyWith, errorPathOf } from './interface/body.ts';
import { examplesOf } from './interface/examples.ts';
import type { InterfaceField, Operation } from './interface/field.ts';
import { FIELDS, TABLES } from './interface/index.ts';
import { CUSTOM_FIELDS_MAX, CUSTOM_NAMES } from './interface/limits.ts';

const asked = FIELDS.filter(({ side }) => side !== 'response');
const tried = { rows: 0, accepted: 0, refused: 0, missed: 0, ignored: 0 };
/** A little below today's counts, so that a test that silently checks less fails. */
const TRIED_MIN: typeof tried = { rows: 255, accepted: 15_000, refused: 30_000, missed: 120, ignored: 120 };

function read(field: InterfaceField, value: unknown, { operation, version }: Case): Reading {
  const body = bodyOf(bodyWith(field, value, operation, version));
  return readGroup(OPERATIONS[operation].request, body, { version, loopbackUrls: false });
}

/** For failure messages. */
const sent = (value: unknown, { operation, version }: Case) => `${JSON.stringify(value)} to ${operation} ${version}`;

/** The problem reported for the field. */
const problemAt = ({ problems }: Reading, path: string) => problems.find((problem) => problem.field === path);

describe('a field that a request may send', () => {
  it.each(named(asked))('%s: is read at each of its limits', (_, field) => {
    for (const one of casesOf(field)) {
      for (const value of acceptedBy(field, one.operation)) {
        const { values, problems, ignored } = read(field, value, one);
        expect({ problems, ignored }, sent(value, one)).toEqual({ problems: [], ignored: [] });
        expect(at(values, field.path), sent(value, one)).toBeDefined();
        tried.accepted += 1;
      }
    }
    tried.rows += 1;
  });

  it.each(named(asked))('%s: is refused by name past each of its limits', (_, field) => {
    const path = errorPathOf(field.path);
    for (const one of casesOf(field)) {
      for (const value of refusedBy(field, one.version)) {
        expect(problemAt(read(field, value, one), path)?.validationType, sent(value, one)).toBe('INVALID');
        tried.refused += 1;
      }
    }
  });

  const inGroup = asked.filter(({ path, presence }) => presence === 'REQUIRED' && path.includes('.'));
  it.each(named(inGroup))('%s: is reported as missing where its group is given without it', (_, field) => {
    for (const one of casesOf(field).filter(({ operation }) => !field.requiredIn?.includes(operation))) {
      expect(problemAt(read(field, undefined, one), errorPathOf(field.path))?.validationType, one.operation).toBe(
        'MISSING',
      );
      tried.missed += 1;
    }
  });

  const always = asked.filter(({ requiredIn, path }) => requiredIn !== undefined && path !== 'apiOperation');
  it.each(named(always))('%s: is reported as missing by an operation that requires it', (_, field) => {
    for (const one of casesOf(field).filter(({ operation }) => field.requiredIn?.includes(operation))) {
      if (CHECKED_BY_STATE.some(({ operation, path }) => operation === one.operation && path === field.path)) {
        continue;
      }
      const isMissed = problemAt(read(field, undefined, one), field.path)?.validationType === 'MISSING';
      expect(isMissed || isRequiredBy(one.operation, field.path), sent(undefined, one)).toBe(true);
      tried.missed += 1;
    }
  });

  const changing = asked.filter((field) => casesOutside(field).length > 0);
  it.each(named(changing))('%s: is reported as ignored in the versions just outside its range', (_, field) => {
    const path = errorPathOf(field.path);
    for (const one of casesOutside(field)) {
      const [value] = acceptedBy(field, one.operation);
      const reading = read(field, value, one);
      expect(problemAt(reading, path), sent(value, one)).toBeUndefined();
      expect(
        reading.ignored.some((name) => isWithin(path, name)),
        sent(value, one),
      ).toBe(true);
      tried.ignored += 1;
    }
  });
});

/** Whether the operation requires the field once request, session and token are merged. */
function isRequiredBy(operation: Operation, path: string): boolean {
  return OPERATIONS[operation].requires.some((required) => isWithin(required, path));
}

/** A standalone capture may have its amount in `order`: the order's state decides which of the two is missing. */
const CHECKED_BY_STATE: readonly { readonly operation: Operation; readonly path: string }[] = [
  { operation: 'CAPTURE', path: 'transaction.amount' },
];

function isWithin(path: string, group: string): boolean {
  return path === group || path.startsWith(`${group}.`) || path.startsWith(`${group}[`);
}

describe('a part of an address', () => {
  /** The contract's names for the document's URL parameters. */
  const NAMES: Readonly<Record<string, string>> = {
    '{merchantId}': 'merchantId',
    '{orderid}': 'orderId',
    '{transactionid}': 'transactionId',
  };

  it.each(named(TABLES.urlParameters))('%s: is accepted at each of its limits and refused past them', (_, field) => {
    const node = (PATH_PARAMETERS as Group).members[NAMES[field.path] ?? ''];
    if (node?.kind !== 'field') {
      throw new TypeError(`The contract has no ${field.path}.`);
    }
    const { accepted, refused } = examplesOf(field.type);
    expect(accepted.filter((value) => !node.type.accepts(value))).toEqual([]);
    expect(refused.filter((value) => node.type.accepts(value))).toEqual([]);
    tried.rows += 1;
    tried.accepted += accepted.length;
    tried.refused += refused.length;
  });
});

describe('a field that the merchant names', () => {
  const { request } = OPERATIONS.PAY;
  const custom = (names: readonly string[]) => ({ order: { custom: Object.fromEntries(names.map((n) => [n, 'x'])) } });

  it.each(CUSTOM_NAMES.accepted)('may be called %j', (name) => {
    const { values, problems } = readBody(request, custom([name]));
    expect([at(values, `order.custom.${name}`), problems]).toEqual(['x', []]);
  });

  it.each(CUSTOM_NAMES.refused)('may not be called %j', (name) => {
    expect(readBody(request, custom([name])).problems).toMatchObject([
      { field: `order.custom.${name}`, validationType: 'INVALID' },
    ]);
  });

  it('may be one of as many as the interface says, and not of one more', () => {
    const names = Array.from({ length: CUSTOM_FIELDS_MAX + 1 }, (_, index) => `n${index}`);
    expect(readBody(request, custom(names.slice(1))).problems).toEqual([]);
    expect(readBody(request, custom(names)).problems).toMatchObject([
      { field: 'order.custom', validationType: 'INVALID' },
    ]);
  });
});

it('the same number of values is checked as before', () => {
  for (const [what, least] of Object.entries(TRIED_MIN)) {
    expect(tried[what as keyof typeof tried], what).toBeGreaterThanOrEqual(least);
  }
});

afterAll(() => {
  const counts = Object.entries(tried).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`requests by the tables: ${counts.join(', ')}\n`);
});
