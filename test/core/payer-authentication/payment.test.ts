/**
 * Payments that name an authentication: for the same card, amount and currency, once, and within the merchant's rules.
 */
import { describe, expect, it } from 'vitest';
import {
  authenticationOfPayment,
  checkedOrderId,
  initiateAuthentication,
  receiveResult,
  unpaidStatus,
} from '../../../src/core/payer-authentication/index.ts';
import { card, challenged, initiation, NOT_ENROLLED, OUTCOMES, type Rig, read, refused, request, rig } from './rig.ts';

type Json = Record<string, unknown>;

const payment = (more: Json = {}, expiry: (typeof OUTCOMES)[keyof typeof OUTCOMES] = OUTCOMES.AUTHENTICATED): Json => ({
  authentication: { transactionId: 'auth' },
  order: { amount: '12.00', currency: 'EUR' },
  ...card(expiry),
  ...more,
});

const profile = (more: Json) => ({
  payerAuthentication: {
    ...{ requestorId: 'SHOP', requestorName: 'Shop', requestorUrl: 'https://shop.example', acquirerBin: '400551' },
    ...{ acquirerMerchantId: 'SHOP-1', categoryCode: '5732', country: 'DEU' },
    ...more,
  },
});

/** An authentication by the legacy pair of operations, which belongs to no order. */
async function checked(made: Rig, id: string): Promise<void> {
  const orderId = checkedOrderId(id);
  const about = { merchant: made.merchant, orderId, transactionId: id, version: 61 } as const;
  await initiateAuthentication(made.gateway, {
    ...about,
    operation: 'INITIATE_AUTHENTICATION',
    entryPoint: 'WEB_SERVICES_API',
    values: read(initiation({ order: { amount: '12.00', currency: 'EUR' } })),
    keepCard: async () => 1,
  });
  await made.beside({}, made.merchant, orderId).authenticate(id);
}

function refersAll({ acquirer }: Rig): void {
  acquirer.says = () => ({ status: 'ANSWERED', reply: { gatewayCode: 'REFERRED', acquirerCode: '01' } as never });
}

describe('a payment with an authentication', () => {
  it.each(['AUTHORIZE', 'PAY'] as const)('by %s brings its result to the acquirer', async (operation) => {
    const made = await rig();
    const { shown } = await made.both('auth');
    const transaction = await made.pay('1', payment(), operation);
    expect(transaction.outcome?.gatewayCode).toBe('APPROVED');
    const { authentication } = made.acquirer.requests[0] ?? {};
    expect(authentication).toMatchObject({
      eci: '02',
      dsTransactionId: shown.view.identity?.dsTransID,
      protocolVersion: '2.2.0',
      transStatus: 'Y',
    });
    expect(authentication?.token?.reveal()).toBe(shown.view.result?.authenticationToken?.reveal());
    expect(transaction.request.details.authentication).toEqual({ transactionId: 'auth' });
    const { usedBy } = await made.stored();
    expect(usedBy).toBe(transaction.key);
    const order = (await made.store.orders.find(made.merchant.key, made.orderId))!;
    const with_ = await authenticationOfPayment(made.gateway, { order, merchantId: 'SHOP', transaction });
    expect(with_?.authentication.transactionId).toBe('auth');
    expect(unpaidStatus(order.state, [shown])).toBeUndefined();
  });

  it('verifies a card that was added', async () => {
    const made = await rig();
    const adding = { authentication: { channel: 'PAYER_BROWSER', purpose: 'ADD_CARD' }, order: { currency: 'EUR' } };
    await made.initiate('auth', { ...adding, ...card() });
    await made.authenticate('auth', { ...adding, ...card() });
    const body = { ...payment(), order: { currency: 'EUR' } };
    expect((await made.pay('1', body, 'VERIFY')).outcome?.gatewayCode).toBe('APPROVED');
    expect(made.acquirer.requests[0]).toMatchObject({ kind: 'VERIFICATION', authentication: { transStatus: 'Y' } });
  });

  it.each([
    ['another card', card(undefined, '5123450000000206'), ['sourceOfFunds.provided.card.number']],
    ['another amount', { order: { amount: '12.01', currency: 'EUR' } }, ['order.amount']],
    ['another currency', { order: { amount: '12.00', currency: 'USD' } }, ['order.currency']],
    ['no such authentication', { authentication: { transactionId: 'other' } }, ['authentication.transactionId']],
  ])('of %s is refused by that field, and the authentication is not used', async (_, more, fields) => {
    const made = await rig();
    await made.both('auth');
    expect(await refused(made.execute('1', payment(more)))).toEqual(fields);
    expect((await made.stored()).usedBy).toBeNull();
    expect((await made.pay('1', payment())).outcome?.gatewayCode).toBe('APPROVED');
  });

  it('of an order that does not exist is refused', async () => {
    const made = await rig();
    expect(await refused(made.execute('1', payment()))).toEqual(['authentication.transactionId']);
  });

  it('that has not ended is refused, and may be made when it has', async () => {
    const made = await rig();
    await made.initiate('auth', initiation());
    expect(await refused(made.execute('1', payment()))).toEqual(['authentication.transactionId']);
    await made.authenticate('auth', request());
    expect((await made.pay('1', payment())).outcome?.gatewayCode).toBe('APPROVED');
  });

  it('past its time ends: a result under way no longer counts', async () => {
    const made = await rig();
    const answer = await made.both('auth', OUTCOMES.CHALLENGED);
    made.results.to = null;
    await challenged(answer);
    const [rreq = Buffer.of()] = made.results.posted;
    // The result came in time, but to a slow process.
    const { authentications } = made.gateway.payerAuthentication;
    const isPaid = Promise.withResolvers<void>();
    const findByServerId = (id: string) => isPaid.promise.then(() => authentications.findByServerId(id));
    const find = Object.assign(Object.create(authentications) as typeof authentications, { findByServerId });
    find.change = authentications.change.bind(authentications);
    const slow = made.beside({ payerAuthentication: { ...made.gateway.payerAuthentication, authentications: find } });
    const posted = receiveResult(slow.gateway, rreq, 'MASTERCARD');
    made.pass(60 * 60_000);
    const transaction = await made.pay('1', payment({}, OUTCOMES.CHALLENGED));
    isPaid.resolve();
    expect(transaction.outcome?.gatewayCode).toBe('AUTHENTICATION_FAILED');
    expect(JSON.parse(await posted)).toMatchObject({ messageType: 'Erro', errorCode: '402' });
    const { shown } = await made.authenticate('auth', request(card(OUTCOMES.CHALLENGED)));
    expect(shown.view.result).toMatchObject({ status: 'AUTHENTICATION_UNAVAILABLE', unknownBecause: 'NO_RREQ' });
  });

  it('is made once: another attempt needs another authentication', async () => {
    const made = await rig();
    await made.both('auth');
    made.acquirer.says = () => ({
      status: 'ANSWERED',
      reply: { gatewayCode: 'DECLINED', acquirerCode: '05' } as never,
    });
    await made.pay('1', payment());
    expect(await refused(made.execute('2', payment()))).toEqual(['authentication.transactionId']);
    expect(made.acquirer.requests).toHaveLength(1);
    await made.both('again');
    await made.pay('2', payment({ authentication: { transactionId: 'again' } }));
    expect(made.acquirer.requests).toHaveLength(2);
  });

  it('answers its repeat with the stored result', async () => {
    const made = await rig();
    await made.both('auth');
    const first = await made.pay('1', payment());
    const again = await made.execute('1', payment());
    expect(again).toMatchObject({ kind: 'DONE', repeated: true, transaction: { key: first.key } });
    expect(made.acquirer.requests).toHaveLength(1);
  });

  it('that is sent many times at once reaches the acquirer once', async () => {
    const made = await rig();
    await made.both('auth');
    const processes = [made, made.beside(), made.beside()];
    const attempts = Array.from({ length: 9 }, (_, at) =>
      processes[at % 3]!.execute(`${at}`, payment()).then(
        (result) => result.kind,
        () => 'REFUSED',
      ),
    );
    const results = await Promise.all(attempts);
    expect(results.filter((result) => result === 'DONE')).toHaveLength(1);
    expect(made.acquirer.requests).toHaveLength(1);
  });

  it.each([
    ['FAILED', 'AUTHENTICATION_FAILED', {}],
    ['REJECTED', 'AUTHENTICATION_FAILED', {}],
    ['UNAVAILABLE', 'BLOCKED', {}],
    ['UNAVAILABLE', 'BLOCKED', { whenUnavailable: 'PROCEED', requireLiabilityShift: true }],
    ['EXEMPT', 'BLOCKED', { requireLiabilityShift: true }],
  ] as const)('that ended as %s is %s and not sent, with %o', async (outcome, gatewayCode, more) => {
    const made = await rig(profile(more));
    await made.both('auth', OUTCOMES[outcome]);
    const transaction = await made.pay('1', payment({}, OUTCOMES[outcome]));
    expect(transaction.outcome?.gatewayCode).toBe(gatewayCode);
    expect(made.acquirer.requests).toEqual([]);
    const order = await made.store.orders.find(made.merchant.key, made.orderId);
    expect(order?.state.movements).toMatchObject([{ result: 'FAILURE', notSent: true }]);
  });

  it.each([
    ['UNAVAILABLE', { whenUnavailable: 'PROCEED' }, { transStatus: 'U' }],
    ['ATTEMPTED', { requireLiabilityShift: true }, { transStatus: 'A', eci: '01' }],
    ['EXEMPT', {}, { transStatus: 'I' }],
  ] as const)('that ended as %s is sent, with %o', async (outcome, more, expected) => {
    const made = await rig(profile(more));
    await made.both('auth', OUTCOMES[outcome]);
    const transaction = await made.pay('1', payment({}, OUTCOMES[outcome]));
    expect(transaction.outcome?.gatewayCode).toBe('APPROVED');
    expect(made.acquirer.requests).toMatchObject([{ authentication: expected }]);
  });

  it.each([
    [{}, 'APPROVED'],
    [{ requireLiabilityShift: true }, 'BLOCKED'],
  ] as const)('of a card that takes no part, under the profile %o, is %s', async (more, gatewayCode) => {
    const made = await rig(profile(more));
    const number = card(OUTCOMES.AUTHENTICATED, NOT_ENROLLED);
    await made.initiate('auth', initiation(number));
    const transaction = await made.pay('1', payment(number));
    expect(transaction.outcome?.gatewayCode).toBe(gatewayCode);
    expect(made.acquirer.requests.map(({ authentication }) => authentication)).toEqual(
      gatewayCode === 'APPROVED' ? [undefined] : [],
    );
  });

  it('of a card that takes no part may be of another amount, since none was authenticated', async () => {
    const made = await rig();
    const number = card(OUTCOMES.AUTHENTICATED, NOT_ENROLLED);
    await made.initiate('auth', initiation({ ...number, order: { amount: '12.00', currency: 'EUR' } }));
    const transaction = await made.pay('1', payment({ ...number, order: { amount: '15.00', currency: 'EUR' } }));
    expect(transaction.outcome?.gatewayCode).toBe('APPROVED');
  });

  it('is not confused with a payment under the authentication’s id, nor the other way round', async () => {
    const made = await rig();
    await made.both('auth');
    expect(await refused(made.execute('auth', payment()))).toContain('exists already');
    await made.pay('1', payment());
    expect(await refused(made.initiate('1'))).toContain('exists already');
  });

  it('closes the order for further authentications once it is paid', async () => {
    const made: Rig = await rig();
    await made.both('auth');
    await made.pay('1', payment());
    expect(await refused(made.initiate('more'))).toContain('was successful');
  });

  it('that the issuer referred is sent again with the same result', async () => {
    const made = await rig();
    await made.both('auth');
    refersAll(made);
    await made.pay('1', payment());
    await made.pay('2', { transaction: { authorizationCode: '123456' } }, 'REFERRAL');
    const [first, second] = made.acquirer.requests;
    expect(second?.authentication).toEqual(first?.authentication);
  });

  it('of the legacy pair that the issuer referred again and again is sent with the same result', async () => {
    const made = await rig();
    await checked(made, 'check');
    refersAll(made);
    await made.pay('1', payment({ authentication: undefined, '3DSecureId': 'check' }));
    await made.pay('2', { transaction: { authorizationCode: '123456' } }, 'REFERRAL');
    await made.pay('3', { transaction: { authorizationCode: '123457' } }, 'REFERRAL');
    const [first, ...again] = made.acquirer.requests.map(({ authentication }) => authentication);
    expect(first).toMatchObject({ eci: '02', transStatus: 'Y' });
    expect(again).toEqual([first, first]);
  });
});

describe('the result of a merchant’s own server', () => {
  const token = 'AAABBZEEBgAAAAAAAAQGAAAAAAA=';

  it.each([
    ['authentication.3ds', { authentication: { '3ds': { acsEci: '06' } } }],
    ['3DSecure', { authentication: undefined, '3DSecure': { acsEci: '06', enrollmentStatus: 'ENROLLED' } }],
  ])('in %s is sent by REFERRAL, even if its id was since reused', async (_, own) => {
    const made = await rig();
    refersAll(made);
    await made.pay('1', payment({ '3DSecureId': 'check', ...own }));
    await checked(made, 'check');
    await made.pay('2', { transaction: { authorizationCode: '123456' } }, 'REFERRAL');
    expect(made.acquirer.requests.map(({ authentication }) => authentication)).toEqual([{ eci: '06' }, { eci: '06' }]);
  });

  it('goes to the acquirer', async () => {
    const made = await rig();
    const authentication = {
      '3ds': { acsEci: '02', authenticationToken: token, transactionId: 'd3e8aae9-b188-4305-9f4b-4db0baae1a00' },
      '3ds2': { protocolVersion: '2.1.0', transactionStatus: 'Y' },
    };
    const transaction = await made.pay('1', payment({ authentication }));
    const sent = made.acquirer.requests[0]?.authentication;
    expect(sent).toMatchObject({
      eci: '02',
      dsTransactionId: 'd3e8aae9-b188-4305-9f4b-4db0baae1a00',
      protocolVersion: '2.1.0',
      transStatus: 'Y',
    });
    expect(sent?.token?.reveal()).toBe(token);
    expect(transaction.request.details.authentication).toEqual(authentication);
  });

  it('has priority over that of the legacy group, and yields to an authentication made here', async () => {
    const made = await rig();
    const older = { '3DSecure': { acsEci: '05', authenticationToken: token, enrollmentStatus: 'ENROLLED' } };
    const own = { '3ds': { acsEci: '06' } };
    await made.execute('1', payment({ ...older, authentication: own }), 'VERIFY');
    expect(made.acquirer.requests[0]?.authentication).toEqual({ eci: '06' });
    await made.both('auth');
    await made.execute('2', payment({ ...older, authentication: { transactionId: 'auth', ...own } }));
    expect(made.acquirer.requests[1]?.authentication).toMatchObject({ eci: '02', transStatus: 'Y' });
  });
});
