/**
 * The requests and answers of each operation, as far as they follow from the whole contract rather than from a single
 * field.
 */
import { describe, expect, it } from 'vitest';
import { everyNode, nodeAt } from '../../src/contract/edit-schema.ts';
import { CAUSES } from '../../src/contract/errors/causes.ts';
import type { Field, Group } from '../../src/contract/field.ts';
import { errorAnswer } from '../../src/contract/fields/error-fields.ts';
import { PATH_PARAMETERS } from '../../src/contract/fields/path.ts';
import { AUTHENTICATION_IN_PROGRESS, GATEWAY_CODES } from '../../src/contract/gateway-codes.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { OPERATIONS, REQUEST } from '../../src/contract/operations.ts';
import { BROWSER_PAYMENT_PROVIDERS, providerType } from '../../src/contract/providers/index.ts';
import { SECRET_PATHS, SENSITIVE_PATHS } from '../../src/contract/secret-paths.ts';
import { readBody } from './body.ts';

const operations: readonly [string, Operation][] = Object.entries(OPERATIONS);
const fieldsOf = (tree: Group) =>
  [...everyNode(tree)].filter((entry): entry is [string, Field] => entry[1].kind === 'field');
const valuesAt = (tree: Group, path: string) => {
  const node = nodeAt(tree, path);
  return node.kind === 'field' ? node.type.keywords.enum : undefined;
};

describe.each(operations)('%s', (name, { request, answer, requires, path, method, status }) => {
  it('accepts the fields that it requires', () => {
    for (const required of requires) {
      expect(nodeAt(request, required).kind).toBe('field');
    }
  });

  it('is at an address whose named parts are known', () => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part);
    for (const part of named) {
      expect(PATH_PARAMETERS.members).toHaveProperty(part);
    }
    expect(path).toMatch(/^(?:\/(?:\w+|\{\w+\}))+$/);
  });

  it('accepts its own apiOperation alone, where it is called by one', () => {
    const node = request.members.apiOperation;
    if (node?.kind !== 'field' || node.type.keywords.enum === undefined) {
      return;
    }
    expect(node.type.keywords.enum).toEqual([name]);
  });

  it('sends no body where it only retrieves', () => {
    if (method !== 'GET') {
      return;
    }
    expect([Object.keys(request.members), status]).toEqual([[], 200]);
  });

  it('masks card data in its answer', () => {
    for (const [at, { secret, answered, type }] of fieldsOf(answer)) {
      if (secret !== undefined) {
        expect({ at, answered }).not.toMatchObject({ answered: undefined });
      }
      if (secret !== undefined) {
        expect({ at, isOther: answered !== type }).toEqual({ at, isOther: true });
      }
    }
  });
});

describe('the whole of the requests', () => {
  it('has no field of an operation on an order that the one tree has not', () => {
    const known = new Set([...everyNode(REQUEST)].map(([path]) => path));
    const onOrders = operations.filter(([, { path }]) => path.includes('{transactionId}'));
    const strange = onOrders.flatMap(([, { request }]) => [...everyNode(request)].filter(([path]) => !known.has(path)));
    expect(strange).toEqual([]);
  });

  it('marks each place of card data, in every operation', () => {
    const secrets = operations.flatMap(([, { request }]) =>
      fieldsOf(request).filter(([, { secret }]) => secret !== undefined),
    );
    const pathsOf = (kinds: readonly unknown[]) => [
      ...new Set(secrets.flatMap(([path, { secret }]) => (kinds.includes(secret) ? [path] : []))),
    ];
    expect([...SECRET_PATHS].sort()).toEqual(pathsOf(['CARD', 'SENSITIVE']).sort());
    expect([...SENSITIVE_PATHS].sort()).toEqual(pathsOf(['SENSITIVE']).sort());
    expect(SECRET_PATHS.filter((path) => !SENSITIVE_PATHS.includes(path))).toEqual([
      'sourceOfFunds.provided.ach.bankAccountNumber',
      'sourceOfFunds.provided.card.number',
      'sourceOfFunds.provided.giftCard.number',
    ]);
  });
});

describe('an operation refuses', () => {
  const ignored = (name: keyof typeof OPERATIONS, body: object) => readBody(OPERATIONS[name].request, body).ignored;
  const moved = { transaction: { amount: '1', currency: 'EUR' } };

  it.each(['AUTHORIZE', 'PAY', 'VERIFY'] as const)('an amount beside the order’s in %s', (name) => {
    expect(ignored(name, moved)).toEqual(['transaction.amount', 'transaction.currency']);
  });

  it.each(['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION'] as const)('no transaction amount in %s', (name) => {
    expect(ignored(name, moved)).toEqual([]);
  });

  it('a target, except in a void', () => {
    const body = { transaction: { targetTransactionId: '1' } };
    expect(ignored('VOID', body)).toEqual([]);
    for (const name of ['AUTHORIZE', 'CAPTURE', 'REFUND'] as const) {
      expect(ignored(name, body)).toHaveLength(1);
    }
  });

  it('an authentication, except before money is taken', () => {
    const body = { '3DSecure': { enrollmentStatus: 'ENROLLED' }, '3DSecureId': 'x' };
    for (const name of ['AUTHORIZE', 'PAY', 'CAPTURE'] as const) {
      expect(ignored(name, body)).toEqual([]);
    }
    expect(ignored('REFUND', body)).toEqual(['3DSecure', '3DSecureId']);
  });

  it('account funding, except in captures of version 100, and agreements, except there and in payments', () => {
    const body = {
      accountFunding: { purpose: 'PAYROLL' },
      agreement: { id: '1' },
      order: { purchaseType: 'ACCOUNT_FUNDING' },
    };
    const { problems, ignored: at99 } = readBody(OPERATIONS.CAPTURE.request, body, { version: 99 });
    expect([problems, at99.sort()]).toEqual([[], ['accountFunding', 'agreement', 'order.purchaseType']]);
    expect(ignored('CAPTURE', body)).toEqual([]);
    expect(ignored('AUTHORIZE', body).sort()).toEqual(['accountFunding', 'order.purchaseType']);
    expect(ignored('REFUND', body)).toContain('agreement');
  });

  it('a finished authentication, except in a payment, and its settings, except in an authentication', () => {
    const result = { '3ds': { acsEci: '05' }, '3ds2': { protocolVersion: '2.2.0' }, transactionId: '1' };
    const asked = { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' };
    const [paid, initiated] = [
      { authentication: result },
      { authentication: asked, device: { browser: 'Mozilla/5.0' } },
    ];
    for (const name of ['AUTHORIZE', 'PAY', 'VERIFY'] as const) {
      expect([ignored(name, paid), ignored(name, initiated).length]).toEqual([[], 3]);
    }
    for (const name of ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'] as const) {
      expect([ignored(name, initiated), ignored(name, paid).length]).toEqual([[], 3]);
    }
    expect(ignored('REFUND', paid)).toEqual(['authentication']);
  });

  it('an authentication below version 54', () => {
    const body = { authentication: { transactionId: '1' } };
    expect(readBody(OPERATIONS.PAY.request, body, { version: 53 }).ignored).toEqual(['authentication']);
    expect(readBody(OPERATIONS.PAY.request, body, { version: 54 }).ignored).toEqual([]);
  });

  it('an exemption below version 57', () => {
    const { request } = OPERATIONS.AUTHENTICATE_PAYER;
    const body = { authentication: { psd2: { exemption: 'LOW_RISK' } } };
    expect(readBody(request, body, { version: 56 }).ignored).toEqual(['authentication.psd2']);
    expect(readBody(request, body, { version: 57 }).ignored).toEqual([]);
  });

  it('a bank account, except to be stored', () => {
    const body = { sourceOfFunds: { provided: { ach: { routingNumber: '123456789' } } } };
    expect(ignored('CREATE_TOKEN', body)).toEqual([]);
    expect(ignored('PAY', body)).toEqual(['sourceOfFunds.provided.ach']);
  });
});

describe('the kinds of instruments', () => {
  it.each([
    ['PAY', ['CARD', 'GIFT_CARD']],
    ['CREATE_TOKEN', ['CARD', 'GIFT_CARD', 'ACH']],
    ['INITIATE_BROWSER_PAYMENT', ['DEMO_BANK', 'DEMO_WALLET', 'OPEN_BANKING', 'PAYPAL', 'PIX']],
    ['UPDATE_SESSION', ['CARD', 'GIFT_CARD', 'ACH', 'DEMO_BANK', 'DEMO_WALLET', 'OPEN_BANKING', 'PAYPAL', 'PIX']],
  ] as const)('%s accepts its own instrument kinds', (name, types) => {
    expect(valuesAt(OPERATIONS[name].request, 'sourceOfFunds.type')).toEqual(types);
  });

  it.each(Object.entries(BROWSER_PAYMENT_PROVIDERS))(
    '%s has a group of its own and a type of its name',
    (id, facts) => {
      expect(facts.id).toBe(id);
      expect(nodeAt(OPERATIONS.INITIATE_BROWSER_PAYMENT.request, `browserPayment.${id}`).kind).toBe('group');
      expect(valuesAt(OPERATIONS.INITIATE_BROWSER_PAYMENT.request, 'sourceOfFunds.type')).toContain(providerType(id));
    },
  );
});

describe('the operation of a browser payment', () => {
  const { request } = OPERATIONS.INITIATE_BROWSER_PAYMENT;
  const problemsOf = (body: object, version: number) =>
    readBody(request, { browserPayment: body }, { version }).problems.map(({ field }) => field);
  const demoWallet = { paymentConfirmation: 'CONFIRM_AT_PROVIDER' };

  it('is the provider’s group below version 34, and the payment’s own from there on', () => {
    expect(problemsOf({ demoWallet }, 33)).toEqual(['browserPayment.demoWallet.operation']);
    expect(problemsOf({ demoWallet: { ...demoWallet, operation: 'PAY' } }, 33)).toEqual([]);
    expect(problemsOf({ demoWallet }, 34)).toEqual(['browserPayment.operation']);
    expect(problemsOf({ demoWallet, operation: 'PAY' }, 34)).toEqual([]);
  });
});

describe('lists of values', () => {
  it('of gateway codes and causes are those that the gateway has', () => {
    const codes = [...Object.keys(GATEWAY_CODES), AUTHENTICATION_IN_PROGRESS].sort();
    expect(valuesAt(OPERATIONS.PAY.answer, 'response.gatewayCode')).toEqual(codes);
    expect(valuesAt(OPERATIONS.PAY.answer, 'result')).toEqual(['FAILURE', 'PENDING', 'SUCCESS', 'UNKNOWN']);
    expect(valuesAt(errorAnswer, 'error.cause')).toEqual(Object.keys(CAUSES));
  });

  it('of supported operations are those on an order, and the checkout’s own', () => {
    const node = nodeAt(OPERATIONS.PAYMENT_OPTIONS_INQUIRY.answer, 'supportedPaymentOperations');
    const named = node.kind === 'list' ? valuesAt(node.element, 'supportedPaymentOperation') : [];
    const onOrders = operations.filter(([, { path, method }]) => path.includes('{transactionId}') && method === 'PUT');
    expect(named).toEqual([...onOrders.map(([name]) => name), 'PURCHASE']);
  });
});
