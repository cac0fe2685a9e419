/**
 * Pages that name callbacks in attributes of the script's tag: defined, undefined, defined late, as properties, URLs.
 */
import type { FrameLocator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { payByCard, press } from '../journeys/form.ts';
import { AT_LENGTH, describeAtLength, isFirst, itAtLength } from '../support/at-length.ts';
import {
  CALLBACKS,
  callbackCalls,
  configured,
  firstCallback,
  SHOP_NAME,
  STATIC,
  usePageWorld,
  VERSIONED,
} from './page-world.ts';

const world = usePageWorld();
const CANCEL = `Cancel and return to ${SHOP_NAME}`;
const EMBED = '<div id="pay"></div>';
const BUTTON = '<button onclick="Checkout.showPaymentPage()">Check out</button>';
const embedded = (id: string) => `${configured(id)} Checkout.showEmbeddedPage('#pay');`;
const inFrame = (page: Page) => page.frameLocator('#pay iframe') as FrameLocator & Page;
const returnUrl = () => `${world.shop.origin}/thanks?order=7`;

describeAtLength([STATIC, VERSIONED], isFirst)(
  'a page with %s that names a function which it does not have',
  (address) => {
    it('a payer who has paid in a frame goes to returnUrl, where the page names a missing function', async () => {
      const { page } = await world.rig.payer();
      const { sessionId, successIndicator } = await world.checkout({ returnUrl: returnUrl() });
      const attributes = 'data-complete="completeCallback" data-cancel="cancelCallback"';
      await page.goto(world.page(embedded(sessionId), { attributes, address, body: EMBED }));
      await payByCard(inFrame(page));
      await page.waitForURL(`${returnUrl()}&resultIndicator=${successIndicator}`);
    });
  },
);

itAtLength(
  [
    ['cancelUrl', (home: string) => ({ cancelUrl: `${home}/basket` }), /\/basket$/],
    ['returnUrl', (home: string) => ({ returnUrl: `${home}/thanks` }), /\/thanks\?resultIndicator=[0-9a-f]{32}$/],
  ],
  isFirst,
)('a payer who cancels in a frame goes to %s, where the page lacks the named function', async (_name, to, at) => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout(to(world.shop.origin));
  const attributes = 'data-cancel="cancelCallback"';
  await page.goto(world.page(embedded(sessionId), { attributes, body: EMBED }));
  await press(inFrame(page), CANCEL);
  await page.waitForURL(at);
});

it('a payer who cancels in the whole window goes on to returnUrl, where the page lacks the function', async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout({ returnUrl: returnUrl() });
  await page.goto(world.page(configured(sessionId), { attributes: 'data-cancel="cancelCallback"', body: BUTTON }));
  await press(page, 'Check out');
  await press(page, CANCEL);
  await page.waitForURL(/\/thanks\?order=7&resultIndicator=[0-9a-f]{32}$/);
});

describe('a payer who cancels on a page without a cancel callback', () => {
  it('returns to the previous page, and may continue from there', AT_LENGTH, async () => {
    const { page } = await world.rig.payer();
    const { sessionId } = await world.checkout({ returnUrl: returnUrl() });
    const address = world.page(configured(sessionId), { attributes: 'data-complete="shop.complete"', body: BUTTON });
    await page.goto(address);
    await press(page, 'Check out');
    await press(page, CANCEL);
    await page.waitForURL(address);
    await press(page, 'Check out');
    await page.getByRole('button', { name: CANCEL }).waitFor();
    expect(await page.evaluate(() => history.length)).toBeGreaterThan(0);
  });

  it('stays on the page in a frame', async () => {
    const { page } = await world.rig.payer();
    const { sessionId } = await world.checkout({ returnUrl: returnUrl() });
    const address = world.page(embedded(sessionId), { body: EMBED });
    await page.goto(address);
    await press(inFrame(page), CANCEL);
    await page.locator('#pay iframe').waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
  });
});

describe('a callback', () => {
  itAtLength(
    [
      ['is a property of the tag', `tag['data-complete'] = note('complete');`],
      ['is a name in a property of the tag', `tag['data-complete'] = 'shop.complete';`],
      ['is a name in the data set', `tag.dataset.complete = 'shop.complete';`],
      [
        'is of a later copy of the script',
        `tag.remove(); again.dataset.complete = 'shop.complete'; document.head.append(again);`,
      ],
    ],
    isFirst,
  )('that %s is called', async (_how, script) => {
    const { page } = await world.rig.payer();
    const { sessionId, successIndicator } = await world.checkout({ returnUrl: returnUrl() });
    const tags = `const tag = document.querySelector('script[src]'); const again = document.createElement('script'); again.src = tag.src;`;
    await page.goto(world.page(`${tags} ${script} ${embedded(sessionId)}`, { body: EMBED }));
    await payByCard(inFrame(page));
    expect(await firstCallback(page)).toMatchObject(['complete', { resultIndicator: successIndicator }]);
  });

  it('that the page defines long after it has loaded is called when the payer returns', async () => {
    const { page } = await world.rig.payer();
    const { sessionId } = await world.checkout({ returnUrl: returnUrl() });
    const late = `addEventListener('load', () => setTimeout(() => { window.lately = { left: note('left') }; }, 700));`;
    const attributes = 'data-cancel="lately.left"';
    await page.goto(world.page(`${configured(sessionId)} ${late}`, { attributes, body: BUTTON }));
    await press(page, 'Check out');
    await press(page, CANCEL);
    expect(await firstCallback(page)).toEqual(['left']);
  });

  it('that is the text of a function does not redirect to an address made of it', AT_LENGTH, async () => {
    const { page } = await world.rig.payer();
    const { sessionId, successIndicator } = await world.checkout({ returnUrl: returnUrl() });
    const attributes = `data-complete="function () { location.href = '/nowhere'; }"`;
    await page.goto(world.page(embedded(sessionId), { attributes, body: EMBED }));
    await payByCard(inFrame(page));
    await page.waitForURL(`${returnUrl()}&resultIndicator=${successIndicator}`);
  });

  it('that is a URL keeps its query, except for the result of an earlier payment', async () => {
    const { page } = await world.rig.payer();
    const { sessionId, successIndicator } = await world.checkout({ returnUrl: returnUrl() });
    const attributes = 'data-complete="/thanks?a[]=1&resultIndicator=old&b=%2Fx%2f&c=x+y&d#part"';
    await page.goto(world.page(embedded(sessionId), { attributes, body: EMBED }));
    await payByCard(inFrame(page));
    await page.waitForURL(/\/thanks/);
    expect(page.url()).toMatch(`/thanks?a[]=1&b=%2Fx%2f&c=x+y&d&resultIndicator=${successIndicator}&sessionVersion=`);
    expect(new URL(page.url()).hash).toBe('#part');
  });

  it('that throws does not stop the payer’s return, and the next callback is called', async () => {
    const { page } = await world.rig.payer();
    const { sessionId } = await world.checkout();
    const attributes = `${CALLBACKS} data-beforeRedirect="shop.broken" data-afterRedirect="shop.broken"`;
    const script = `${configured(sessionId)} shop.broken = () => { throw new Error('of the page'); };`;
    await page.goto(world.page(script, { attributes, body: BUTTON }));
    await press(page, 'Check out');
    await press(page, CANCEL);
    expect(await firstCallback(page)).toEqual(['cancel']);
    expect(await callbackCalls(page)).toHaveLength(1);
  });
});
