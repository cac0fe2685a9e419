/** The addresses of a browser payment at the front door: what strangers, other sites, previews and provider's browsers get there. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOLD_MS } from '../../src/browser-payments/hops.ts';
import { type Front, openFront } from '../browser-payments/front.ts';
import { type Ground, openGround } from '../browser-payments/ground.ts';
import { PAGE_URL } from '../browser-payments/told-provider.ts';
import { type Begun, RETURN_URL, World } from '../browser-payments/world.ts';
import { counted } from '../support/counted.ts';

let ground: Ground;
let world: World;
let front: Front;
let begun: Begun;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
beforeEach(async () => {
  world = new World(ground);
  begun = await world.initiate();
  front = await openFront(world);
});
afterEach(() => front.close());

const steps = async () => (await world.found(begun.key)).events.map(({ kind, times }) => [kind, times]);

describe('the way out', () => {
  it('stamps once and forwards to the provider’s page, however often', async () => {
    for (let copies = 0; copies < 3; copies += 1) {
      const { status, headers } = await front.call('GET', `/redirect/${begun.handle}?url=https://evil.example`);
      expect([status, headers.location]).toEqual([303, PAGE_URL + begun.reference]);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('same-origin');
    }
    expect(await steps()).toEqual([
      ['INITIATED', 1],
      ['REDIRECTED', 1],
    ]);
  });

  it('of a payment that is over leads to its status page, and of none to a page that says so', async () => {
    world.provider.stand(begun.reference, 'APPROVED');
    await world.callBack(begun);
    expect((await front.call('GET', `/redirect/${begun.handle}`)).headers.location).toBe(
      `/checkout/status/${begun.handle}`,
    );
    for (const handle of ['x'.repeat(24), 'x', `${begun.handle}0`, '%00', begun.reference]) {
      const answer = await front.call('GET', `/redirect/${handle}`);
      expect([answer.status, answer.headers.location]).toEqual([404, undefined]);
    }
  });
});

describe('a look that is not the payer’s', () => {
  const LOOKS = [
    ['HEAD', {}],
    ['GET', { 'Sec-Purpose': 'prefetch' }],
    ['GET', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['GET', { Purpose: 'prefetch' }],
  ] as const;

  it.each(LOOKS)('stamps nothing on the way out and on the way back: %s %o', async (method, headers) => {
    const before = ground.rows();
    expect((await front.call(method, `/redirect/${begun.handle}`, { headers })).status).toBe(303);
    expect((await front.call(method, `/return/${begun.state}`, { headers })).headers.location).toBe(
      `/checkout/status/${begun.handle}`,
    );
    expect((await front.call(method, `/checkout/return/${begun.state}`, { headers })).status).toBe(303);
    expect(ground.rows()).toEqual(before);
    expect(world.provider.count('state')).toBe(0);
  });

  it('of the page that holds a payer asks nobody', async () => {
    world.provider.stand(begun.reference, 'WAITING');
    await front.call('GET', `/return/${begun.state}`);
    world.pass(1_000);
    const [before, asked] = [ground.rows(), world.provider.count('state')];
    for (const [method, headers] of LOOKS) {
      const held = await front.call(method, `/checkout/return/${begun.state}`, { headers });
      expect([held.status, held.headers.refresh]).toEqual([200, `1; url=/checkout/return/${begun.state}`]);
    }
    expect([ground.rows(), world.provider.count('state')]).toEqual([before, asked]);
    await front.call('GET', `/checkout/return/${begun.state}`);
    expect(world.provider.count('state')).toBe(asked + 1);
  });

  it('of the page that leads home does not stamp that the payer went', async () => {
    world.provider.stand(begun.reference, 'APPROVED');
    await front.call('GET', `/return/${begun.state}`);
    for (const [method, headers] of LOOKS) await front.call(method, `/checkout/return/${begun.state}`, { headers });
    expect((await steps()).map(([kind]) => kind)).not.toContain('RETURNED');
    await front.call('GET', `/checkout/return/${begun.state}`);
    expect((await steps()).map(([kind]) => kind)).toContain('RETURNED');
  });
});

describe('the way home', () => {
  it('is the stored address alone, whatever the way back has behind it, and whatever came of the payment', async () => {
    const TRIED = [
      '?returnUrl=https://evil.example',
      '?url=//evil.example&next=https://evil.example&status=success',
      '?redirect_uri=javascript:alert(1)',
      '?resultIndicator=1#https://evil.example',
      '/%2e%2e/evil',
      '?%0d%0aLocation:%20https://evil.example',
    ];
    for (const code of ['APPROVED', 'DECLINED'] as const) {
      const one = await world.initiate();
      world.provider.stand(one.reference, code);
      for (const query of TRIED) {
        const back = await front.call('GET', `/return/${one.state}${query}`);
        if (query.startsWith('/')) {
          expect(back.status).toBe(404);
          continue;
        }
        expect([back.status, back.headers.location]).toEqual([303, `/checkout/return/${one.state}`]);
        const home = await front.call('GET', `/checkout/return/${one.state}${query}`);
        expect(home.headers.refresh).toBe(`2; url=${RETURN_URL}`);
        expect(home.text).not.toContain('evil.example');
        expect(home.text).not.toContain('javascript:');
      }
    }
  });

  it('does not say paid because the browser does: the provider’s server said declined', async () => {
    world.provider.stand(begun.reference, 'DECLINED');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://wallet.example' };
    const body = `status=success&result=APPROVED&amount=12.00&orderId=${begun.orderId}`;
    await front.call('POST', `/return/${begun.state}?status=success&result=APPROVED`, { headers, body });
    const { order, transaction } = await world.found(begun.key);
    expect([transaction.outcome?.gatewayCode, order.state.totalCaptured]).toEqual(['DECLINED', 0n]);
  });

  it.each([
    'https://shop.example/zurück?größe=ü',
    'https://магазин.example/оплата?заказ=7',
    'https://shop.example/%D0%BE?x=日本',
  ])('is reached also where the shop wrote it in its own script: %s', async (returnUrl) => {
    const one = await world.initiate({ body: bodyWith(returnUrl) });
    world.provider.stand(one.reference, 'APPROVED');
    await front.call('GET', `/return/${one.state}`);
    const home = await front.call('GET', `/checkout/return/${one.state}`);
    expect(home.status).toBe(200);
    const [, url] = /^2; url=([\x21-\x7e]+)$/.exec(home.headers.refresh as string) ?? [];
    expect(new URL(url!).href).toBe(new URL(returnUrl).href);
  });

  it('is waited for up to five seconds, on a page that looks again by itself', async () => {
    world.provider.stand(begun.reference, 'WAITING');
    await front.call('POST', `/return/${begun.state}`);
    const held = await front.call('GET', `/checkout/return/${begun.state}`);
    expect([held.status, held.headers.refresh]).toEqual([200, `1; url=/checkout/return/${begun.state}`]);
    world.pass(4_999);
    expect((await front.call('GET', `/checkout/return/${begun.state}`)).headers.refresh).toMatch(/^1;/);
    world.pass(1);
    const home = await front.call('GET', `/checkout/return/${begun.state}`);
    expect(home.headers.refresh).toBe(`2; url=${RETURN_URL}`);
  });
});

const bodyWith = (returnUrl: string) => ({
  browserPayment: {
    operation: 'PAY',
    returnUrl,
    demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
  },
});

describe('the shop', () => {
  it.each([
    ['as the checkout gave it', 'The Corner Shop', 'The Corner Shop'],
    ['of the profile where none was given', undefined, 'Example Shop'],
  ])('is named on every page %s', async (_what, shopName, shown) => {
    const one = await world.initiate(shopName === undefined ? {} : { shopName });
    world.provider.stand(one.reference, 'WAITING');
    await front.call('GET', `/return/${one.state}`);
    const texts = [(await front.call('GET', `/checkout/return/${one.state}`)).text];
    world.pass(HOLD_MS);
    texts.push((await front.call('GET', `/checkout/return/${one.state}`)).text);
    texts.push((await front.call('GET', `/checkout/status/${one.handle}`)).text);
    expect(world.provider.payment(one.reference).asked.merchantName).toBe(shown);
    for (const text of texts) {
      expect(text).toContain(shown);
      if (shopName !== undefined) expect(text).not.toContain('Example Shop');
    }
  });
});

describe('every answer', () => {
  it('is kept by nobody, and its pages tell no other site where they were', async () => {
    world.provider.stand(begun.reference, 'APPROVED');
    const paths = [
      `/redirect/${begun.handle}`,
      `/return/${begun.state}`,
      `/checkout/return/${begun.state}`,
      `/checkout/status/${begun.handle}`,
      '/redirect/none',
      '/return/none',
      '/checkout/return/none',
      '/checkout/status/none',
      '/checkout/status/none/events',
    ];
    const answers = await Promise.all(paths.map((path) => front.call('GET', path)));
    answers.push(
      await front.call('POST', `/callback/${world.provider.id}`),
      await front.call('POST', '/callback/none'),
    );
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(Array(11).fill('no-store'));
    const pages = answers.filter(({ headers }) => headers['content-type']?.startsWith('text/html'));
    expect(pages.length).toBeGreaterThan(4);
    for (const { headers } of pages) expect(headers['referrer-policy']).toBe('same-origin');
  });

  it('names neither payment nor state in the front door’s log', async () => {
    await front.call('GET', `/redirect/${begun.handle}`);
    await front.call('GET', `/return/${begun.state}`);
    await front.call('GET', `/checkout/return/${begun.state}`);
    await front.call('GET', `/checkout/status/${begun.handle}`);
    await front.call('GET', `/return/${begun.state}x`);
    await front.call('GET', `/checkout/status/${begun.handle}0`);
    const logged = front.logged.join('') + JSON.stringify(world.log.lines);
    expect(front.logged.length).toBeGreaterThan(4);
    for (const secret of [begun.state, begun.handle, begun.reference]) expect(logged).not.toContain(secret);
  });
});

describe('another site’s form', () => {
  const TYPES = [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/json',
    'application/octet-stream',
    'text/xml',
  ];
  const ORIGINS: readonly Readonly<Record<string, string>>[] = [
    { Origin: 'null' },
    { Origin: 'https://evil.example' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    {},
  ];
  const METHODS = ['POST', 'PUT', 'DELETE', 'PATCH'] as const;

  it('changes nothing at any address, with no state and no signature of ours: 480 requests', async () => {
    const before = ground.rows();
    const paths = [
      `/redirect/${begun.handle}`,
      `/checkout/return/${begun.state}`,
      `/checkout/status/${begun.handle}`,
      `/checkout/status/${begun.handle}/events`,
      `/callback/${world.provider.id}`,
    ];
    const tried = paths.flatMap((path) =>
      METHODS.flatMap((method) =>
        TYPES.flatMap((type) =>
          ORIGINS.map((origin) => ({ path, method, headers: { 'Content-Type': type, ...origin } })),
        ),
      ),
    );
    expect(tried).toHaveLength(480);
    const body = 'status=success';
    const answers = await Promise.all(
      tried.map(({ path, method, headers }) => front.call(method, path, { headers, body })),
    );
    expect(counted(answers.map(({ status }) => `${status}`))).toEqual({ 403: 24, 404: 456 });
    expect(ground.rows()).toEqual(before);
  });

  it('is taken at the way back alone, in every type, for it is how providers send payers home', async () => {
    for (const type of TYPES)
      for (const origin of ORIGINS) {
        const one = await world.initiate();
        const headers = { 'Content-Type': type, ...origin };
        const { status, headers: answered } = await front.call('POST', `/return/${one.state}`, {
          headers,
          body: 'a=b',
        });
        expect([status, answered.location]).toEqual([303, `/checkout/return/${one.state}`]);
        expect((await world.found(one.key)).events.map(({ kind }) => kind)).toContain('CAME_BACK');
      }
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('does not come back by %s', async (method) => {
    const before = ground.rows();
    expect((await front.call(method, `/return/${begun.state}`)).status).toBe(404);
    expect(ground.rows()).toEqual(before);
  });
});
