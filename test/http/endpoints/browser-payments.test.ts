/**
 * The addresses of a browser payment at the HTTP listener: the answers to unauthenticated clients, other sites, link
 * previews and providers' browsers.
 */

import { describe, expect, it } from 'vitest';
import { RETURN_WAIT_MS_MAX } from '../../../src/checkout/return/redirect-steps.ts';
import { useFront } from '../../browser-payments/front.ts';
import { PAGE_URL } from '../../browser-payments/simulated-provider.ts';
import { RETURN_URL } from '../../browser-payments/world.ts';
import { counted } from '../../support/counted.ts';
import { homeOf, refreshOf } from '../../support/scriptless.ts';

const rig = useFront();

const steps = async () => (await rig.world.found(rig.initiated.key)).events.map(({ kind, times }) => [kind, times]);

describe('the redirect to the provider', () => {
  it('records its step once, and forwards to the provider’s page each time', async () => {
    for (let copies = 0; copies < 3; copies += 1) {
      const { status, headers } = await rig.front.call(
        'GET',
        `/redirect/${rig.initiated.handle}?url=https://evil.example`,
      );
      expect([status, headers.location]).toEqual([303, PAGE_URL + rig.initiated.reference]);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('same-origin');
    }
    expect(await steps()).toEqual([
      ['INITIATED', 1],
      ['REDIRECTED', 1],
    ]);
  });

  it('of a payment that is over leads to its status page, and of an unknown payment to an error page', async () => {
    rig.world.provider.stand(rig.initiated.reference, 'APPROVED');
    await rig.world.callBack(rig.initiated);
    expect((await rig.front.call('GET', `/redirect/${rig.initiated.handle}`)).headers.location).toBe(
      `/checkout/status/${rig.initiated.handle}`,
    );
    for (const handle of ['x'.repeat(24), 'x', `${rig.initiated.handle}0`, '%00', rig.initiated.reference]) {
      const answer = await rig.front.call('GET', `/redirect/${handle}`);
      expect([answer.status, answer.headers.location]).toEqual([404, undefined]);
    }
  });
});

describe('a request that is not the payer’s', () => {
  const LOOKS = [
    ['HEAD', {}],
    ['GET', { 'Sec-Purpose': 'prefetch' }],
    ['GET', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['GET', { Purpose: 'prefetch' }],
  ] as const;

  it.each(LOOKS)('records no step at the redirect and at the return: %s %o', async (method, headers) => {
    const before = await rig.ground.rows();
    expect((await rig.front.call(method, `/redirect/${rig.initiated.handle}`, { headers })).status).toBe(303);
    expect((await rig.front.call(method, `/return/${rig.initiated.state}`, { headers })).headers.location).toBe(
      `/checkout/status/${rig.initiated.handle}`,
    );
    expect((await rig.front.call(method, `/checkout/return/${rig.initiated.state}`, { headers })).status).toBe(303);
    expect(await rig.ground.rows()).toEqual(before);
    expect(rig.world.provider.count('state')).toBe(0);
  });

  it('from the page that keeps a payer waiting does not query the provider', async () => {
    rig.world.provider.stand(rig.initiated.reference, 'WAITING');
    await rig.front.call('GET', `/return/${rig.initiated.state}`);
    rig.world.pass(1_000);
    const [before, asked] = [await rig.ground.rows(), rig.world.provider.count('state')];
    for (const [method, headers] of LOOKS) {
      const held = await rig.front.call(method, `/checkout/return/${rig.initiated.state}`, { headers });
      expect(held.status).toBe(200);
      expect(refreshOf(null, held.text)).toEqual(method === 'HEAD' ? undefined : heldAt(rig.initiated.state));
    }
    expect([await rig.ground.rows(), rig.world.provider.count('state')]).toEqual([before, asked]);
    await rig.front.call('GET', `/checkout/return/${rig.initiated.state}`);
    expect(rig.world.provider.count('state')).toBe(asked + 1);
  });

  it('from the page that returns to the shop does not record the payer’s return', async () => {
    rig.world.provider.stand(rig.initiated.reference, 'APPROVED');
    await rig.front.call('GET', `/return/${rig.initiated.state}`);
    for (const [method, headers] of LOOKS) {
      await rig.front.call(method, `/checkout/return/${rig.initiated.state}`, { headers });
    }
    expect((await steps()).map(([kind]) => kind)).not.toContain('RETURNED');
    await rig.front.call('GET', `/checkout/return/${rig.initiated.state}`);
    expect((await steps()).map(([kind]) => kind)).toContain('RETURNED');
  });
});

describe('the return to the shop', () => {
  it('is to the stored address alone, with any query on the return URL and any result', async () => {
    const TRIED = [
      '?returnUrl=https://evil.example',
      '?url=//evil.example&next=https://evil.example&status=success',
      '?redirect_uri=javascript:alert(1)',
      '?resultIndicator=1#https://evil.example',
      '/%2e%2e/evil',
      '?%0d%0aLocation:%20https://evil.example',
    ];
    for (const code of ['APPROVED', 'DECLINED'] as const) {
      const one = await rig.world.initiate();
      rig.world.provider.stand(one.reference, code);
      for (const query of TRIED) {
        const back = await rig.front.call('GET', `/return/${one.state}${query}`);
        if (query.startsWith('/')) {
          expect(back.status).toBe(404);
          continue;
        }
        expect([back.status, back.headers.location]).toEqual([303, `/checkout/return/${one.state}`]);
        const home = await rig.front.call('GET', `/checkout/return/${one.state}${query}`);
        expect(homeOf(home.text)).toBe(RETURN_URL);
        expect(home.text).not.toContain('evil.example');
        expect(home.text).not.toContain('javascript:');
      }
    }
  });

  it('does not claim a payment that the provider’s server has declined, whatever the browser sends', async () => {
    rig.world.provider.stand(rig.initiated.reference, 'DECLINED');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://wallet.example' };
    const body = `status=success&result=APPROVED&amount=12.00&orderId=${rig.initiated.orderId}`;
    await rig.front.call('POST', `/return/${rig.initiated.state}?status=success&result=APPROVED`, { headers, body });
    const { order, transaction } = await rig.world.found(rig.initiated.key);
    expect([transaction.outcome?.gatewayCode, order.state.totalCaptured]).toEqual(['DECLINED', 0n]);
  });

  it.each([
    'https://shop.example/zurück?größe=ü',
    'https://магазин.example/оплата?заказ=7',
    'https://shop.example/%D0%BE?x=日本',
  ])('is to the address as the shop wrote it in its own script: %s', async (returnUrl) => {
    const one = await rig.world.initiate({ body: bodyWith(returnUrl) });
    rig.world.provider.stand(one.reference, 'APPROVED');
    await rig.front.call('GET', `/return/${one.state}`);
    const home = await rig.front.call('GET', `/checkout/return/${one.state}`);
    expect(home.status).toBe(200);
    expect(new URL(homeOf(home.text) ?? '').href).toBe(new URL(returnUrl).href);
  });

  it('is awaited for up to five seconds, on a page that reloads by itself', async () => {
    rig.world.provider.stand(rig.initiated.reference, 'WAITING');
    await rig.front.call('POST', `/return/${rig.initiated.state}`);
    const held = await rig.front.call('GET', `/checkout/return/${rig.initiated.state}`);
    expect([held.status, refreshOf(null, held.text)]).toEqual([200, heldAt(rig.initiated.state)]);
    rig.world.pass(4_999);
    expect(homeOf((await rig.front.call('GET', `/checkout/return/${rig.initiated.state}`)).text)).toBeUndefined();
    rig.world.pass(1);
    const home = await rig.front.call('GET', `/checkout/return/${rig.initiated.state}`);
    expect(homeOf(home.text)).toBe(RETURN_URL);
  });
});

it.each(['/return/x', '/checkout/return/x', '/checkout/choice/x'])(
  'without a started payment does not fill the log: %s',
  async (path) => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => rig.front.call('GET', path)));
    expect(counted(answers.map(({ status }) => `${status}`))).toEqual({ 404: 300 });
    await rig.front.app.close();
    const lines = rig.front.logged.map((line) => JSON.parse(line));
    expect([lines.length, lines.at(-1).repeats, rig.world.log.lines]).toEqual([21, 280, []]);
  },
);

const heldAt = (state: string) => ({ url: `/checkout/return/${state}`, seconds: 1 });

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
    const one = await rig.world.initiate(shopName === undefined ? {} : { shopName });
    rig.world.provider.stand(one.reference, 'WAITING');
    await rig.front.call('GET', `/return/${one.state}`);
    const texts = [(await rig.front.call('GET', `/checkout/return/${one.state}`)).text];
    rig.world.pass(RETURN_WAIT_MS_MAX);
    texts.push((await rig.front.call('GET', `/checkout/return/${one.state}`)).text);
    texts.push((await rig.front.call('GET', `/checkout/status/${one.handle}`)).text);
    expect(rig.world.provider.payment(one.reference).asked.merchantName).toBe(shown);
    for (const text of texts) {
      expect(text).toContain(shown);
      if (shopName !== undefined) {
        expect(text).not.toContain('Example Shop');
      }
    }
  });
});

describe('every answer', () => {
  it('is not cached, and its pages send no referrer to other sites', async () => {
    rig.world.provider.stand(rig.initiated.reference, 'APPROVED');
    const paths = [
      `/redirect/${rig.initiated.handle}`,
      `/return/${rig.initiated.state}`,
      `/checkout/return/${rig.initiated.state}`,
      `/checkout/status/${rig.initiated.handle}`,
      '/redirect/none',
      '/return/none',
      '/checkout/return/none',
      '/checkout/status/none',
      '/checkout/status/none/events',
    ];
    const answers = await Promise.all(paths.map((path) => rig.front.call('GET', path)));
    answers.push(
      await rig.front.call('POST', `/callback/${rig.world.provider.id}`),
      await rig.front.call('POST', '/callback/none'),
    );
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(Array(11).fill('no-store'));
    const pages = answers.filter(({ headers }) => headers['content-type']?.startsWith('text/html'));
    expect(pages.length).toBeGreaterThan(4);
    for (const { headers } of pages) {
      expect(headers['referrer-policy']).toBe('same-origin');
    }
  });

  it('keeps payment and state out of the request log', async () => {
    await rig.front.call('GET', `/redirect/${rig.initiated.handle}`);
    await rig.front.call('GET', `/return/${rig.initiated.state}`);
    await rig.front.call('GET', `/checkout/return/${rig.initiated.state}`);
    await rig.front.call('GET', `/checkout/status/${rig.initiated.handle}`);
    await rig.front.call('GET', `/return/${rig.initiated.state}x`);
    await rig.front.call('GET', `/checkout/status/${rig.initiated.handle}0`);
    const logged = rig.front.logged.join('') + JSON.stringify(rig.world.log.lines);
    expect(rig.front.logged.length).toBeGreaterThan(4);
    for (const secret of [rig.initiated.state, rig.initiated.handle, rig.initiated.reference]) {
      expect(logged).not.toContain(secret);
    }
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

  it('changes nothing at any address, without a valid state or signature, in 480 requests', async () => {
    const before = await rig.ground.rows();
    const paths = [
      `/redirect/${rig.initiated.handle}`,
      `/checkout/return/${rig.initiated.state}`,
      `/checkout/status/${rig.initiated.handle}`,
      `/checkout/status/${rig.initiated.handle}/events`,
      `/callback/${rig.world.provider.id}`,
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
      tried.map(({ path, method, headers }) => rig.front.call(method, path, { headers, body })),
    );
    expect(counted(answers.map(({ status }) => `${status}`))).toEqual({ 403: 24, 404: 456 });
    expect(await rig.ground.rows()).toEqual(before);
  });

  it('is accepted at the return URL alone, in every content type, since providers return payers with a form', async () => {
    for (const type of TYPES) {
      for (const origin of ORIGINS) {
        const one = await rig.world.initiate();
        const headers = { 'Content-Type': type, ...origin };
        const { status, headers: answered } = await rig.front.call('POST', `/return/${one.state}`, {
          headers,
          body: 'a=b',
        });
        expect([status, answered.location]).toEqual([303, `/checkout/return/${one.state}`]);
        expect((await rig.world.found(one.key)).events.map(({ kind }) => kind)).toContain('CAME_BACK');
      }
    }
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('cannot use the return URL with %s', async (method) => {
    const before = await rig.ground.rows();
    expect((await rig.front.call(method, `/return/${rig.initiated.state}`)).status).toBe(404);
    expect(await rig.ground.rows()).toEqual(before);
  });
});
