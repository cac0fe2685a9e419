/**
 * The wallets' buttons without a browser: which checkouts have them, hostile forms, and Apple's merchant validation.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, type Rig, startRig } from '../../api/rest/rig.ts';
import { type WalletTokens, walletTokens } from '../../support/wallet-tokens.ts';
import { GOOD, hands, wordsOf } from '../hands.ts';

/** A port at which nobody listens: merchant validation fails there, after it was tried. */
const NOBODY = '1';
const TEN_EUROS = 1_000;

let rig: Rig;
let tokens: WalletTokens;
beforeAll(async () => {
  rig = await startRig({ SANDBOX_BANKS_PORT: NOBODY });
  tokens = walletTokens(rig.folder);
});
afterAll(() => rig.close());

const { checkout, form, post, submit } = hands(() => rig);

const buttonsOn = (text: string) => [...text.matchAll(/data-wallet="(\w+)"/g)].map(([, id]) => id);
type Made = Parameters<typeof checkout>[0];
const buttonsOf = async (made: Made) => buttonsOn((await form((await checkout(made)).id)).page.text);
const requestOn = (text: string, wallet: string) => {
  const [, json = ''] = new RegExp(`data-wallet="${wallet}"[^>]* data-request="([^"]*)"`).exec(text) ?? [];
  return JSON.parse(json.replaceAll('&quot;', '"'));
};
const google = (walletToken: string) => ({ method: 'googlePay', walletToken });
const apple = (walletToken: string) => ({ method: 'applePay', walletToken });
const resultsOf = async (order: string) => {
  const { json, status } = await rig.api('GET', `/order/${order}`);
  return status === 200 ? json.transaction.map(({ result }: { result: string }) => result) : [];
};
const said = (text: string) => rig.logged.filter((line) => line.includes(text)).length;

describe('the page', () => {
  it('has a button for each wallet of the profile, with the request for its sheet', async () => {
    const { text } = (await form((await checkout()).id)).page;
    expect(buttonsOn(text)).toEqual(['applePay', 'googlePay']);
    expect(requestOn(text, 'applePay')).toMatchObject({
      countryCode: 'DE',
      currencyCode: 'EUR',
      supportedNetworks: expect.arrayContaining(['visa', 'masterCard']),
      total: { label: 'Example Shop', amount: '10.00' },
    });
    const { environment, request } = requestOn(text, 'googlePay');
    expect(environment).toBe('TEST');
    expect(request).toMatchObject({
      apiVersion: 2,
      merchantInfo: { merchantId: 'SANDBOX' },
      transactionInfo: { totalPrice: '10.00', currencyCode: 'EUR', countryCode: 'DE', totalPriceStatus: 'FINAL' },
    });
    expect(request.allowedPaymentMethods[0].tokenizationSpecification).toEqual({
      type: 'PAYMENT_GATEWAY',
      parameters: { gateway: tokens.keys.googlePay.gateway, gatewayMerchantId: 'TESTSHOP' },
    });
  });

  it('writes an amount with all decimals of its currency', async () => {
    const { text } = (await form((await checkout({ order: { amount: '57.2' } })).id)).page;
    expect(requestOn(text, 'googlePay').request.transactionInfo.totalPrice).toBe('57.20');
    const yen = (await form((await checkout({ order: { amount: '900', currency: 'JPY' } })).id)).page.text;
    expect(requestOn(yen, 'applePay').total.amount).toBe('900');
  });

  it.each([
    ['only verifies a card', { interaction: { operation: 'VERIFY' } }],
    [
      'stores a card for later payments',
      { interaction: { saveCardForCredentialOnFile: 'MERCHANT_INITIATED_PAYMENTS' } },
    ],
    ['asks for an address', { interaction: { displayControl: { billingAddress: 'MANDATORY' } } }],
  ])('has none if it %s', async (_what, made) => {
    expect(await buttonsOf(made)).toEqual([]);
  });

  it('has a policy for the wallets’ sites only if it has buttons', async () => {
    const policyOf = async (made: Made) =>
      String((await form((await checkout(made)).id)).page.headers['content-security-policy']);
    const [wide, strict] = [await policyOf({}), await policyOf({ interaction: { operation: 'VERIFY' } })];
    expect(wide).toMatch(/script-src 'self' http:\/\/127\.0\.0\.1:\d+ /);
    expect(wide).not.toContain('trusted-types');
    expect(strict).toContain("script-src 'self';");
    expect(strict).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  });

  it('asks Google for tokens for a merchant that is registered by itself', async () => {
    await rig.merchant({
      id: 'DIRECT',
      name: 'Direct',
      wallets: {
        country: 'FRA',
        googlePay: { merchantId: 'M1', businessId: 'M1', privateKey: tokens.keys.googlePay.rootKey },
      },
    });
    const { json } = await rig.api(
      'POST',
      '/session',
      {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: { operation: 'PURCHASE' },
        order: { id: newOrderId(), amount: '10.00', currency: 'EUR' },
      },
      { merchant: 'DIRECT' },
    );
    const { text } = (await form(json.session.id)).page;
    expect(buttonsOn(text)).toEqual(['googlePay']);
    const [{ tokenizationSpecification }] = requestOn(text, 'googlePay').request.allowedPaymentMethods;
    expect(tokenizationSpecification).toEqual({
      type: 'DIRECT',
      // An uncompressed point of P-256: 65 bytes, the first of them 4.
      parameters: { protocolVersion: 'ECv2', publicKey: expect.stringMatching(/^B[A-Za-z0-9+/]{86}=$/) },
    });
  });
});

describe('a posted token', () => {
  it('pays, and the token of the payment pays no other checkout', async () => {
    const [first, second] = [await checkout(), await checkout()];
    const token = tokens.google({ amount: TEN_EUROS });
    expect((await submit(first.id, google(token))).headers.location).toBe(`/checkout/done/${first.id}`);
    expect(await resultsOf(first.order)).toEqual(['SUCCESS']);
    const { headers, cookie } = await submit(second.id, google(token));
    expect(headers.location).toBe(`/checkout/pay/${second.id}`);
    expect(wordsOf((await form(second.id, cookie)).page)).toContain(
      'Google Pay could not be used You have not been charged.',
    );
    expect(await resultsOf(second.order)).toEqual([]);
  });

  it.each<[string, (order: { amount: number }) => Record<string, string>]>([
    ['of another amount', () => apple(tokens.apple({ amount: 1 }))],
    ['of another currency', ({ amount }) => apple(tokens.apple({ amount, currencyNumber: '840' }))],
    ['for another merchant', ({ amount }) => google(tokens.google({ amount }, {}, 'SOMEBODY'))],
    ['that has expired', ({ amount }) => google(tokens.google({ amount }, { messageExpiration: Date.now() - 60_000 }))],
    ['of the other wallet', ({ amount }) => google(tokens.apple({ amount }))],
    ['that is no token', () => google('4111111111111111')],
    ['that is absent', () => ({ method: 'applePay' })],
    ['that is endless', () => google('x'.repeat(60_000))],
  ])('%s is refused without an attempt, and the card pays as the first one', async (_what, fields) => {
    const { id, order } = await checkout();
    const { cookie } = await submit(id, fields({ amount: TEN_EUROS }));
    expect(wordsOf((await form(id, cookie)).page)).toMatch(/(?:Apple|Google) Pay could not be used/);
    expect(await resultsOf(order)).toEqual([]);
    await submit(id, GOOD, cookie);
    expect(await resultsOf(order)).toEqual(['SUCCESS']);
  });

  it('of a form that is sent twice at once pays once', async () => {
    const { id, order } = await checkout();
    const { hidden, action, cookie } = await form(id);
    const fields = { ...hidden, ...apple(tokens.apple({ amount: TEN_EUROS })) };
    await Promise.all([1, 2, 3].map(() => post(action, fields, { Cookie: cookie })));
    expect(await resultsOf(order)).toEqual(['SUCCESS']);
  });

  it('of a form for an earlier state of the order is refused', async () => {
    const { id, order } = await checkout();
    const { hidden, action, cookie } = await form(id);
    await rig.api('PUT', `/session/${id}`, { order: { amount: '11.00' } });
    await post(action, { ...hidden, ...google(tokens.google()) }, { Cookie: cookie });
    expect(wordsOf((await form(id, cookie)).page)).toContain('The order has changed');
    expect(await resultsOf(order)).toEqual([]);
  });

  it('is in no log, and not in the stored session', async () => {
    const { id } = await checkout();
    const token = tokens.google({ amount: TEN_EUROS, expiry: { month: 5, year: 2039 } });
    await submit(id, google(token));
    const { signature } = JSON.parse(token) as { signature: string };
    expect(rig.logged.join()).not.toContain(signature);
    expect(JSON.stringify((await rig.api('GET', `/session/${id}`)).json)).not.toContain('paymentToken');
  });

  it('is no way to pay where the profile has no such wallet', async () => {
    const { id, order } = await checkout({ interaction: { displayControl: { billingAddress: 'MANDATORY' } } });
    await submit(id, google(tokens.google({ amount: TEN_EUROS })));
    expect(await resultsOf(order)).toEqual([]);
  });
});

describe('merchant validation', () => {
  const NO_SESSION = 'Apple gave no merchant session';
  const own = `https://localhost:${NOBODY}/paymentservices/startSession`;
  const validate = async (id: string, validationURL: string, headers: Record<string, string> = {}) => {
    const { hidden, cookie } = await form(id);
    const { csrf = '' } = hidden;
    return post(`/checkout/apple-pay/${id}`, { validationURL, csrf }, { Cookie: cookie, ...headers });
  };

  it('has no content if Apple gives no session, and the operator’s log says so', async () => {
    const before = said(NO_SESSION);
    const { status, text } = await validate((await checkout()).id, own);
    expect([status, text]).toEqual([204, '']);
    expect(said(NO_SESSION)).toBe(before + 1);
  });

  it('is not tried for another page’s form, for a checkout without the button, or for none', async () => {
    const before = said(NO_SESSION);
    const { id } = await checkout();
    const foreign = { Origin: 'https://attacker.example', 'Sec-Fetch-Site': 'cross-site' };
    const answers = [
      await post(`/checkout/apple-pay/${id}`, { validationURL: own }, foreign),
      await validate((await checkout({ interaction: { operation: 'VERIFY' } })).id, own),
      await post('/checkout/apple-pay/SESSION000000000000000000000000', { validationURL: own }),
      await post('/checkout/apple-pay/nonsense', { validationURL: own }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 204, 204, 204]);
    expect(said(NO_SESSION)).toBe(before);
  });

  it('is limited for each network', async () => {
    const { id } = await checkout();
    const before = said(NO_SESSION);
    const { hidden, cookie } = await form(id);
    const { csrf = '' } = hidden;
    const fields = { validationURL: 'https://attacker.example/', csrf };
    for (let count = 0; count < 40; count += 1) {
      await post(`/checkout/apple-pay/${id}`, fields, { Cookie: cookie });
    }
    expect(said(NO_SESSION) - before).toBeGreaterThan(20);
    expect(said(NO_SESSION) - before).toBeLessThanOrEqual(31);
  });
});
