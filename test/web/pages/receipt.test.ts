import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import { knownPage } from './details-fixtures.ts';
import { donePage, homeless, parts, savedCard } from './fixtures.ts';
import { useVisitor } from './rig.ts';

const rig = useVisitor();

it('the receipt shows the time in the payer’s own zone, and prints', async () => {
  const { page } = await rig.ownVisitor({ timezoneId: 'Asia/Tokyo' });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await rig.open(donePage('receipt'));
  expect(await page.locator('time').textContent()).toBe('November 21, 2026 at 11:05 PM GMT+9');
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('html[data-printed]').waitFor();
});

it('the receipt is shown at once to a payer without a return URL', AT_LENGTH, async () => {
  const page = await rig.open(homeless(donePage('paid')));
  expect(await page.locator('.receipt').textContent()).toContain('Mastercard ending in 0008');
  expect(await page.locator('main').textContent()).not.toContain('already paid');
});

it('a page about a saved card mentions neither a payment nor unknown digits', AT_LENGTH, async () => {
  const page = await rig.open(savedCard());
  const said = await page.locator('main').textContent();
  expect(said).toContain('Your card has already been saved.');
  expect(said).not.toMatch(/paid with|need to pay|ending in/i);
});

it('the receipt has an order’s id below its label on a phone, so that it needs one line', async () => {
  const page = await rig.open(donePage('receipt'));
  await page.setViewportSize({ width: 320, height: 640 });
  const id = page.getByText('HL-20261121-0042', { exact: true });
  expect(await id.evaluate((element) => element.getClientRects().length)).toBe(1);
});

it('a printed receipt has no buttons and no return link', AT_LENGTH, async () => {
  const page = await rig.open(donePage('receipt'));
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('link', { name: 'Return to Harbour Lane Books' }).isVisible()).toBe(false);
  expect(await page.locator('[data-print]').isVisible()).toBe(false);
  expect(await page.locator('.receipt').isVisible()).toBe(true);
  expect(await page.getByText('already paid').isVisible()).toBe(false);
  expect(await page.getByText('Payment page by Turnpike').isVisible()).toBe(false);
});

it('a printed receipt has the payee, the purchase, the time, the means of payment, and the numbers', async () => {
  const page = await rig.open(donePage('receipt', { authorizationCode: '365543' }));
  await page.emulateMedia({ media: 'print' });
  for (const fact of [
    'Harbour Lane Books, 14 Harbour Lane, Galway H91 E2R4, Ireland',
    'Amount paid',
    '€57.20',
    'November 21, 2026',
    'UTC',
    'Mastercard ending in 0008',
    'HL-20261121-0042',
    '632514000123',
    '365543',
    'Field Notes on Lichen',
    'Total',
  ]) {
    expect(await page.getByText(fact).first().isVisible(), fact).toBe(true);
  }
});

it('a printed receipt has every line of a long order', AT_LENGTH, async () => {
  const { summary } = donePage('receipt');
  const lines = Array.from({ length: 12 }, (_, index) => ({ name: `Book ${index + 1}`, quantity: '1' }));
  const page = await rig.open(donePage('receipt', { summary: { ...summary, lines } }));
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText('Book 12', { exact: true }).isVisible()).toBe(true);
});

it('a printed receipt fits one sheet of A4', AT_LENGTH, async () => {
  const page = await rig.open(donePage('receipt', { authorizationCode: '365543' }));
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
});

itAtLength(
  [
    ['AUTHORIZE', 'Amount reserved'],
    ['PURCHASE', 'Amount paid'],
  ] as const,
  isFirst,
)('of %s says %s', async (operation, label) => {
  const page = await rig.open(donePage('receipt', { operation }));
  expect(await page.locator('.receipt .facts').textContent()).toContain(`${label}€57.20`);
});

describe('in a right-to-left language', () => {
  /** The position of each word in its line, and the end of their container. */
  const lefts = (page: Page, selector: string, words: readonly string[]) =>
    page.locator(selector).evaluate((element, words) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const lefts = new Map<string, number>();
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const word of words.filter((one) => node?.nodeValue?.includes(one))) {
          const range = document.createRange();
          range.setStart(node, node.nodeValue!.indexOf(word));
          range.setEnd(node, range.startOffset + word.length);
          lefts.set(word, range.getBoundingClientRect().left);
        }
      }
      return words.map((word) => lefts.get(word) ?? Number.NaN);
    }, words);

  it('a card is named by its brand first, then its digits, then its amount', async () => {
    const page = await rig.open({ ...donePage('receipt', { parts }), locale: 'ar' });
    const [brand, digits, amount] = await lefts(page, '.receipt .facts', ['Mastercard', '0008', '27.20']);
    expect(brand).toBeGreaterThan(digits!);
    expect(digits).toBeGreaterThan(amount!);
  });

  it.each([
    ['a description lies under its name', donePage('receipt'), '.receipt .lines .about', '.receipt .lines .name'],
    ['an address lies under its label', knownPage(), '.known bdi', '.known dt'],
  ] as const)('%s', async (_what, model, selector, above) => {
    const page = await rig.open({ ...model, locale: 'ar' });
    const right = (one: string) =>
      page
        .locator(one)
        .first()
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return Math.round(range.getBoundingClientRect().right);
        });
    expect(await right(selector)).toBe(await right(above));
  });
});
