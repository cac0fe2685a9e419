import { describe, expect, it } from 'vitest';
import { LANGUAGES, textFor } from '../../../src/web/text/index.ts';
import type { Shop } from '../../../src/web/views/index.ts';
import { AT_LENGTH, itAtLength } from '../../support/at-length.ts';
import { runTogether } from '../../support/run-together.ts';
import { everyPage, isOneOfEachKind } from './every-page.ts';
import { donePage, payPage, shop } from './fixtures.ts';
import { INLINE, lookAt, looksAt, STYLE, WIDTHS } from './looks.ts';
import { oncePerName } from './once.ts';
import { usePages } from './rig.ts';
import { DRAWN_BY_SCRIPT, sayingIn } from './sayings.ts';
import { visit } from './visitor.ts';

const ADDRESS = '/checkout/pay/SESSION000000000000000000000001';

/** The whole page, compressed as it is sent: the limit for a phone on a bad connection. */
const PAGE_BYTES_MAX = 16 * 1024;
const REQUESTS_MAX = 4;

const rig = usePages();

const NAMES = Object.keys(everyPage);
describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  itAtLength(NAMES, isOneOfEachKind)('%s is free of findings by axe, and of violations of its policy', async (name) => {
    const look = await lookAt(name);
    expect(look[colorScheme]).toEqual([]);
    expect(look.complaints).toEqual([]);
  });
});

itAtLength(NAMES, isOneOfEachKind)('%s is for a screen reader what it is for the eye', async (name) => {
  expect((await lookAt(name)).misread).toEqual([]);
});

async function saysAllIn(locale: string, names: readonly string[]): Promise<void> {
  const { direction } = textFor(locale);
  const { sayings, complaints } = await sayingIn(locale, names);
  expect(sayings).toHaveLength(names.length + DRAWN_BY_SCRIPT.length);
  for (const { name, text, inline, ...seen } of sayings) {
    expect(seen, name).toEqual({ lang: locale, dir: direction, headings: 1, excess: 0 });
    expect(text, name).not.toMatch(/\{\w+\}|undefined|\[object/);
    expect(inline, name).toBeUndefined();
  }
  expect(complaints).toEqual([]);
}

/** A language with long words, and one that is right to left. */
const QUICK: readonly string[] = ['de', 'ar'];

itAtLength(LANGUAGES, (locale) => QUICK.includes(locale))(
  'a page of each kind shows its texts in %s within a window of 320 pixels',
  (locale) => saysAllIn(locale, NAMES.filter(isOneOfEachKind)),
);

// States of one kind differ in sentences, so the languages with the longest ones stand for the others.
it.each(['de', 'el', 'ar'])('every page shows its texts in %s within a window of 320 pixels', AT_LENGTH, (locale) =>
  saysAllIn(locale, NAMES),
);

it.each(WIDTHS)('no page is wider than a window of %i pixels', async (width) => {
  for (const [name, { excess }] of await looksAt(NAMES.filter(isOneOfEachKind))) {
    expect(excess.get(width), name).toBe(0);
  }
});

it.each(WIDTHS)('no page in any state is wider than a window of %i pixels', AT_LENGTH, async (width) => {
  for (const [name, { excess }] of await looksAt(NAMES)) {
    expect(excess.get(width), name).toBe(0);
  }
});

it.each([
  ['pay', payPage()],
  ['receipt', donePage('receipt')],
  ['status', everyPage.statusPaid!],
] as const)('the whole %s page needs four requests and 16 KB', async (_name, model) => {
  const { page, requests, close } = await visit(rig.browser);
  rig.preview.show(model);
  await page.goto(rig.preview.origin + ADDRESS, { waitUntil: 'networkidle' });
  // The browser may fetch the icon without an event; it counts as requested.
  const urls = new Set([...requests.map(({ url }) => url), `${rig.preview.origin}/favicon.svg`]);
  expect(urls.size).toBeLessThanOrEqual(REQUESTS_MAX);
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(PAGE_BYTES_MAX);
  await close();
});

it('a page shows markup in the texts of a merchant as text', async () => {
  const hostile = '<img src=x onerror="alert(1)"></script><script>alert(2)</script>\'"`{{7*7}}';
  const { page, complaints, close } = await visit(rig.browser);
  rig.preview.show(
    payPage({
      shop: {
        ...shop,
        name: hostile,
        addressLines: [hostile],
        email: hostile,
        phone: hostile,
        supportUrl: 'javascript:alert(3)',
        policies: { terms: 'javascript:alert(4)' },
        color: hostile,
      },
      summary: {
        orderId: hostile,
        reference: `r${hostile}`,
        description: hostile,
        lines: [
          {
            name: hostile,
            description: hostile,
            quantity: hostile,
            total: { value: '1', currency: 'EUR', exponent: 2 },
          },
        ],
        subtotals: [],
      },
      kept: { nameOnCard: hostile, expiry: hostile },
    }),
  );
  await page.goto(rig.preview.origin + ADDRESS);
  expect(await page.locator('.shop-name').textContent()).toBe(hostile);
  expect(await page.locator('#card-nameOnCard').inputValue()).toBe(hostile);
  expect(await page.locator('img, script:not([src])').count()).toBe(0);
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

const BARE: Shop = { name: shop.name, addressLines: [], color: shop.color, timeZone: shop.timeZone };

it('a page has at its foot the shop’s address and contacts alone', async () => {
  const foot = async (given: Partial<Shop>) => {
    rig.preview.show(payPage({ shop: { ...BARE, ...given } }));
    const html = await (await fetch(rig.preview.origin + ADDRESS)).text();
    return /<footer.*<\/footer>/s.exec(html)?.[0].replace(/ [a-z]+="[^"]*"/g, '');
  };
  const ours = '<p>Payment page by Turnpike</p></footer>';
  expect(await foot({})).toBe(`<footer>${ours}`);
  expect(await foot({ addressLines: ['Galway'] })).toBe(
    `<footer><address><bdi>Harbour Lane Books, Galway</bdi></address>${ours}`,
  );
  const policies = { privacy: 'https://shop.example/privacy', refunds: 'https://shop.example/refunds' };
  expect(await foot({ policies })).toBe(`<footer><ul><li><a>Privacy</a></li><li><a>Refund policy</a></li></ul>${ours}`);
  expect(await foot({ phone: '1' })).toBe(`<footer><ul><li><a><bdi>1</bdi></a></li></ul>${ours}`);
});

/** Each page as the server sends it, rendered once. */
const htmlOf = oncePerName(async (name) => {
  rig.preview.show(everyPage[name]!);
  return (await fetch(rig.preview.origin + ADDRESS)).text();
});

it('no page runs two words together', async () => {
  for (const name of NAMES) {
    expect(runTogether(await htmlOf(name)), name).toEqual([]);
  }
});

it('a page has one style in its head, and no other style and no inline script', async () => {
  for (const name of NAMES) {
    const html = await htmlOf(name);
    expect(html).toMatch(STYLE);
    expect(html.replace(STYLE, '').match(INLINE)?.[0]).toBeUndefined();
  }
});
