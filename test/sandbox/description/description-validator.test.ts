import { describe, expect, it } from 'vitest';
import { DescriptionValidator } from '../../../src/sandbox/description/description-validator.ts';
import type { DescriptionMetadata } from '../../../src/sandbox/description/facts.ts';

const FACTS: DescriptionMetadata = {
  from: { shop: 'Shop 1.0' },
  operations: [
    {
      method: 'POST',
      path: '/orders/{order_id}',
      parameters: [
        { name: 'Request-Id', in: 'header', fact: { type: 'string', min: 1, max: 4 } },
        { name: 'Is-Test', in: 'header', fact: { type: 'boolean' } },
      ],
      request: { is: 'shop/order' },
      requestRequired: true,
      answers: {
        201: { headers: ['Request-Id'], body: { is: 'shop/order' } },
        204: {},
        422: { body: { is: 'shop/error' }, issues: ['TOO_MUCH'] },
      },
    },
  ],
  types: {
    'shop/base': { type: 'object', fields: { id: { type: 'string', pattern: '^[A-Z]+$' } } },
    'shop/order': {
      type: 'object',
      includes: ['shop/base'],
      fields: {
        state: { type: 'string', values: ['OPEN', 'PAID'], required: true },
        url: { type: 'string', format: 'uri' },
        at: { type: 'string', format: 'date-time' },
        count: { type: 'integer', least: 1, most: 9 },
        items: { type: 'array', min: 1, max: 2, of: { type: 'object', fields: { name: { type: 'string', max: 3 } } } },
        free: { type: 'object' },
        links: { type: 'object', fields: { self: { type: 'string' } }, others: { type: 'integer' } },
        place: { includes: ['shop/base'], needs: ['id', 'town'] },
      },
    },
    'shop/error': {
      any: [{ type: 'object', fields: { details: { type: 'array', of: { type: 'object' } } } }],
    },
  },
};

const judge = new DescriptionValidator(FACTS);
const operation = judge.operation('POST', '/orders/:id');
const asked = (body: unknown, headers = {}) =>
  judge.requestProblems(operation, { headers, body }).map(({ rule, field }) => `${rule} ${field}`);

describe('a request', () => {
  it('may have all described members, and others', () => {
    const body = {
      ...{ id: 'A', state: 'OPEN', url: 'https://a.example/b', at: '2026-11-23T10:00:00Z', count: 9 },
      ...{ items: [{ name: 'abc', more: 1 }], free: { any: 'thing' }, more: true },
    };
    expect(asked(body, { 'request-id': 'abcd' })).toEqual([]);
    expect(judge.unknownFields(operation, body)).toEqual(['/items/0/more', '/more']);
  });

  it.each([
    ['no body', undefined, 'required /state'],
    ['a wrong type', { state: 'OPEN', count: '1' }, 'type /count'],
    ['another value', { state: 'LOST' }, 'enum /state'],
    ['a field of an included type that is wrong', { state: 'OPEN', id: 'a' }, 'pattern /id'],
    ['too long a text', { state: 'OPEN', items: [{ name: 'abcd' }] }, 'maxLength /items/0/name'],
    ['too few items', { state: 'OPEN', items: [] }, 'minItems /items'],
    ['too many items', { state: 'OPEN', items: [{}, {}, {}] }, 'maxItems /items'],
    ['another field that is not of their kind', { state: 'OPEN', links: { self: '/', next: 'x' } }, 'type /links/next'],
    ['only the members of one part', { state: 'OPEN', place: { town: 'x' } }, 'required /place/id'],
    ['only the members of the other part', { state: 'OPEN', place: { id: 'A' } }, 'required /place/town'],
    ['no address', { state: 'OPEN', url: 'here' }, 'format /url'],
    ['no time', { state: 'OPEN', at: 'today' }, 'format /at'],
    ['too small a number', { state: 'OPEN', count: 0 }, 'minimum /count'],
  ])('with %s is invalid', (_, body, problem) => {
    expect(asked(body)).toEqual([problem]);
  });

  it('may have members that are required and not described', () => {
    const place = { id: 'A', town: { of: 'any kind' } };
    expect(asked({ state: 'OPEN', place })).toEqual([]);
    expect(judge.unknownFields(operation, { state: 'OPEN', place })).toEqual([]);
  });

  it('with a wrong header is invalid', () => {
    expect(asked({ state: 'OPEN' }, { 'is-test': 'true' })).toEqual([]);
    expect(asked({ state: 'OPEN' }, { 'is-test': 'yes' })).toEqual(['type Is-Test']);
    expect(asked({ state: 'OPEN' }, { 'request-id': 'abcde' })).toEqual(['maxLength Request-Id']);
  });
});

describe('an answer', () => {
  it.each([
    [201, { state: 'PAID', id: 'A' }, []],
    [201, { state: 'PAID', more: 1 }, ['/more must NOT have unevaluated properties']],
    [204, undefined, []],
    [204, {}, ['A body is not described.']],
    [422, { details: [{ issue: 'TOO_MUCH' }] }, []],
    [422, { details: [{ issue: 'TOO_LITTLE' }] }, ['The issue TOO_LITTLE is not described for 422.']],
    [500, {}, ['The status 500 is not described.']],
  ])('of %i and %j has the problems %j', (status, body, problems) => {
    expect(judge.answerProblems(operation, status, body)).toEqual(problems);
  });
});

it('an answer without a header that it must have is invalid', () => {
  expect(judge.missingHeaders(operation, 201, ['request-id'])).toEqual([]);
  expect(judge.missingHeaders(operation, 201, [])).toEqual(['The header Request-Id is missing.']);
  expect(judge.missingHeaders(operation, 204, [])).toEqual([]);
});

it('a request without a header that it must have is invalid', () => {
  const fact = { type: 'string', format: 'uuid' } as const;
  const strict = { ...operation, parameters: [{ name: 'Key', in: 'header', required: true, fact } as const] };
  const problems = (headers: Record<string, string>) =>
    judge.requestProblems(strict, { headers, body: { state: 'OPEN' } }).map(({ rule, field }) => `${rule} ${field}`);
  expect(problems({})).toEqual(['required Key']);
  expect(problems({ key: '1' })).toEqual(['format Key']);
  expect(problems({ key: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721' })).toEqual([]);
});

it('an operation that is not described is unknown', () => {
  expect(() => judge.operation('GET', '/orders/:id')).toThrow('The description has no GET /orders/:id.');
});
