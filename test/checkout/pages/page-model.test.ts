import { describe, expect, it } from 'vitest';
import { payPageModel, unpayablePage } from '../../../src/checkout/pages/page-model.ts';
import { amountOf } from '../../../src/checkout/receipt/amount.ts';
import { orderSummary } from '../../../src/checkout/receipt/order-summary.ts';
import type { CheckoutSession } from '../../../src/checkout/session/session.ts';
import { type CheckoutState, checkoutState } from '../../../src/checkout/status/state.ts';
import type { GatewayCode } from '../../../src/contract/gateway-codes.ts';
import type { Values } from '../../../src/contract/read.ts';
import type { RequestFields } from '../../../src/contract/request-fields.ts';
import { merchant } from '../../core/world.ts';
import { checkoutSession, NOW, orderWith } from '../sessions.ts';

const context = (session: CheckoutSession) => ({ session, merchant, locale: 'en', sandbox: true });
const HIDDEN = { sessionVersion: 'v', attempt: '1', csrf: 'c' };
const ORDER = {
  id: 'A',
  amount: '24.30',
  currency: 'EUR',
  itemAmount: '20.30',
  shippingAndHandlingAmount: '3',
  taxAmount: '1.00',
  item: [{ name: 'Tea', quantity: '2', unitPrice: '10.15', description: 'green' }],
};

const euro = (value: string) => ({ value, currency: 'EUR', exponent: 2 });
const summaryOf = (order: object) => orderSummary(checkoutSession({}, { order: { ...ORDER, ...order } } as Values));

describe('the summary', () => {
  it('shows lines, sub-totals and total exactly', () => {
    expect(summaryOf({})).toEqual({
      orderId: 'A',
      lines: [{ name: 'Tea', description: 'green', quantity: '2', total: euro('20.3') }],
      subtotals: [
        { kind: 'items', amount: euro('20.3') },
        { kind: 'shipping', amount: euro('3') },
        { kind: 'tax', amount: euro('1') },
      ],
      total: euro('24.30'),
    });
  });

  it('keeps amounts of any size exact', () => {
    const item = [{ name: 'Tea', quantity: '9999999999999999', unitPrice: '0.01' }];
    const { lines } = summaryOf({ item, itemAmount: '99999999999999.99', amount: '100000000000003.99' });
    expect(lines[0]?.total).toEqual(euro('99999999999999.99'));
  });

  const kinds = (order: object) => summaryOf(order).subtotals.map(({ kind, amount }) => `${kind} ${amount.value}`);

  it('subtracts a discount that the sub-totals do not include', () => {
    const order = { amount: '22.30', discount: { amount: '2.00' } };
    expect(kinds(order)).toEqual(['items 20.3', 'discount 2', 'shipping 3', 'tax 1']);
    expect(summaryOf(order).discountIncluded).toBeUndefined();
    expect(summaryOf(order).lines[0]?.total).toEqual(euro('20.3'));
  });

  it('notes a discount that the sub-totals include', () => {
    const order = { discount: { amount: '2.00' } };
    expect(kinds(order)).toEqual(['items 20.3', 'shipping 3', 'tax 1']);
    expect(summaryOf(order).discountIncluded).toEqual(euro('2'));
  });

  it('sums the lines of an order without a sum of its items', () => {
    const { itemAmount: _items, ...order } = ORDER;
    const lined = (changes: object) => orderSummary(checkoutSession({}, { order: { ...order, ...changes } } as Values));
    expect(lined({}).subtotals.map(({ kind }) => kind)).toEqual(['shipping', 'tax']);
    expect(lined({ amount: '22.3', discount: { amount: '2' } }).subtotals.map(({ kind }) => kind)).toEqual([
      'discount',
      'shipping',
      'tax',
    ]);
  });

  it.each([
    ['lines that do not make the sum of the items', { item: [{ name: 'Tea', quantity: '1', unitPrice: '1' }] }, 3],
    ['sub-totals that do not make the total', { amount: '99' }, 0],
    ['a discount by which they do not either', { amount: '99', discount: { amount: '1' } }, 0],
  ])('shows no amount beside another that contradicts it: %s', (_what, order, subtotals) => {
    const summary = summaryOf(order);
    expect(summary.lines).toMatchObject([{ name: 'Tea' }]);
    expect(summary.lines[0]).not.toHaveProperty('total');
    expect(summary.subtotals).toHaveLength(subtotals);
    expect(summary.total).toBeDefined();
  });

  it('shows only the total where the lines do not add up to it', () => {
    const item = [{ name: 'Tea', quantity: '1', unitPrice: '1' }];
    const summary = orderSummary(checkoutSession({}, { order: { id: 'A', amount: '24.30', currency: 'EUR', item } }));
    expect(summary).toEqual({
      orderId: 'A',
      lines: [{ name: 'Tea', quantity: '1' }],
      subtotals: [],
      total: euro('24.30'),
    });
  });

  it('notes the discount of an order without other sums', () => {
    const order = { id: 'A', amount: '20', currency: 'EUR', discount: { amount: '5' } };
    expect(orderSummary(checkoutSession({}, { order }))).toMatchObject({
      subtotals: [],
      discountIncluded: euro('5'),
    });
  });

  it.each(['VERIFY', 'NONE'] as const)('%s charges no amount, so it has no total', (operation) => {
    expect(orderSummary(checkoutSession({ operation }, { order: ORDER })).total).toBeUndefined();
  });

  it.each([
    ['1200', 'JPY', 0],
    ['1', 'IQD', 3],
    ['1', 'CLF', 4],
  ])('%s %s has the decimal places of ISO 4217', (value, currency, exponent) => {
    expect(amountOf(value, currency)).toEqual({ value, currency, exponent });
  });

  it('is empty without an amount or a currency', () => {
    expect([amountOf(undefined, 'EUR'), amountOf('1', undefined), amountOf('1', 'XXX')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the pay page', () => {
  const pageAfter = (code: GatewayCode, method: 'card' | 'giftCard' = 'card', fields: RequestFields = {}) => {
    const session = checkoutSession({}, { order: ORDER, ...fields }, { form: { method, kept: {}, errors: {} } });
    const order = orderWith([{ id: '1', code, giftCard: method === 'giftCard' }]);
    const state = checkoutState(session, order, NOW) as CheckoutState & { kind: 'pay' };
    return payPageModel(context(session), state, HIDDEN);
  };

  it.each([
    ['DECLINED', 'card', 'askBank'],
    ['INSUFFICIENT_FUNDS', 'card', 'otherCard'],
    ['EXPIRED_CARD', 'card', 'checkDetails'],
    ['TIMED_OUT', 'card', 'later'],
    ['BLOCKED', 'card', 'otherCard'],
    ['DECLINED', 'giftCard', 'giftCardPin'],
  ] as const)('after %s by %s gives the advice %s', (code, method, advice) => {
    expect(pageAfter(code, method).notice).toEqual({ kind: 'declined', method, advice, attemptsLeft: 2 });
  });

  it('costs no attempt after a gift card with too little money', () => {
    expect(pageAfter('INSUFFICIENT_FUNDS', 'giftCard').notice).toEqual({
      kind: 'declined',
      method: 'giftCard',
      advice: 'giftCardBalance',
    });
  });

  it('costs no attempt after a payer cancelled at a provider', () => {
    const order = orderWith([{ id: '1', code: 'CANCELLED', provider: 'demoWallet' }]);
    const session = checkoutSession({}, { order: ORDER });
    const state = checkoutState(session, order, NOW) as CheckoutState & { kind: 'pay' };
    expect(payPageModel(context(session), state, HIDDEN).notice).toEqual({
      kind: 'provider',
      provider: 'Demo Wallet',
      reason: 'cancelled',
    });
  });

  it('advises the same on every wrong detail, so that card testers cannot tell which one', () => {
    const address = { interaction: { displayControl: { billingAddress: 'OPTIONAL' } } } as const;
    const advice = (['DECLINED_AVS', 'DECLINED_CSC', 'DECLINED_AVS_CSC', 'INVALID_CSC', 'EXPIRED_CARD'] as const).map(
      (code) => (pageAfter(code, 'card', address).notice as { advice: string }).advice,
    );
    expect(new Set(advice)).toEqual(new Set(['checkDetails']));
  });

  it('advises no check of details where the address was wrong and the page asks for none', () => {
    const shown = { interaction: { displayControl: { billingAddress: 'READ_ONLY' } } } as const;
    for (const fields of [{}, shown]) {
      expect(pageAfter('DECLINED_AVS', 'card', fields).notice).toMatchObject({ advice: 'otherCard' });
      expect(pageAfter('DECLINED_AVS_CSC', 'card', fields).notice).toMatchObject({ advice: 'checkDetails' });
    }
  });

  it.each([
    ['PURCHASE', ['card', 'giftCard']],
    ['AUTHORIZE', ['card', 'giftCard']],
    ['VERIFY', ['card']],
    ['NONE', ['card']],
  ] as const)('offers for %s the methods %j', (operation, methods) => {
    const session = checkoutSession(
      { operation },
      { order: ORDER },
      { form: { method: 'giftCard', kept: {}, errors: {} } },
    );
    const page = payPageModel(context(session), { kind: 'pay', attempt: '1', attemptsLeft: 3 }, HIDDEN);
    expect(page.methods).toEqual(methods);
    expect(methods).toContain(page.method);
  });

  it.each([
    [
      'another amount',
      { value: '5', currency: 'EUR' },
      { before: { value: '5', currency: 'EUR', exponent: 2 }, now: { value: '24.30', currency: 'EUR', exponent: 2 } },
    ],
    ['the same amount', { value: '24.30', currency: 'EUR' }, {}],
    ['no amount', undefined, {}],
  ])('shows old and new amounts only where they differ: %s', (_what, before, told) => {
    const session = checkoutSession(
      {},
      { order: ORDER },
      { form: { method: 'card', kept: {}, errors: {}, notice: 'changed', ...(before && { before }) } },
    );
    const page = payPageModel(context(session), { kind: 'pay', attempt: '1', attemptsLeft: 3 }, HIDDEN);
    expect(page.notice).toEqual({ kind: 'changed', ...told });
  });
});

it('the session’s shop details override the profile’s', () => {
  const fields = {
    interaction: { merchant: { name: 'Stall', address: { line1: 'a', line3: 'c' }, email: 'a@b.example' } },
  };
  expect(unpayablePage(context(checkoutSession({}, fields)), 'cancelled', 'https://a.example/')).toMatchObject({
    shop: { name: 'Stall', addressLines: ['a', 'c'], email: 'a@b.example' },
    returnLink: { href: 'https://a.example/' },
  });
  expect(unpayablePage(context(checkoutSession()), 'expired', undefined)).toMatchObject({
    shop: { name: 'Shop', addressLines: [] },
  });
});

it('a name with direction controls is shown without them', () => {
  const session = checkoutSession({}, { interaction: { merchant: { name: '\u202eStall\u2066 of متجر' } } } as Values);
  expect(unpayablePage(context(session), 'expired', undefined).shop.name).toBe('Stall of متجر');
});

it('the shop has the look and the logo that its merchant has', () => {
  const logo = { name: `${'0'.repeat(32)}.svg`, width: 400, height: 100 };
  const { shop } = unpayablePage(
    { ...context(checkoutSession({}, {})), merchant: { ...merchant, logo } },
    'expired',
    undefined,
  );
  expect(shop).toMatchObject({
    logo: { href: `/checkout/logo/${logo.name}`, width: 400, height: 100 },
    look: { corner: 'ROUND', theme: 'AUTO', font: 'SYSTEM', byline: true },
  });
});
