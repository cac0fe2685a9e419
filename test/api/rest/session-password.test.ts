/** A client with a session's id acts as the payer: the operations that it permits and refuses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idHash } from '../../../src/platform/id-seal.ts';
import { basic, CARD, newOrderId, paying, type Reply, type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'OTHER', name: 'Other' });
});
afterAll(() => rig.close());

const create = async (body: unknown = undefined): Promise<{ id: string }> =>
  (await rig.api('POST', '/session', body)).json.session;
const update = (id: string, body: unknown, options = {}) => rig.api('PUT', `/session/${id}`, body, options);
const read = (id: string, options = {}) => rig.api('GET', `/session/${id}`, undefined, options);
const card = () => ({ sourceOfFunds: { provided: { card: CARD } } });

describe('the session’s id as its password', () => {
  const asPayer = (id: string, options = {}) => ({ authorization: basic('TESTSHOP', id), ...options });
  const ignoredIn = (reply: Reply) => String(reply.headers['x-ignored-fields'] ?? '').split(', ');
  const device = { browser: 'App/1.0', browserDetails: { language: 'en' } };

  it('lets the payer’s own card and device be set', async () => {
    const { id } = await create();
    const reply = await update(id, { ...card(), device }, asPayer(id));
    expect([reply.status, reply.headers['x-ignored-fields']]).toEqual([200, undefined]);
    const { json } = await read(id);
    expect([json.device, json.sourceOfFunds.provided.card.number]).toEqual([device, '512345xxxxxx0008']);
  });

  /** An alias as a bank or provider may have in its logs, since it returns payers by it. */
  async function aliasOf(id: string): Promise<string> {
    const alias = `SESSION${newOrderId().replace(/\W/g, '').padEnd(24, 'a').slice(-24)}`;
    await rig.change(
      'insert into session_alias (id_hash, session_key, expires_at) select ?, key, 9000000000000 from session where id = ?',
      ...[idHash(alias), idHash(id)],
    );
    return alias;
  }

  it.each<[string, (alias: string) => Promise<Reply>]>([
    ['to update', (alias) => update(alias, card(), asPayer(alias))],
    ['to retrieve', (alias) => read(alias, asPayer(alias))],
    [
      'to update without any, below version 50',
      (alias) => update(alias, { apiOperation: 'UPDATE_PAYER_DATA', ...card() }, { authorization: null, version: 49 }),
    ],
    [
      'to authenticate its payer',
      (alias) =>
        rig.api(
          'PUT',
          `/order/${newOrderId()}/transaction/1`,
          { apiOperation: 'INITIATE_AUTHENTICATION', session: { id: alias }, order: { currency: 'EUR' } },
          asPayer(alias),
        ),
    ],
  ])('is refused where it is an alias of the session: %s', async (_call, call) => {
    const { id } = await create();
    const alias = await aliasOf(id);
    expect((await call(alias)).status).toBe(401);
    expect((await read(id)).json.sourceOfFunds).toBeUndefined();
    expect((await read(alias)).status).toBe(200);
    expect((await update(id, card(), asPayer(id))).status).toBe(200);
  });

  const CRYPTOGRAM = { eciIndicator: '05', onlinePaymentCryptogram: 'kBMIJDQJQzJnRXmyIzRYIZaaDQ==' };
  const cardWith = (more: object) => ({ sourceOfFunds: { provided: { card: { ...CARD, ...more } } } });

  it.each([
    ['order.reference', { order: { reference: 'another' } }],
    ['order.id', { order: { id: 'another' } }],
    ['order.walletProvider', { order: { walletProvider: 'ACME_PAY' } }],
    ['interaction.returnUrl', { interaction: { returnUrl: 'https://evil.example/' } }],
    ['checkoutMode', { checkoutMode: 'WEBSITE' }],
    ['paymentLink.numberOfAllowedAttempts', { paymentLink: { numberOfAllowedAttempts: 25 } }],
    ['transaction.reference', { transaction: { reference: '.FAIL' } }],
    ['userId', { userId: 'admin' }],
    ['agreement.id', { agreement: { id: 'SUBSCRIPTION-1' } }],
    ['billing.address.city', { billing: { address: { city: 'Ghent' } } }],
    ['customer.email', { customer: { email: 'a@b.example' } }],
    ['customer.ipAddress', { customer: { ipAddress: '192.0.2.1' } }],
    ['device.ipAddress', { device: { ...device, ipAddress: '192.0.2.1' } }],
    ['authentication.challengePreference', { authentication: { challengePreference: 'NO_CHALLENGE' } }],
    ['sourceOfFunds.token', { sourceOfFunds: { provided: { card: CARD }, token: '9123456789012345' } }],
    ['sourceOfFunds.provided.card.storedOnFile', cardWith({ storedOnFile: 'STORED' })],
    ['sourceOfFunds.provided.card.sequenceNumber', cardWith({ sequenceNumber: '1' })],
    ['sourceOfFunds.provided.card.emvRequest', cardWith({ emvRequest: '9F0206000000000100' })],
    ['sourceOfFunds.provided.card.track1', cardWith({ track1: '%B5123450000000008^A/B^3901101?' })],
    ['sourceOfFunds.provided.card.track2', cardWith({ track2: ';5123450000000008=39011010000000000?' })],
    ['sourceOfFunds.provided.card.p2pe.payload', cardWith({ p2pe: { payload: 'AB', keySerialNumber: 'CD' } })],
    [
      'sourceOfFunds.provided.card.mobileWallet.3DSecure.eciIndicator',
      cardWith({ mobileWallet: { cryptogramFormat: '3DSECURE', '3DSecure': CRYPTOGRAM } }),
    ],
  ])('ignores %s and names it', async (field, body) => {
    const { id } = await create();
    const shops = { order: { amount: '10', currency: 'EUR', reference: 'shop' }, device: { ipAddress: '192.0.2.99' } };
    await update(id, shops);
    for (const reply of [
      await update(id, { ...card(), ...body }, asPayer(id)),
      await update(id, { apiOperation: 'UPDATE_PAYER_DATA', ...card(), ...body }, { authorization: null, version: 49 }),
    ]) {
      expect(reply.status).toBe(200);
      expect(ignoredIn(reply)).toContain(field);
    }
    const { json } = await read(id);
    expect(json).toMatchObject({ ...shops, order: { ...shops.order, amount: 10 } });
    const { card: stored, ...others } = json.sourceOfFunds.provided;
    expect([Object.keys(stored).sort(), others]).toEqual([
      ['brand', 'expiry', 'fundingMethod', 'number', 'scheme', 'securityCode'],
      {},
    ]);
    for (const group of ['agreement', 'authentication', 'billing', 'checkoutMode', 'customer', 'interaction']) {
      expect(json).not.toHaveProperty(group);
    }
  });

  it.each([
    ['order.amount', { order: { amount: '0.01' } }],
    ['order.currency', { order: { currency: 'USD' } }],
    ['authentication.transactionId', { authentication: { transactionId: 'none' } }],
    ['3DSecureId', { '3DSecureId': 'none' }],
    ['3DSecure.acsEci', { '3DSecure': { acsEci: '05' } }],
  ])('cannot set %s, which would make another payment if it were ignored', async (field, body) => {
    const { id } = await create();
    await update(id, { order: { amount: '10', currency: 'EUR' } });
    const before = await read(id);
    for (const reply of [
      await update(id, { ...card(), ...body }, asPayer(id)),
      await update(id, { apiOperation: 'UPDATE_PAYER_DATA', ...card(), ...body }, { authorization: null, version: 49 }),
    ]) {
      expect(reply.status).toBe(400);
      expect(reply.json.error).toMatchObject({ field, validationType: 'UNSUPPORTED' });
    }
    expect((await read(id)).text).toBe(before.text);
  });

  it('accepts the session’s amount and currency again, in any notation of the number', async () => {
    const { id } = await create();
    await update(id, { order: { amount: '10', currency: 'EUR' } });
    for (const amount of ['10.00', 10, '10']) {
      const { status, headers } = await update(id, { ...card(), order: { amount, currency: 'EUR' } }, asPayer(id));
      expect([status, headers['x-ignored-fields']]).toEqual([200, undefined]);
    }
  });

  it('ignores an amount and a currency by name where the session has none', async () => {
    const { id } = await create();
    const reply = await update(id, { ...card(), order: { amount: '0.01', currency: 'EUR' } }, asPayer(id));
    expect([reply.status, ignoredIn(reply)]).toEqual([200, ['order.amount', 'order.currency']]);
    expect((await read(id)).json).not.toHaveProperty('order');
  });

  it('masks a card number that is the name of an ignored field', async () => {
    const { id } = await create();
    const reply = await update(id, { ...card(), [CARD.number]: 'x' }, asPayer(id));
    expect([reply.status, ignoredIn(reply)]).toEqual([200, ['512345xxxxxx0008']]);
  });

  it.each([null, [], {}, { amount: null }])('ignores the order %j, as clients send it', async (order) => {
    const { id } = await create();
    expect((await update(id, { ...card(), order }, asPayer(id))).status).toBe(200);
    const withToken = { sourceOfFunds: { ...card().sourceOfFunds, token: null } };
    expect((await update(id, withToken, asPayer(id))).status).toBe(200);
  });

  const withoutAmount = async (version: number, order = {}) => {
    const body = {
      apiOperation: 'CREATE_CHECKOUT_SESSION',
      interaction: { operation: 'PURCHASE' },
      order: { id: newOrderId(), currency: 'EUR', ...order },
    };
    return (await rig.api('POST', '/session', body, { version })).json.session.id as string;
  };

  it('sets once the amount of a checkout that was created without one before version 63', async () => {
    const id = await withoutAmount(62);
    const amounts = ['7.00', '0.01'].map((amount) => update(id, { order: { amount } }, asPayer(id, { version: 62 })));
    const replies = await Promise.all(amounts);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [taken, refused] = replies.toSorted((one, other) => one.status - other.status);
    expect(refused?.json.error).toMatchObject({ field: 'order.amount', validationType: 'UNSUPPORTED' });
    expect((await read(id)).json.order.amount).toBe(taken?.json.order.amount);
    const shops = await withoutAmount(62, { amount: '10.00' });
    expect((await update(shops, { order: { amount: '0.01' } }, asPayer(shops))).status).toBe(400);
    expect((await read(shops)).json.order.amount).toBe(10);
  });

  it('sets no amount that is invalid in the currency', async () => {
    const id = await withoutAmount(62);
    const { status, json } = await update(id, { order: { amount: '7.001' } }, asPayer(id));
    expect([status, json.error.field]).toEqual([400, 'order.amount']);
  });

  it('is checked before the body: an unauthenticated client gets no error about it', async () => {
    const { id } = await create();
    for (const options of [
      { authorization: null },
      { authorization: null, version: 49 },
      { authorization: basic('TESTSHOP', 'wrong') },
      { authorization: basic('OTHER', id), merchant: 'OTHER' },
    ]) {
      expect((await update(id, '{"half":', options)).status).toBe(401);
    }
    expect((await update(id, '{"half":', asPayer(id))).status).toBe(400);
  });

  it('permits nothing else: not another session, not reading, not a payment, not another merchant', async () => {
    const [{ id }, { id: other }] = [await create(), await create()];
    await update(id, card());
    expect((await update(other, card(), asPayer(id))).status).toBe(401);
    expect((await read(id, asPayer(id))).status).toBe(401);
    expect((await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY'), asPayer(id))).status).toBe(401);
    expect((await rig.api('POST', '/session', undefined, asPayer(id))).status).toBe(401);
    const elsewhere = await update(id, card(), { authorization: basic('OTHER', id), merchant: 'OTHER' });
    expect(elsewhere.status).toBe(401);
  });

  it('of an unknown session is 401 as any wrong password', async () => {
    const id = `SESSION${'1'.repeat(24)}`;
    const reply = await update(id, card(), asPayer(id));
    expect([reply.status, reply.json.error.explanation]).toEqual([401, 'Invalid credentials.']);
  });

  it('works as often as authenticationLimit says; the merchant’s password still works', async () => {
    const { id } = await create({ session: { authenticationLimit: 2 } });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await update(id, card(), asPayer(id))).status);
    }
    expect(statuses).toEqual([200, 200, 403, 403]);
    expect((await update(id, { userId: 'x' })).status).toBe(200);
  });

  it('works as often as authenticationLimit says for many concurrent calls', async () => {
    const { id } = await create({ session: { authenticationLimit: 3 } });
    const replies = await Promise.all(Array.from({ length: 10 }, () => update(id, card(), asPayer(id))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('works for a network at most 300 times a minute; the merchant’s password still works', async () => {
    const own = await startRig();
    try {
      const { id } = (await own.api('POST', '/session')).json.session;
      /** Statuses until the limit refuses a call: on a slow machine the limit admits a few more in the meantime. */
      const untilBusy = async (body: object, options: object) => {
        const statuses: number[] = [];
        let last = await own.api('PUT', `/session/${id}`, body, options);
        while (last.status !== 503 && statuses.length < 400) {
          statuses.push(last.status);
          last = await own.api('PUT', `/session/${id}`, body, options);
        }
        return { last, statuses };
      };
      const byId = await untilBusy(card(), { authorization: basic('TESTSHOP', id) });
      expect([byId.last.status, byId.last.json.error.cause]).toEqual([503, 'SERVER_BUSY']);
      expect(byId.statuses.filter((status) => status === 200)).toHaveLength(25);
      expect(byId.statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(275);
      expect(Number(byId.last.headers['retry-after'])).toBeGreaterThan(0);
      const update = { apiOperation: 'UPDATE_PAYER_DATA', ...card() };
      const bare = await untilBusy(update, { authorization: null, version: 49 });
      expect(bare.last.status).toBe(503);
      expect(bare.statuses.length).toBeLessThan(100);
      expect((await own.api('PUT', `/session/${id}`, { userId: 'x' })).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it('is not required below version 50 with UPDATE_PAYER_DATA, and only there', async () => {
    const { id } = await create({ session: { authenticationLimit: 2 } });
    const body = { apiOperation: 'UPDATE_PAYER_DATA', ...card() };
    const bare = (version: number, sent: object) => update(id, sent, { authorization: null, version });
    expect((await bare(50, body)).status).toBe(401);
    expect((await bare(49, card())).status).toBe(401);
    expect((await bare(49, body)).status).toBe(200);
    expect((await bare(14, body)).status).toBe(200);
    expect((await bare(49, body)).status).toBe(403);
  });
});

describe('the answer', () => {
  /** Every field that a shop may set, each with a word of its own. */
  const SHOPS = {
    billing: { address: { street: '1 Canary-street Rd', city: 'Canary-city', postcodeZip: 'CANARY1' } },
    customer: { email: 'canary-victim@x.example', firstName: 'Canary-first', lastName: 'Canary-last' },
    order: {
      id: 'canary-order',
      amount: '10.00',
      currency: 'EUR',
      custom: { secretflag: 'canary-flag' },
      notificationUrl: 'https://hooks.example/abc?key=CANARY-SECRET',
      reference: 'canary-reference',
    },
    shipping: { address: { street: '2 Canary-shipping Rd' } },
    transaction: { merchantNote: 'canary-note', reference: 'canary-transaction' },
    userId: 'canary-clerk',
    ...{ sourceOfFunds: { provided: { card: { ...CARD, nameOnCard: 'Canary Holder' } }, type: 'CARD' } },
  };
  const CANARY = /canary/i;
  const PAYERS_UPDATE = { device: { browser: 'App/1.0' }, ...card() };

  it('to the merchant has every field, masked', async () => {
    const { id } = await create();
    expect((await update(id, SHOPS)).status).toBe(200);
    const { text } = await read(id);
    for (const word of ['street', 'victim', 'flag', 'note', 'clerk', 'Holder', 'SECRET']) {
      expect(text.toLowerCase()).toContain(`canary${word === 'Holder' ? ' ' : '-'}${word}`.toLowerCase());
    }
    expect(text).not.toContain(CARD.number);
  });

  it.each<[string, (id: string) => object, object]>([
    ['the session’s id', (id) => ({ authorization: basic('TESTSHOP', id) }), {}],
    ['no credentials', () => ({ authorization: null, version: 49 }), { apiOperation: 'UPDATE_PAYER_DATA' }],
    [
      'no credentials at version 14',
      () => ({ authorization: null, version: 14 }),
      { apiOperation: 'UPDATE_PAYER_DATA' },
    ],
  ])('to a client with %s has its own fields alone, masked', async (_who, as, more) => {
    const { id } = await create();
    expect((await update(id, SHOPS)).status).toBe(200);
    const empty = await update(id, more, as(id));
    expect(empty.status).toBe(200);
    expect(empty.text).not.toMatch(CANARY);
    expect(empty.json).toEqual({
      merchant: 'TESTSHOP',
      result: 'SUCCESS',
      session: { id, updateStatus: 'SUCCESS', version: expect.any(String) },
      version: expect.any(String),
    });
    const sent = await update(id, { ...more, ...PAYERS_UPDATE }, as(id));
    expect(sent.status).toBe(200);
    expect(sent.text).not.toMatch(CANARY);
    expect(sent.json).toMatchObject({
      sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008', securityCode: 'xxx' } } },
    });
    expect((await read(id)).text).toContain('1 Canary-street Rd');
  });

  it('to a client whose update a checkout refuses names no field of the shop’s', async () => {
    const { json } = await rig.api('POST', '/session', {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE' },
      ...SHOPS,
      order: { ...SHOPS.order, id: newOrderId() },
    });
    const { id } = json.session;
    for (const body of [{}, { billing: { address: { country: 'XX' } } }, { session: { version: 'aaaaaaaa99' } }]) {
      expect((await update(id, body, { authorization: basic('TESTSHOP', id) })).text).not.toMatch(CANARY);
    }
  });
});
