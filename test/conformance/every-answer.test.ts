/**
 * The answers of every operation at versions on both sides of each change of the interface. These tests expect no
 * values of their own: the rig checks each answer and each error against the contract of the called operation.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTHENTICATION_SINCE } from '../../src/contract/fields/authentication-fields.ts';
import { OLDER_PAIR_UNTIL } from '../../src/contract/fields/three-d-secure.ts';
import { type ContractOperation, OPERATIONS } from '../../src/contract/operations.ts';
import { newOrderId, paying, type Reply, type Rig, startRig, withCard } from '../api/rest/rig.ts';
import { type DirectoryServers, startDirectoryServers } from '../support/directory-servers.ts';
import { acceptedBy } from './cases.ts';
import { isIn, put } from './interface/body.ts';
import { FIELDS } from './interface/index.ts';
import { TRADING_NAME_CHARACTERS_MAX } from './interface/limits.ts';
import { CARD } from './staging.ts';

const VERSIONS = [14, 33, 34, 61, 62, 63, 99, 100];

/** Fields that a payment by card alone, without an encrypting terminal and with one amount, does not send. */
const LEFT_OUT =
  /^(session|sourceOfFunds\.(type|token|provided\.(giftCard|card\.(expiry|number|p2pe|track[12])))|order\.(amount|currency|itemAmount|taxAmount|shippingAndHandlingAmount)|responseControls)\b/;

/** An AUTHORIZE with every other field of the version. */
function everything(version: number): object {
  const body = structuredClone(paying('AUTHORIZE')) as Record<string, unknown>;
  for (const field of FIELDS) {
    if (field.side === 'response' || !isIn(field, 'AUTHORIZE', version) || LEFT_OUT.test(field.path)) {
      continue;
    }
    const accepted = acceptedBy(field, 'AUTHORIZE');
    // The first values of enumerations agree with each other.
    put(body, field.path, field.type.kind === 'Enumeration' ? accepted[0] : longest(accepted));
  }
  // The limit of this card's network.
  put(body, 'order.subMerchant.tradingName', 'x'.repeat(TRADING_NAME_CHARACTERS_MAX.first));
  return body;
}

/** The whole request has to fit into a body, so only texts with one byte a character are used. */
function longest(values: readonly unknown[]): unknown {
  const plain = values.filter((value) => typeof value !== 'object' && !/[^\x20-\x7e]/.test(String(value)));
  return plain.toSorted((one, other) => String(other).length - String(one).length)[0];
}

let rig: Rig;
let servers: DirectoryServers;
beforeAll(async () => {
  servers = await startDirectoryServers();
  rig = await startRig(servers.env);
  await rig.merchant({ id: 'SUPPLIED', name: 'Own tokens', tokenGeneration: 'MERCHANT_SUPPLIED' });
});
afterAll(async () => {
  await rig.close();
  await servers.close();
});

/** @throws Error if the request is refused */
async function done(reply: Promise<Reply>): Promise<Reply> {
  const { status, text } = await reply;
  if (status >= 400) {
    throw new Error(text);
  }
  return reply;
}

describe.each(VERSIONS)('at version %d', (version) => {
  const called = new Set<ContractOperation>();
  const api = (method: string, path: string, body?: object, merchant = 'TESTSHOP') => {
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      const named = (body as { apiOperation?: string } | undefined)?.apiOperation;
      if (named === name || (named === undefined && isCalled(operation, method, path))) {
        called.add(name as ContractOperation);
      }
    }
    return done(rig.api(method, path, body, { version, merchant }));
  };

  it('an order is answered through its life', async () => {
    const order = `/order/${newOrderId()}`;
    const next = (id: number, apiOperation: string, transaction: object) =>
      api('PUT', `${order}/transaction/${id}`, { apiOperation, correlationId: 'a', transaction });
    await api('PUT', `${order}/transaction/1`, paying('VERIFY'));
    await api('PUT', `${order}/transaction/2`, paying('AUTHORIZE', withCard({ expiry: { month: '3', year: '39' } })));
    await next(3, 'REFERRAL', { authorizationCode: 'A1B2C3' });
    await next(4, 'UPDATE_AUTHORIZATION', { amount: '20.00', currency: 'EUR' });
    await next(5, 'CAPTURE', { amount: '8.00' });
    await next(6, 'CAPTURE', { amount: '5.00' });
    await next(7, 'VOID', { targetTransactionId: '6' });
    await next(8, 'REFUND', { amount: '3.00', taxAmount: '0.5' });
    const { json } = await api('GET', order);
    expect([json.status, json.transaction.length]).toEqual(['PARTIALLY_REFUNDED', 8]);
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((id) => api('GET', `${order}/transaction/${id}`)));
  });

  it('a payment is answered with each result', async () => {
    for (const code of ['DECLINED', 'UNKNOWN', 'PENDING', 'BLOCKED']) {
      const order = `/order/${newOrderId()}`;
      await api('PUT', `${order}/transaction/1`, paying('PAY', { transaction: { reference: `.FAIL_${code}` } }));
      await api('GET', order);
    }
  });

  it('a payment with every field is answered at every version', async () => {
    const order = `/order/${newOrderId()}`;
    await api('PUT', `${order}/transaction/1`, everything(version));
    await api('PUT', `${order}/transaction/2`, { apiOperation: 'CAPTURE', transaction: { amount: '5.00' } });
    for (const other of VERSIONS) {
      await done(rig.api('GET', order, undefined, { version: other }));
      await done(rig.api('GET', `${order}/transaction/1`, undefined, { version: other }));
      await done(rig.api('GET', `${order}/transaction/2`, undefined, { version: other }));
    }
  });

  it('a session with every field is answered at every version', async () => {
    const { json } = await api('POST', '/session');
    const { apiOperation: _, ...fields } = everything(version) as Record<string, unknown>;
    await api('PUT', `/session/${json.session.id}`, fields);
    await api('GET', `/session/${json.session.id}`);
    for (const other of VERSIONS) {
      await done(rig.api('GET', `/session/${json.session.id}`, undefined, { version: other }));
    }
  });

  it('a checkout is answered', async () => {
    const interaction = { operation: 'PURCHASE', returnUrl: 'https://shop.example/' };
    const order = () => ({ id: newOrderId(), amount: '1', currency: 'EUR' });
    await api('POST', '/session', { apiOperation: 'INITIATE_CHECKOUT', interaction, order: order() });
    const link = { checkoutMode: 'PAYMENT_LINK', interaction, order: order() };
    await api('POST', '/session', { apiOperation: 'CREATE_CHECKOUT_SESSION', ...link });
  });

  it('a link is answered through its life', async () => {
    const { json } = await api('POST', '/link', { link: { amount: '1', currency: 'EUR' }, correlationId: 'a' });
    await api('GET', `/link/${json.link.id}`);
    await api('GET', '/link');
    await api('DELETE', `/link/${json.link.id}`);
  });

  it('orders are answered as a list and as a file', async () => {
    await api('GET', '/order');
    await api('GET', '/orderExport');
  });

  it('a token is answered through its life', async () => {
    const sourceOfFunds = { type: 'CARD', provided: { card: CARD } };
    const { json } = await api('POST', '/token', { sourceOfFunds, correlationId: 'a' });
    await api('GET', `/token/${json.token}`);
    await api('DELETE', `/token/${json.token}`);
    await api('PUT', `/token/own${version}`, { sourceOfFunds }, 'SUPPLIED');
    const payment = { ...paying('PAY'), sourceOfFunds: { token: `own${version}` } };
    await api('PUT', `/order/${newOrderId()}/transaction/1`, payment, 'SUPPLIED');
  });

  it('an order’s fields are answered, and sent again', async () => {
    const order = newOrderId();
    const notificationUrl = 'https://shop.example/notifications';
    const payment = paying('PAY', { order: { amount: '1', currency: 'EUR', notificationUrl } });
    await api('PUT', `/order/${order}/transaction/1`, payment);
    const { json } = await api('GET', `/order/${order}/notification`);
    const again = { apiOperation: 'RESEND_NOTIFICATION', correlationId: 'a' };
    await api('PUT', `/order/${order}/notification/${json.notification[0].id}`, again);
  });

  it('the merchant’s permissions are answered', async () => {
    await api('POST', '/paymentOptionsInquiry');
    await api('GET', '/paymentOptionsInquiry');
  });

  it('an authentication of the payer is answered', async () => {
    const order = `/order/${newOrderId()}`;
    const authentication = { channel: 'PAYER_BROWSER' };
    const body = { ...withCard({ expiry: { month: '7', year: '40' } }), order: { amount: '1', currency: 'EUR' } };
    for (const apiOperation of version < AUTHENTICATION_SINCE
      ? []
      : ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER']) {
      await api('PUT', `${order}/transaction/a`, { apiOperation, authentication, ...body });
      await api('GET', `${order}/transaction/a`);
      await Promise.all(VERSIONS.map((other) => done(rig.api('GET', order, undefined, { version: other }))));
    }
  });

  it('an authentication by the older pair is answered', async () => {
    const at = `/3DSecureId/${newOrderId()}`;
    const body = { ...withCard({ expiry: { month: '7', year: '40' } }), order: { amount: '1', currency: 'EUR' } };
    if (version >= OLDER_PAIR_UNTIL) {
      expect((await rig.api('PUT', at, { apiOperation: 'CHECK_3DS_ENROLLMENT', ...body }, { version })).status).toBe(
        404,
      );
      return;
    }
    const { json } = await api('PUT', at, { apiOperation: 'CHECK_3DS_ENROLLMENT', correlationId: 'a', ...body });
    await api('GET', at);
    const { acsUrl, paReq } = json['3DSecure'].authenticationRedirect.customized;
    const bank = new URL(acsUrl).pathname;
    const fields = new URLSearchParams({ PaReq: paReq, TermUrl: 'https://shop.example/term', MD: '' });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await rig.call('POST', bank, fields.toString(), { headers });
    await rig.call('POST', bank.replace(/bank$/, 'cancel'), '', { headers });
    const [, paRes] = /name="PaRes" value="([^"]+)"/.exec((await rig.call('GET', bank)).text) ?? [];
    await api('POST', at, { apiOperation: 'PROCESS_ACS_RESULT', correlationId: 'a', '3DSecure': { paRes } });
  });

  it('a refusal is answered', async () => {
    for (const body of ['', 'x', {}, { apiOperation: 'NONE' }, paying('PAY', { order: { amount: 'x' }, billing: 5 })]) {
      const { status } = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, body, { version });
      expect(status).toBe(400);
    }
  });

  it('every existing operation was called', () => {
    const missing = (Object.keys(OPERATIONS) as ContractOperation[]).filter((name) => !called.has(name));
    const later = version < AUTHENTICATION_SINCE ? ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'] : [];
    const ended =
      version < OLDER_PAIR_UNTIL ? [] : ['CHECK_3DS_ENROLLMENT', 'PROCESS_ACS_RESULT', 'RETRIEVE_3DS_RESULT'];
    expect(missing).toEqual(['INITIATE_BROWSER_PAYMENT', 'CONFIRM_BROWSER_PAYMENT', ...later, ...ended]);
  });
});

function isCalled(
  operation: { readonly method: string; readonly path: string },
  method: string,
  path: string,
): boolean {
  const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`);
  return operation.method === method && pattern.test(path);
}
