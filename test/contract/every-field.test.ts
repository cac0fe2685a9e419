/**
 * Checks every field of every request against tables independent of the contract. The conformance tests check the
 * fields of the interface's own tables; this file checks the few that the interface leaves to the gateway, at their
 * limits and past them.
 */
import { describe, expect, it } from 'vitest';
import { everyNode } from '../../src/contract/edit-schema.ts';
import type { Group } from '../../src/contract/field.ts';
import { OLDER_PAIR_UNTIL } from '../../src/contract/fields/three-d-secure.ts';
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
  // A whole number is read as its digits, and an empty text is absent: see `shops.test.ts` of the conformance tests.
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
const email: Limits = { yes: ['a@bc', 'ann@shop.example'], no: ['a@b', 'ann', 'a@b@c', true, ''] };
const shown = oneOf('HIDE', 'MANDATORY', 'OPTIONAL', 'READ_ONLY', 'SHOW', 'SHOW_PARTIAL');

/** Any form that a caller sends: a text, a number, a Boolean, of any length. */
const loose: Limits = {
  yes: ['x', 'x'.repeat(3_000), emoji(3_000), 24, -60, 1.5, '+200', true, false],
  no: [{ a: 1 }, ['x']],
};
const id: Limits = { yes: ['x', 'x'.repeat(36)], no: ['x'.repeat(37), 'ä', ''] };

const FIELDS: Record<string, Limits> = {
  'authentication.3ds.acsEci': { yes: ['5', '05'], no: ['005', 'x', ''] },
  'authentication.3ds.authenticationToken': {
    yes: ['A'.repeat(28), 'A'.repeat(32)],
    no: ['A'.repeat(24), 'A'.repeat(36), '-'.repeat(28), ''],
  },
  'authentication.3ds.transactionId': id,
  'authentication.3ds2.acsTransactionId': id,
  'authentication.3ds2.dsTransactionId': id,
  'authentication.3ds2.protocolVersion': { yes: ['2.1.0', '2.2.0'], no: ['2.2.0.0.0', ''] },
  'authentication.3ds2.statusReasonCode': { yes: ['01', '80'], no: ['1', '001', ''] },
  'authentication.3ds2.transactionStatus': oneOf('A', 'I', 'N', 'R', 'U', 'Y'),
  'authentication.acceptVersions': { yes: ['3DS1', '3DS1,3DS2'], no: ['x'.repeat(51), ''] },
  'authentication.challengePreference': oneOf(
    'NO_PREFERENCE',
    'NO_CHALLENGE',
    'REQUEST_CHALLENGE',
    'CHALLENGE_MANDATED',
    'NO_CHALLENGE_RISK_ANALYSIS_DONE',
    'NO_CHALLENGE_DATA_SHARE_ONLY',
    'NO_CHALLENGE_AUTHENTICATION_DONE',
    'NO_CHALLENGE_TRUSTED_MERCHANT',
    'REQUEST_CHALLENGE_TRUSTED_MERCHANT_PROMPT',
  ),
  'authentication.channel': oneOf('MERCHANT_REQUESTED', 'PAYER_APP', 'PAYER_BROWSER'),
  'authentication.psd2.exemption': oneOf(
    'LOW_RISK',
    'LOW_VALUE_PAYMENT',
    'RECURRING_PAYMENT',
    'SECURE_CORPORATE_PAYMENT',
    'WHITELISTED_MERCHANT',
  ),
  'authentication.purpose': oneOf('ADD_CARD', 'PAYMENT_TRANSACTION'),
  'authentication.redirectResponseUrl': url,
  'authentication.transactionId': text(40),
  'customer.id': text(100),
  'device.browser': loose,
  'device.browserDetails.3DSecureChallengeWindowSize': {
    yes: ['250_X_400', 'FULL_SCREEN', '800_X_600', ''],
    no: [{ a: 1 }, 1.5],
  },
  'device.browserDetails.acceptHeaders': loose,
  'device.browserDetails.colorDepth': loose,
  'device.browserDetails.javaEnabled': loose,
  'device.browserDetails.javaScriptEnabled': loose,
  'device.browserDetails.language': loose,
  'device.browserDetails.screenHeight': loose,
  'device.browserDetails.screenWidth': loose,
  'device.browserDetails.timeZone': loose,
  'device.ipAddress': loose,
  'agreement.minimumDaysBetweenPayments': between(1, 9_999),
  'agreement.numberOfPayments': between(2, 999),
  checkoutMode: oneOf('WEBSITE', 'PAYMENT_LINK'),
  'interaction.action.3DSecure': oneOf('BYPASS', 'MANDATORY', 'OPTIONAL', 'USE_GATEWAY_DEFAULT'),
  'interaction.cancelUrl': url,
  'interaction.displayControl.billingAddress': shown,
  'interaction.displayControl.customerEmail': shown,
  'interaction.displayControl.orderSummary': shown,
  'interaction.displayControl.paymentConfirmation': shown,
  'interaction.displayControl.shipping': shown,
  'interaction.locale': { yes: ['en', 'pt_BR', 'zh-Hans-CN', 'english', 'auto'], no: ['x'.repeat(101), 1.5, true] },
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
  'interaction.saveCardForCredentialOnFile': oneOf('MERCHANT_INITIATED_PAYMENTS', 'PAYER_INITIATED_PAYMENTS'),
  'interaction.timeout': between(60, 86_400),
  'interaction.timeoutUrl': url,
  'interaction.tokens[n].token': { yes: ['a', '9'.repeat(40)], no: ['9'.repeat(41), '-', ''] },
  'order.id': text(40),
  'paymentLink.expiryDateTime': {
    yes: ['2030-01-01T00:00:00.000Z'],
    no: ['2030-01-01T00:00:00', '2030-02-30T00:00:00.000Z', 'x'],
  },
  'paymentLink.numberOfAllowedAttempts': between(1, 25),
  'sourceOfFunds.provided.card.devicePayment.paymentToken': {
    yes: ['x', 'x'.repeat(8_192)],
    no: ['x'.repeat(8_193), 1.5, true],
  },
  'sourceOfFunds.provided.card.storedOnFile': oneOf('NOT_STORED', 'STORED', 'TO_BE_STORED'),
};

/** The legacy 3DS operation pair, in its versions. */
const CHECKED: Record<string, Limits> = {
  '3DSecure.authenticationRedirect.pageGenerationMode': oneOf('CUSTOMIZED', 'SIMPLE'),
  '3DSecure.authenticationRedirect.responseUrl': url,
};
const PROCESSED: Record<string, Limits> = {
  '3DSecure.paRes': { yes: ['x', 'x'.repeat(500)], no: ['', 'x'.repeat(501)] },
};

const NEW_SESSION: Record<string, Limits> = { 'session.authenticationLimit': between(1, 25) };

function ofOlderPair(fields: Record<string, Limits>, request: Group) {
  return Object.entries(fields).map(([path, limits]) => ({ path, ...limits, request, version: OLDER_PAIR_UNTIL - 1 }));
}

/** A segment `tokens[n]` makes a list of one element. */
const bodyWith = (path: string, value: unknown) =>
  path
    .split('.')
    .reduceRight<unknown>(
      (inner, name) => (name.endsWith('[n]') ? { [name.slice(0, -'[n]'.length)]: [inner] } : { [name]: inner }),
      value,
    ) as object;

/** Whether it is this gateway's addition to the interface, which sessions do not have. */
const isOwn = (path: string) => /^link(?:\.|$)/.test(path);

it('the tables have every field that a request takes, and no others', () => {
  const taken = Object.values(OPERATIONS).flatMap(({ request }) =>
    [...everyNode(request)].flatMap(([path, { kind }]) => (kind === 'field' && !isOwn(path) ? [path] : [])),
  );
  const tabled = INTERFACE_FIELDS.filter(({ side, type }) => side !== 'response' && type.kind !== 'Group');
  const known = [
    ...tabled.map(({ path }) => path),
    ...Object.keys({ ...FIELDS, ...CHECKED, ...PROCESSED, ...NEW_SESSION }),
  ];
  expect([...new Set(taken)].sort()).toEqual([...new Set(known)].sort());
});

it('a session accepts every field that any operation accepts', () => {
  const inSession = new Set([...everyNode(OPERATIONS.UPDATE_SESSION.request)].map(([path]) => path));
  const { CREATE_SESSION, ...others } = OPERATIONS;
  const taken = Object.values(others).flatMap(({ request }) => [...everyNode(request)].map(([path]) => path));
  expect(taken.filter((path) => !inSession.has(path) && !isOwn(path))).toEqual([]);
});

describe.each([
  ...Object.entries(FIELDS).map(([path, limits]) => ({ path, ...limits, request: OPERATIONS.UPDATE_SESSION.request })),
  ...Object.entries(NEW_SESSION).map(([path, limits]) => ({
    path,
    ...limits,
    request: OPERATIONS.CREATE_SESSION.request,
  })),
  ...ofOlderPair(CHECKED, OPERATIONS.CHECK_3DS_ENROLLMENT.request),
  ...ofOlderPair(PROCESSED, OPERATIONS.PROCESS_ACS_RESULT.request),
])('$path', ({ path, yes, no, request, ...reading }) => {
  it('accepts values within its limits', () => {
    for (const value of yes) {
      const { values, problems, ignored } = readBody(request, bodyWith(path, value), reading);
      expect({ value, problems, ignored }).toEqual({ value, problems: [], ignored: [] });
      expect(anyValueAt(values, path.split('[', 1)[0] as string)).toBeDefined();
    }
  });

  it('refuses values beyond its limits, and names the field', () => {
    for (const value of no) {
      const { problems } = readBody(request, bodyWith(path, value), reading);
      expect({ value, found: problems.map(({ field, validationType }) => [field, validationType]) }).toEqual({
        value,
        found: [[path.replace('[n]', '[0]'), 'INVALID']],
      });
    }
  });
});
