/**
 * Every field that any request takes is held against a table that was not made from the contract: those of the
 * interface's own tables by the conformance tests, and the few that the interface leaves to us here, with values at
 * their limits and past them.
 */
import { describe, expect, it } from 'vitest';
import { everyNode } from '../../src/contract/edit-schema.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { FIELDS as INTERFACE_FIELDS } from '../conformance/interface/index.ts';
import { readBody } from './body.ts';
import { anyValueAt } from './fields-at.ts';

interface Limits {
  readonly yes: readonly unknown[];
  readonly no: readonly unknown[];
}

const emoji = (count: number) => '😀'.repeat(count);
const text = (max: number): Limits => ({
  yes: ['x', 'x'.repeat(max), emoji(max)],
  // A whole number is read as its digits, and an empty text is absent: `shops.test.ts` of the conformance tests.
  no: ['x'.repeat(max + 1), emoji(max + 1), 1.5, true, { a: 1 }],
});
const between = (from: number, to: number): Limits => ({
  yes: [`${from}`, `${to}`, from, to],
  no: [`${to + 1}`, `${from - 1}`, '-1', '1.5', 'x', ''],
});
const oneOf = (...values: string[]): Limits => ({ yes: values, no: [values[0]!.toLowerCase(), `${values[0]}X`, ''] });
const url: Limits = {
  yes: ['https://a.bc', 'https://shop.example/x?y=1'],
  no: ['http://shop.example/', 'https://a.b', 'https://u@shop.example/', 'x', ''],
};
const email: Limits = { yes: ['a@bc', 'ann@shop.example'], no: ['a@b', 'ann', 'a@b@c', ''] };
const shown = oneOf('HIDE', 'MANDATORY', 'OPTIONAL', 'READ_ONLY', 'SHOW', 'SHOW_PARTIAL');

const FIELDS: Record<string, Limits> = {
  checkoutMode: oneOf('WEBSITE', 'PAYMENT_LINK'),
  'interaction.cancelUrl': url,
  'interaction.displayControl.billingAddress': shown,
  'interaction.displayControl.customerEmail': shown,
  'interaction.displayControl.orderSummary': shown,
  'interaction.displayControl.paymentConfirmation': shown,
  'interaction.displayControl.shipping': shown,
  'interaction.locale': { yes: ['en', 'pt_BR', 'zh-Hans-CN'], no: ['e', 'english', '-en', 'en_', 'en US'] },
  'interaction.merchant.address.line1': text(100),
  'interaction.merchant.address.line2': text(100),
  'interaction.merchant.address.line3': text(100),
  'interaction.merchant.address.line4': text(100),
  'interaction.merchant.email': email,
  'interaction.merchant.logo': url,
  'interaction.merchant.name': text(100),
  'interaction.merchant.phone': text(20),
  'interaction.merchant.url': url,
  'interaction.operation': oneOf('AUTHORIZE', 'NONE', 'PURCHASE', 'VERIFY'),
  'interaction.redirectMerchantUrl': url,
  'interaction.retryAttemptCount': between(1, 10),
  'interaction.returnUrl': url,
  'interaction.timeout': between(60, 86_400),
  'interaction.timeoutUrl': url,
  'order.id': text(40),
  'paymentLink.expiryDateTime': {
    yes: ['2030-01-01T00:00:00.000Z'],
    no: ['2030-01-01T00:00:00Z', '2030-02-30T00:00:00.000Z', 'x'],
  },
  'paymentLink.numberOfAllowedAttempts': between(1, 25),
};

const NEW_SESSION: Record<string, Limits> = { 'session.authenticationLimit': between(1, 25) };

const bodyWith = (path: string, value: unknown) =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

it('the tables have every field that a request takes, and none besides', () => {
  const taken = Object.values(OPERATIONS).flatMap(({ request }) =>
    [...everyNode(request)].flatMap(([path, { kind }]) => (kind === 'field' ? [path] : [])),
  );
  const tabled = INTERFACE_FIELDS.filter(({ side, type }) => side !== 'response' && type.kind !== 'Group');
  const known = [...tabled.map(({ path }) => path), ...Object.keys(FIELDS), ...Object.keys(NEW_SESSION)];
  expect([...new Set(taken)].sort()).toEqual([...new Set(known)].sort());
});

it('a session takes every field that any operation takes', () => {
  const inSession = new Set([...everyNode(OPERATIONS.UPDATE_SESSION.request)].map(([path]) => path));
  const { CREATE_SESSION, ...others } = OPERATIONS;
  const taken = Object.values(others).flatMap(({ request }) => [...everyNode(request)].map(([path]) => path));
  expect(taken.filter((path) => !inSession.has(path))).toEqual([]);
});

describe.each([
  ...Object.entries(FIELDS).map(([path, limits]) => ({ path, ...limits, request: OPERATIONS.UPDATE_SESSION.request })),
  ...Object.entries(NEW_SESSION).map(([path, limits]) => ({
    path,
    ...limits,
    request: OPERATIONS.CREATE_SESSION.request,
  })),
])('$path', ({ path, yes, no, request }) => {
  it('takes what is within its limits', () => {
    for (const value of yes) {
      const { values, problems, ignored } = readBody(request, bodyWith(path, value));
      expect({ value, problems, ignored }).toEqual({ value, problems: [], ignored: [] });
      expect(anyValueAt(values, path)).toBeDefined();
    }
  });

  it('refuses what is beyond them, and names the field', () => {
    for (const value of no) {
      const { problems } = readBody(request, bodyWith(path, value));
      expect({ value, told: problems.map(({ field, validationType }) => [field, validationType]) }).toEqual({
        value,
        told: [[path, 'INVALID']],
      });
    }
  });
});
