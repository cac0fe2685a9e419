/**
 * Pages that insert `redirect.html`: by innerHTML with its script evaluated by hand, by srcdoc, in a frame of their
 * own, or by `three-ds.min.js` in the whole window; and look for `challengeFrame` with or without a challenge.
 */
import type { FrameLocator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { AT_LENGTH, describeAtLength, isFirst, itAtLength } from '../support/at-length.ts';
import { newOrderId } from '../support/merchant.ts';
import { MERCHANT, usePageWorld } from './page-world.ts';

const world = usePageWorld('asksBanks');
const ASKED = '7';
const NOT_ASKED = '1';

interface Sold {
  readonly order: string;
  readonly session: string;
}

async function basket(month: string): Promise<Sold> {
  const { session } = await world.call('POST', '/session', {});
  const card = { number: '5123450000000008', expiry: { month, year: '40' } };
  await world.call('PUT', `/session/${session.id}`, {
    authentication: { redirectResponseUrl: `${world.shop.origin}/home` },
    order: { amount: '57.20', currency: 'EUR' },
    sourceOfFunds: { type: 'CARD', provided: { card } },
  });
  return { order: newOrderId(), session: session.id };
}

/** As a shop's server does it. @returns the HTML of the second answer */
async function redirectHtml(sold: Sold): Promise<string> {
  const { redirect } = await authentication(sold);
  return redirect.html;
}

/** @param version of the shop's server requests @returns the `authentication` of the second answer */
async function authentication({ order, session }: Sold, version?: number) {
  const path = `/order/${order}/transaction/a`;
  await world.call(
    'PUT',
    path,
    {
      apiOperation: 'INITIATE_AUTHENTICATION',
      authentication: { channel: 'PAYER_BROWSER' },
      session: { id: session },
      order: { currency: 'EUR' },
    },
    version,
  );
  const answer = await world.call(
    'PUT',
    path,
    {
      apiOperation: 'AUTHENTICATE_PAYER',
      authentication: { redirectResponseUrl: `${world.shop.origin}/home` },
      device: { browser: 'Mozilla/5.0' },
      session: { id: session },
      order: { amount: '57.20', currency: 'EUR' },
    },
    version,
  );
  return answer.authentication;
}

async function answerBank(at: FrameLocator | Page): Promise<void> {
  const code = (await at.locator('.note strong').textContent()) ?? '';
  await at.locator('input[name=code]').fill(code);
  await at.locator('button[value=SUBMIT]').click();
}

const came = (order: string) => expect.poll(() => world.shop.posted.filter((one) => one['order.id'] === order));

const text = (html: string) => JSON.stringify(html).replaceAll('<', '\\u003c');

/** @param more attributes of the frame, as members */
const frameWith = (more: string) =>
  `document.querySelector('#bank').append(Object.assign(document.createElement('iframe'), { id: 'own', height: 600, ${more} }));`;
const inOwn = (page: Page) => page.frameLocator('#own').frameLocator('#challengeFrame');

const WAYS = [
  [
    'by innerHTML, its script run by hand',
    (html: string) => `document.querySelector('#bank').innerHTML = ${text(html)};
      for (const one of document.querySelectorAll('#bank script')) { (0, eval)(one.textContent); }`,
    (page: Page) => page.frameLocator('#bank #challengeFrame'),
  ],
  ['by srcdoc', (html: string) => frameWith(`srcdoc: ${text(html)}`), inOwn],
  ['as a page of its own in a frame', (html: string) => frameWith(`src: '${world.shop.page(html)}'`), inOwn],
] as const;

describeAtLength(WAYS, isFirst)('a page that puts it into itself %s', (_how, script, frameOf) => {
  it.each([
    ['asks', ASKED],
    ['does not ask', NOT_ASKED],
  ])('the page stays while its frame returns, where the bank %s', async (_what, month) => {
    const sold = await basket(month);
    const html = await redirectHtml(sold);
    const { page, complaints } = await world.rig.payer();
    const address = world.shop.page(
      `<!doctype html><html lang="en"><title>Shop</title><div id="bank"></div><script>${script(html)}</script>`,
    );
    await page.goto(address);
    if (month === ASKED) {
      await answerBank(frameOf(page));
    }
    await frameOf(page).getByRole('heading', { name: 'Home' }).waitFor();
    await came(sold.order).toMatchObject([{ result: 'SUCCESS', 'response.gatewayRecommendation': 'PROCEED' }]);
    expect(page.url()).toBe(address);
    expect(complaints).toEqual([]);
  });
});

/** The first version with the operations, those around the change of the group's name, later families, the newest. */
const VERSIONS = [63, 54, 60, 61, 73, 100] as const;

describe('a page that reads authentication.redirectHtml', () => {
  itAtLength(VERSIONS, isFirst)('at version %d returns from it as from redirect.html', async (version) => {
    const sold = await basket(NOT_ASKED);
    const { redirectHtml: html, redirect } = await authentication(sold, version);
    expect(html).toBe(redirect?.html ?? html);
    const [, script, frameOf] = WAYS[0];
    const { page, complaints } = await world.rig.payer();
    await page.goto(
      world.shop.page(
        `<!doctype html><html lang="en"><title>Shop</title><div id="bank"></div><script>${script(html)}</script>`,
      ),
    );
    await frameOf(page).getByRole('heading', { name: 'Home' }).waitFor();
    await came(sold.order).toMatchObject([{ result: 'SUCCESS' }]);
    expect(complaints).toEqual([]);
  });
});

describe('a page with three-ds.min.js that inserts it and wants the whole window', () => {
  const ways = [
    ['in the place of its body', 'document.body.innerHTML = data.htmlRedirectCode;'],
    ['in the place of its document', 'document.documentElement.innerHTML = data.htmlRedirectCode;'],
    ['nowhere', ''],
  ] as const;

  const open = async ({ order, session }: Sold, put: string, more = '') => {
    const payer = await world.rig.payer();
    await payer.page.goto(
      world.shop.page(`<!doctype html><html lang="en"><title>Shop</title><div id="bank"></div>
      <script src="${world.gateway}/static/threeDS/1.3.0/three-ds.min.js"></script><script>
      ThreeDS.configure({ merchantId: '${MERCHANT}', sessionId: '${session}', containerId: 'bank', configuration: null });
      ${more}
      ThreeDS.initiateAuthentication('${order}', 'a', () => ThreeDS.authenticatePayer('${order}', 'a', (data) => { ${put} },
        { fullScreenRedirect: true }), null);</script>`),
    );
    return payer;
  };

  itAtLength(ways, isFirst)('redirects to the bank and back in the window, inserted %s', async (_where, put) => {
    const sold = await basket(ASKED);
    const { page } = await open(sold, put);
    await page.locator('input[name=code]').waitFor();
    await answerBank(page);
    await page.waitForURL(`${world.shop.origin}/home`);
    await came(sold.order).toHaveLength(1);
  });

  itAtLength(ways, isFirst)('returns in the window without a challenge, inserted %s', async (_where, put) => {
    const sold = await basket(NOT_ASKED);
    const { page } = await open(sold, put);
    await page.waitForURL(`${world.shop.origin}/home`);
    await came(sold.order).toMatchObject([{ result: 'SUCCESS' }]);
  });

  it('posts once where the page has run the script of the HTML itself', AT_LENGTH, async () => {
    const sold = await basket(NOT_ASKED);
    const run = `document.querySelector('#bank').innerHTML = data.htmlRedirectCode;
      (0, eval)(document.querySelector('#bank script').textContent);`;
    const { page } = await open(sold, run);
    await page.frameLocator('#challengeFrame').getByRole('heading', { name: 'Home' }).waitFor();
    await came(sold.order).toHaveLength(1);
  });

  it('gets each event before and after its call', async () => {
    const sold = await basket(NOT_ASKED);
    const names = ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER'].flatMap((one) => [`BEFORE_${one}`, `AFTER_${one}`]);
    const listen = `sessionStorage.clear(); for (const name of ${JSON.stringify(names)}) {
      ThreeDS.onEvent(name, (data) => sessionStorage.setItem(name, JSON.stringify([data.method, data.orderId, data.gatewayRecommendation])));
    }`;
    const { page } = await open(sold, '', listen);
    await page.waitForURL(`${world.shop.origin}/home`);
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({
      BEFORE_INITIATE_AUTHENTICATION: JSON.stringify(['initiateAuthentication', sold.order, null]),
      AFTER_INITIATE_AUTHENTICATION: JSON.stringify([null, null, 'PROCEED']),
      BEFORE_AUTHENTICATE_PAYER: JSON.stringify(['authenticatePayer', sold.order, null]),
      AFTER_AUTHENTICATE_PAYER: JSON.stringify([null, null, 'PROCEED']),
    });
  });
});
