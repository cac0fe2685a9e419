/** The appearance, accessibility and focus of hosted fields in a shop's page. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WHOLE_BROWSER } from '../../browser.ts';
import { useRig } from '../../journeys/rig.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { findings, findingsInFrame } from '../../web/pages/axe.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { CARD, CARD_FORM, call, callsOf, field, formPage, newSession, type } from './form-page.ts';

const rig = useRig({ browser: { executablePath: WHOLE_BROWSER } });
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

type Size = { readonly width: number; readonly height: number };

async function openForm(options: Parameters<typeof formPage>[2] = {}, viewport?: Size): Promise<Page> {
  const { page } = await rig.payer(viewport ? { viewport } : {});
  await page.goto(formPage(rig, shop, { session: 'SESSION', ...options }));
  await callsOf(page, 'initialized');
  return page;
}

/** Boxes of the page's inputs and of the frames over them: equal, within a fraction of a pixel. */
async function expectCovered(page: Page): Promise<void> {
  await expect
    .poll(async () =>
      page.evaluate(() =>
        [...document.querySelectorAll('iframe')].flatMap((frame) => {
          const [over, under] = [frame, frame.previousElementSibling!].map((one) => one.getBoundingClientRect());
          return (['left', 'top', 'width', 'height'] as const)
            .filter((side) => Math.abs(over![side] - under![side]) > 0.6)
            .map((side) => `${frame.title} ${side} ${over![side]} ${under![side]}`);
        }),
      ),
    )
    .toEqual([]);
}

/** The focus moves from one process of the browser to the next. */
async function expectFocus(page: Page, selector: string): Promise<void> {
  await expect
    .poll(() => field(page, selector).evaluate((one) => document.hasFocus() && document.activeElement === one))
    .toBe(true);
}

const LAYOUTS = {
  'in lines of text': '',
  'as blocks':
    'input { display: block; width: 100%; margin: 9px auto; padding: 12px; border: 3px solid; box-sizing: border-box }',
  'in a grid': 'form, p { display: grid; gap: 10px; justify-items: center }',
  'in a row that wraps': 'form, p { display: flex; flex-wrap: wrap; gap: 5px; justify-content: end }',
  'from right to left': 'html { direction: rtl }',
  'in a column that is moved and positioned':
    'form { position: relative; left: 30px; transform: translate(10px, 20px) scale(0.9) }',
};

describe('a field covers the page’s input', () => {
  itAtLength(Object.entries(LAYOUTS), isFirst)('%s, wherever the page moves it', async (_what, style) => {
    const page = await openForm({ style });
    await expectCovered(page);
    await call(
      page,
      `document.querySelector('form').prepend(Object.assign(document.createElement('h1'), { textContent: 'An offer '.repeat(30) }))`,
    );
    await expectCovered(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectCovered(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      await page.evaluate(() => Math.max(320, document.querySelector('form')!.scrollWidth + 60)),
    );
  });

  it('that is shown later, in a part of the page that was closed', AT_LENGTH, async () => {
    const page = await openForm({ html: `<details><summary>Card</summary>${CARD_FORM}</details>` });
    await page.locator('summary').click();
    await expectCovered(page);
    await type(page, '#number', CARD.number);
    expect(await field(page, '#number').inputValue()).toBe('5123 4500 0000 0008');
  });

  it('without a layout shift as it loads', AT_LENGTH, async () => {
    const page = await openForm();
    const shifts = await page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
            type: 'layout-shift',
            buffered: true,
          });
          // Existing entries come first.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
        }),
    );
    expect(shifts).toBe(0);
  });

  it('at 400 % zoom, with text of the page’s size', AT_LENGTH, async () => {
    const page = await openForm({ style: 'html { zoom: 4 } input { width: 60px }' }, { width: 1280, height: 1024 });
    await expectCovered(page);
  });
});

describe('the keyboard alone', () => {
  it('moves through the fields in the page’s order, and Enter sends the form', async () => {
    const session = await newSession(rig);
    const page = await openForm({ session });
    const { number, month, year, code } = CARD;
    const texts = { '#number': number, '#month': month, '#year': year, '#code': code, '#name': 'Ada Lovelace' };
    for (const [selector, text] of Object.entries(texts)) {
      await page.keyboard.press('Tab');
      await expectFocus(page, selector);
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Pay');
    await page.keyboard.press('Shift+Tab');
    await expectFocus(page, '#name');
    await page.keyboard.press('Enter');
    expect((await callsOf(page, 'updated'))[0]).toMatchObject({
      status: 'ok',
      sourceOfFunds: { provided: { card: { nameOnCard: 'Ada Lovelace' } } },
    });
  });

  it('reaches the field by its label', AT_LENGTH, async () => {
    const page = await openForm();
    await page.locator('label[for=number]').click();
    await expectFocus(page, '#number');
    await page.keyboard.type('5123');
    expect(await field(page, '#number').inputValue()).toBe('5123');
  });
});

describe('a screen reader', () => {
  interface Node {
    readonly role?: { readonly value: string };
    readonly name?: { readonly value: string };
    readonly description?: { readonly value: string };
    readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[];
  }

  async function textbox(page: Page): Promise<Node | undefined> {
    const element = await page.locator('#number + iframe').elementHandle();
    const session = await page.context().newCDPSession((await element!.contentFrame())!);
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly Node[] };
    return nodes.find(({ role }) => role?.value === 'textbox');
  }

  it('reads the page’s label, description and error at the field', AT_LENGTH, async () => {
    const page = await openForm();
    await call(page, 'PaymentSession.setMessage("card.number", "Check your number")');
    await expect.poll(async () => (await textbox(page))?.description?.value).toBe('As on the front Check your number');
    const box = await textbox(page);
    expect(box?.name?.value).toBe('Card number');
    expect(box?.properties?.find(({ name }) => name === 'invalid')?.value.value).toBe('true');
  });

  it('reads the page’s changes', AT_LENGTH, async () => {
    const page = await openForm();
    await call(page, `document.querySelector('label[for=number]').textContent = 'Kartennummer'`);
    await expect.poll(async () => (await textbox(page))?.name?.value).toBe('Kartennummer');
    expect(await page.locator('#number + iframe').getAttribute('title')).toBe('Kartennummer');
  });

  it('finds each field once: the page’s own inputs are skipped', AT_LENGTH, async () => {
    const page = await openForm();
    const tree = await page.locator('form').ariaSnapshot();
    expect(tree.match(/textbox/g) ?? []).toEqual([]);
    expect(tree.match(/- iframe/g)).toHaveLength(5);
  });
});

it('the form breaks no rule of axe, in the shop’s page and in each frame', async () => {
  const page = await openForm({ html: `<main><h1>Pay</h1>${CARD_FORM}</main>` });
  expect(await findings(page)).toEqual([]);
  const frames = page.frames().slice(1);
  expect(frames).toHaveLength(5);
  for (const frame of frames) {
    expect(await findingsInFrame(frame), frame.name()).toEqual([]);
  }
});

describe('from right to left', () => {
  it('numbers read from left to right, and begin where the page’s texts begin', AT_LENGTH, async () => {
    const page = await openForm({ style: 'html { direction: rtl }' });
    await type(page, '#number', '51234');
    const shown = await field(page, '#number').evaluate((control) => {
      const { direction, textAlign } = getComputedStyle(control);
      return [direction, textAlign];
    });
    expect(shown).toEqual(['ltr', 'right']);
  });
});
