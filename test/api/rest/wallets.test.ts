/** Payments with the tokens of wallets on payers' devices, over REST and through sessions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CRYPTOGRAM,
  DEVICE_NUMBER,
  PAYMENT,
  type WalletFields,
  type WalletTokens,
  walletFields,
  walletTokens,
} from '../../support/wallet-tokens.ts';
import { basic, CARD, newOrderId, type Reply, type Rig, startRig } from './rig.ts';

const TOKEN = 'sourceOfFunds.provided.card.devicePayment.paymentToken';
const MINUTE_MS = 60_000;

let rig: Rig;
let tokens: WalletTokens;
beforeAll(async () => {
  rig = await startRig();
  tokens = walletTokens(rig.folder);
});
afterAll(() => rig.close());

const MONEY = { amount: '12.50', currency: 'EUR' };

function paying(operation: string, { order, sourceOfFunds }: WalletFields, more: object = {}) {
  return { apiOperation: operation, order: { ...MONEY, ...order }, sourceOfFunds, ...more };
}

const pay = (body: object, order = newOrderId(), transaction = '1', options = {}): Promise<Reply> =>
  rig.api('PUT', `/order/${order}/transaction/${transaction}`, body, options);
const apple = (payment = {}, options = {}) => walletFields('APPLE_PAY', tokens.apple(payment, options));
const google = (payment = {}, options = {}, merchant?: string) =>
  walletFields('GOOGLE_PAY', tokens.google(payment, options, merchant));
const problems = (reply: Reply) =>
  (reply.json.error?.details ?? []).map((one: { field: string; validationType: string }) => [
    one.field,
    one.validationType,
  ]);

const SHOWN = {
  brand: 'MASTERCARD',
  devicePayment: { '3DSecure': { eciIndicator: '02' }, cryptogramFormat: '3DSECURE' },
  deviceSpecificExpiry: { month: '1', year: '39' },
  deviceSpecificNumber: '512345xxxxxx0008',
  encryption: 'DEVICE',
  expiry: { month: '1', year: '39' },
  fundingMethod: 'CREDIT',
  number: '512345xxxxxx0008',
  scheme: 'MASTERCARD',
};

describe.each([
  ['Apple Pay', (payment = {}) => apple(payment)],
  ['Google Pay', (payment = {}) => google(payment)],
])('a token of %s', (_wallet, token) => {
  it.each([
    ['AUTHORIZE', 'AUTHORIZATION'],
    ['PAY', 'PAYMENT'],
    ['VERIFY', 'VERIFICATION'],
  ])('is taken by %s, which answers the masked device number', async (operation, type) => {
    const reply = await pay(paying(operation, token()));
    expect([reply.status, reply.json.result, reply.json.transaction?.type]).toEqual([201, 'SUCCESS', type]);
    expect(reply.json.sourceOfFunds).toEqual({ provided: { card: SHOWN }, type: 'CARD' });
    expect(reply.json.order.walletProvider).toBe(token().order.walletProvider);
  });

  it('is declined by the issuer as any card', async () => {
    const reply = await pay(paying('PAY', token({ expiry: { month: 5, year: 2039 } })));
    expect([reply.status, reply.json.response.gatewayCode]).toEqual([201, 'DECLINED']);
  });

  it('reaches the acquirer with its cryptogram and ECI', async () => {
    const order = newOrderId();
    await pay(paying('AUTHORIZE', token()), order);
    const [entry] = rig.host.ledger({ order });
    expect(entry).toMatchObject({ state: 'APPROVED', amount: '12.50', currency: 'EUR' });
  });

  it('pays in a session that the app updated by the session’s own id', async () => {
    const { id } = (await rig.api('POST', '/session')).json.session;
    const { order, sourceOfFunds } = token();
    const update = { device: { browser: 'Gateway-iOS-SDK/1.1.8' }, order, sourceOfFunds };
    const updated = await rig.api('PUT', `/session/${id}`, update, { authorization: basic('TESTSHOP', id) });
    expect([updated.status, updated.json.session.updateStatus, updated.headers['x-ignored-fields']]).toEqual([
      200,
      'SUCCESS',
      undefined,
    ]);
    expect(updated.json.sourceOfFunds.provided.card).toEqual({ devicePayment: { paymentToken: 'xxx' } });
    const paid = await pay({ apiOperation: 'PAY', order: MONEY, session: { id } });
    expect([paid.status, paid.json.result, paid.json.order.walletProvider]).toEqual([
      201,
      'SUCCESS',
      order.walletProvider,
    ]);
    expect(paid.json.sourceOfFunds.provided.card).toEqual(SHOWN);
    // The session has lost its token with the attempt.
    const again = await pay({ apiOperation: 'PAY', order: MONEY, session: { id } });
    expect([again.status, problems(again)[0]]).toEqual([400, ['sourceOfFunds.provided.card.number', 'MISSING']]);
  });

  it('is answered again for a repeat of the same request, also after a restart', async () => {
    const [order, body] = [newOrderId(), paying('PAY', token())];
    const first = await pay(body, order);
    expect((await pay(body, order)).text).toBe(first.text);
    await rig.restart();
    expect((await pay(body, order)).text).toBe(first.text);
    const other = await pay(paying('PAY', token()), order);
    expect([other.status, other.json.error.cause]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('pays once: a replay is refused on another order, in a session, and after a restart', async () => {
    const fields = token();
    expect((await pay(paying('AUTHORIZE', fields))).status).toBe(201);
    const refused = { status: 400, problems: [[TOKEN, 'INVALID']] };
    const replay = async () => {
      const reply = await pay(paying('PAY', fields));
      return { status: reply.status, problems: problems(reply) };
    };
    expect(await replay()).toEqual(refused);
    const { id } = (await rig.api('POST', '/session')).json.session;
    expect(problems(await rig.api('PUT', `/session/${id}`, fields))).toEqual(refused.problems);
    await rig.restart();
    expect(await replay()).toEqual(refused);
  });

  it('pays one of twenty orders that race for it', async () => {
    const body = paying('PAY', token());
    const replies = await Promise.all(Array.from({ length: 20 }, () => pay(body)));
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 400)]);
    expect(new Set(replies.flatMap(problems).map(([field]) => field))).toEqual(new Set([TOKEN]));
  });

  it('is neither logged nor stored, nor are its number and cryptogram', async () => {
    const fields = token({ number: '5111111111111118' });
    const { paymentToken } = fields.sourceOfFunds.provided.card.devicePayment;
    const { id } = (await rig.api('POST', '/session')).json.session;
    expect((await rig.api('PUT', `/session/${id}`, fields)).status).toBe(200);
    expect((await pay({ apiOperation: 'PAY', order: MONEY, session: { id } })).json.result).toBe('SUCCESS');
    const dump = (await rig.dump()).toString('latin1') + rig.logged.join('\n');
    for (const text of ['5111111111111118', CRYPTOGRAM, paymentToken, paymentToken.slice(100, 180)]) {
      expect(dump.includes(text)).toBe(false);
    }
  });

  it('can be captured and refunded by the order, without a token', async () => {
    const order = newOrderId();
    expect((await pay(paying('AUTHORIZE', token()), order)).status).toBe(201);
    const money = { transaction: { amount: '12.50', currency: 'EUR' } };
    expect((await pay({ apiOperation: 'CAPTURE', ...money }, order, '2')).json.result).toBe('SUCCESS');
    const refund = await pay({ apiOperation: 'REFUND', ...money }, order, '3');
    expect([refund.json.result, refund.json.sourceOfFunds.provided.card]).toEqual(['SUCCESS', SHOWN]);
  });
});

describe('a token is refused by its name', () => {
  const ofPayment = async (body: object) => {
    const reply = await pay(body);
    return { status: reply.status, problems: problems(reply), text: reply.json.error.explanation };
  };

  it.each([
    ['of another amount', () => apple({ amount: 1_251 }), /amount of this payment, 12.50/],
    ['of another currency', () => apple({ currencyNumber: '840' }), /order.currency EUR/],
    ['of the amount in another currency’s minor units', () => apple({ amount: 1_250, currencyNumber: '392' }), /EUR/],
    ['that is too old', () => apple({}, { signedAt: Date.now() - 6 * MINUTE_MS }), /last 5 minutes/],
    ['of RSA_v1', () => apple({}, { version: 'RSA_v1' }), /RSA_v1/],
    ['that has expired', () => google({}, { messageExpiration: Date.now() - MINUTE_MS }), /expired/],
    ['of ECv1', () => google({}, { protocolVersion: 'ECv1' }), /ECv2/],
    ['for another merchant', () => google({}, {}, 'OTHER'), /gatewayMerchantId/],
    ['that is text', () => walletFields('GOOGLE_PAY', 'token'), /JSON/],
    ['of the other wallet', () => walletFields('GOOGLE_PAY', tokens.apple()), /Google Pay/],
  ])('%s', async (_what, fields, text) => {
    expect(await ofPayment(paying('PAY', fields()))).toEqual({
      status: 400,
      problems: [[TOKEN, 'INVALID']],
      text: expect.stringMatching(text),
    });
  });

  it('of another amount than that of a session, by its update', async () => {
    const { id } = (await rig.api('POST', '/session')).json.session;
    expect((await rig.api('PUT', `/session/${id}`, { order: MONEY })).status).toBe(200);
    const reply = await rig.api('PUT', `/session/${id}`, apple({ amount: 1 }), {
      authorization: basic('TESTSHOP', id),
    });
    expect([reply.status, problems(reply)]).toEqual([400, [[TOKEN, 'INVALID']]]);
    // A session without an amount accepts it, and the payment compares.
    const plain = (await rig.api('POST', '/session')).json.session.id;
    expect((await rig.api('PUT', `/session/${plain}`, apple({ amount: 1 }))).status).toBe(200);
    const paid = await pay({ apiOperation: 'PAY', order: MONEY, session: { id: plain } });
    expect([paid.status, problems(paid)]).toEqual([400, [[TOKEN, 'INVALID']]]);
  });

  it('VERIFY takes no money, so a token of any amount', async () => {
    expect((await pay(paying('VERIFY', apple({ amount: 0 })))).status).toBe(201);
  });

  it('without order.walletProvider, or with another wallet’s', async () => {
    const { sourceOfFunds } = apple();
    const unnamed = { apiOperation: 'PAY', order: MONEY, sourceOfFunds };
    expect((await ofPayment(unnamed)).problems).toEqual([['order.walletProvider', 'MISSING']]);
    const other = paying('PAY', { order: { walletProvider: 'ACME_PAY' }, sourceOfFunds });
    expect((await ofPayment(other)).problems).toEqual([['order.walletProvider', 'INVALID']]);
  });

  it.each([
    ['a number', 'sourceOfFunds.provided.card.number', { number: DEVICE_NUMBER }],
    ['a security code', 'sourceOfFunds.provided.card.securityCode', { securityCode: '100' }],
    [
      'a cryptogram that the merchant decrypted',
      'sourceOfFunds.provided.card.mobileWallet.3DSecure.onlinePaymentCryptogram',
      { mobileWallet: { cryptogramFormat: '3DSECURE', '3DSecure': { onlinePaymentCryptogram: 'AAAA' } } },
    ],
  ])('%s beside it', async (_what, field, more) => {
    const { order, sourceOfFunds } = apple();
    const card = { ...sourceOfFunds.provided.card, ...more };
    const body = paying('PAY', { order, sourceOfFunds: { type: 'CARD', provided: { card } } });
    expect((await ofPayment(body)).problems).toEqual([[field, 'INVALID']]);
  });

  it('an authentication beside a cryptogram, and one beside a card on file is taken', async () => {
    const result = { acsEci: '05', authenticationToken: 'kBMIJDQJQzJnRXmyIzRYIZaaDQ==' };
    const proof = { authentication: { '3ds': result } };
    expect((await ofPayment(paying('PAY', google(), proof))).problems).toEqual([['authentication.3ds', 'INVALID']]);
    expect((await pay(paying('PAY', google({}, { isPanOnly: true }), proof))).status).toBe(201);
  });

  it('where the operation takes none, and below the first version that does', async () => {
    const devicePayment = 'sourceOfFunds.provided.card.devicePayment';
    for (const apiOperation of ['CREATE_TOKEN', undefined]) {
      const reply = await rig.api('POST', '/token', { apiOperation, sourceOfFunds: apple().sourceOfFunds });
      expect(problems(reply)).toContainEqual([devicePayment, 'UNSUPPORTED']);
    }
    const old = await pay(paying('PAY', apple()), newOrderId(), '1', { version: 39 });
    expect(problems(old)).toContainEqual([devicePayment, 'UNSUPPORTED']);
    const own = { ...apple().sourceOfFunds, provided: { card: { devicePayment: { cryptogramFormat: '3DSECURE' } } } };
    const reply = await pay({ apiOperation: 'PAY', order: MONEY, sourceOfFunds: own });
    expect(problems(reply)).toContainEqual([`${devicePayment}.cryptogramFormat`, 'UNSUPPORTED']);
  });

  it('of a wallet that the merchant’s profile does not have', async () => {
    await rig.merchant({ id: 'GOOGLEONLY', name: 'Google only', wallets: { googlePay: {} } });
    const devicePayment = 'sourceOfFunds.provided.card.devicePayment';
    const of = (fields: WalletFields) => pay(paying('PAY', fields), newOrderId(), '1', { merchant: 'GOOGLEONLY' });
    expect(problems(await of(apple()))).toEqual([[devicePayment, 'UNSUPPORTED']]);
    expect(problems(await of(google()))).toEqual([[TOKEN, 'INVALID']]);
    expect((await of(google({}, {}, 'GOOGLEONLY'))).status).toBe(201);
  });
});

it('a token without an ECI shows none', async () => {
  const reply = await pay(paying('PAY', google({ eci: undefined })));
  expect(reply.json.sourceOfFunds.provided.card.devicePayment).toEqual({ cryptogramFormat: '3DSECURE' });
});

describe('a card on file in Google Pay', () => {
  it('is a card without authentication: no device, no ECI, no liability shift', async () => {
    const reply = await pay(paying('PAY', google({}, { isPanOnly: true })));
    expect(reply.json.sourceOfFunds.provided.card).toEqual({
      brand: 'MASTERCARD',
      expiry: SHOWN.expiry,
      fundingMethod: 'CREDIT',
      number: SHOWN.number,
      scheme: 'MASTERCARD',
    });
  });
});

describe('the issuer’s liability', () => {
  it.each([
    ['shifts by an ECI of the token', () => apple(), 'APPROVED'],
    ['does not shift by an ECI of the merchant’s liability', () => apple({ eci: '07' }), 'BLOCKED'],
    ['is not claimed for a token without an ECI', () => google({ eci: undefined }), 'BLOCKED'],
    ['is outside of the rule for a card on file', () => google({}, { isPanOnly: true }), 'APPROVED'],
  ])('%s', async (_what, fields, gatewayCode) => {
    const id = 'SHIFTED';
    const { applePay } = tokens.keys;
    await rig.merchant({
      id,
      name: 'Shifted',
      wallets: {
        applePay: { merchantId: applePay.merchantId, privateKey: applePay.processingKey },
        googlePay: { merchantId: 'TESTSHOP' },
      },
      payerAuthentication: {
        requestorId: id,
        requestorName: id,
        requestorUrl: 'https://shop.example',
        acquirerBin: '400551',
        acquirerMerchantId: id,
        categoryCode: '5999',
        country: 'DEU',
        requireLiabilityShift: true,
      },
    });
    const reply = await pay(paying('PAY', fields()), newOrderId(), '1', { merchant: id });
    expect(reply.json.response.gatewayCode).toBe(gatewayCode);
  });
});

describe('a session', () => {
  const update = (id: string, body: object) => rig.api('PUT', `/session/${id}`, body);
  const newSession = async (): Promise<string> => (await rig.api('POST', '/session')).json.session.id;
  const typed = { sourceOfFunds: { type: 'CARD', provided: { card: CARD } } };

  it('has one card: a token replaces a typed card, and a typed card the token', async () => {
    const id = await newSession();
    await update(id, typed);
    const wallet = await update(id, apple());
    expect(wallet.json.sourceOfFunds.provided.card).toEqual({ devicePayment: { paymentToken: 'xxx' } });
    const card = await update(id, typed);
    expect(card.json.sourceOfFunds.provided.card).not.toHaveProperty('devicePayment');
    const paid = await pay({ apiOperation: 'PAY', order: MONEY, session: { id } });
    expect([paid.json.result, paid.json.order.walletProvider]).toEqual(['SUCCESS', undefined]);
  });

  it('with a typed card is paid by the token of the request', async () => {
    const id = await newSession();
    await update(id, typed);
    const reply = await pay(paying('PAY', apple(), { session: { id } }));
    expect(reply.json.sourceOfFunds.provided.card.deviceSpecificNumber).toBe(SHOWN.deviceSpecificNumber);
  });

  it('holds a token for 15 minutes, and no longer', async () => {
    const held = await newSession();
    await update(held, apple());
    rig.later(14 * MINUTE_MS);
    expect((await pay({ apiOperation: 'PAY', order: MONEY, session: { id: held } })).status).toBe(201);
    const lost = await newSession();
    const signedAt = Date.now() + 14 * MINUTE_MS;
    await update(lost, apple({}, { signedAt }));
    rig.later(16 * MINUTE_MS);
    const reply = await pay({ apiOperation: 'PAY', order: MONEY, session: { id: lost } });
    expect([reply.status, problems(reply)[0]]).toEqual([400, ['sourceOfFunds.provided.card.number', 'MISSING']]);
  });

  it('with a token is validated without a problem, as long as it holds the token', async () => {
    const id = await newSession();
    await update(id, { ...google(), order: { ...MONEY, walletProvider: 'GOOGLE_PAY' } });
    const found = async () => {
      const { status, json } = await rig.api('PUT', `/session/${id}?validate=true`, {});
      return [status, json.validation.problems.map(({ field }: { field: string }) => field)];
    };
    expect(await found()).toEqual([200, []]);
    rig.later(10 * MINUTE_MS);
    expect(await found()).toEqual([200, []]);
    rig.later(6 * MINUTE_MS);
    expect(await found()).toEqual([200, expect.arrayContaining(['sourceOfFunds.provided.card.number'])]);
  });

  it('of a payer is told the problem of a token, and pays with the next one', async () => {
    const id = await newSession();
    const asApp = { authorization: basic('TESTSHOP', id) };
    const bad = await rig.api('PUT', `/session/${id}`, google({}, {}, 'OTHER'), asApp);
    expect([bad.status, problems(bad)]).toEqual([400, [[TOKEN, 'INVALID']]]);
    expect((await rig.api('PUT', `/session/${id}`, google(), asApp)).status).toBe(200);
    expect((await pay({ apiOperation: 'PAY', order: MONEY, session: { id } })).json.result).toBe('SUCCESS');
  });
});

it('used tokens are stored without anything of the card, and expire', async () => {
  const rows = await rig.rows('select id, usable_until from device_token');
  expect(rows.length).toBeGreaterThan(10);
  for (const { id } of rows) {
    expect(String(id)).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(PAYMENT.number).toBe(DEVICE_NUMBER);
});
