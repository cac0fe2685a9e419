/** CHECK_3DS_ENROLLMENT, PROCESS_ACS_RESULT and payments by 3DSecureId, against the sandbox's bank. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turnpike } from '../../../cli/turnpike.ts';
import { newOrderId, type Reply } from '../rig.ts';
import { type Checked, check, homeIn, type OlderClient, olderClient, TERM_URL, unseenUntil } from './older-pair.ts';
import { ENROLLED, MONEY, NO_PART, startWorld, type World } from './world.ts';

let world: World;
let client: OlderClient;
beforeAll(async () => {
  world = await startWorld();
  client = olderClient(world);
});
afterAll(() => world.close());

/** The whole flow, for a frictionless card. */
async function passed(month = '1', fields: Record<string, string> = {}) {
  const checked = await client.checked(unseenUntil(month));
  await client.come(checked, fields);
  const home = homeIn((await client.look(checked)).text);
  return { ...checked, home, paRes: home?.fields.PaRes ?? '' };
}

/** The payer's browser posts from the merchant's page once more, with another cart, during the authentication. */
async function comingTwice(checked: Checked): Promise<Reply> {
  const { faults, ledger } = world.threeDS.threeDS;
  const asked = ledger.transactions.all({}).length;
  faults.set({ mode: 'LATE', message: 'ARes', delayMs: 1_000, count: 1 });
  await client.come(checked);
  const page = client.look(checked);
  await expect.poll(() => ledger.transactions.all({}).length, { interval: 5 }).toBe(asked + 1);
  await client.come(checked, { MD: 'another cart' });
  return page;
}

describe('CHECK_3DS_ENROLLMENT', () => {
  it('of an enrolled card answers the fields that the merchant’s page posts, and the address', async () => {
    const { id, reply } = await client.checked(unseenUntil('1'));
    expect([reply.status, reply.json]).toMatchObject([
      201,
      {
        '3DSecure': {
          authenticationRedirect: { customized: { acsUrl: expect.stringContaining('/checkout/authentication/') } },
          summaryStatus: 'CARD_ENROLLED',
          veResEnrolled: 'Y',
          xid: expect.stringMatching(/^[0-9A-Za-z+/]{27}=$/),
        },
        '3DSecureId': id,
        merchant: world.merchant,
        response: { '3DSecure': { gatewayCode: 'CARD_ENROLLED' }, gatewayRecommendation: 'PROCEED' },
      },
    ]);
    expect(reply.json['3DSecure']).not.toHaveProperty('paResStatus');
  });

  it('by SIMPLE answers a page’s body that posts by itself', async () => {
    const simple = { pageGenerationMode: 'SIMPLE', responseUrl: TERM_URL };
    const { reply } = await client.checked(unseenUntil('1'), { '3DSecure': { authenticationRedirect: simple } });
    const { htmlBodyContent } = reply.json['3DSecure'].authenticationRedirect.simple;
    expect(htmlBodyContent).toContain('name="TermUrl" value="https://shop.example/term?cart=1&amp;b=2"');
    expect(htmlBodyContent).toMatch(/name="PaReq" value="[\w-]{43}"/);
    expect(htmlBodyContent).toMatch(/submit\(\);<\/script>$/);
  });

  it.each([
    ['no form of the answer', { responseUrl: TERM_URL }, ['customized', 'simple']],
    ['neither a form nor a way back', {}, ['customized']],
    ['CUSTOMIZED', { pageGenerationMode: 'CUSTOMIZED', responseUrl: TERM_URL }, ['customized']],
    ['SIMPLE', { pageGenerationMode: 'SIMPLE', responseUrl: TERM_URL }, ['simple']],
  ])('by %s answers each form that the page can use', async (_what, authenticationRedirect, forms) => {
    const { reply } = await client.checked(unseenUntil('1'), { '3DSecure': { authenticationRedirect } });
    expect(Object.keys(reply.json['3DSecure'].authenticationRedirect)).toEqual(forms);
  });

  it.each([
    ['a card in no range', NO_PART, 'CARD_NOT_ENROLLED'],
    [
      'a card of a scheme without a directory server',
      { sourceOfFunds: { provided: { card: { number: '6011000990139424', expiry: { month: '1', year: '40' } } } } },
      'CARD_DOES_NOT_SUPPORT_3DS',
    ],
  ])('of %s answers to pay without authentication', async (_whose, card, summary) => {
    const { id, reply } = await client.checked(card);
    expect(reply.json['3DSecure']).toMatchObject({ veResEnrolled: 'N', summaryStatus: summary });
    expect(reply.json['3DSecure']).not.toHaveProperty('authenticationRedirect');
    expect(reply.json.response.gatewayRecommendation).toBe('PROCEED');
    const paid = await client.pay(id, card);
    expect([paid.json.result, paid.json['3DSecure'].enrollmentStatus]).toEqual(['SUCCESS', 'NOT_ENROLLED']);
  });

  it.each([
    ['the return to the merchant', '1', 'data-post'],
    ['the bank’s question', '2', 'iframe'],
  ])('has the support code on the page of %s, by which the operator finds the authentication', async (...of) => {
    const [, month, part] = of;
    const checked = await client.checked(unseenUntil(month));
    await client.come(checked);
    const { text } = await client.look(checked);
    expect(text).toContain(part);
    const [, code = 'none'] = /class="support-code">\s*<bdi translate="no">([^<]*)</.exec(text) ?? [];
    const { out } = await turnpike(world.rig.folder, ['find', code], { DATABASE_URL: world.rig.databaseUrl });
    expect(out).toMatch(new RegExp(`^order\\t${world.merchant}\\t`));
    expect(out).toMatch(/^authentication\t/m);
  });

  it('accepts the card of a session or a token', async () => {
    const session = await world.session(unseenUntil('1'));
    const bySession = await client.checked({ session: { id: session.id } });
    const { json } = await world.rig.api('POST', '/token', unseenUntil('1'), { merchant: world.merchant });
    const byToken = await client.checked({ sourceOfFunds: { token: json.token } });
    for (const checked of [bySession, byToken]) {
      expect(checked.reply.json['3DSecure'].veResEnrolled).toBe('Y');
      await client.come(checked);
      expect(homeIn((await client.look(checked)).text)?.fields).toHaveProperty('PaRes');
    }
  });

  it('gives a repeat the same answer, and refuses another request under its id', async () => {
    const { id, reply } = await client.checked(unseenUntil('1'));
    expect((await client.put(id, check(unseenUntil('1')))).json).toEqual(reply.json);
    const other = await client.put(id, check(unseenUntil('1'), { order: { amount: '11.00', currency: 'EUR' } }));
    expect(other.status).toBe(400);
  });

  it.each([
    ['no amount', { order: { currency: 'EUR' } }, 'order.amount'],
    ['no currency', { order: { amount: '10.00' } }, 'order.currency'],
    ['no card', { sourceOfFunds: undefined }, 'sourceOfFunds.provided.card.number'],
    [
      'a mode of its own',
      { '3DSecure': { authenticationRedirect: { pageGenerationMode: 'FRAMED' } } },
      '3DSecure.authenticationRedirect.pageGenerationMode',
    ],
    [
      'SIMPLE without a return URL',
      { '3DSecure': { authenticationRedirect: { pageGenerationMode: 'SIMPLE' } } },
      '3DSecure.authenticationRedirect.responseUrl',
    ],
    [
      'a return URL of another host',
      { '3DSecure': { authenticationRedirect: { responseUrl: 'https://stranger.example/' } } },
      '3DSecure.authenticationRedirect.responseUrl',
    ],
  ])('with %s is refused by the field', async (_what, more, field) => {
    const { json, status } = await client.put(newOrderId(), check(unseenUntil('1'), more));
    expect([status, json.error.field]).toEqual([400, field]);
  });

  it('refuses the request’s own card number as its id', async () => {
    const { status, json } = await client.put('5205500000000001', check(unseenUntil('1')));
    expect([status, json.error.field]).toEqual([400, '3DSecureId']);
  });

  it('exists up to version 61', async () => {
    const id = newOrderId();
    expect((await client.put(id, check(unseenUntil('1')), { version: 62 })).status).toBe(404);
    expect((await client.retrieve(id, { version: 62 })).status).toBe(404);
    expect((await client.put(id, check(unseenUntil('1')), { version: 14 })).status).toBe(201);
  });

  it('belongs to no order that a merchant could name', async () => {
    const { id } = await client.checked(unseenUntil('1'));
    const rows = await world.rig.rows('select order_id from payment_order where order_id like ?', `%${id}`);
    const name = String(rows[0]?.order_id);
    expect(name.length).toBeGreaterThan(40);
    const { status, json } = await world.get(`/order/${encodeURIComponent(name)}`);
    expect([status, json.error.field]).toEqual([400, 'order.id']);
  });
});

describe('PROCESS_ACS_RESULT', () => {
  it.each([
    ['1', 'Y', 'AUTHENTICATION_SUCCESSFUL', 'PROCEED'],
    ['2', 'A', 'AUTHENTICATION_ATTEMPTED', 'PROCEED'],
    ['3', 'N', 'AUTHENTICATION_FAILED', 'DO_NOT_PROCEED'],
    ['4', 'U', 'AUTHENTICATION_NOT_AVAILABLE', 'DO_NOT_PROCEED'],
    ['5', 'N', 'AUTHENTICATION_FAILED', 'DO_NOT_PROCEED'],
    ['6', 'U', 'AUTHENTICATION_NOT_AVAILABLE', 'PROCEED'],
  ])('for a card that expires %s/40 answers %s', async (month, paResStatus, summaryStatus, gatewayRecommendation) => {
    const { id, paRes } = await passed(month);
    const { json, status } = await client.process(id, paRes);
    expect([status, json]).toMatchObject([
      200,
      {
        '3DSecure': { paResStatus, summaryStatus, veResEnrolled: 'Y' },
        response: { '3DSecure': { gatewayCode: summaryStatus }, gatewayRecommendation },
      },
    ]);
    const proofs = paResStatus === 'Y' || paResStatus === 'A';
    expect(Object.hasOwn(json['3DSecure'], 'authenticationToken')).toBe(proofs);
    expect((await client.process(id, paRes)).json).toEqual(json);
    expect((await client.retrieve(id)).json).toEqual(json);
  });

  it.each([
    ['none', undefined],
    ['a made up one', 'x'.repeat(43)],
  ])('with %s is refused by the field', async (_what, paRes) => {
    const { id } = await passed();
    const { json, status } = await client.process(id, paRes);
    expect([status, json.error.field]).toEqual([400, '3DSecure.paRes']);
  });

  it('refuses the PaRes of another payer, and a PaReq in its place', async () => {
    const [one, other] = [await passed('1'), await passed('3')];
    for (const paRes of [one.paRes, other.paReq]) {
      const { json, status } = await client.process(other.id, paRes);
      expect([status, json.error.field]).toEqual([400, '3DSecure.paRes']);
    }
  });

  it('refuses an id that was not checked, or that another merchant has', async () => {
    const { id, paRes } = await passed();
    expect((await client.process(newOrderId(), paRes)).json.error.field).toBe('3DSecureId');
    await world.rig.merchant({ id: 'OTHER3DS', name: 'Another' });
    expect((await client.process(id, paRes, { merchant: 'OTHER3DS' })).json.error.field).toBe('3DSecureId');
  });
});

describe('the 3DS1 emulation page', () => {
  it.each([
    ['a text', 'cart-1'],
    ['HTML', `"><script>alert('1')</script>&amp;`],
    ['signs of many languages', 'Ελλάδα — 日本 🎈 ;=&%'],
    ['a kilobyte', 'x'.repeat(1_024)],
    ['nothing', ''],
  ])('returns %s unchanged', async (_what, MD) => {
    const { home } = await passed('1', { MD });
    expect([home?.action, home?.fields.MD]).toEqual([TERM_URL, MD]);
  });

  it.each([
    ['a forged PaReq', { PaReq: 'x'.repeat(43) }],
    ['no PaReq', { PaReq: '' }],
    ['a TermUrl of a stranger', { TermUrl: 'https://stranger.example/' }],
    ['a TermUrl that is none', { TermUrl: 'javascript:alert(1)' }],
    ['too much of the merchant’s data', { MD: 'x'.repeat(1_025) }],
  ])('sends no authentication for %s', async (_what, fields) => {
    const checked = await client.checked(unseenUntil('1'));
    const { status, headers } = await client.come(checked, fields);
    expect([status, headers.location]).toEqual([404, undefined]);
    expect((await client.look(checked)).status).toBe(404);
    expect((await client.retrieve(checked.id)).json['3DSecure'].summaryStatus).toBe('CARD_ENROLLED');
  });

  it('sends no authentication for a PaReq of another payer', async () => {
    const [one, other] = [await client.checked(unseenUntil('1')), await client.checked(unseenUntil('1'))];
    expect((await client.come({ ...one, paReq: other.paReq })).status).toBe(404);
  });

  it('sends no authentication from a merchant’s page that was left open for an hour', async () => {
    const checked = await client.checked(unseenUntil('1'));
    world.rig.later(61 * 60_000);
    expect((await client.come(checked)).status).toBe(404);
  });

  it('restricts TermUrl to the origin that the merchant’s server has named', async () => {
    const merchant = 'HOSTS3DS';
    const returnHosts = ['shop.example', 'www.shop.example'];
    await world.rig.merchant({ id: merchant, name: 'Shop of hosts', returnHosts, payerAuthentication: ENROLLED });
    const its = olderClient({ ...world, merchant });
    const redirect = { '3DSecure': { authenticationRedirect: { responseUrl: 'https://www.shop.example/home' } } };
    const checked = await its.checked(unseenUntil('1'), redirect);
    expect((await its.come(checked)).status).toBe(404);
    expect((await its.come(checked, { TermUrl: 'https://www.shop.example/other' })).status).toBe(303);
  });

  it('authenticates once, for any number of windows', async () => {
    const areqs = () => world.threeDS.threeDS.ledger.transactions.all({}).length;
    const before = areqs();
    const checked = await client.checked(unseenUntil('1'));
    await Promise.all([client.come(checked), client.come(checked)]);
    const pages = await Promise.all([1, 2, 3].map(() => client.look(checked)));
    const last = homeIn((await client.look(checked)).text);
    expect(last?.fields).toHaveProperty('PaRes');
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    await client.come(checked);
    expect(homeIn((await client.look(checked)).text)).toEqual(last);
    expect(areqs() - before).toBe(1);
  });

  it.each([
    ['1', 'Y', 'AUTHENTICATION_SUCCESSFUL', true],
    ['3', 'N', 'AUTHENTICATION_FAILED', false],
    ['5', 'N', 'AUTHENTICATION_FAILED', false],
  ])('keeps the bank’s result for a card until %s/40 when a payer posts again meanwhile', async (...row) => {
    const [month, paResStatus, summaryStatus, hasToken] = row;
    const checked = await client.checked(unseenUntil(month));
    const page = await comingTwice(checked);
    const home = homeIn(page.text);
    expect(home?.fields.MD).toBe('another cart');
    const { json } = await client.process(checked.id, home?.fields.PaRes);
    expect(json['3DSecure']).toMatchObject({ paResStatus, summaryStatus });
    expect(Object.hasOwn(json['3DSecure'], 'authenticationToken')).toBe(hasToken);
  });

  it('shows the challenge to a payer who posts again during the authentication', async () => {
    const checked = await client.checked(unseenUntil('7'));
    expect((await comingTwice(checked)).text).toContain('data-kind="challenge"');
  });

  it('returns the payer after a restart of the gateway', async () => {
    const checked = await client.checked(unseenUntil('1'));
    await client.come(checked);
    await world.rig.restart();
    expect(homeIn((await client.look(checked)).text)?.fields).toHaveProperty('PaRes');
  });

  it('lets the payer cancel, without a payment', async () => {
    const checked = await client.checked(unseenUntil('7'));
    await client.come(checked);
    expect((await client.look(checked)).text).toContain('data-kind="challenge"');
    expect((await client.cancel(checked)).status).toBe(303);
    const home = homeIn((await client.look(checked)).text);
    const { json } = await client.process(checked.id, home?.fields.PaRes);
    expect([json['3DSecure'].paResStatus, json.response.gatewayRecommendation]).toEqual(['N', 'DO_NOT_PROCEED']);
    const paid = await client.pay(checked.id, unseenUntil('7'));
    expect([paid.json.result, paid.json.response.gatewayCode]).toEqual(['FAILURE', 'AUTHENTICATION_FAILED']);
  });
});

describe('a payment by 3DSecureId', () => {
  it('is made with the result, and shows it', async () => {
    const { id, paRes } = await passed();
    const { json: result } = await client.process(id, paRes);
    const { json } = await client.pay(id, unseenUntil('1'));
    expect([json.result, json['3DSecureId'], json.transaction.authenticationStatus]).toEqual([
      'SUCCESS',
      id,
      'AUTHENTICATION_SUCCESSFUL',
    ]);
    const { acsEci, authenticationToken, xid } = result['3DSecure'];
    expect(json['3DSecure']).toEqual({
      ...{ acsEci, authenticationToken, xid },
      authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
      enrollmentStatus: 'ENROLLED',
    });
  });

  it('is made once', async () => {
    const { id } = await passed();
    const [one, other] = await Promise.all([client.pay(id, unseenUntil('1')), client.pay(id, unseenUntil('1'))]);
    expect([one.status, other.status].sort()).toEqual([201, 400]);
    expect((one.status === 400 ? one : other).json.error.field).toBe('3DSecureId');
  });

  it('is not sent to the acquirer after a failed authentication', async () => {
    const { id } = await passed('3');
    const { json } = await client.pay(id, unseenUntil('3'));
    expect([json.result, json.response.gatewayCode]).toEqual(['FAILURE', 'AUTHENTICATION_FAILED']);
  });

  it.each([
    ['another amount', {}, { order: { amount: '10.01', currency: 'EUR' } }, 'order.amount'],
    ['another currency', {}, { order: { amount: '10.00', currency: 'GBP' } }, 'order.currency'],
    ['another card', NO_PART, {}, 'sourceOfFunds.provided.card.number'],
    ['an authentication of its order too', {}, { authentication: { transactionId: '1' } }, '3DSecureId'],
    ['a result of the merchant’s own too', {}, { '3DSecure': { enrollmentStatus: 'ENROLLED' } }, '3DSecure'],
    ['one of its 3DS Server’s too', {}, { authentication: { '3ds': { acsEci: '02' } } }, 'authentication.3ds'],
    [
      'one of its 3DS Server’s, without a proof, too',
      {},
      { authentication: { '3ds2': { transactionStatus: 'Y' } } },
      'authentication.3ds2',
    ],
  ])('with %s is refused', async (_what, card, more, field) => {
    const { id } = await passed();
    const paying = { ...unseenUntil('1'), ...card };
    const reply = await world.rig.api(
      'PUT',
      `/order/${newOrderId()}/transaction/1`,
      { apiOperation: 'PAY', '3DSecureId': id, order: MONEY, ...paying, ...more },
      { merchant: world.merchant, version: 61 },
    );
    expect([reply.status, reply.json.error.field]).toEqual([400, field]);
  });

  it('whose authentication has not ended, or was not checked, is refused', async () => {
    const { id } = await client.checked(unseenUntil('1'));
    for (const unpaid of [id, newOrderId()]) {
      expect((await client.pay(unpaid, unseenUntil('1'))).json.error.field).toBe('3DSecureId');
    }
  });

  it('with null has no authentication', async () => {
    const { json } = await client.pay(null, unseenUntil('1'));
    expect([json.result, json['3DSecureId']]).toEqual(['SUCCESS', undefined]);
  });

  it('may be a verification, which has no amount', async () => {
    const { id } = await passed();
    const { json } = await client.pay(id, unseenUntil('1'), { apiOperation: 'VERIFY', order: { currency: 'EUR' } });
    expect(json.result).toBe('SUCCESS');
  });
});
