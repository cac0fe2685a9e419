import { describe, expect, it } from 'vitest';
import { amountOf } from '../../src/checkout/amount.ts';
import { endedPage, orderSummary, payPage } from '../../src/checkout/page-model.ts';
import { type CheckoutSession, type CheckoutState, checkoutState } from '../../src/checkout/state.ts';
import type { GatewayCode } from '../../src/contract/gateway-codes.ts';
import { merchant } from '../gateway/world.ts';
import { checkoutSession, NOW, orderWith } from './sessions.ts';

const context = (session: CheckoutSession) => ({ session, merchant, locale: 'en', sandbox: true });
const HIDDEN = { sessionVersion: 'v', attempt: '1', csrf: 'c' };
const ORDER = {
  id: 'A',
  amount: '0.3',
  currency: 'EUR',
  itemAmount: '0.1',
  taxAmount: '0.2',
  discount: { amount: '1' },
  item: [{ name: 'Tea', quantity: '9999999999999999', unitPrice: '-0.01', description: 'green' }],
};

describe('the summary', () => {
  it('tells lines, sub-totals and total exactly', () => {
    expect(orderSummary(checkoutSession({}, { order: ORDER }))).toEqual({
      orderId: 'A',
      lines: [
        {
          name: 'Tea',
          description: 'green',
          quantity: '9999999999999999',
          total: { value: '-99999999999999.99', currency: 'EUR', exponent: 2 },
        },
      ],
      subtotals: [
        { kind: 'items', amount: { value: '0.1', currency: 'EUR', exponent: 2 } },
        { kind: 'discount', amount: { value: '1', currency: 'EUR', exponent: 2 } },
        { kind: 'tax', amount: { value: '0.2', currency: 'EUR', exponent: 2 } },
      ],
      total: { value: '0.3', currency: 'EUR', exponent: 2 },
    });
  });

  it.each(['VERIFY', 'NONE'] as const)('%s charges nothing, so it has no total', (operation) => {
    expect(orderSummary(checkoutSession({ operation }, { order: ORDER })).total).toBeUndefined();
  });

  it.each([
    ['1200', 'JPY', 0],
    ['1', 'IQD', 3],
    ['1', 'CLF', 4],
  ])('%s %s has the places that ISO 4217 gives', (value, currency, exponent) => {
    expect(amountOf(value, currency)).toEqual({ value, currency, exponent });
  });

  it('of no amount or no currency is none', () => {
    expect([amountOf(undefined, 'EUR'), amountOf('1', undefined), amountOf('1', 'XXX')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the pay page', () => {
  const pageAfter = (code: GatewayCode, method: 'card' | 'giftCard' = 'card') => {
    const session = checkoutSession({}, { order: ORDER }, { form: { method, kept: {}, errors: {} } });
    const state = checkoutState(session, orderWith([{ id: '1', code }]), NOW) as CheckoutState & { kind: 'pay' };
    return payPage(context(session), state, HIDDEN);
  };

  it.each([
    ['DECLINED', 'card', 'askBank'],
    ['INSUFFICIENT_FUNDS', 'card', 'otherCard'],
    ['EXPIRED_CARD', 'card', 'checkDetails'],
    ['TIMED_OUT', 'card', 'later'],
    ['BLOCKED', 'card', 'otherCard'],
    ['DECLINED', 'giftCard', 'giftCardPin'],
    ['INSUFFICIENT_FUNDS', 'giftCard', 'giftCardBalance'],
  ] as const)('after %s by %s advises %s', (code, method, advice) => {
    expect(pageAfter(code, method).notice).toEqual({ kind: 'declined', method, advice, attemptsLeft: 2 });
  });

  it('advises the same on every wrong detail, so that a card tester learns nothing', () => {
    const advice = (['DECLINED_AVS', 'DECLINED_CSC', 'DECLINED_AVS_CSC', 'INVALID_CSC', 'EXPIRED_CARD'] as const).map(
      (code) => (pageAfter(code).notice as { advice: string }).advice,
    );
    expect(new Set(advice)).toEqual(new Set(['checkDetails']));
  });

  it.each([
    ['PURCHASE', ['card', 'giftCard']],
    ['AUTHORIZE', ['card', 'giftCard']],
    ['VERIFY', ['card']],
    ['NONE', ['card']],
  ] as const)('%s is open to %j', (operation, methods) => {
    const session = checkoutSession(
      { operation },
      { order: ORDER },
      { form: { method: 'giftCard', kept: {}, errors: {} } },
    );
    const page = payPage(context(session), { kind: 'pay', attempt: '1', attemptsLeft: 3 }, HIDDEN);
    expect(page.methods).toEqual(methods);
    expect(methods).toContain(page.method);
  });

  it.each([
    [
      'another amount',
      { value: '5', currency: 'EUR' },
      { before: { value: '5', currency: 'EUR', exponent: 2 }, now: { value: '0.3', currency: 'EUR', exponent: 2 } },
    ],
    ['the same amount', { value: '0.3', currency: 'EUR' }, {}],
    ['no amount', undefined, {}],
  ])('that changed tells old and new only where they differ: %s', (_what, before, told) => {
    const session = checkoutSession(
      {},
      { order: ORDER },
      { form: { method: 'card', kept: {}, errors: {}, notice: 'changed', ...(before && { before }) } },
    );
    const page = payPage(context(session), { kind: 'pay', attempt: '1', attemptsLeft: 3 }, HIDDEN);
    expect(page.notice).toEqual({ kind: 'changed', ...told });
  });
});

it('a shop is what the session says, over what the profile says', () => {
  const fields = {
    interaction: { merchant: { name: 'Stall', address: { line1: 'a', line3: 'c' }, email: 'a@b.example' } },
  };
  expect(endedPage(context(checkoutSession({}, fields)), 'cancelled', 'https://a.example/')).toMatchObject({
    shop: { name: 'Stall', addressLines: ['a', 'c'], email: 'a@b.example' },
    wayBack: { href: 'https://a.example/' },
  });
  expect(endedPage(context(checkoutSession()), 'expired', undefined)).toMatchObject({
    shop: { name: 'Shop', addressLines: [] },
  });
});
