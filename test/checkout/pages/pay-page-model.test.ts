import { describe, expect, it } from 'vitest';
import { payPageModel } from '../../../src/checkout/pages/pay-page-model.ts';
import type { CheckoutSession } from '../../../src/checkout/session/session.ts';
import { checkoutState, type StateOf } from '../../../src/checkout/status/state.ts';
import type { GatewayCode } from '../../../src/contract/gateway-codes.ts';
import type { RequestFields } from '../../../src/contract/request-fields.ts';
import { merchant } from '../../core/world.ts';
import { checkoutSession, NOW, orderWith } from '../sessions.ts';

const context = (session: CheckoutSession) => ({ session, merchant, locale: 'en', testMode: 'sandbox' as const });
const HIDDEN = { sessionVersion: 'v', attempt: '1', csrf: 'c' };
const ORDER = { id: 'A', amount: '24.30', currency: 'EUR' };

describe('the pay page', () => {
  const pageAfter = (code: GatewayCode, method: 'card' | 'giftCard' = 'card', fields: RequestFields = {}) => {
    const session = checkoutSession({}, { order: ORDER, ...fields }, { form: { method, kept: {}, errors: {} } });
    const order = orderWith([{ id: '1', code, giftCard: method === 'giftCard' }]);
    const state = checkoutState(session, order, NOW) as StateOf<'pay'>;
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
    const state = checkoutState(session, order, NOW) as StateOf<'pay'>;
    expect(payPageModel(context(session), state, HIDDEN).notice).toEqual({
      kind: 'provider',
      provider: 'Demo Wallet',
      reason: 'cancelled',
    });
  });

  it('gives the same advice for every wrong detail, so that card testers learn nothing', () => {
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
  ])('shows old and new amounts only where they differ: %s', (_what, before, expected) => {
    const session = checkoutSession(
      {},
      { order: ORDER },
      { form: { method: 'card', kept: {}, errors: {}, notice: 'changed', ...(before && { before }) } },
    );
    const page = payPageModel(context(session), { kind: 'pay', attempt: '1', attemptsLeft: 3 }, HIDDEN);
    expect(page.notice).toEqual({ kind: 'changed', ...expected });
  });
});
