/** The payment page's appearance: icons, the folded order, the amount, and a merchant's branding. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { CARD_BRANDS } from '../../../src/contract/card-rules.ts';
import type { OrderSummary, PayPage, ShopLook } from '../../../src/web/views/index.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { euro, payPage, problemPage, shop, summary, unpayablePage } from './fixtures.ts';
import { overflows } from './overflow.ts';
import { PAY_ADDRESS, useVisitor } from './rig.ts';

const rig = useVisitor();

const USUAL: ShopLook = { corner: 'ROUND', theme: 'AUTO', font: 'SYSTEM', byline: true };
const open = (changes: Partial<PayPage> = {}) => rig.open(payPage(changes));
const branded = (look: Partial<ShopLook>) => open({ shop: { ...shop, look: { ...USUAL, ...look } } });
const style = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), name);

it('the shop’s name and every amount of the order are excluded from translation by browsers', async () => {
  const page = await open();
  const translated = await page
    .locator('.shop-name, .amount')
    .evaluateAll((all) => all.filter((one) => (one as HTMLElement).translate).map((one) => one.textContent));
  expect(translated).toEqual([]);
  expect(await page.locator('.amount').count()).toBeGreaterThan(1);
});

describe('drawings', () => {
  it('show the accepted brands, and name them to screen readers', async () => {
    const page = await open({ brands: ['VISA', 'AMEX'] });
    expect(await page.locator('.brands .mark').count()).toBe(2);
    expect(await page.locator('.brands .more').count()).toBe(0);
    expect(await page.locator('.brands').textContent()).toContain('Accepted: Visa, American Express');
  });

  it('show four brands in the box of the number, and how many more there are', async () => {
    const page = await open();
    expect(await page.locator('.brands .mark').count()).toBe(4);
    expect(await page.locator('.brands .more').textContent()).toBe(`+${CARD_BRANDS.length - 4}`);
    const [box, marks] = await Promise.all(['#card-number', '.brands'].map((one) => page.locator(one).boundingBox()));
    expect(marks!.x).toBeGreaterThan(box!.x);
    expect(marks!.x + marks!.width).toBeLessThanOrEqual(box!.x + box!.width);
  });

  it('make room for the digits as soon as one is typed, without script too', async () => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false });
    rig.preview.show(payPage());
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    const shown = () => page.locator('.brands > :is(.mark, .more):visible').count();
    expect(await shown()).toBe(5);
    await page.locator('#card-number').fill('5');
    expect(await shown()).toBe(0);
  });

  it('are complete: each that is used is a symbol of the page, and is drawn', async () => {
    const page = await open();
    const broken = await page
      .locator('use')
      .evaluateAll((uses) =>
        uses.filter((use) => (use as SVGUseElement).getBBox().width < 4).map((use) => use.getAttribute('href')),
      );
    expect(broken).toEqual([]);
    expect(await page.locator('symbol').count()).toBeGreaterThanOrEqual(CARD_BRANDS.length);
  });

  it('show the brand of the number alone, and show the place of its security code', async () => {
    const page = await open();
    await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form#card')?.noValidate === true);
    const code = () => page.locator('.code use').getAttribute('href');
    expect(await code()).toBe('#m-back');
    await page.locator('#card-number').fill('378282246310005');
    await page.locator('#said', { hasText: 'Card type: American Express' }).waitFor();
    expect(
      await page.locator('.mark:visible use').evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
    ).toEqual(['#m-AMEX']);
    expect(await code()).toBe('#m-front');
  });

  itAtLength([320, 390, 1_280], isFirst)(
    'cover no word and no digit at a text size of 200 %, %i pixels wide',
    async (width) => {
      const { page } = await rig.ownVisitor({ viewport: { width: width / 2, height: 900 }, deviceScaleFactor: 2 });
      rig.preview.show(payPage({ locale: 'fr' }));
      await page.goto(rig.preview.origin + PAY_ADDRESS);
      const covered = await page.evaluate(() => {
        const boxes = (selector: string) =>
          [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
        return boxes('.mark').some((mark) =>
          boxes('label').some(
            (box) => mark.left < box.right && mark.right > box.left && mark.top < box.bottom && mark.bottom > box.top,
          ),
        );
      });
      expect(covered).toBe(false);
    },
  );

  it('distinguish the providers', AT_LENGTH, async () => {
    const page = await open();
    const marks = await page.locator('.provider use').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(marks).toEqual(['#m-demoWallet', '#m-demoBank']);
  });
});

describe('the order', () => {
  it('is folded under the amount on a phone, and unfolds without script', AT_LENGTH, async () => {
    const { page } = await rig.ownVisitor({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
    rig.preview.show(payPage());
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    const line = page.getByText('The Sea, The Sea');
    expect(await line.isVisible()).toBe(false);
    expect((await page.locator('#card-number').boundingBox())?.y).toBeLessThan(600);
    await page.getByText('Show order').click();
    expect(await line.isVisible()).toBe(true);
  });

  it('fills its column beside the form, without a button', AT_LENGTH, async () => {
    const page = await open();
    expect(await page.getByText('The Sea, The Sea').isVisible()).toBe(true);
    expect(await page.getByText('Show order').isVisible()).toBe(false);
    const [order, form] = await Promise.all(['.order', '.panel'].map((one) => page.locator(one).first().boundingBox()));
    expect((order?.x ?? 0) + (order?.width ?? 0)).toBeGreaterThan((form?.x ?? 0) - 100);
  });

  it('stays in view beside a long form', async () => {
    const { page } = await rig.ownVisitor({ viewport: { width: 1_280, height: 600 } });
    rig.preview.show(payPage());
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    await page.locator('#card .primary').scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    expect((await page.locator('.lead h1').boundingBox())?.y).toBeGreaterThanOrEqual(0);
  });

  it('without lines has its description and total, so that its column is not empty', async () => {
    const page = await open({ summary: { ...summary, lines: [], subtotals: [] } });
    const order = page.locator('.order');
    expect(await order.isVisible()).toBe(true);
    expect(await order.textContent()).toMatch(/Books for the winter.*Total.*€57\.20/s);
  });

  it('always has its total, and does not repeat it as the sum of its items', AT_LENGTH, async () => {
    const page = await open({
      summary: {
        ...summary,
        description: '1 × The Sea, The Sea, 2 × Field Notes on Lichen',
        subtotals: [{ kind: 'items', amount: euro('57.20') }],
      },
    });
    const text = await page.locator('.order').textContent();
    expect(text?.split('57.20')).toHaveLength(2);
    expect(text?.split('The Sea, The Sea')).toHaveLength(2);
  });
});

describe('the amount', () => {
  const amounts: readonly OrderSummary['total'][] = [
    euro('1234567.50'),
    { value: '1234.567', currency: 'KWD', exponent: 3 },
    { value: '999999999999.123', currency: 'IQD', exponent: 3 },
  ];

  itAtLength([320, 390, 1_280], isFirst)(
    'is 28 pixels high at least, and fits a window of %i pixels',
    async (width) => {
      const { page } = await rig.ownVisitor({ viewport: { width, height: 800 } });
      for (const total of amounts) {
        rig.preview.show(payPage({ summary: { ...summary, total: total! } }));
        await page.goto(rig.preview.origin + PAY_ADDRESS);
        expect(Number.parseFloat(await style(page, '.big', 'font-size')), total!.value).toBeGreaterThanOrEqual(28);
        expect([...(await overflows(page, [width])).values()], total!.value).toEqual([0]);
      }
    },
  );
});

it.each([
  ['an end', unpayablePage('exhausted')],
  ['a wait', unpayablePage('pending')],
  ['a problem', problemPage('notFound')],
] as const)('a page of %s has a sign', async (_what, model) => {
  expect(await (await rig.open(model)).locator('.card > .sign').count()).toBe(1);
});

describe('a merchant’s branding', () => {
  itAtLength(
    [
      ['ROUND', '8px'],
      ['SLIGHT', '4px'],
      ['SQUARE', '0px'],
    ] as const,
    isFirst,
  )('%s gives corners of %s', async (corner, radius) => {
    expect(await style(await branded({ corner }), '.primary', 'border-top-left-radius')).toBe(radius);
  });

  itAtLength(
    [
      ['AUTO', 'light', 'rgb(244, 244, 241)'],
      ['AUTO', 'dark', 'rgb(18, 20, 22)'],
      ['LIGHT', 'dark', 'rgb(244, 244, 241)'],
      ['DARK', 'light', 'rgb(18, 20, 22)'],
    ] as const,
    isFirst,
  )('%s on a %s device has the background %s', async (theme, colorScheme, ground) => {
    const page = await branded({ theme });
    await page.emulateMedia({ colorScheme });
    expect(await style(page, 'html', 'background-color')).toBe(ground);
  });

  itAtLength(
    [
      ['SERIF', 'Georgia'],
      ['MONO', 'Menlo'],
      ['ROUNDED', 'SF Pro Rounded'],
    ] as const,
    isFirst,
  )('%s uses the typeface %s, where the device has it', async (font, family) => {
    const page = await branded({ font });
    expect(await style(page, '#card-number', 'font-family')).toContain(family);
  });

  it.each([true, false])('has the byline if the profile says so: %s', async (byline) => {
    expect(await (await branded({ byline })).getByText('Payment page by Turnpike').count()).toBe(Number(byline));
  });

  itAtLength(['#16324f', '#ffd400', '#767676', '#777777'], isFirst)(
    'keeps the label of a %s button readable under the pointer',
    async (color) => {
      const page = await open({ shop: { ...shop, color } });
      await page.locator('.primary').first().hover();
      const filter = await style(page, '.primary .fill', 'filter');
      const isBlack = (await style(page, '.primary', 'color')) === 'rgb(0, 0, 0)';
      expect(filter).toBe(isBlack ? 'brightness(1.1)' : 'brightness(0.9)');
    },
  );

  it('shows the logo in its proportions, in place of the initial', async () => {
    const { page } = await rig.ownVisitor();
    rig.preview.show(payPage({ shop: { ...shop, logo: { href: '/checkout/logo/x.svg', width: 400, height: 100 } } }));
    await page.route('**/checkout/logo/x.svg', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path d="M0 0h4v1z"/></svg>',
      }),
    );
    await page.goto(rig.preview.origin + PAY_ADDRESS);
    const { width = 0, height = 0 } = (await page.locator('.logo').boundingBox()) ?? {};
    expect([height, width > 2 * height, await page.locator('.badge').count()]).toEqual([40, true, 0]);
  });
});

it('a long order, with long, reversed and pictographic names, stays within its window', AT_LENGTH, async () => {
  const lines = Array.from({ length: 100 }, (_, index) => ({
    name: `${'\u202e'.repeat(3)}${'Ω🍣'.repeat(100)} ${index}`.slice(0, 300),
    quantity: '1',
    total: euro('1.00'),
  }));
  const page = await open({ summary: { ...summary, lines } });
  expect(await page.locator('.lines').first().locator('li').count()).toBe(8);
  expect(await page.getByText('92 more items').count()).toBe(1);
  expect([...(await overflows(page, [320, 390, 1_280])).values()]).toEqual([0, 0, 0]);
});
