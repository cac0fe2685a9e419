/** Pages that must not be framed, and pages with interfering scripts or policies. */
import type { FrameLocator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { DECLINED, payByCard } from '../../journeys/form.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { CALLBACKS, callbackCalls, configured, STATIC, useWorld } from './world.ts';

const world = useWorld();
const PLACE = '<div id="pay"></div>';
const embedded = (id: string) => `${configured(id)} Checkout.showEmbeddedPage('#pay', note('shown'));`;
const inFrame = (page: Page) => page.frameLocator('#pay iframe') as FrameLocator & Page;

/** Everything is refused except for the sources that the guide says a page must allow. */
const strict = (gateway: string) =>
  `default-src 'none'; script-src 'unsafe-inline' ${gateway}; frame-src ${gateway}; require-trusted-types-for 'script'; trusted-types 'none'`;

async function open(script: (id: string) => string, options: { body?: string; headers?: Record<string, string> } = {}) {
  const payer = await world.rig.payer();
  const checkout = await world.checkout();
  await payer.page.goto(world.page(script(checkout.sessionId), { attributes: CALLBACKS, body: PLACE, ...options }));
  return { ...payer, ...checkout };
}

it('the page is shown and paid in under a policy that refuses everything else, with Trusted Types', async () => {
  const headers = { 'Content-Security-Policy': strict(world.rig.stack.origin) };
  const { page, successIndicator, complaints } = await open(embedded, { headers });
  await payByCard(inFrame(page));
  await inFrame(page).getByRole('heading', { name: 'Payment complete' }).waitFor();
  await page.waitForFunction(() => Reflect.get(window, 'told').length > 1);
  expect((await callbackCalls(page))[1]).toMatchObject(['complete', { resultIndicator: successIndicator }]);
  expect(complaints).toEqual([]);
});

it('the lightbox opens over a page under the same policy', AT_LENGTH, async () => {
  const headers = { 'Content-Security-Policy': strict(world.rig.stack.origin) };
  const { page, complaints } = await open((id) => `${configured(id)} Checkout.showLightbox();`, { headers });
  await page.getByRole('dialog', { name: 'Pay Harbour Lane Books' }).waitFor();
  expect(complaints).toEqual([]);
});

it('the script reports to a page whose host is not registered that it cannot be framed there', AT_LENGTH, async () => {
  const { page, sessionId } = { ...(await world.rig.payer()), ...(await world.checkout()) };
  const address = world.page(embedded(sessionId), { attributes: CALLBACKS, body: PLACE });
  const { port } = new URL(address);
  // The same page under another name of this machine.
  await page.goto(address.replace('127.0.0.1', 'localhost'));
  const [[name, error] = []] = await callbackCalls(page);
  expect([name, error]).toMatchObject(['error', { result: 'ERROR', cause: 'REQUEST_REJECTED' }]);
  expect((error as { explanation: string }).explanation).toContain(`localhost:${port}`);
  expect(await page.locator('iframe').count()).toBe(0);
});

it('the script reports an unknown session, or a malformed id', AT_LENGTH, async () => {
  const { page } = await open(() => embedded(`SESSION${'0'.repeat(24)}`));
  expect(await callbackCalls(page)).toMatchObject([['error', { cause: 'REQUEST_REJECTED' }]]);
  const other = await open(() => `${configured('SESSION/../../x')} Checkout.showPaymentPage();`);
  expect(await callbackCalls(other.page)).toMatchObject([
    ['error', { cause: 'INVALID_REQUEST', field: 'session.id', validationType: 'INVALID' }],
    ['error', { cause: 'INVALID_REQUEST', field: 'session.id', validationType: 'INVALID' }],
  ]);
  const none = await open(() => "Checkout.showEmbeddedPage('#nothing'); Checkout.showPaymentPage();");
  expect(await callbackCalls(none.page)).toMatchObject([
    ['error', { validationType: 'INVALID' }],
    ['error', { field: 'session.id', validationType: 'MISSING' }],
  ]);
});

it('the script accepts messages from the frame only: not from the page’s other scripts, nor other frames', async () => {
  const forged = `{ title: 'Forged', height: 9, leave: 'https://evil.example/', end: { end: 'complete', resultIndicator: 'f' } }`;
  const { page } = await open(
    (id) => `${embedded(id)}
      const other = document.createElement('iframe');
      other.srcdoc = "<script>for (let n = 0; n < 2000; n += 1) parent.postMessage(${forged.replaceAll('\n', '')}, '*')<\\/script>";
      document.body.append(other);
      for (let n = 0; n < 2000; n += 1) postMessage(${forged}, '*');
      const frame = document.querySelector('#pay iframe');
      frame.addEventListener('load', () => {
        for (let n = 0; n < 2000; n += 1) frame.contentWindow.postMessage({ turnpike: 'hello', n }, '*');
        frame.contentWindow.postMessage('cancel', '*');
        frame.contentWindow.postMessage(null, '*');
      });`,
  );
  await payByCard(inFrame(page), DECLINED);
  await inFrame(page).getByText('You can try 2 more times.').waitFor();
  expect(await callbackCalls(page)).toEqual([['shown']]);
  expect(await page.locator('#pay iframe').getAttribute('title')).not.toBe('Forged');
});

it(
  'the script reveals nothing to a page that navigates, duplicates or removes the frame, and lets the payer start again',
  AT_LENGTH,
  async () => {
    const { page, sessionId, successIndicator } = await open(embedded);
    await inFrame(page).getByLabel('Card number', { exact: true }).waitFor();
    await page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('#pay iframe');
      document.body.append(frame?.cloneNode() as Node);
      if (frame !== null) {
        frame.src = 'data:text/html,<script>parent.postMessage({ end: { end: "complete" } }, "*")</script>';
      }
    });
    await page.waitForFunction(() => document.querySelectorAll('iframe').length === 2);
    await page.evaluate(() => document.querySelector('#pay iframe')?.remove());
    await page.evaluate((script) => {
      for (const frame of document.querySelectorAll('iframe')) {
        frame.remove();
      }
      Reflect.get(window, 'told').length = 0;
      const again = document.createElement('script');
      again.textContent = script;
      document.body.append(again);
    }, embedded(sessionId));
    await payByCard(inFrame(page));
    await page.waitForFunction(() => Reflect.get(window, 'told').length > 1);
    expect(await callbackCalls(page)).toMatchObject([['shown'], ['complete', { resultIndicator: successIndicator }]]);
  },
);

it('the script reports the result again for a session that is paid already', AT_LENGTH, async () => {
  const { page, url, successIndicator, sessionId } = { ...(await world.rig.payer()), ...(await world.checkout()) };
  await page.goto(url);
  await payByCard(page);
  await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  await page.goto(world.page(embedded(sessionId), { attributes: CALLBACKS, body: PLACE }));
  await page.waitForFunction(() => Reflect.get(window, 'told').length > 1);
  expect((await callbackCalls(page)).at(-1)).toMatchObject(['complete', { resultIndicator: successIndicator }]);
});

it('the script runs no script from an attribute or an address, and follows only web schemes', async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  const attributes = `data-complete="javascript:note('run')()" data-cancel="constructor.constructor"`;
  const address = world.page(configured(sessionId), { attributes });
  await page.goto(`${address}#turnpike&end=complete&resultIndicator=x&sessionVersion=y`);
  await page.waitForURL(address);
  await page.goto('about:blank');
  await page.goto(`${address}#turnpike&end=constructor`);
  await page.waitForURL(address);
  expect(await page.evaluate(() => Reflect.get(window, 'told'))).toEqual([]);
});

it('the script redirects the whole window from a frame, and reports an error where it may not', AT_LENGTH, async () => {
  const { page } = await world.rig.payer();
  const { sessionId } = await world.checkout();
  const inner = world.page(`${configured(sessionId)} Checkout.showPaymentPage();`, { attributes: CALLBACKS });
  await page.goto(world.shop.page(`<iframe src="${inner}" sandbox="allow-scripts"></iframe>`));
  const frame = page.frames()[1];
  await frame?.waitForFunction(() => Reflect.get(window, 'told')?.length > 0);
  expect(await frame?.evaluate(() => Reflect.get(window, 'told'))).toMatchObject([
    ['error', { cause: 'REQUEST_REJECTED' }],
  ]);
});

it('the script adds one global, and weighs at most 5.5 KB compressed', async () => {
  const { page } = await world.rig.payer();
  const globals = (script: string) =>
    world.shop.page(`<!doctype html>${script}<script>window.found = Object.keys(window)</script>`);
  const found = async (address: string) => {
    await page.goto(address);
    return (await page.evaluate(() => Reflect.get(window, 'found'))) as string[];
  };
  const before = await found(globals('<script></script>'));
  const after = await found(globals(`<script src="${world.rig.stack.origin}${STATIC}"></script>`));
  expect(after.filter((name) => !before.includes(name))).toEqual(['Checkout']);
  const answer = await fetch(world.rig.stack.origin + STATIC, { headers: { 'accept-encoding': 'gzip' } });
  const weight = Number(answer.headers.get('content-length'));
  expect(weight).toBeGreaterThan(1_024);
  expect(weight).toBeLessThanOrEqual(5.5 * 1_024);
});
