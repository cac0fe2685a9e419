import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { field, group } from '../../src/contract/field.ts';
import { digits, integer } from '../../src/contract/field-types.ts';
import { GATEWAY_CODES, isGatewayCode } from '../../src/contract/gateway-codes.ts';
import { InterfaceError, interfaceErrorBody, invalidField, invalidFields } from '../../src/contract/interface-error.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { Secret } from '../../src/contract/secret.ts';
import { answerText, exactNumber, writeFields, writeGroup } from '../../src/contract/write.ts';
import { readBody } from './body.ts';

const roundTrip = (body: string, version = 100): string => {
  const { values } = readBody(OPERATIONS.PAY.request, body, { version });
  return answerText(writeGroup(OPERATIONS.PAY.request, JSON.parse(JSON.stringify(values)), version));
};

describe('answers', () => {
  it.each([
    ['{"order":{"amount":"555.26"}}', '{"order":{"amount":555.26}}'],
    ['{"order":{"amount":"1000000000000"}}', '{"order":{"amount":1000000000000}}'],
    [
      '{"order":{"item":[{"name":"a","quantity":"9999999999999999","unitPrice":"-0.1"}]}}',
      '{"order":{"item":[{"name":"a","quantity":9999999999999999,"unitPrice":-0.1}]}}',
    ],
    ['{"order":{"custom":{"a":"1","constructor":"x"}}}', '{"order":{"custom":{"a":"1","constructor":"x"}}}'],
    ['{"transaction":{"cashAdvance":true}}', '{"transaction":{"cashAdvance":true}}'],
  ])('write %s exactly', (body, written) => {
    expect(roundTrip(body)).toBe(written);
  });

  it('leave out fields that the requested version lacks', () => {
    const { values } = readBody(OPERATIONS.PAY.request, {
      shipping: { contact: { firstName: 'Ann' }, method: 'GROUND' },
    });
    expect(writeGroup(OPERATIONS.PAY.request, values, 33)).toEqual({ shipping: { method: 'GROUND' } });
    expect(writeGroup(OPERATIONS.PAY.request, values, 34)).toMatchObject({
      shipping: { contact: { firstName: 'Ann' } },
    });
  });

  it('leave out fields that the contract lacks', () => {
    expect(writeGroup(OPERATIONS.PAY.request, { constructor: 'x', nobody: 'y', userId: 'u' }, 100)).toEqual({
      userId: 'u',
    });
    expect(writeFields(OPERATIONS.PAY.request, undefined, 100)).toBeUndefined();
  });

  it('write each field as its type in answers', () => {
    const contract = group({
      number: field(digits(1, 9), 'A number that answers show as one.', { answered: integer(0n, 9n) }),
      count: field(integer(0n, 9n), 'A number that answers show as a text.', { answered: digits(1, 9) }),
    });
    expect(answerText(writeGroup(contract, { number: '7', count: '8' }, 100))).toBe('{"count":"8","number":7}');
  });

  it('write the values under free names', () => {
    const body = '{"order":{"wallet":{"oneWallet":{"callId":"c"}}}}';
    expect(roundTrip(body)).toBe(body);
  });

  it.each(['0', '-0', '5', '147.5', '12.50', '0.1', '0.0000001', '9007199254740993', '1e21', '123456789012345678.9'])(
    'write %s digit by digit',
    (text) => {
      expect(answerText({ number: exactNumber(text) })).toBe(`{"number":${text}}`);
    },
  );

  it.each(['{"":"12.50"}', '"{"":"12.50"}"', '\\{"":"12.50"}'])('write the text %s as a text', (text) => {
    expect(JSON.parse(answerText({ text, list: [text] }))).toEqual({ text, list: [text] });
  });
});

describe('a Secret', () => {
  const secret = new Secret('5123450000000008');

  it.each([
    ['a template', `${secret}`],
    ['String', String(secret)],
    ['JSON', JSON.stringify({ secret })],
    ['inspect', inspect({ deep: { secret } }, { depth: 9, showHidden: true })],
    ['an error', String(new Error(`bad ${secret}`))],
    ['joining', [secret].join()],
    ['its own names', JSON.stringify(Object.getOwnPropertyNames(secret))],
    ['a spread', JSON.stringify({ ...secret })],
    ['a structured clone', inspect(structuredClone({ ...secret }))],
  ])('stays hidden in %s', (_what, text) => {
    expect(text).not.toContain('512345');
  });

  it('is revealed by an explicit call', () => {
    expect(secret.reveal()).toBe('5123450000000008');
  });
});

describe('errors', () => {
  it('name every field that was refused, the first one on top', () => {
    const error = invalidFields([
      { field: 'order.amount', validationType: 'MISSING', explanation: 'the amount to pay' },
      { field: 'order.currency', validationType: 'INVALID', explanation: 'A-Z' },
    ]);
    expect(error.status).toBe(400);
    expect(interfaceErrorBody(error, 'code')).toEqual({
      error: {
        cause: 'INVALID_REQUEST',
        explanation: "Missing parameter 'order.amount': the amount to pay.",
        field: 'order.amount',
        validationType: 'MISSING',
        details: [
          { field: 'order.amount', validationType: 'MISSING', explanation: 'the amount to pay' },
          { field: 'order.currency', validationType: 'INVALID', explanation: 'A-Z' },
        ],
        supportCode: 'code',
      },
      result: 'ERROR',
    });
  });

  it.each([
    ['INVALID_REQUEST', 400],
    ['REQUEST_REJECTED', 403],
    ['SERVER_BUSY', 503],
    ['SERVER_FAILED', 500],
  ] as const)('%s has status %d', (cause, status) => {
    expect(new InterfaceError(cause, 'x').status).toBe(status);
  });

  it.each([
    ['MISSING', "Missing parameter 'a'"],
    ['INVALID', "Invalid value for 'a'"],
    ['UNSUPPORTED', "Unsupported parameter 'a'"],
  ] as const)('%s has an explanation in words', (type, opening) => {
    expect(invalidField('a', 'why', type).message).toBe(`${opening}: why.`);
  });
});

it('there are the interface’s 28 gateway codes and no others', () => {
  expect(Object.keys(GATEWAY_CODES)).toHaveLength(28);
  expect(['constructor', 'approved', ''].filter(isGatewayCode)).toEqual([]);
});
