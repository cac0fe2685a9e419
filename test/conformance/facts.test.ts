/**
 * Checks the fixture itself: its rows are well formed, do not contradict each other, and each type has examples that
 * break one rule each.
 */
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/contract/json.ts';
import { at, bodyWith, errorPathOf, existsIn, isIn, operationsOf } from './interface/body.ts';
import { examplesOf } from './interface/examples.ts';
import type { FieldFact, InterfaceField, Operation } from './interface/field.ts';
import { FIELDS, NOTES, PROSE, TABLES } from './interface/index.ts';
import { CUSTOM_NAMES } from './interface/limits.ts';
import { ENDPOINTS, LISTED_VERSIONS } from './interface/operations.ts';

const VERSION_MIN = 14;
const VERSION_MAX = 100;
const ALL: readonly InterfaceField[] = [...TABLES.urlParameters, ...FIELDS];
const asked = FIELDS.filter(({ side }) => side !== 'response');
const label = ({ side, path, since, until }: InterfaceField) => `${side} ${path} ${since ?? ''}-${until ?? ''}`;

/** Fails if a row goes missing, since the field would then be unchecked. */
const COUNTS = {
  urlParameters: 3,
  common: 12,
  sourceOfFunds: 30,
  token: 8,
  order: 45,
  item: 30,
  customer: 31,
  transaction: 11,
  threeDSecure: 7,
  airline: 49,
  accountFunding: 22,
  response: 47,
  authorizationResponse: 22,
  bankTransfer: 1,
  refundedItem: 15,
  subMerchant: 13,
  browserPayment: 28,
  posTerminal: 14,
  transactionTax: 1,
};

describe('rows', () => {
  it('have the number that was transcribed, table by table', () => {
    const counts = Object.entries({ ...TABLES, ...PROSE, ...NOTES }).map(([name, rows]) => [name, rows.length]);
    expect(Object.fromEntries(counts)).toEqual(COUNTS);
  });

  it('have well-formed paths', () => {
    const malformed = ALL.filter(({ path }) => !/^(\{[a-z]+\}|\w+(\[n\])?(\.\w+(\[n\])?)*)$/i.test(path));
    expect(malformed.map(label)).toEqual([]);
  });

  it('do not contradict each other: no two of a path meet in side, version and operation', () => {
    const meeting = ALL.flatMap((a, index) =>
      ALL.slice(index + 1)
        .filter((b) => a.path === b.path && meet(a, b))
        .map((b) => [label(a), label(b)]),
    );
    expect(meeting).toEqual([]);
  });

  it('keep groups and fields apart: no path is both', () => {
    const groups = new Set(
      FIELDS.flatMap(({ path }) => path.split('.').map((_, i, names) => names.slice(0, i).join('.'))),
    );
    const both = FIELDS.filter(({ path, type }) => groups.has(path) && type.kind !== 'Group');
    expect(both.map(label)).toEqual([]);
  });

  it('hold in at least one version', () => {
    const never = ALL.filter(
      ({ since = VERSION_MIN, until = VERSION_MAX + 1 }) =>
        !(VERSION_MIN <= since && since < until && until <= VERSION_MAX + 1),
    );
    expect(never.map(label)).toEqual([]);
  });

  it('state a presence that exists for requests or for answers, as their side is', () => {
    const wrong = ALL.filter(({ side, presence }) =>
      side === 'response' ? ['REQUIRED', 'OPTIONAL'].includes(presence) : presence === 'ALWAYS PROVIDED',
    );
    expect(wrong.map(label)).toEqual([]);
  });

  it('are required only in operations that take them', () => {
    const wrong = asked.filter((row) => row.requiredIn?.some((operation) => !operationsOf(row).includes(operation)));
    expect(wrong.map(label)).toEqual([]);
  });
});

function meet(a: InterfaceField, b: InterfaceField): boolean {
  const sides = a.side === b.side || a.side === 'both' || b.side === 'both';
  const versions = (a.since ?? 0) < (b.until ?? 999) && (b.since ?? 0) < (a.until ?? 999);
  return sides && versions && operationsOf(a).some((operation) => operationsOf(b).includes(operation));
}

describe('operations', () => {
  const named = Object.entries(ENDPOINTS).flatMap(([operation, { required, optional }]) =>
    [...required, ...optional].map((path) => [operation as Operation, path] as const),
  );

  it.each(named)('%s has rows for %s', (operation, path) => {
    const group = `${path.replace(/\.\*$/, '')}.`;
    const rows = asked.filter((row) => row.path === path || row.path.startsWith(group));
    const versions = LISTED_VERSIONS[operation] ?? [];
    expect(rows.filter((row) => versions.some((version) => isIn(row, operation, version)))).not.toEqual([]);
  });

  it.each(Object.entries(ENDPOINTS))('%s requires the fields that it lists', (operation, { required }) => {
    for (const path of required) {
      const rows = asked.filter((row) => row.path === path || row.path.startsWith(`${path}.`));
      expect(
        rows.some((row) => row.requiredIn?.includes(operation as Operation)),
        path,
      ).toBe(true);
    }
  });
});

/** One row of each distinct type. */
const FACTS = [...new Map(ALL.map(({ type }) => [described(type), type]))];

function described(fact: FieldFact): string {
  return JSON.stringify(fact, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
}

describe.each(FACTS)('examples of %s', (_, fact) => {
  const { accepted, refused } = examplesOf(fact);
  const written = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value));

  it('exist on both sides of the limits', () => {
    expect(accepted.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(3);
  });

  it('are JSON that a body can carry, and mean a present value', () => {
    for (const text of written([...accepted, ...refused])) {
      expect(readJson(Buffer.from(text, 'utf8'))).not.toBeNull();
    }
  });

  it('are each either accepted or refused, not both', () => {
    const taken = new Set(written(accepted));
    expect(written(refused).filter((text) => taken.has(text))).toEqual([]);
  });

  it('have the least and the most characters, and one more and one fewer', () => {
    if (!('min' in fact) || (fact.kind === 'String' && fact.samples !== undefined)) {
      return;
    }
    const { min, max } = fact;
    expect(lengths(refused)).toContain(max + 1);
    expect(lengths(accepted)).toContain(max);
    if (NO_SHORTEST.includes(fact.kind)) {
      return;
    }
    expect(lengths(accepted)).toContain(min);
    if (min > (EMPTY_IS_ABSENT.includes(fact.kind) ? 1 : 0)) {
      expect(lengths(refused)).toContain(min - 1);
    }
  });
});

/** Types whose shortest text is longer than the document's minimum: a tag, a group of four. */
const NO_SHORTEST: readonly FieldFact['kind'][] = ['Base64', 'Emv'];

/** Types that the interface calls String: a shop may send such a field empty instead of leaving it out. */
const EMPTY_IS_ABSENT: readonly FieldFact['kind'][] = ['String', 'JsonText'];

const lengths = (values: readonly unknown[]) =>
  values.filter((value) => typeof value === 'string').map((text) => [...text].length);

it('names of a merchant’s own fields are on one side only', () => {
  expect(CUSTOM_NAMES.refused.filter((name) => (CUSTOM_NAMES.accepted as readonly string[]).includes(name))).toEqual(
    [],
  );
});

describe('a body with one field', () => {
  const row = (path: string, operation: Operation = 'AUTHORIZE', version = VERSION_MAX) =>
    asked.find((one) => one.path === path && isIn(one, operation, version))!;

  it('has the value in its place, for every row, operation and version that it lives in', () => {
    for (const field of asked) {
      const version = [VERSION_MIN, 33, VERSION_MAX].find((one) => existsIn(field, one))!;
      for (const operation of operationsOf(field)) {
        const body = bodyWith(field, 'here', operation, version);
        expect(at(body, field.path), label(field)).toBe('here');
      }
    }
  });

  it('has the fields that its group requires', () => {
    expect(bodyWith(row('order.item[n].sku'), 'A1', 'PAY', VERSION_MAX)).toEqual({
      apiOperation: 'PAY',
      order: { item: [{ name: 'x', quantity: '1', unitPrice: '5', sku: 'A1' }] },
    });
  });

  it('has the fields that its operation requires', () => {
    expect(bodyWith(row('userId', 'VOID'), 'ann', 'VOID', VERSION_MAX)).toEqual({
      apiOperation: 'VOID',
      transaction: { targetTransactionId: 'x' },
      userId: 'ann',
    });
    expect(bodyWith(row('correlationId', 'CREATE_TOKEN'), 'a', 'CREATE_TOKEN', VERSION_MAX)).toEqual({
      correlationId: 'a',
      sourceOfFunds: { type: 'CARD' },
    });
  });

  it('omits the field itself when it has no value, but keeps its group', () => {
    expect(bodyWith(row('3DSecure.enrollmentStatus'), undefined, 'AUTHORIZE', VERSION_MAX)).toEqual({
      apiOperation: 'AUTHORIZE',
      '3DSecure': { authenticationStatus: 'AUTHENTICATION_ATTEMPTED' },
    });
    expect(bodyWith(row('sourceOfFunds', 'CREATE_TOKEN'), undefined, 'CREATE_TOKEN', VERSION_MAX)).toEqual({});
  });

  it('keeps the field’s group if its only other member is a group', () => {
    const format = row('sourceOfFunds.provided.card.mobileWallet.cryptogramFormat');
    expect(at(bodyWith(format, undefined, 'PAY', VERSION_MAX), 'sourceOfFunds.provided.card.mobileWallet')).toEqual({
      '3DSecure': { onlinePaymentCryptogram: '+/9z' },
    });
  });

  it('is named in an error by the first entry of its list', () => {
    expect(errorPathOf('airline.itinerary.leg[n].fare')).toBe('airline.itinerary.leg[0].fare');
  });
});
