/** Sessions that are expired, used up or paid; and pages that cover, restyle or listen at their fields. */
import Database from 'better-sqlite3';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idHash } from '../../../src/platform/id-seal.ts';
import { WHOLE_BROWSER } from '../../browser.ts';
import { heading, payByCard } from '../../journeys/form.ts';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { CARD, CARD_FORM, call, callsOf, field, formPage, newSession, type, typeCard } from './form-page.ts';

const rig = useRig({ browser: { executablePath: WHOLE_BROWSER } });
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

async function open(options: Parameters<typeof formPage>[2]): Promise<Page> {
  const { page } = await rig.payer();
  await page.goto(formPage(rig, shop, options));
  await callsOf(page, 'initialized');
  return page;
}

async function stored(page: Page) {
  await typeCard(page);
  await call(page, 'PaymentSession.updateSessionFromForm("card")');
  return (await callsOf(page, 'updated'))[0];
}

describe('a session', () => {
  it('that has expired accepts no card: the page gets an error', async () => {
    const session = await newSession(rig);
    const page = await open({ session });
    const store = new Database(rig.stack.storeFile);
    store.prepare('UPDATE session SET expires_at = ? WHERE id = ?').run(Date.now() - 1, idHash(session));
    store.close();
    expect(await stored(page)).toEqual({ status: 'system_error', errors: { message: expect.any(String) } });
  });

  it('whose checkout is paid may take another card, without another charge', AT_LENGTH, async () => {
    const { page: payer } = await rig.payer();
    const { sessionId, orderId, url } = await rig.stack.merchant.checkout({});
    await payer.goto(url);
    await payByCard(payer);
    await heading(payer, 'Payment complete');
    const page = await open({ session: sessionId });
    expect(await stored(page)).toMatchObject({ status: 'ok' });
    await payer.goto(url);
    await heading(payer, 'Payment complete');
    expect(await rig.stack.acquirer.states(orderId)).toEqual(['APPROVED']);
    expect((await rig.stack.merchant.order(orderId)).body.transaction).toHaveLength(1);
  });
});

describe('a hostile page', () => {
  it('gets no key, paste or input events of its fields, wherever it listens', async () => {
    const page = await open({
      session: await newSession(rig),
      html: `<script>window.heard = [];
        for (const kind of ['keydown', 'keypress', 'keyup', 'input', 'beforeinput', 'change', 'paste', 'copy', 'selectionchange'])
          for (const target of [window, document]) target.addEventListener(kind, (event) => heard.push(kind), true);
      </script>${CARD_FORM}`,
    });
    await typeCard(page);
    await field(page, '#number').press('Control+a');
    await field(page, '#number').press('Control+c');
    await field(page, '#name').press('Control+v');
    expect(await field(page, '#name').inputValue()).not.toBe('');
    expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
  });

  it('may cover the fields, and still does not get their input', AT_LENGTH, async () => {
    const page = await open({ session: await newSession(rig) });
    await call(
      page,
      `{ const over = document.createElement('input'); over.id = 'over';
        const { left, top, width, height } = document.querySelector('#number').getBoundingClientRect();
        over.style.cssText = \`position: fixed; z-index: 9; opacity: 0; pointer-events: none; left: \${left}px; top: \${top}px; width: \${width}px; height: \${height}px\`;
        document.body.append(over); }`,
    );
    await type(page, '#number', CARD.number);
    expect(await page.locator('#over').inputValue()).toBe('');
    expect(await page.locator('#number').inputValue()).toBe('');
    expect(await field(page, '#number').inputValue()).toBe('5123 4500 0000 0008');
  });

  it(
    'may restyle and hide the frames of its fields, and still does not read their input, which is there when they are shown again',
    AT_LENGTH,
    async () => {
      const page = await open({ session: await newSession(rig) });
      await typeCard(page);
      await call(
        page,
        `document.head.append(Object.assign(document.createElement('style'), { textContent:
        'iframe { opacity: 0 !important; transform: scale(9) !important; width: 9px !important; filter: url(#x) !important }' }))`,
      );
      await call(page, `document.querySelector('#number + iframe').style.visibility = 'hidden'`);
      expect(await page.locator('#number').inputValue()).toBe('');
      await call(
        page,
        `document.querySelector('style:last-of-type').remove(); PaymentSession.configure(configuration)`,
      );
      await callsOf(page, 'initialized', 2);
      await call(page, 'PaymentSession.updateSessionFromForm("card")');
      expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
    },
  );

  it(
    'calls updateSessionFromForm by the thousand: one is under way at a time, and each gets its result',
    AT_LENGTH,
    async () => {
      const page = await open({ session: await newSession(rig) });
      await typeCard(page);
      const sent: string[] = [];
      page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
      await call(page, `for (let count = 0; count < 1000; count++) PaymentSession.updateSessionFromForm('card')`);
      expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
      expect(sent).toHaveLength(1);
    },
  );
});

it('a form is usable in 320 pixels: every field is visible, and accepts input', AT_LENGTH, async () => {
  const { page } = await rig.payer({ viewport: { width: 320, height: 568 } });
  await page.goto(
    formPage(rig, shop, { session: await newSession(rig), style: 'input { width: 100%; box-sizing: border-box }' }),
  );
  await callsOf(page, 'initialized');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(320);
  for (const selector of ['#number', '#month', '#year', '#code', '#name']) {
    const [input, frame] = await Promise.all([
      page.locator(selector).boundingBox(),
      page.locator(`${selector} + iframe`).boundingBox(),
    ]);
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs((input?.[side] ?? 0) - (frame?.[side] ?? -9))).toBeLessThan(1);
    }
  }
  await typeCard(page);
  await call(page, 'PaymentSession.updateSessionFromForm("card")');
  expect((await callsOf(page, 'updated'))[0].status).toBe('ok');
});
