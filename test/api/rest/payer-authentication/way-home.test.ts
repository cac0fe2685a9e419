/** The payer's redirects from a merchant's page to the bank and back, in a real browser, with script and without. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { keptBrowser } from '../../../browser.ts';
import { AT_LENGTH, describeAtLength, isFirst } from '../../../support/at-length.ts';
import { newOrderId } from '../rig.ts';
import { decrypted } from './shop-page.ts';
import { CHALLENGED, ENROLLED, initiation, MONEY, request, startWorld, type World } from './world.ts';

interface Arrived {
  readonly fields: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Whether it arrived in a frame. */
  readonly isFramed: boolean;
}

let world: World;
let shop: Server;
let origin: string;
let gateway: string;
/** The shop's page, and the forms that browsers returned to it. */
let shown = '';
const arrived: Arrived[] = [];

beforeAll(async () => {
  world = await startWorld();
  // A busy machine opens pages slowly.
  world.threeDS.threeDS.firstCReqMs = 600_000;
  shop = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk as Buffer);
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (incoming.method === 'POST') {
      const fields = new URLSearchParams(Buffer.concat(chunks).toString());
      arrived.push({ fields, headers: incoming.headers, isFramed: incoming.headers['sec-fetch-dest'] === 'iframe' });
      // As shops do: to another host name of theirs.
      response.writeHead(303, { location: `http://127.0.0.1:${portOf(shop)}/thanks` }).end();
      return;
    }
    response.end(incoming.url === '/pay' ? shown : '<!doctype html><html lang="en"><title>T</title><h1>Thanks</h1>');
  }).listen(0);
  await once(shop, 'listening');
  origin = `http://localhost:${portOf(shop)}`;
  await world.rig.merchant({ id: world.merchant, name: 'Shop of tests', payerAuthentication: ENROLLED });
  gateway = `http://localhost:${world.rig.app.port}`;
});
afterAll(async () => {
  shop.closeAllConnections();
  shop.close();
  await world.close();
});
beforeEach(() => {
  arrived.length = 0;
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function pageWith(javaScriptEnabled: boolean): Promise<Page> {
  const context = await (await keptBrowser()).newContext({ javaScriptEnabled });
  onTestFinished(() => context.close());
  return context.newPage();
}

/** A session whose payer is to be challenged, and the challenge's HTML. */
async function challenged(more: object = {}) {
  const session = await world.session({ order: MONEY });
  const authentication = { redirectResponseUrl: `${origin}/home`, ...more };
  const card = { session: { id: session.id }, ...CHALLENGED };
  const order = newOrderId();
  await world.put(order, 'a', initiation(card));
  const asked = await world.put(order, 'a', request(card, { authentication }));
  expect(asked.json.response?.gatewayCode).toBe('PENDING');
  const { html, customizedHtml } = asked.json.authentication.redirect;
  return { order, session, html: html as string, challenge: customizedHtml['3ds2'] };
}

const document = (body: string) => `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${body}</html>`;

describeAtLength([true, false], isFirst)('script: %s', (javaScriptEnabled) => {
  it('a payer who answers the bank in the window itself returns with the result', async () => {
    const { order, session, challenge } = await challenged();
    shown = document(`<form method="post" action="${challenge.acsUrl}">
      <input type="hidden" name="creq" value="${challenge.cReq}"><button>Pay</button></form>`);
    const page = await pageWith(javaScriptEnabled);
    await page.goto(`${origin}/pay`);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByLabel('Code').fill((await page.locator('strong').last().textContent()) ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    if (!javaScriptEnabled) {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Taking you back to Shop of tests…' }).waitFor();
      await page.getByRole('button', { name: 'Continue to Shop of tests' }).click();
    }
    await page.getByRole('heading', { name: 'Thanks' }).waitFor();
    const [home] = arrived as [Arrived];
    expect(Object.fromEntries(home.fields)).toMatchObject({
      'order.id': order,
      'transaction.id': 'a',
      'response.gatewayRecommendation': 'PROCEED',
      result: 'SUCCESS',
    });
    const authentication = JSON.parse(decrypted(Object.fromEntries(home.fields), session.aes256Key));
    expect(authentication).toMatchObject({ '3ds2': { transactionStatus: 'Y' }, payerInteraction: 'REQUIRED' });
    expect(home.headers.origin).toBe(gateway);
    expect(home.headers.cookie).toBeUndefined();
  });
});

it('a payer who cancels at the bank in a frame of the merchant’s returns in it', AT_LENGTH, async () => {
  const { order, html } = await challenged();
  shown = document(html);
  const page = await pageWith(true);
  await page.goto(`${origin}/pay`);
  const frame = page.frameLocator('#challengeFrame');
  await frame.getByRole('button', { name: 'Cancel' }).click();
  await frame.getByRole('heading', { name: 'Thanks' }).waitFor();
  expect(arrived).toHaveLength(1);
  expect(Object.fromEntries(arrived[0]?.fields ?? [])).toMatchObject({
    'order.id': order,
    'response.gatewayRecommendation': 'DO_NOT_PROCEED',
    result: 'FAILURE',
  });
  expect(arrived[0]?.isFramed).toBe(true);
  const { json } = await world.get(`/order/${order}/transaction/a`);
  expect(json.transaction.authenticationStatus).toBe('AUTHENTICATION_FAILED');
});

describe('the data that a browser posts', () => {
  const back = (state: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(`${gateway}/checkout/authentication/${state}/challenge`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'https://acs.example', 'sec-fetch-site': 'cross-site', ...headers },
      redirect: 'manual',
    });
  /** The state at the ACS. */
  const stateOf = async (order: string) => {
    const rows = world.threeDS.threeDS.ledger.transactions.all({});
    expect(order).not.toBe('');
    return /authentication\/([^/]+)\//.exec(rows.at(-1)?.notification_url ?? '')?.[1] ?? '';
  };

  it('with a state that the gateway did not write redirects nowhere', async () => {
    const { order } = await challenged();
    const state = await stateOf(order);
    const forged = [`${state.slice(0, -2)}AA`, state.replace(/^./, '9'), 'x', '..%2f..', `${state}x`];
    for (const one of forged) {
      const reply = await back(one, { cres: 'x' });
      expect([one, reply.status]).toEqual([one, 404]);
      expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });

  it('does not decide the result, of which the merchant is notified as unknown', async () => {
    const { order } = await challenged();
    const reply = await back(await stateOf(order), { cres: 'forged' });
    expect(reply.status).toBe(200);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('frame-ancestors');
    expect(policy).toContain("form-action 'self' http: https:;");
    expect(policy).toContain("script-src 'self';");
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const html = await reply.text();
    expect(html).toContain('name="result" value="PENDING"');
    const { json } = await world.get(`/order/${order}/transaction/a`);
    expect(json.transaction.authenticationStatus).toBe('AUTHENTICATION_PENDING');
  });

  it('repeatedly is stored once, and beyond the limit not read', async () => {
    const { order } = await challenged();
    const state = await stateOf(order);
    const replies = await Promise.all(Array.from({ length: 20 }, () => back(state, { cres: 'x' })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await back(state, { cres: 'x'.repeat(20_000) })).status).toBe(413);
  });

  it('returns to a merchant without a return URL by the merchant’s own page', async () => {
    const { order } = await challenged({ redirectResponseUrl: undefined });
    const reply = await back(await stateOf(order), { cres: 'x' });
    const html = await reply.text();
    expect(reply.status).toBe(200);
    expect(html).toContain('Return to Shop of tests');
    expect(html).not.toContain('method="post"');
    expect(reply.headers.get('content-security-policy')).toContain("form-action 'self';");
  });

  it('in 22 languages is answered in the payer’s', AT_LENGTH, async () => {
    const { order } = await challenged();
    const html = await (await back(await stateOf(order), {}, { 'accept-language': 'ar' })).text();
    expect(html).toContain('dir="rtl"');
    expect(html).toContain('lang="ar"');
  });

  it('for a method reports that its page has ended, in any frame', async () => {
    const reply = await fetch(`${gateway}/checkout/authentication/x/method`, {
      method: 'POST',
      body: new URLSearchParams({ threeDSMethodData: 'nonsense' }),
      headers: { origin: 'https://acs.example', 'sec-fetch-site': 'cross-site' },
    });
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(reply.headers.get('content-security-policy')).not.toContain('frame-ancestors');
  });
});
