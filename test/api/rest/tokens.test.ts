/** Tokens over the API: merchants' servers store, charge, read and delete their payers' cards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority } from '../../support/certificates.ts';
import { basic, CARD, filesOf, newOrderId, PASSWORD, paying, type Reply, type Rig, startRig } from './rig.ts';

const PAN = '5500005555555559';
const ACCOUNT = '98/7654-3210';
const shopCertificate = createAuthority('Example Client Authority').issue({ name: 'shop', use: 'client' });

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ CLIENT_CERT_PROXIES: '127.0.0.1' });
  const unmasking = { permissions: { unmask: true }, certificates: [shopCertificate.fingerprint] };
  await rig.merchant({ id: 'ONE', name: 'One token a card', tokenManagement: 'UNIQUE_CARD', ...unmasking });
  await rig.merchant({ id: 'SIXFOUR', name: 'Preserving', tokenGeneration: 'PRESERVE_6_4', cardMasking: '0.4' });
  await rig.merchant({ id: 'OWN', name: 'Own ids', tokenGeneration: 'MERCHANT_SUPPLIED' });
});
afterAll(() => rig.close());

const withCard = (details: object = {}, more: object = {}) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number: CARD.number, expiry: CARD.expiry, ...details } } },
  ...more,
});
const post = (body: object, merchant = 'TESTSHOP', version = 100) =>
  rig.api('POST', '/token', body, { merchant, version });
const get = (token: string, merchant = 'TESTSHOP') => rig.api('GET', `/token/${token}`, undefined, { merchant });
const remove = (token: string, body?: object) => rig.api('DELETE', `/token/${token}`, body);
const tokenOf = async (body: object, merchant?: string): Promise<string> => (await post(body, merchant)).json.token;
const refused = ({ status, json }: Reply) => [status, json.error.cause, json.error.field, json.error.validationType];

describe('POST …/token', () => {
  it('requires the session in the version that the merchant saw', async () => {
    const { session } = (await rig.api('POST', '/session')).json;
    await rig.api('PUT', `/session/${session.id}`, withCard());
    const reply = await post({
      session: { id: session.id, version: session.version },
      sourceOfFunds: { type: 'CARD' },
    });
    expect(refused(reply)).toEqual([400, 'INVALID_REQUEST', 'session.version', 'INVALID']);
  });

  it.each([14, 46, 100])('creates a token in version %i', async (version) => {
    expect((await post(withCard(), 'TESTSHOP', version)).status).toBe(201);
  });

  it('keeps the first six and last four digits where the profile says so, and masks them in the answer', async () => {
    const { json } = await post(withCard(), 'SIXFOUR');
    expect([json.token, json.sourceOfFunds.provided.card.number]).toEqual([
      expect.stringMatching(/^512345[0-9]{6}0008$/),
      'xxxxxxxxxxxx0008',
    ]);
  });

  it('answers 201 and then 200 at one token a card, with the same token and the newest expiry', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => post(withCard(), 'ONE')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const later = await post(withCard({ expiry: { month: '12', year: '44' } }), 'ONE');
    expect([later.status, later.json.sourceOfFunds.provided.card.expiry]).toEqual([200, '1244']);
    expect(new Set([...replies, later].map(({ json }) => json.token)).size).toBe(1);
  });

  it('stores a gift card and a bank account, masked', async () => {
    const gift = { number: '6006000000000058', pin: '1234', expectedLocalBrand: 'SHOP CARD' };
    expect((await post({ sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: gift } } })).json).toMatchObject({
      sourceOfFunds: {
        provided: {
          giftCard: {
            brand: 'LOCAL_BRAND_ONLY',
            expectedLocalBrand: 'SHOP CARD',
            number: '600600xxxxxx0058',
            scheme: 'OTHER',
          },
        },
      },
    });
    const ach = {
      accountType: 'CONSUMER_SAVINGS',
      bankAccountHolder: 'Ann Lee',
      bankAccountNumber: ACCOUNT,
      routingNumber: '021000021',
      secCode: 'WEB',
    };
    const account = await post({ sourceOfFunds: { type: 'ACH', provided: { ach } } });
    expect(account.json.sourceOfFunds.provided).toEqual({ ach: { ...ach, bankAccountNumber: 'xxxxxxxx3210' } });
    const short = await post({
      sourceOfFunds: { type: 'ACH', provided: { ach: { ...ach, bankAccountNumber: '1234' } } },
    });
    expect(short.json.sourceOfFunds.provided.ach.bankAccountNumber).toBe('xxx4');
  });

  it.each([
    ['no type', { sourceOfFunds: { provided: { card: CARD } } }, 'sourceOfFunds.type', 'MISSING'],
    ['no number', { sourceOfFunds: { type: 'CARD' } }, 'sourceOfFunds.provided.card.number', 'MISSING'],
    ['no expiry', withCard({ expiry: null }), 'sourceOfFunds.provided.card.expiry', 'MISSING'],
    ['a wrong number', withCard({ number: '5123450000000009' }), 'sourceOfFunds.provided.card.number', 'INVALID'],
    ['no currency to verify in', withCard({}, { verificationStrategy: 'ACQUIRER' }), 'transaction.currency', 'MISSING'],
  ])('refuses %s', async (_what, body, field, validationType) => {
    expect(refused(await post(body))).toEqual([400, 'INVALID_REQUEST', field, validationType]);
  });
});

describe('PUT …/token/{id}', () => {
  const put = (token: string, body: object, merchant = 'OWN') => rig.api('PUT', `/token/${token}`, body, { merchant });

  it('creates the merchant’s token, and then changes it', async () => {
    const made = await put('Customer1', withCard());
    expect([made.status, made.json.token]).toEqual([201, 'Customer1']);
    const changed = await put('Customer1', withCard({ expiry: { month: '2', year: '41' } }));
    expect([changed.status, changed.json.sourceOfFunds.provided.card.expiry]).toEqual([200, '0241']);
    expect((await get('Customer1', 'OWN')).json).toEqual(changed.json);
  });

  it('is only for merchants that supply tokens, and POST only for the others', async () => {
    const token = await tokenOf(withCard());
    for (const reply of [await put(token, withCard(), 'TESTSHOP'), await post(withCard(), 'OWN')]) {
      expect([reply.status, reply.json.error.cause]).toEqual([400, 'INVALID_REQUEST']);
    }
  });

  it.each([
    ['41 characters', 'x'.repeat(41)],
    ['another character', 'a-b'],
    ['a card number', PAN],
  ])('refuses a token of %s without repeating it', async (_what, token) => {
    const reply = await put(token, withCard());
    expect(refused(reply)).toEqual([400, 'INVALID_REQUEST', 'token', 'INVALID']);
    expect(reply.text).not.toContain(token);
  });
});

describe('GET …/token/{id}', () => {
  it('answers the same as the request that created it', async () => {
    const { correlationId: _, ...made } = (await post(withCard({}, { correlationId: 'x' }))).json;
    expect((await get(made.token)).json).toEqual(made);
  });

  it('survives a restart', async () => {
    const token = await tokenOf(withCard());
    await rig.restart();
    expect((await get(token)).json).toMatchObject({ token, status: 'VALID' });
  });

  it('finds the merchant’s own tokens only, with an error that gives no reason', async () => {
    const token = await tokenOf(withCard(), 'ONE');
    const replies = [await get(token), await get('nobody')];
    expect(replies.map(refused)).toEqual(Array(2).fill([400, 'INVALID_REQUEST', 'token', 'INVALID']));
    const [one, two] = replies.map(({ json }) => ({ ...json, error: { ...json.error, supportCode: '' } }));
    expect(one).toEqual(two);
  });
});

describe('DELETE …/token/{id}', () => {
  it('deletes the token: reading, paying and deleting it again are refused', async () => {
    const token = await tokenOf(withCard());
    expect((await remove(token, { correlationId: 'bye' })).json).toEqual({
      correlationId: 'bye',
      result: 'SUCCESS',
      token,
    });
    for (const reply of [await get(token), await remove(token)]) {
      expect(refused(reply)[2]).toBe('token');
    }
    const order = newOrderId();
    const payment = { ...paying('PAY'), sourceOfFunds: { type: 'CARD', token } };
    const paid = await rig.api('PUT', `/order/${order}/transaction/1`, payment);
    expect(refused(paid)).toEqual([400, 'INVALID_REQUEST', 'sourceOfFunds.token', 'INVALID']);
    expect(rig.host.ledger({ order })).toEqual([]);
  });

  it('does not delete another merchant’s token', async () => {
    const token = await tokenOf(withCard(), 'ONE');
    expect((await remove(token)).status).toBe(400);
    expect((await get(token, 'ONE')).status).toBe(200);
  });
});

it('a payment by token equals one with its card', async () => {
  const token = await tokenOf(withCard());
  const order = newOrderId();
  const payment = { ...paying('PAY'), sourceOfFunds: { token, provided: { card: { securityCode: '102' } } } };
  const paid = await rig.api('PUT', `/order/${order}/transaction/1`, payment);
  expect(paid.json).toMatchObject({
    result: 'SUCCESS',
    response: { cardSecurityCode: { gatewayCode: 'NO_MATCH' } },
    sourceOfFunds: {
      token,
      provided: { card: { number: '512345xxxxxx0008', expiry: { month: '1', year: '39' } } },
    },
  });
});

describe('a full card number', () => {
  const certificateHeader = { 'Client-Cert': `:${shopCertificate.der.toString('base64')}:` };
  const UNMASK = { responseControls: { sensitiveData: 'UNMASK' } };
  const shown = async (headers: Record<string, string>, more: object) => {
    const options = { merchant: 'ONE', authorization: basic('ONE', PASSWORD), headers };
    const { json } = await rig.api('POST', '/token', withCard({}, more), options);
    return json.sourceOfFunds.provided.card.number;
  };

  const seen = () => rig.rows('select operation, token from unmasking');

  it('is shown only for permission, request and certificate together, and each access is recorded', async () => {
    const before = (await seen()).length;
    expect(await shown(certificateHeader, UNMASK)).toBe(CARD.number);
    const token = await tokenOf(withCard(), 'ONE');
    expect((await seen()).slice(before)).toEqual([{ operation: 'CREATE_TOKEN', token }]);
    expect(await shown(certificateHeader, {})).toBe('512345xxxxxx0008');
    expect(await shown({}, UNMASK)).toBe('512345xxxxxx0008');
    expect((await post(withCard({}, UNMASK))).json.sourceOfFunds.provided.card.number).toBe('512345xxxxxx0008');
    expect(await seen()).toHaveLength(before + 1);
  });
});

it('an unsupported method is answered with the list of allowed ones', async () => {
  const options = { authorization: basic('TESTSHOP', PASSWORD) };
  const reply = await rig.call('PATCH', '/api/rest/version/100/merchant/TESTSHOP/token/x', undefined, options);
  expect([reply.status, reply.headers.allow]).toEqual([405, 'PUT, GET, DELETE']);
});

it('card and account numbers are in no file and no log line', async () => {
  await post(withCard({ number: PAN }));
  await get(PAN);
  const { sourceOfFunds } = (await get(await tokenOf(withCard({ number: PAN })))).json;
  expect(sourceOfFunds.provided.card.number).toBe('550000xxxxxx5559');
  const written = Buffer.concat([filesOf(rig.folder), await rig.dump(), Buffer.from(rig.logged.join('\n'))]);
  expect(written.includes('021000021')).toBe(true);
  for (const number of [PAN, ACCOUNT, CARD.number]) {
    expect(written.includes(number)).toBe(false);
  }
});
