import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTogether } from '../../support/run-together.ts';
import { type StartedHttp, startHttp } from '../start-http.ts';
import { type GatewaySimulator, startGatewaySimulator } from './gateway-simulator.ts';

const INDICATOR = '0123456789abcdef0123456789abcdef';

let gateway: GatewaySimulator;
let shop: StartedHttp;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-shop-'));
  gateway = await startGatewaySimulator();
  gateway.answer = () => ({
    status: 201,
    body: {
      checkout: { url: `${gateway.origin}/checkout/pay/SESSION1` },
      session: { id: 'SESSION1' },
      successIndicator: INDICATOR,
    },
  });
  shop = await startHttp(gateway.origin, folder);
});

afterEach(async () => {
  await shop.close();
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string) => {
  const response = await fetch(shop.origin + path, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Names of the scrollable boxes. */
const boxes = (html: string) =>
  [...html.matchAll(/<pre[^>]*>/g)].map(([tag]) => /tabindex="0" role="group" aria-label="([^"]+)"/.exec(tag)?.[1]);

const checkOut = (basket: Record<string, string>) =>
  fetch(`${shop.origin}/shop/checkout`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(basket) });

/** Orders two mugs and returns the order's id. */
const order = async (): Promise<string> => {
  await checkOut({ mug: '2' });
  return (gateway.calls.at(-1) as { body: { order: { id: string } } } | undefined)?.body.order.id ?? 'none';
};

const orderAnswer = (more: object) => () => ({
  status: 200,
  body: {
    result: 'SUCCESS',
    status: 'CAPTURED',
    amount: 29,
    currency: 'EUR',
    sourceOfFunds: { provided: { card: { brand: 'VISA', number: '411111xxxxxx1111' } } },
    ...more,
  },
});

describe('the front page', () => {
  it('shows goods with prices, and cards to try', async () => {
    const { status, text } = await get('/');
    expect(status).toBe(200);
    for (const said of ['Enamel mug', '€14.50', '5123 4567 8901 2346', '01/39', '05/39', '1234']) {
      expect(text).toContain(said);
    }
  });

  it('runs no two words together', async () => {
    expect(runTogether((await get('/')).text)).toEqual([]);
  });

  it('allows no script, no frame, and forms to itself and the gateway alone', async () => {
    const policy = (await get('/')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`form-action 'self' ${gateway.origin};`);
    expect(policy).not.toContain('script-src');
    expect(policy).not.toContain('unsafe');
  });
});

describe('the shop’s own pages to pay on', () => {
  const beginBy = async (way: string) => (await checkOut({ mug: '2', way })).headers.get('location') ?? '';

  it.each(['embedded', 'lightbox'])('%s: has the checkout’s session, and returns to the order', async (way) => {
    const address = await beginBy(way);
    expect(address).toMatch(new RegExp(`^/shop/pay/${way}\\?order=[0-9a-f-]+$`));
    const { status, text } = await get(address);
    const order = address.split('=')[1];
    expect(status).toBe(200);
    expect(text).toContain(`src="${gateway.origin}/static/checkout/checkout.min.js"`);
    expect(text).toContain('data-session="SESSION1"');
    expect(text).toContain(`data-cancel="/shop/return?order=${order}"`);
    expect(gateway.calls.at(-1)).toMatchObject({ body: { apiOperation: 'INITIATE_CHECKOUT', order: { id: order } } });
  });

  it('fields: needs no checkout, and no input of it has a name', async () => {
    gateway.answer = () => ({ status: 201, body: { session: { id: 'SESSION1' } } });
    const { status, text } = await get(await beginBy('fields'));
    expect([status, gateway.calls.at(-1)?.body]).toEqual([200, {}]);
    expect([...text.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual(['order', 'version']);
  });

  it('allow the gateway’s scripts and frames and their own, and no inline script', async () => {
    const policy = (await get(await beginBy('fields'))).headers.get('content-security-policy');
    expect(policy).toContain(`script-src 'self' ${gateway.origin};`);
    expect(policy).toContain(`frame-src ${gateway.origin};`);
    expect(policy).toContain("trusted-types 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it.each(['/shop/pay/embedded', '/shop/pay/nothing?order=1', '/shop/pay/fields?order=20261121-024501-9f03ab'])(
    'do not exist for an unknown order, or an unknown kind of page: %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('pay by the session’s version alone, identified by it, and by no invalid one', async () => {
    const address = await beginBy('fields');
    const [, id = ''] = address.split('=');
    const pay = (version: string) =>
      fetch(`${shop.origin}/shop/pay`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ order: id, version }),
      });
    expect((await pay('../1')).status).toBe(404);
    gateway.answer = () => ({ status: 200, body: { result: 'FAILURE' } });
    const declined = await pay('0123456701');
    expect(declined.headers.get('location')).toBe(`${address}&declined`);
    expect(gateway.calls.at(-1)).toMatchObject({
      path: expect.stringMatching(new RegExp(`/order/${id}/transaction/0123456701$`)),
      body: { apiOperation: 'PAY', order: { amount: '29.00' }, session: { id: 'SESSION1', version: '0123456701' } },
    });
    gateway.answer = () => ({ status: 400, body: { result: 'ERROR' } });
    expect((await pay('0123456702')).status).toBe(502);
  });
});

describe('checkout', () => {
  it.each([
    ['BRL', 'BRL'],
    ['USD', 'EUR'],
  ])('charges reais where the payer chose them, and not otherwise: %s', async (currency, asked) => {
    await checkOut({ mug: '1', currency });
    expect(gateway.calls[0]?.body).toMatchObject({ order: { currency: asked, amount: '14.50' } });
  });

  it('makes a checkout as any merchant does, and sends the payer to it', async () => {
    const response = await checkOut({ mug: '2', filters: '1', beans: '0' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${gateway.origin}/checkout/pay/SESSION1`);
    const [call] = gateway.calls;
    expect(call?.method).toBe('POST');
    expect(call?.path).toBe('/api/rest/version/100/merchant/TESTSHOP/session');
    expect(call?.authorization).toBe(`Basic ${btoa('merchant.TESTSHOP:a-password')}`);
    expect(call?.body).toMatchObject({
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', merchant: { name: 'Example Shop' } },
      order: {
        currency: 'EUR',
        amount: '33.20',
        itemAmount: '33.20',
        description: 'Things for good coffee',
        item: [
          { name: 'Enamel mug', quantity: '2', unitPrice: '14.50' },
          { name: 'Paper filters', quantity: '1', unitPrice: '4.20' },
        ],
      },
    });
    expect(call?.body).toMatchObject({
      interaction: {
        returnUrl: expect.stringMatching(`^http://localhost:${shop.port}/shop/return\\?order=[0-9a-f-]{22}$`),
      },
    });
  });

  it('gives each order an id of its own', async () => {
    const ids = new Set([await order(), await order(), await order()]);
    expect(ids.size).toBe(3);
  });

  it.each([{}, { mug: '0' }, { mug: '-1' }, { mug: '99' }, { mug: '1e3' }, { unknown: '3' }])(
    'requires a choice at %j, without a call to the gateway',
    async (basket) => {
      const response = await checkOut(basket as Record<string, string>);
      expect(response.status).toBe(422);
      expect(await response.text()).toContain('Nothing is chosen yet');
      expect(gateway.calls).toHaveLength(0);
    },
  );

  it("shows the gateway's words where it refuses, as text", async () => {
    gateway.answer = () => ({ status: 401, body: { error: { explanation: '<b>Invalid credentials.</b>' } } });
    const response = await checkOut({ mug: '1' });
    expect(response.status).toBe(502);
    const text = await response.text();
    expect(text).toContain('&lt;b>Invalid credentials.');
    expect(text).not.toContain('<b>');
  });

  it('shows an explanation where no gateway runs', async () => {
    await gateway.close();
    const response = await checkOut({ mug: '1' });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('The gateway is not there');
  });
});

describe('the return page', () => {
  it('shows the gateway’s answer, and the request for it', async () => {
    const id = await order();
    gateway.answer = orderAnswer({});
    const { text } = await get(`/shop/return?order=${id}&resultIndicator=${INDICATOR}`);
    expect(gateway.calls.at(-1)?.path).toBe(`/api/rest/version/100/merchant/TESTSHOP/order/${id}`);
    for (const said of ['it is paid', '€29.00', 'CAPTURED', 'VISA 411111xxxxxx1111', '<dd>matches</dd>']) {
      expect(text).toContain(said);
    }
    expect(text).toContain('curl --user &quot;merchant.TESTSHOP:$PASSWORD&quot; \\\n');
    expect(text).not.toContain('a-password');
    expect(boxes(text)).toEqual(['The request', 'The answer']);
  });

  it.each([
    ['a decline', { result: 'FAILURE', status: 'FAILED' }, 'Not paid'],
    ['a payment under way', { result: 'PENDING', status: 'INITIATED' }, 'Not known yet'],
    ['another amount', { amount: 2.9 }, 'Paid, but not what was ordered'],
    ['another currency', { currency: 'USD' }, 'Paid, but not what was ordered'],
    ['a refund', { status: 'REFUNDED' }, 'Paid, and given back'],
    ['an authorization alone', { status: 'AUTHORIZED' }, 'Not paid'],
  ])('believes the gateway and not the right indicator: %s', async (_what, more, title) => {
    const id = await order();
    gateway.answer = orderAnswer(more);
    expect((await get(`/shop/return?order=${id}&resultIndicator=${INDICATOR}`)).text).toContain(`<h1>${title}</h1>`);
  });

  it('is not fooled by a made-up indicator', async () => {
    const id = await order();
    gateway.answer = orderAnswer({ result: 'FAILURE', status: 'FAILED' });
    const { text } = await get(`/shop/return?order=${id}&resultIndicator=success`);
    expect(text).toContain('<h1>Not paid</h1>');
    expect(text).toContain('<dd>does not match</dd>');
  });

  it('does not call an order unpaid because the gateway failed', async () => {
    const id = await order();
    gateway.answer = () => ({ status: 500, body: { result: 'ERROR' } });
    expect((await get(`/shop/return?order=${id}`)).text).toContain('<h1>Not known yet</h1>');
    await gateway.close();
    const absent = await get(`/shop/return?order=${id}`);
    expect(absent.status).toBe(503);
    expect(absent.text).toContain('It alone knows whether the order is paid.');
  });

  it('calls an order unpaid that the gateway does not know: the payer turned back', async () => {
    const id = await order();
    gateway.answer = () => ({ status: 400, body: { error: { cause: 'INVALID_REQUEST' }, result: 'ERROR' } });
    expect((await get(`/shop/return?order=${id}`)).text).toContain('<h1>Not paid</h1>');
  });

  it('remembers the order when the sandbox was started again', async () => {
    const id = await order();
    await shop.close();
    shop = await startHttp(gateway.origin, folder);
    gateway.answer = orderAnswer({});
    expect((await get(`/shop/return?order=${id}&resultIndicator=${INDICATOR}`)).text).toContain('<dd>matches</dd>');
  });

  it.each(['', '?order=', '?order=20261121-024501-9f03ab', '?order=..%2F..%2Fapi-password', '?order=a&order=b'])(
    'finds no order at %s',
    async (query) => {
      const { status } = await get(`/shop/return${query}`);
      expect(status).toBe(404);
      expect(gateway.calls).toHaveLength(0);
    },
  );
});
