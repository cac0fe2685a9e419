/** The ACS's pages in a real browser, framed by a shop: with script and without, in the five window sizes. */
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { keptBrowser } from '../../browser.ts';
import { AT_LENGTH, describeAtLength, isFirst, itAtLength } from '../../support/at-length.ts';
import { type Rig, rigWith, startChallenge } from './rig.ts';
import { base64url, creqOf, fromBase64url, type Message } from './three-ds-server.ts';

const WINDOWS = [
  ['01', 250, 400],
  ['02', 390, 400],
  ['03', 500, 600],
  ['04', 600, 400],
  ['05', 1_280, 800],
] as const;

const KINDS = ['4007', '4008', '4009', '4010', '4011'] as const;

/** A busy machine opens pages slowly: the ACS uses longer timeouts. */
async function patientRig(): Promise<Rig> {
  const rig = await rigWith();
  rig.started.threeDS.firstCReqMs = 600_000;
  return rig;
}

async function pageWith(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await keptBrowser()).newContext(options);
  onTestFinished(() => context.close());
  return context.newPage();
}

type Window = readonly [challengeWindowSize: string, width: number, height: number];

/** A shop's page with a frame for each challenge, loaded by a button. */
async function shopWith(
  page: Page,
  { server }: Rig,
  challenges: readonly Message[],
  size: Window,
): Promise<FrameLocator[]> {
  const [challengeWindowSize, width, height] = size;
  const frames = challenges.map(
    (ares, index) => `<form method="post" action="${ares.acsURL}" target="frame${index}">
        <input type="hidden" name="creq" value="${base64url(creqOf(ares, { challengeWindowSize }))}">
        <button>Pay</button>
      </form>
      <iframe name="frame${index}" title="Your bank ${index}" width="${width}" height="${height}"></iframe>`,
  );
  server.shop.set('/shop', `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${frames.join('')}</html>`);
  await page.goto(`${server.origin}/shop`);
  return challenges.map((_ares, index) => page.frameLocator(`iframe[name=frame${index}]`));
}

const shown = (frame: FrameLocator) => frame.getByRole('heading', { name: 'Confirm your payment' }).waitFor();

/** One challenge. */
async function challengeIn(page: Page, rig: Rig, size: Window, more: object = {}): Promise<FrameLocator> {
  const [frame] = await shopWith(page, rig, [await rig.ask(more)], size);
  await page.getByRole('button', { name: 'Pay' }).click();
  await shown(frame as FrameLocator);
  return frame as FrameLocator;
}

/** Each kind of challenge, with its longest text. */
async function everyKind(page: Page, rig: Rig, size: Window): Promise<FrameLocator[]> {
  const long = { merchantName: 'A'.repeat(40), purchaseAmount: '99999999999900', threeDSRequestorChallengeInd: '09' };
  const asked: Message[] = [];
  for (const cardExpiryDate of KINDS) {
    asked.push(await rig.ask({ ...long, cardExpiryDate }));
  }
  const frames = await shopWith(page, rig, asked, size);
  await page.evaluate(() => {
    for (const form of document.forms) {
      form.submit();
    }
  });
  await Promise.all(frames.map(shown));
  return frames;
}

/** The payer has returned: the shop's frame shows the page that received the CRes. */
async function broughtHome(rig: Rig, frame: FrameLocator): Promise<Message> {
  await frame.getByRole('heading', { name: 'Back' }).waitFor();
  const visit = rig.server.visits.find(({ path }) => path === '/notification');
  return fromBase64url(visit?.form.get('cres') ?? '');
}

describeAtLength([true, false], isFirst)('script: %s', (javaScriptEnabled) => {
  const goOn = async (frame: FrameLocator) => {
    if (!javaScriptEnabled) {
      await frame.getByRole('button', { name: 'Continue' }).click();
    }
  };

  it('a payer types the code', async () => {
    const rig = await patientRig();
    const page = await pageWith({ javaScriptEnabled });
    const frame = await challengeIn(page, rig, WINDOWS[0]);
    await frame.getByLabel('Code').fill((await frame.locator('strong').last().textContent()) ?? '');
    await frame.getByRole('button', { name: 'Confirm' }).click();
    await goOn(frame);
    expect(await broughtHome(rig, frame)).toMatchObject({ transStatus: 'Y' });
    expect(rig.server.order).toEqual(['RReq', '/notification']);
  });

  it('a payer chooses answers', async () => {
    const rig = await patientRig();
    const page = await pageWith({ javaScriptEnabled });
    const frame = await challengeIn(page, rig, WINDOWS[1], { cardExpiryDate: '4009' });
    await frame.getByLabel('Bakery').check();
    await frame.getByLabel('Bookshop').check();
    await frame.getByRole('button', { name: 'Confirm' }).click();
    await goOn(frame);
    expect(await broughtHome(rig, frame)).toMatchObject({ transStatus: 'Y' });
  });

  it('a payer goes to the bank’s app and comes back', AT_LENGTH, async () => {
    const rig = await patientRig();
    const page = await pageWith({ javaScriptEnabled });
    const frame = await challengeIn(page, rig, WINDOWS[2], { cardExpiryDate: '4010' });
    const opened = page.context().waitForEvent('page');
    await frame.getByRole('link', { name: 'Open the bank’s app' }).click();
    const app = await opened;
    await app.getByRole('button', { name: 'Agree' }).click();
    await app.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
    await frame.getByRole('button', { name: 'Continue' }).click();
    await goOn(frame);
    expect(await broughtHome(rig, frame)).toMatchObject({ transStatus: 'Y' });
  });

  it('a payer cancels without having typed anything', AT_LENGTH, async () => {
    const rig = await patientRig();
    const page = await pageWith({ javaScriptEnabled });
    const frame = await challengeIn(page, rig, WINDOWS[3]);
    await frame.getByRole('button', { name: 'Cancel' }).click();
    await goOn(frame);
    expect(await broughtHome(rig, frame)).toMatchObject({ transStatus: 'N' });
  });

  it('a tester ends it otherwise', AT_LENGTH, async () => {
    const rig = await patientRig();
    const page = await pageWith({ javaScriptEnabled });
    const frame = await challengeIn(page, rig, WINDOWS[4]);
    await frame.getByText('For testers').click();
    await frame.getByLabel('End it with').selectOption('R: rejected, suspected fraud');
    await frame.getByRole('button', { name: 'End it' }).click();
    await goOn(frame);
    await broughtHome(rig, frame);
    expect(rig.server.results[0]?.message).toMatchObject({ transStatus: 'R' });
  });
});

it('the method’s page leads a hidden frame on by its script', async () => {
  const rig = await patientRig();
  const page = await pageWith();
  const id = '1b8f9a0e-2d0b-4a35-9f64-3a0a4a3a3f11';
  const threeDSMethodNotificationURL = `${rig.server.origin}/method-ended`;
  const data = base64url({ threeDSServerTransID: id, threeDSMethodNotificationURL });
  rig.server.shop.set(
    '/shop',
    `<!doctype html><title>Shop</title><form method="post" action="${rig.started.control}/acs/method" target="methodFrame">
      <input type="hidden" name="threeDSMethodData" value="${data}"></form>
      <iframe name="methodFrame" hidden></iframe><script>document.forms[0].submit()</script>`,
  );
  await page.goto(`${rig.server.origin}/shop`);
  await page
    .frameLocator('iframe')
    .getByRole('heading', { name: 'Back', includeHidden: true })
    .waitFor({ state: 'attached' });
  expect(rig.server.visits[0]?.path).toBe('/method-ended');
  expect(fromBase64url(rig.server.visits[0]?.form.get('threeDSMethodData') ?? '')).toEqual({
    threeDSServerTransID: id,
  });
});

itAtLength(WINDOWS, isFirst)(
  'each challenge fits into window %s, with its continue button visible without scrolling',
  async (...size) => {
    const rig = await patientRig();
    const page = await pageWith({ viewport: { width: 1_400, height: 1_000 } });
    for (const [index, frame] of (await everyKind(page, rig, size)).entries()) {
      const root = frame.locator('html');
      expect(await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), KINDS[index]).toBe(0);
      const button = await frame.getByRole('button', { name: /Confirm|Continue/ }).boundingBox();
      const window = await page.locator('iframe').nth(index).boundingBox();
      const end = (button?.y ?? 0) + (button?.height ?? 0) - (window?.y ?? 0);
      expect(end, KINDS[index]).toBeGreaterThan(0);
      expect(end, KINDS[index]).toBeLessThanOrEqual(size[2]);
    }
  },
);

itAtLength(KINDS, isFirst)('the challenge of a card that expires %s is accessible', async (cardExpiryDate) => {
  const rig = await patientRig();
  const ares = await rig.ask({ cardExpiryDate, threeDSRequestorChallengeInd: '09' });
  await startChallenge(ares);
  const page = await pageWith({ viewport: { width: 250, height: 400 } });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${ares.acsURL}/${ares.acsTransID}`);
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  }
  // Without a choice, input or answer in the app: the page's error messages are checked too.
  for (const box of await page.locator('input[name=code]').all()) {
    await box.fill('1');
  }
  await page.getByRole('button', { name: /Confirm|Continue/ }).click();
  await page.getByRole('alert').waitFor();
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
});

it('the other pages are accessible', AT_LENGTH, async () => {
  const rig = await patientRig();
  await rig.ask({ cardExpiryDate: '4012', threeDSRequestorDecReqInd: 'Y', threeDSRequestorDecMaxTime: '00005' });
  const page = await pageWith({ viewport: { width: 320, height: 640 } });
  for (const path of ['/acs/app', '/acs/challenge/none', '']) {
    await page.goto(rig.started.control + path);
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations, path).toEqual([]);
  }
});
