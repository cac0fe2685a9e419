/** The pages during an authentication: the bank's frame, the ways into it and out of it, and the page's next step. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { ACS_ORIGIN, askingBankPage, challengePage } from './authentications.ts';
import { everyPage } from './every-page.ts';
import { payPage } from './fixtures.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';
import { patience } from './visitor.ts';

const rig = useVisitor();
const FRAME = { frame: { width: 390, height: 400 } };

it('the challenge has a frame of its size, which gets the focus and releases it', async () => {
  const page = await rig.open(challengePage(FRAME));
  const frame = page.getByTitle('Your bank’s page');
  await page.frameLocator('iframe').getByRole('heading', { name: 'Your bank' }).waitFor();
  expect(await frame.boundingBox()).toMatchObject(FRAME.frame);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), patience).toBe('IFRAME');
  await page.keyboard.press('Tab');
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return page.evaluate(() => document.activeElement?.textContent?.trim());
    }, patience)
    .toBe('Open your bank’s page in full');
});

itAtLength(
  [
    [480, { width: 390, height: 400 }],
    [620, { width: 500, height: 600 }],
    [900, { width: 500, height: 600 }],
  ],
  isFirst,
)('in a window of %i pixels the frame has the size that was sent to the bank, and is centred', async (width, frame) => {
  const page = await rig.open(challengePage({ frame }));
  await page.setViewportSize({ width, height: 800 });
  const box = await page.getByTitle('Your bank’s page').boundingBox();
  expect(box).toMatchObject(frame);
  const { left, right } = await page.locator('.card').evaluate((card) => card.getBoundingClientRect());
  const [before, after] = [(box?.x ?? 0) - left, right - (box?.x ?? 0) - frame.width];
  expect(Math.abs(before - after)).toBeLessThan(2);
});

itAtLength(
  [
    [1024, 'en', { width: 600, height: 400 }],
    [1280, 'ar', { width: 500, height: 600 }],
  ],
  isFirst,
)('in a window of %i pixels, in %s, the frame is beside the text, and in view', async (width, locale, frame) => {
  const { page } = rig.visitor;
  await page.setViewportSize({ width, height: frame.height + 170 });
  await rig.open({ ...challengePage({ frame }), locale });
  const box = (await page.locator('iframe').boundingBox()) ?? { x: 0, y: 0, height: 0 };
  expect(box).toMatchObject(frame);
  expect(box.y + box.height).toBeLessThanOrEqual(frame.height + 170);
  const told = (await page.locator('.told').boundingBox()) ?? { x: 0, y: 0 };
  expect(Math.abs(told.y - box.y)).toBeLessThan(2);
  expect(told.x < box.x).toBe(locale === 'en');
});

itAtLength(
  [
    [390, 'en'],
    [320, 'ar'],
  ],
  isFirst,
)('in a window of %i pixels, in %s, the frame has the whole width, and the remaining height', async (width, locale) => {
  const { page } = rig.visitor;
  await page.setViewportSize({ width, height: 844 });
  await rig.open({ ...challengePage({ frame: { width: 250, height: 400 } }), locale });
  const box = async () => page.locator('iframe').boundingBox();
  expect(await box()).toMatchObject({ x: 0, width });
  const { y = 0, height = 0 } = (await box()) ?? {};
  expect(y + height).toBeGreaterThanOrEqual(820);
  expect(y + height).toBeLessThanOrEqual(844);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(box, patience).toMatchObject({ width: 250, height: 400 });
});

it('the bank’s frame may use passkeys and codes from text messages', async () => {
  const page = await rig.open(challengePage(FRAME));
  await page.frameLocator('iframe').getByRole('heading', { name: 'Your bank' }).waitFor();
  const allowed = await page.frames()[1]?.evaluate('document.featurePolicy.allowedFeatures()');
  expect(allowed).toEqual(expect.arrayContaining(['publickey-credentials-get', 'otp-credentials']));
});

it('a press opens the bank in place of the page', async () => {
  const page = await rig.open(challengePage(FRAME));
  await page.frameLocator('iframe').getByRole('heading', { name: 'Your bank' }).waitFor();
  await page.getByRole('button', { name: 'Open your bank’s page in full' }).press('Enter');
  await page.waitForURL(/\/bank\/challenge/);
  await page.getByRole('heading', { level: 1, name: 'Your bank' }).waitFor();
});

it('the bank’s frame may redirect to another host, as banks do for their own customers', AT_LENGTH, async () => {
  const elsewhere = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><h1>Another host</h1>'),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void elsewhere.close());
  await once(elsewhere, 'listening');
  const page = await rig.open(challengePage(FRAME));
  await page.frameLocator('iframe').getByRole('heading', { name: 'Your bank' }).waitFor();
  const { port } = elsewhere.address() as AddressInfo;
  await page.frames()[1]?.evaluate((url) => location.assign(url), `http://127.0.0.1:${port}/`);
  await page.frameLocator('iframe').getByRole('heading', { name: 'Another host' }).waitFor();
});

it('the page continues once the frame shows a page of the gateway', async () => {
  const page = await rig.open(challengePage(FRAME));
  await page.frameLocator('iframe').getByRole('heading', { name: 'Your bank' }).waitFor();
  rig.preview.show(payPage());
  // By its origin, with any contents. The page is gone before it has loaded.
  await page
    .frames()[1]
    ?.goto(`${rig.preview.origin}/bank/home`)
    .catch(() => undefined);
  await page.waitForURL(rig.preview.origin + PAY_ADDRESS);
  await page.locator('#card-number').waitFor();
});

it('the page continues by itself once the bank has answered elsewhere, and stays until then', async () => {
  const { poll } = challengePage();
  const page = await rig.open(challengePage({ ...FRAME, poll: { ...poll, seconds: 1 } }));
  const before = rig.preview.documents;
  await expect.poll(() => rig.preview.documents, patience).toBeGreaterThan(before + 1);
  expect(await page.locator('iframe').count()).toBe(1);
  rig.preview.show(payPage());
  await page.locator('#card-number').waitFor();
});

it('the bank’s frame is hidden where the bank only collects browser data', AT_LENGTH, async () => {
  const page = await rig.open(askingBankPage({ method: { url: `${ACS_ORIGIN}/method`, data: 'eyJ9' } }));
  await expect.poll(() => page.frames()[1]?.url(), patience).toContain('/bank/method');
  expect(await page.locator('iframe').isVisible()).toBe(false);
});

it('a page without script and without a frame has one button to the bank', async () => {
  const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
  rig.preview.show(challengePage());
  await page.goto(rig.preview.origin + PAY_ADDRESS);
  expect(await page.locator('iframe').count()).toBe(0);
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your bank' }).waitFor();
});

it('the bank’s text stays text, even if it looks like markup', async () => {
  const page = await rig.open(everyPage.unconfirmed!);
  const note = page.locator('.notice.wrong');
  expect(await note.textContent()).toContain('Your bank says: <b>Call us</b> on +353 1 555 0100.');
  expect(await note.locator('b').count()).toBe(0);
});

it('a bank’s page is linked only at web addresses', async () => {
  const page = await rig.open(challengePage({ acsUrl: 'javascript:alert(1)' }));
  expect(await page.locator('form').first().getAttribute('action')).toBeNull();
});

it('the form sends its script’s browser data in one input, and only if it is requested', async () => {
  const page = await rig.open(payPage({ asksBrowser: true }));
  const browserData = page.locator('#card [name=browser]');
  await expect.poll(() => browserData.inputValue(), patience).toMatch(/^\d+,\d+,\d+,-?\d+,en-US,\d+,\d+$/);
  expect(await page.locator('[name=browser]').count()).toBe(1);
  const asked = await htmlOf(payPage({ asksBrowser: true }));
  const unasked = await htmlOf(payPage());
  expect(unasked).not.toContain('name="browser"');
  // The size of the input alone.
  expect(asked.length - unasked.length).toBeLessThan(128);
});

async function htmlOf(model: Parameters<typeof rig.preview.show>[0]): Promise<string> {
  rig.preview.show(model);
  return (await fetch(rig.preview.origin + PAY_ADDRESS)).text();
}
