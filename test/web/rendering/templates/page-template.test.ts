/** Pages made from templates, compared with the rendered ones. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../../../../src/web/built-file.ts';
import type { BuiltPages } from '../../../../src/web/rendering/built-pages.ts';
import { payerPageOrder } from '../../../../src/web/rendering/page-order.ts';
import { pageRenderer } from '../../../../src/web/rendering/page-renderer.ts';
import { filledPage, pageTemplate, plainPage } from '../../../../src/web/rendering/templates/page-template.ts';
import { payPageHoles } from '../../../../src/web/rendering/templates/pay-page-holes.ts';
import type { Amount, PayPage } from '../../../../src/web/views/index.ts';
import { itAtLength } from '../../../support/at-length.ts';
import { everyPage } from '../../pages/every-page.ts';

const { render } = pageRenderer((await import(builtFile('server/entry.mjs').href)) as BuiltPages);

const ID = 'SESSION000000000000000000000001';
const OTHER_ID = 'SESSIONabcdefghijklmnopqrstuvwx';
const HOSTILE = `<b onclick="a('&amp;')">\u202e$& $1 ‹é›\u00a0</b>`;

const FORMS = Object.entries(everyPage).flatMap(([name, page]) => (page.kind === 'pay' ? [[name, page] as const] : []));

const formOrder = (id: string, page: PayPage) => payerPageOrder(`/checkout/pay/${id}`, 'checkout', id, page);

/** The same form for another payer, with another order of as many lines. */
function ofAnotherPayer(page: PayPage): PayPage {
  const text = <Given extends string | undefined>(given: Given) =>
    (given === undefined ? given : `${given} ${HOSTILE}`) as Given;
  const amount = <Given extends Amount | undefined>(given: Given) =>
    given && { ...given, value: given.value.replace(/[1-9]/g, (digit) => `${(Number(digit) % 9) + 1}`) };
  const { summary, hidden } = page;
  const changed = {
    ...page,
    hidden: { ...hidden, csrf: 'bnVsbA.other_payers-token', sessionVersion: '0f9e8d7c02' },
    endsIn: Math.floor(page.endsIn / 60) * 60 + 59,
    summary: {
      ...summary,
      orderId: text(summary.orderId),
      reference: text(summary.reference),
      description: text(summary.description),
      lines: summary.lines.map((line) => ({
        ...line,
        name: text(line.name),
        description: text(line.description),
        total: amount(line.total),
      })),
      subtotals: summary.subtotals.map((one) => ({ ...one, amount: amount(one.amount) })),
      discountIncluded: amount(summary.discountIncluded),
      total: amount(summary.total),
    },
  };
  return JSON.parse(JSON.stringify(changed).replaceAll(ID, OTHER_ID)) as PayPage;
}

/** Members that a page cannot be rendered with any other text of. */
const FIXED = new Set(['locale', 'currency', 'kind', 'operation', 'method', 'methods', 'brands']);

/** The value with one of its texts, numbers, truth values or list entries changed. */
function* changedPages(value: unknown): Generator<unknown> {
  if (typeof value === 'string') {
    yield /^-?\d+\.\d+$/.test(value) ? `9${value}` : `${value}${HOSTILE}`;
    yield '7';
  } else if (typeof value === 'number') {
    yield value - 1;
    yield value + 1;
  } else if (typeof value === 'boolean') {
    yield !value;
  } else if (Array.isArray(value)) {
    yield value.slice(1);
    for (const [index, one] of value.entries()) {
      yield* [...changedPages(one)].map((changed) => value.with(index, changed));
    }
  } else if (value !== null && typeof value === 'object') {
    for (const [name, one] of Object.entries(value).filter(([name]) => !FIXED.has(name))) {
      yield* [...changedPages(one)].map((changed) => ({ ...value, [name]: changed }));
    }
  }
}

/** Forms that show what a payer typed, or has stored, or other data of one payer. */
const OF_ONE_PAYER = [
  'savedCards',
  'giftCardEnough',
  'giftCardPoor',
  'partHeld',
  'refused',
  'changed',
  'providerDeclined',
  'detailsKnown',
  'unsettled',
] as const;
const OF_ANY_PAYER = ['pay', 'embedded', 'verify', 'declined', 'again', 'detailsAsked', 'withoutSummary'] as const;

describe('a form made from a template', () => {
  it('exists for the states of a first visit, and not if the form shows data of its payer', () => {
    const exists = (name: string) => payPageHoles(formOrder(ID, everyPage[name] as PayPage)) !== undefined;
    expect(OF_ANY_PAYER.filter((name) => !exists(name))).toEqual([]);
    expect(OF_ONE_PAYER.filter(exists)).toEqual([]);
  });

  const cases = FORMS.filter(([, page]) => payPageHoles(formOrder(ID, page)) !== undefined).flatMap(([name, page]) =>
    ['en', 'fr-CA', 'ar', 'uk', 'hi', 'ja'].map((locale) => ({ name, locale, page: { ...page, locale } })),
  );
  const isQuick = ({ name, locale }: (typeof cases)[number]) =>
    locale === 'en' ? /^(pay|embedded|declined|long|detailsAsked)$/.test(name) : name === 'pay' && locale !== 'hi';

  itAtLength(cases, isQuick)('has the bytes of the rendered one: $name in $locale', async ({ page }) => {
    const order = formOrder(ID, page);
    const holes = payPageHoles(order)!;
    const template = await pageTemplate({ order, values: holes.values, marked: holes.marked() }, render);
    const other = formOrder(OTHER_ID, ofAnotherPayer(page));
    const others = payPageHoles(other)!;
    expect(others.key).toBe(holes.key);
    const html = (await render(other)).toString();
    expect(plainPage(template!, others.values).toString()).toBe(html);
    const filled = filledPage(template!, others.values);
    expect(filled === undefined ? html : gunzipSync(filled).toString()).toBe(html);
  });

  it('is the same behind a payment link, for payers with sessions of their own', async () => {
    const link = 'SESSIONlinkFOR0000000000000000A';
    const order = formOrder(link, everyPage.pay as PayPage);
    const other = formOrder(link, ofAnotherPayer(everyPage.pay as PayPage));
    const [holes, others] = [payPageHoles(order)!, payPageHoles(other)!];
    expect(others.key).toBe(holes.key);
    expect(holes.key).not.toBe(payPageHoles(formOrder(ID, everyPage.pay as PayPage))?.key);
    const template = await pageTemplate({ order, values: holes.values, marked: holes.marked() }, render);
    expect(plainPage(template!, others.values).toString()).toBe((await render(other)).toString());
  });

  const key = (changes: Partial<PayPage>) =>
    payPageHoles(formOrder(ID, { ...(everyPage.pay as PayPage), ...changes }))?.key;
  const { shop, summary } = everyPage.pay as PayPage;
  const line = summary.lines[0]!;

  it.each<[string, Partial<PayPage>]>([
    ['shop', { shop: { ...shop, name: 'Another shop' } }],
    ['language', { locale: 'de' }],
    ['provider', { providers: [] }],
    ['attempt', { hidden: { sessionVersion: 'a1', attempt: '2', csrf: 't' } }],
    ['minute of the end', { endsIn: 1_700 }],
    ['quantity', { summary: { ...summary, lines: summary.lines.map((line) => ({ ...line, quantity: '7' })) } }],
    ['length of the amount', { summary: { ...summary, total: { ...summary.total!, value: '123456789.00' } } }],
    ['number of lines', { summary: { ...summary, lines: [] } }],
    ['support code', { supportCode: 'K3DQ-9XF2' }],
  ])('is another one for another %s', (_what, changes) => {
    expect(key(changes)).not.toBe(key({}));
    expect(key(changes)).toBeDefined();
  });

  it.each<[string, string, Partial<PayPage>]>([
    ['a session id with other characters', 'a session with "quotes"', {}],
    ['a short id', 'S', {}],
    ['an empty token', ID, { hidden: { sessionVersion: '1', attempt: '1', csrf: '' } }],
    ['an order of many lines', ID, { summary: { ...summary, lines: Array.from({ length: 51 }, () => line) } }],
    ['a token with markup', ID, { hidden: { sessionVersion: '1', attempt: '1', csrf: '"><b>' } }],
    ['a shop with the mark of a value', ID, { shop: { ...shop, name: 'A \ue00000\ue001' } }],
    ['a shop with the mark of a token', ID, { shop: { ...shop, name: 'MarkOfToken00End' } }],
  ])('does not exist for %s', (_what, id, changes) => {
    expect(payPageHoles(formOrder(id, { ...(everyPage.pay as PayPage), ...changes }))).toBeUndefined();
  });

  it('has the bytes of the rendered one after a change of any member that leaves the key', async () => {
    const page = everyPage.pay as PayPage;
    const order = formOrder(ID, page);
    const holes = payPageHoles(order)!;
    const template = await pageTemplate({ order, values: holes.values, marked: holes.marked() }, render);
    const orders = [...changedPages(page)].map((changed) => formOrder(ID, changed as PayPage));
    const alike = orders.filter((changed) => payPageHoles(changed)?.key === holes.key);
    for (const changed of alike) {
      const { values } = payPageHoles(changed)!;
      expect(plainPage(template!, values).toString()).toBe((await render(changed)).toString());
    }
    expect(alike.length).toBeGreaterThan(20);
    expect(orders.length - alike.length).toBeGreaterThan(50);
  });

  it('does not exist if the page writes a value in an unknown way', async () => {
    const order = formOrder(ID, everyPage.pay as PayPage);
    const holes = payPageHoles(order)!;
    const request = { order, values: holes.values, marked: holes.marked() };
    const raw = async (given: typeof order) =>
      Buffer.from((await render(given as never)).toString().replaceAll('&lt;', '<'));
    expect(await pageTemplate(request, raw as typeof render)).toBeUndefined();
    const shortened = async (given: typeof order) =>
      Buffer.from((await render(given as never)).toString().replace('The Sea', 'Sea'));
    expect(await pageTemplate(request, shortened as typeof render)).toBeUndefined();
  });
});
