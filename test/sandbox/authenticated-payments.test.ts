/** The sandbox's processes together: an authentication by its ACS, and its acquirer's decision on the payment. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import { keptStackThatAsksBanks, type Stack } from '../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await keptStackThatAsksBanks();
  // Its directory servers may have started after the gateway.
  await vi.waitUntil(async () => (await authenticated(FRICTIONLESS)).asked.authentication?.version === '3DS2', {
    timeout: 20_000,
    interval: 200,
  });
});

let orders = 0;
function newOrder(): string {
  orders += 1;
  return `AUTH-${Date.now()}-${orders}`;
}

const card = (number: string, month: string, year: string) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number, expiry: { month, year } } } },
});
const NUMBER = '5123456789012346';
/** The issuer authenticates without a challenge. */
const FRICTIONLESS = card(NUMBER, '1', '40');
/** The acquirer's issuer requires a challenge. */
const STRICT = card(NUMBER, '11', '38');
const MONEY = { amount: '12.50', currency: 'EUR' };

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers wherever they like.
type Json = any;

async function put(order: string, transaction: string, body: object): Promise<Json> {
  return (await stack.merchant.call('PUT', `/order/${order}/transaction/${transaction}`, body)).body;
}

async function authenticated(source: object, more: object = {}) {
  const order = newOrder();
  await put(order, 'a', {
    apiOperation: 'INITIATE_AUTHENTICATION',
    authentication: { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION', ...more },
    order: { currency: MONEY.currency },
    ...source,
  });
  const asked = await put(order, 'a', {
    apiOperation: 'AUTHENTICATE_PAYER',
    authentication: { redirectResponseUrl: 'http://localhost:1/home' },
    device: { browser: 'Mozilla/5.0', ipAddress: '192.0.2.7' },
    order: MONEY,
    ...source,
  });
  return { order, asked, status: asked.response?.gatewayCode };
}

const pay = (order: string, source: object, more: object = {}) =>
  put(order, '1', { apiOperation: 'PAY', order: MONEY, ...source, ...more });

describe('a payment with an authentication of the sandbox’s ACS', () => {
  it('is approved, with its value validated', async () => {
    const { order } = await authenticated(FRICTIONLESS);
    const paid = await pay(order, FRICTIONLESS, { authentication: { transactionId: 'a' } });
    expect(paid).toMatchObject({
      result: 'SUCCESS',
      authorizationResponse: { vpasResponse: '2' },
      transaction: { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
      authentication: { '3ds': { acsEci: '02' }, transactionId: 'a' },
    });
  });

  it.each<[string, (made: Json) => object, object, object]>([
    [
      'another value',
      (made) => ({ ...made, authenticationToken: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=' }),
      FRICTIONLESS,
      MONEY,
    ],
    ['another indicator', (made) => ({ ...made, acsEci: '01' }), FRICTIONLESS, MONEY],
    ['another card', (made) => made, card('5123450000000008', '1', '40'), MONEY],
    ['another amount', (made) => made, FRICTIONLESS, { ...MONEY, amount: '12.51' }],
    ['another currency', (made) => made, FRICTIONLESS, { ...MONEY, currency: 'USD' }],
  ])('is declined with %s by the issuer, from any merchant', async (_, changed, source, money) => {
    const { asked } = await authenticated(FRICTIONLESS);
    const { '3ds': made, '3ds2': more } = asked.authentication;
    const results = (three: object) => ({
      authentication: { '3ds': three, '3ds2': { dsTransactionId: more.dsTransactionId, protocolVersion: '2.2.0' } },
      order: money,
    });
    const declined = await pay(newOrder(), source, results(changed(made)));
    expect(declined).toMatchObject({
      result: 'FAILURE',
      response: { gatewayCode: 'AUTHENTICATION_FAILED' },
      authorizationResponse: { responseCode: 'A1', vpasResponse: '1' },
    });
    expect((await pay(newOrder(), FRICTIONLESS, { ...results(made), order: MONEY })).result).toBe('SUCCESS');
  });

  it('of a merchant’s own server that the ACS does not know is unchanged', AT_LENGTH, async () => {
    const paid = await pay(newOrder(), FRICTIONLESS, {
      authentication: {
        '3ds': { acsEci: '02', authenticationToken: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=' },
        '3ds2': { dsTransactionId: 'd3e8aae9-b188-4305-9f4b-4db0baae1a00', protocolVersion: '2.2.0' },
      },
    });
    expect(paid.result).toBe('SUCCESS');
  });
});

describe('a soft decline', () => {
  it('requires an authentication of the payer, with Mastercard’s code and with Visa’s', async () => {
    for (const [number, responseCode] of [
      [NUMBER, '65'],
      ['4508750015741019', '1A'],
    ] as const) {
      expect(await pay(newOrder(), card(number, '11', '38'))).toMatchObject({
        result: 'FAILURE',
        response: { gatewayCode: 'DECLINED' },
        authorizationResponse: { responseCode },
        transaction: { authenticationStatus: 'AUTHENTICATION_REQUIRED' },
      });
    }
  });

  it('remains one after a frictionless authentication', AT_LENGTH, async () => {
    const { order, status } = await authenticated(STRICT);
    expect(status).toBe('APPROVED');
    expect(await pay(order, STRICT, { authentication: { transactionId: 'a' } })).toMatchObject({
      response: { gatewayCode: 'DECLINED' },
      transaction: { authenticationStatus: 'AUTHENTICATION_REQUIRED' },
    });
  });

  it('does not follow a challenge of the payer', async () => {
    const { order, asked } = await authenticated(STRICT, { challengePreference: 'CHALLENGE_MANDATED' });
    expect(asked.response.gatewayCode).toBe('PENDING');
    const { acsUrl, cReq } = asked.authentication.redirect.customizedHtml['3ds2'];
    const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
    const page = await (await fetch(acsUrl, form({ creq: cReq }))).text();
    expect(page).toContain('Confirm your payment');
    await endedAtBank(acsUrl, page);
    await expect
      .poll(async () => (await stack.merchant.call('GET', `/order/${order}/transaction/a`)).body.result)
      .toBe('SUCCESS');
    expect((await pay(order, STRICT, { authentication: { transactionId: 'a' } })).result).toBe('SUCCESS');
  });
});

/** Submits the code that the page shows in the page's form. */
async function endedAtBank(acsUrl: string, page: string): Promise<void> {
  const action = /<form[^>]* action="([^"]*)"/.exec(page)?.[1] ?? '';
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const code = [...page.matchAll(/<strong>(\d+)<\/strong>/g)].at(-1)?.[1] ?? '';
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  const body = new URLSearchParams({ ...fields, code, choice: 'SUBMIT' });
  expect((await fetch(new URL(action, acsUrl), { method: 'POST', body })).status).toBe(200);
}
