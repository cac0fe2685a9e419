/** INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER as merchants' servers call them, against the sandbox's bank. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startReceiver } from '../../../support/receiver.ts';
import { newOrderId, paying } from '../rig.ts';
import { decrypted, fieldsIn } from './shop-page.ts';
import {
  ASKED,
  ATTEMPTED,
  CHALLENGED,
  DENIED,
  ENROLLED,
  EXEMPT,
  FRICTIONLESS,
  HOME,
  initiation,
  MONEY,
  NO_PART,
  REJECTED,
  request,
  startWorld,
  UNAVAILABLE,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers wherever they like.
const standing = (json: any) => [
  json.result,
  json.response.gatewayCode,
  json.response.gatewayRecommendation,
  json.order.status,
  json.order.authenticationStatus,
];

describe('INITIATE_AUTHENTICATION', () => {
  it('of an enrolled card answers the method for the payer’s browser', async () => {
    const { json, status } = await world.put(newOrderId(), 'a', initiation(CHALLENGED));
    expect([status, ...standing(json)]).toEqual([
      ...[201, 'SUCCESS', 'AUTHENTICATION_IN_PROGRESS', 'PROCEED', 'AUTHENTICATION_INITIATED'],
      'AUTHENTICATION_AVAILABLE',
    ]);
    expect(json.transaction).toMatchObject({
      amount: 0,
      authenticationStatus: 'AUTHENTICATION_AVAILABLE',
      id: 'a',
      type: 'AUTHENTICATION',
    });
    expect(json.authentication).toMatchObject({
      ...ASKED,
      '3ds2': {
        authenticationScheme: 'MASTERCARD',
        directoryServerId: 'A000000004',
        methodCompleted: false,
        methodSupported: 'SUPPORTED',
        protocolVersion: '2.2.0',
        requestorId: 'REQ-SHOP3DS',
        requestorName: 'Shop of tests',
      },
      transactionId: 'a',
      version: '3DS2',
    });
    const { methodUrl, methodPostData } = json.authentication.redirect.customizedHtml['3ds2'];
    expect(json.authentication.redirect.html).toContain(`name="threeDSMethodData" value="${methodPostData}"`);
    expect(json.authentication.redirect.domainName).toBe(new URL(methodUrl).hostname);
  });

  it('of a card whose bank has no method answers an empty script by the method’s name', async () => {
    const card = {
      sourceOfFunds: { provided: { card: { number: '5205500000000001', expiry: { month: '1', year: '40' } } } },
    };
    const { json } = await world.put(newOrderId(), 'a', initiation(card));
    expect(json.authentication['3ds2'].methodSupported).toBe('NOT_SUPPORTED');
    expect(json.authentication.redirect).toEqual({ html: '<script id="initiate-authentication-script"></script>' });
  });

  it('ignores the acquirer fields of a session, since no acquirer is called yet', async () => {
    const transaction = { acquirer: { transactionId: 'ours-1' }, merchantNote: 'first' };
    const session = await world.session({ ...CHALLENGED, transaction });
    const { json, status } = await world.put(newOrderId(), 'a', initiation({ session: { id: session.id } }));
    expect([status, json.result]).toEqual([201, 'SUCCESS']);
    expect(json.transaction).toMatchObject({ merchantNote: 'first' });
    expect(json.transaction).not.toHaveProperty('acquirer');
  });

  it.each([
    ['a card in no range', NO_PART, ASKED],
    ['a shop that takes 3DS1 alone', FRICTIONLESS, { ...ASKED, acceptVersions: '3DS1' }],
    ['a call without a channel', FRICTIONLESS, { purpose: 'PAYMENT_TRANSACTION' }],
    ['an app', FRICTIONLESS, { ...ASKED, channel: 'PAYER_APP' }],
  ])('of %s answers to proceed without authentication', async (_who, card, authentication) => {
    const { json } = await world.put(newOrderId(), 'a', initiation(card, { authentication }));
    expect(standing(json)).toEqual([
      ...['SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATION_NOT_NEEDED', 'AUTHENTICATION_NOT_SUPPORTED'],
    ]);
    expect([json.authentication.version, json.authentication['3ds2']]).toEqual(['NONE', undefined]);
  });

  it.each([
    ['order.id', '5123450000000008', 'a'],
    ['transaction.id', newOrderId(), 'a-5123450000000008'],
  ])('refuses the request’s own card number as %s', async (field, order, transaction) => {
    const { status, json } = await world.put(order, transaction, initiation(FRICTIONLESS));
    expect([status, json.error.field]).toEqual([400, field]);
  });

  it('is unknown below version 54, and absent from the list there', async () => {
    const body = initiation(CHALLENGED);
    const { status, json } = await world.put(newOrderId(), 'a', body, { version: 53 });
    expect([status, json.error.field]).toEqual([400, 'apiOperation']);
    expect(json.error.explanation).not.toContain('AUTHENTICATION');
    expect((await world.put(newOrderId(), 'a', body, { version: 54 })).status).toBe(201);
  });

  it.each([54, 60, 61, 63, 100])('answers the HTML under its older name too, at version %d', async (version) => {
    const { authentication } = (await world.put(newOrderId(), 'a', initiation(CHALLENGED), { version })).json;
    expect(authentication.redirectHtml).toContain('<form');
    expect(authentication.redirectHtml).toBe(authentication.redirect.html);
  });
});

describe('AUTHENTICATE_PAYER', () => {
  it('without a challenge answers the result, and the return form', async () => {
    const { asked } = await world.authenticated(FRICTIONLESS);
    expect(standing(asked.json)).toEqual([
      ...['SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATED', 'AUTHENTICATION_SUCCESSFUL'],
    ]);
    const { authentication, transaction } = asked.json;
    expect(transaction).toMatchObject({ amount: 10, currency: 'EUR', type: 'AUTHENTICATION' });
    expect(asked.json.order).toMatchObject({ amount: 10, currency: 'EUR', totalAuthorizedAmount: 0 });
    expect(authentication).toMatchObject({
      '3ds': { acsEci: '02', transactionId: authentication['3ds2'].dsTransactionId },
      '3ds2': { transactionStatus: 'Y' },
      amount: 10,
      payerInteraction: 'NOT_REQUIRED',
    });
    expect(authentication['3ds'].authenticationToken).toMatch(/^[A-Za-z0-9+/]{27}=$/);
    expect(authentication.redirect.html).toContain(
      `<form id="threedsFrictionLessRedirectForm" method="POST" action="${HOME.replace('&', '&amp;')}"`,
    );
  });

  it('with a challenge answers the challenge page', async () => {
    const { asked } = await world.authenticated(CHALLENGED);
    expect(standing(asked.json)).toEqual([
      ...['PENDING', 'PENDING', 'PROCEED', 'AUTHENTICATION_INITIATED', 'AUTHENTICATION_PENDING'],
    ]);
    const { authentication } = asked.json;
    const { acsUrl, cReq } = authentication.redirect.customizedHtml['3ds2'];
    expect(authentication).toMatchObject({
      '3ds2': { transactionStatus: 'C' },
      method: 'DYNAMIC',
      payerInteraction: 'REQUIRED',
    });
    expect(authentication.redirect.domainName).toBe(new URL(acsUrl).hostname);
    expect(/name="creq" value="([^"]*)"/.exec(authentication.redirect.html)?.[1]).toBe(cReq);
    const page = await fetch(acsUrl, { method: 'POST', body: new URLSearchParams({ creq: cReq }) });
    expect(await page.text()).toMatch(/<strong>\d{6}<\/strong>/);
  });

  it.each([
    ['A', ATTEMPTED, ['SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATED', 'AUTHENTICATION_ATTEMPTED']],
    ['N', DENIED, ['FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'AUTHENTICATION_UNSUCCESSFUL', 'AUTHENTICATION_FAILED']],
    [
      'U',
      UNAVAILABLE,
      ['FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'AUTHENTICATION_UNSUCCESSFUL', 'AUTHENTICATION_UNAVAILABLE'],
    ],
    [
      'R',
      REJECTED,
      ['FAILURE', 'DECLINED', 'DO_NOT_PROCEED', 'AUTHENTICATION_UNSUCCESSFUL', 'AUTHENTICATION_REJECTED'],
    ],
    ['I', EXEMPT, ['SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATION_NOT_NEEDED', 'AUTHENTICATION_EXEMPT']],
  ])('of a bank that answers %s', async (transactionStatus, card, expected) => {
    const { asked } = await world.authenticated(card);
    expect(standing(asked.json)).toEqual(expected);
    expect(asked.json.authentication['3ds2'].transactionStatus).toBe(transactionStatus);
  });

  it('proceeds where the payer could not be authenticated and the profile permits it', async () => {
    const { rig } = world;
    await rig.merchant({
      id: 'PROCEEDS',
      name: 'Goes on',
      payerAuthentication: { ...ENROLLED, whenUnavailable: 'PROCEED' },
    });
    const { asked } = await world.authenticated(UNAVAILABLE, {}, { merchant: 'PROCEEDS' });
    expect(standing(asked.json)).toEqual([
      ...['SUCCESS', 'APPROVED', 'PROCEED', 'AUTHENTICATION_UNSUCCESSFUL', 'AUTHENTICATION_UNAVAILABLE'],
    ]);
  });

  it('takes all values from the session, and returns data encrypted under the session’s key', async () => {
    const session = await world.session({
      ...FRICTIONLESS,
      authentication: { ...ASKED, redirectResponseUrl: HOME },
      device: { browserDetails: { language: 'json' } },
      order: MONEY,
    });
    const by = (apiOperation: string) => ({ apiOperation, session: { id: session.id } });
    const order = newOrderId();
    expect((await world.put(order, 'a', by('INITIATE_AUTHENTICATION'))).status).toBe(201);
    const { json } = await world.put(order, 'a', by('AUTHENTICATE_PAYER'));
    expect(json.order.authenticationStatus).toBe('AUTHENTICATION_SUCCESSFUL');
    const fields = fieldsIn(json.authentication.redirect.html);
    expect(fields).toMatchObject({
      'order.id': order,
      'transaction.id': 'a',
      'response.gatewayRecommendation': 'PROCEED',
      result: 'SUCCESS',
    });
    const { redirect: _redirect, redirectHtml: _html, ...authentication } = json.authentication;
    expect(JSON.parse(decrypted(fields, session.aes256Key))).toEqual(authentication);
    const altered = { ...fields, 'encryptedData.tag': Buffer.alloc(16).toString('base64') };
    expect(() => decrypted(altered, session.aes256Key)).toThrow();
  });

  it('returns only the plain fields without a session', async () => {
    const { asked, order } = await world.authenticated(DENIED);
    expect(fieldsIn(asked.json.authentication.redirect.html)).toEqual({
      'order.id': order,
      'transaction.id': 'a',
      'response.gatewayRecommendation': 'DO_NOT_PROCEED',
      result: 'FAILURE',
    });
  });

  it.each([
    ['a host that is not registered', 'https://evil.example/'],
    ['no address', 'shop'],
    ['a script', 'javascript:alert(1)//shop.example'],
  ])('refuses to send the payer to %s', async (_what, redirectResponseUrl) => {
    const order = newOrderId();
    await world.put(order, 'a', initiation(FRICTIONLESS));
    const { status, json } = await world.put(
      order,
      'a',
      request(FRICTIONLESS, { authentication: { redirectResponseUrl } }),
    );
    expect([status, json.error.field]).toEqual([400, 'authentication.redirectResponseUrl']);
  });

  it('refuses a host that the session supplied', async () => {
    const evil = { authentication: { ...ASKED, redirectResponseUrl: 'https://evil.example/' } };
    const session = await world.session({ ...FRICTIONLESS, ...evil, order: MONEY });
    const by = { apiOperation: 'INITIATE_AUTHENTICATION', session: { id: session.id } };
    const { status, json } = await world.put(newOrderId(), 'a', by);
    expect([status, json.error.field]).toEqual([400, 'authentication.redirectResponseUrl']);
  });

  it('gives a repeat the same answer, and refuses another request under its ids', async () => {
    const { order, asked } = await world.authenticated(FRICTIONLESS);
    const again = await world.put(order, 'a', request(FRICTIONLESS));
    expect(again.json).toEqual(asked.json);
    const other = await world.put(order, 'a', request(FRICTIONLESS, { order: { ...MONEY, amount: '11.00' } }));
    expect([other.status, other.json.error.cause]).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('a retrieved transaction', () => {
  it('is an authentication among the order’s transactions, without its redirect', async () => {
    const { order, asked } = await world.authenticated(FRICTIONLESS);
    const { redirect: _redirect, redirectHtml: _html, ...authentication } = asked.json.authentication;
    const one = (await world.get(`/order/${order}/transaction/a`)).json;
    expect(one).toEqual({ ...asked.json, authentication });
    const { json } = await world.get(`/order/${order}`);
    expect([json.status, json.authenticationStatus]).toEqual(['AUTHENTICATED', 'AUTHENTICATION_SUCCESSFUL']);
    expect(json.transaction).toEqual([one]);
  });

  it('is the authentication before its payment', async () => {
    const { order, asked } = await world.authenticated(FRICTIONLESS);
    const paid = await world.put(order, '1', {
      ...paying('PAY', { ...FRICTIONLESS, order: MONEY }),
      authentication: { transactionId: 'a' },
    });
    expect([paid.json.result, paid.json.order.status]).toEqual(['SUCCESS', 'CAPTURED']);
    const { '3ds': threeDS, '3ds2': threeDS2, version } = asked.json.authentication;
    expect(paid.json.authentication).toEqual({ '3ds': threeDS, '3ds2': threeDS2, transactionId: 'a', version });
    expect([paid.json.order.authenticationStatus, paid.json.transaction.authenticationStatus]).toEqual([
      ...['AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_SUCCESSFUL'],
    ]);
    const { json } = await world.get(`/order/${order}`);
    expect(json.transaction.map(({ transaction }: { transaction: { type: string } }) => transaction.type)).toEqual([
      ...['AUTHENTICATION', 'PAYMENT'],
    ]);
    expect([json.status, json.authenticationStatus]).toEqual(['CAPTURED', 'AUTHENTICATION_SUCCESSFUL']);
    expect((await world.get(`/order/${order}/transaction/1`)).json.authentication).toEqual(paid.json.authentication);
  });

  it('is a payment that was soft-declined', async () => {
    const soft = {
      sourceOfFunds: {
        type: 'CARD',
        provided: { card: { number: '5123456789012346', expiry: { month: '11', year: '38' } } },
      },
    };
    const { order, asked } = await world.authenticated(soft);
    const bare = await world.put(order, '1', paying('PAY', { ...soft, order: MONEY }));
    const named = await world.put(order, '2', {
      ...paying('PAY', { ...soft, order: MONEY }),
      authentication: { transactionId: 'a' },
    });
    expect(asked.json.authentication.payerInteraction).toBe('NOT_REQUIRED');
    for (const { json } of [bare, named]) {
      expect([json.result, json.transaction.authenticationStatus]).toEqual(['FAILURE', 'AUTHENTICATION_REQUIRED']);
    }
    expect(named.json.order.authenticationStatus).toBe('AUTHENTICATION_REQUIRED');
    expect((await world.get(`/order/${order}`)).json.authenticationStatus).toBe('AUTHENTICATION_REQUIRED');
  });

  it('is notified as it is retrieved', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const { order } = await world.authenticated(FRICTIONLESS);
    await world.put(order, '1', {
      ...paying('PAY', { ...FRICTIONLESS, order: { ...MONEY, notificationUrl: `${receiver.origin}/told` } }),
      authentication: { transactionId: 'a' },
    });
    const [first] = await vi.waitUntil(() => receiver.notified.length > 0 && receiver.notified, { timeout: 30_000 });
    const notification = JSON.parse(first?.rawBody ?? '');
    const { json } = await world.get(`/order/${order}/transaction/1`);
    expect(notification).toEqual({ ...json, sequence: 1 });
    expect(notification.authentication.transactionId).toBe('a');
  });

  it.each([
    ['Y', 'AUTHENTICATION_SUCCESSFUL'],
    ['A', 'AUTHENTICATION_ATTEMPTED'],
    ['N', 'AUTHENTICATION_FAILED'],
    ['U', 'AUTHENTICATION_UNAVAILABLE'],
    ['R', 'AUTHENTICATION_REJECTED'],
    ['I', 'AUTHENTICATION_EXEMPT'],
  ])('has the result that the merchant’s own server got too, %s', async (transactionStatus, status) => {
    const order = newOrderId();
    const authentication = {
      '3ds': {
        acsEci: '02',
        authenticationToken: 'A'.repeat(28),
        transactionId: 'f38e6948-5388-41a6-bca4-b49723c19437',
      },
      '3ds2': { protocolVersion: '2.2.0', transactionStatus },
    };
    const paid = await world.put(order, '1', { ...paying('PAY', FRICTIONLESS), authentication });
    expect([paid.status, paid.json.authentication, paid.json.transaction.authenticationStatus]).toEqual([
      201,
      authentication,
      status,
    ]);
    expect((await world.get(`/order/${order}`)).json.authentication).toEqual(authentication);
  });

  it('is shown in versions without authentication too, without the group', async () => {
    const { order } = await world.authenticated(FRICTIONLESS);
    const { json } = await world.get(`/order/${order}`, { version: 53 });
    expect([json.transaction.length, json.transaction[0].authentication, json.authentication]).toEqual([
      ...[1, undefined, undefined],
    ]);
  });
});
