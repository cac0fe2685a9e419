import { describe, expect, it } from 'vitest';
import { chapters, DOCUMENTED_OPERATIONS } from '../../../src/api/reference/documented-operations.ts';
import { answerRows, requestRows, rowsOf } from '../../../src/api/reference/reference.ts';
import { anchorOf, sectionsOf } from '../../../src/api/reference/sections.ts';
import { everyNode } from '../../../src/contract/edit-schema.ts';
import { field, group, list, required, VERSION_MAX, VERSION_MIN } from '../../../src/contract/field.ts';
import { enumeration, string } from '../../../src/contract/field-types.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';

const rowOf = (rows: ReturnType<typeof requestRows>, path: string) => {
  const row = rows.find((one) => one.path === path);
  if (row === undefined) {
    throw new Error(`There is no row for ${path}.`);
  }
  return row;
};

describe('the rows of an operation', () => {
  it.each(DOCUMENTED_OPERATIONS)('%s has one for every field and group of its request, with a sentence', (name) => {
    const rows = requestRows(name);
    const nodes = [...everyNode(OPERATIONS[name].request)]
      .map(([path]) => path)
      .filter((path) => !path.endsWith('[n]'));
    expect(rows.map(({ path }) => path).sort()).toEqual(nodes.sort());
    for (const { path, doc } of rows) {
      expect(doc, path).toMatch(/^\S.*\.$/);
    }
  });

  it.each(DOCUMENTED_OPERATIONS)('%s has anchors that lead to one row alone', (name) => {
    const anchors = [
      ...requestRows(name).map(({ path }) => anchorOf('request', path)),
      ...answerRows(name).map(({ path }) => anchorOf('answer', path)),
    ];
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('marks fields that are always required, that a session may supply, and that only their group requires', () => {
    const rows = requestRows('AUTHORIZE');
    expect(rowOf(rows, 'apiOperation')).toMatchObject({ presence: 'REQUIRED', values: ['AUTHORIZE'] });
    expect(rowOf(rows, 'order.amount').presence).toBe('SOURCED');
    expect(rowOf(rows, 'order.item[n].name').presence).toBe('WITHIN');
    expect(rowOf(rows, 'order.description').presence).toBe('OPTIONAL');
    expect(rowOf(requestRows('VOID'), 'transaction.targetTransactionId').presence).toBe('REQUIRED');
    expect(rowOf(requestRows('CREATE_SESSION'), 'apiOperation').presence).toBe('OPTIONAL');
  });

  it('marks a field without effect where it is listed', () => {
    const nodes = [...everyNode(OPERATIONS.UPDATE_SESSION.request)];
    const idle = nodes.filter(([, node]) => node.kind === 'field' && node.withoutEffect);
    expect(idle.map(([path]) => path)).toEqual(['interaction.merchant.logo']);
    for (const [, { doc }] of idle) {
      expect(doc).toContain('X-Ignored-Fields');
    }
  });

  it('marks the fields of an answer that are always present', () => {
    const rows = answerRows('PAY');
    expect(rowOf(rows, 'response.gatewayCode').presence).toBe('ALWAYS');
    expect(rowOf(rows, 'response.acquirerCode').presence).toBe('CONDITIONAL');
  });

  it('shows an answer’s fields as they are answered', () => {
    expect(rowOf(answerRows('PAY'), 'order.reference').allowed).toBe('1 to 200 characters');
    expect(rowOf(requestRows('PAY'), 'order.reference').allowed).toBe('1 to 40 characters');
    expect(rowOf(answerRows('PAY'), 'sourceOfFunds.provided.card.number').type).toBe('Masked digits');
  });

  it('lists an order’s transactions by naming the answer of each', () => {
    const rows = answerRows('RETRIEVE_ORDER');
    expect(rowOf(rows, 'transaction').shapedAs).toBe('RETRIEVE_TRANSACTION');
    expect(rows.filter(({ path }) => path.startsWith('transaction['))).toEqual([]);
  });
});

describe('versions', () => {
  const tree = group({
    old: field(string(1, 1), 'Old.', { until: 30 }),
    group: group({ inner: field(string(1, 1), 'Inner.', { until: 90 }) }, { since: 50, doc: 'A group.' }),
    changed: field(string(1, 30), 'Changed.', { earlier: { until: 34, type: enumeration('A', 'B') } }),
    lines: list(group({ name: required(string(1, 9), 'Name.') }, { doc: 'A line.' }), 7, { doc: 'Lines.', since: 20 }),
  });
  const rows = rowsOf(tree, { side: 'request' });

  it('are those of the field, within those of the groups around it', () => {
    expect(rowOf(rows, 'old')).toMatchObject({ last: 29 });
    expect(rowOf(rows, 'old').since).toBeUndefined();
    expect(rowOf(rows, 'group.inner')).toMatchObject({ since: 50, last: 89 });
    expect(rowOf(rows, 'lines[n].name')).toMatchObject({ since: 20, presence: 'WITHIN' });
    expect(rowOf(rows, 'lines')).toMatchObject({ type: 'List', allowed: 'at most 7 elements' });
  });

  it('show the earlier form of a field', () => {
    expect(rowOf(rows, 'changed')).toMatchObject({
      allowed: '1 to 30 characters',
      earlier: { last: 33, type: 'Enumeration', values: ['A', 'B'] },
    });
  });

  it('stay within those that the gateway speaks', () => {
    for (const name of DOCUMENTED_OPERATIONS) {
      for (const { path, since = VERSION_MIN, last = VERSION_MAX } of [...requestRows(name), ...answerRows(name)]) {
        expect(since, path).toBeGreaterThanOrEqual(VERSION_MIN);
        expect(last, path).toBeGreaterThanOrEqual(since);
        expect(last, path).toBeLessThanOrEqual(VERSION_MAX);
      }
    }
  });
});

it('sections contain every row once, and open where they are short', () => {
  const rows = requestRows('CAPTURE');
  const sections = sectionsOf('request', rows);
  const shown = sections.flatMap(({ group: own, rows: inner }) => [...(own === undefined ? [] : [own]), ...inner]);
  expect(shown.map(({ path }) => path).sort()).toEqual(rows.map(({ path }) => path).sort());
  expect(sections.find(({ name }) => name === 'airline')?.open).toBe(false);
  expect(sections.find(({ name }) => name === 'session')?.open).toBe(true);
});

it('every operation is in one chapter', () => {
  const listed = chapters().flatMap(({ operations }) => operations);
  expect([...listed].sort()).toEqual([...DOCUMENTED_OPERATIONS].sort());
  for (const { title, operations } of chapters()) {
    expect(operations.length, title).toBeGreaterThan(0);
  }
});
