import { describe, expect, it } from 'vitest';
import { returnUrlOf, withResult } from '../../../src/checkout/status/return-url.ts';
import { canGoOn, checkoutState } from '../../../src/checkout/status/state.ts';
import { type AttemptResult, checkoutSession, FAILURE, NOW, orderWith, SUCCESS } from '../sessions.ts';

const declined = (id: string, more: Partial<AttemptResult> = {}): AttemptResult => ({ id, code: 'DECLINED', ...more });
const DUE = { order: { amount: '10.00', currency: 'EUR' } };
const kindOf = (attempts: readonly AttemptResult[], checkout = {}, more = {}, lockedBy: number | null = null) =>
  checkoutState(checkoutSession(checkout, DUE, more), orderWith(attempts, lockedBy), NOW);

describe('the state of a checkout', () => {
  it.each([
    ['nothing tried yet', [], {}, { kind: 'pay', attempt: '1', attemptsLeft: 3 }],
    ['one decline', [declined('1')], {}, { kind: 'pay', attempt: '2', attemptsLeft: 2 }],
    ['two declines', [declined('1'), declined('2')], {}, { kind: 'pay', attempt: '3', attemptsLeft: 1 }],
    ['three declines', [declined('1'), declined('2'), declined('3')], {}, { kind: 'exhausted' }],
    [
      'another session’s declines',
      [declined('1', { session: 8 }), declined('2', { session: null })],
      {},
      { kind: 'pay', attempt: '3', attemptsLeft: 3 },
    ],
    ['one attempt allowed, one used', [declined('1')], { attemptsMax: 1 }, { kind: 'exhausted' }],
    ['an id that the merchant used', [declined('2', { session: null })], {}, { kind: 'pay', attempt: '1' }],
    ['a success', [{ id: '1', code: 'APPROVED' }], {}, { kind: 'paid', movement: { transactionId: '1' } }],
    [
      'a decline and a success',
      [declined('1'), { id: '2', code: 'APPROVED' }],
      {},
      { kind: 'paid', movement: { transactionId: '2' } },
    ],
    ['a payment that the merchant made itself', [{ id: 'x', code: 'APPROVED', session: null }], {}, { kind: 'paid' }],
    ['a pending one', [{ id: '1', code: 'PENDING' }], {}, { kind: 'pending' }],
    ['one with an unknown result', [{ id: '1', code: 'UNKNOWN' }], {}, { kind: 'unknown' }],
    ['a success after cancelling', [{ id: '1', code: 'APPROVED' }], { cancelledAt: 1 }, { kind: 'paid' }],
    ['cancelled', [], { cancelledAt: 1 }, { kind: 'cancelled' }],
    ['details stored', [], { operation: 'NONE', storedAt: 1 }, { kind: 'paid' }],
    [
      'a verification by its own page',
      [{ id: '1', code: 'APPROVED', type: 'VERIFICATION' }],
      { operation: 'VERIFY' },
      { kind: 'paid' },
    ],
    [
      'a verification by another',
      [{ id: '1', code: 'APPROVED', type: 'VERIFICATION', session: 8 }],
      { operation: 'VERIFY' },
      { kind: 'pay', attempt: '2' },
    ],
    [
      'a verification before a purchase',
      [{ id: '1', code: 'APPROVED', type: 'VERIFICATION' }],
      {},
      { kind: 'pay', attempt: '2' },
    ],
  ] as const)('%s', (_what, attempts, checkout, state) => {
    expect(kindOf(attempts, checkout)).toMatchObject(state);
  });

  describe('a gift card that is held', () => {
    const poor = { id: '1', code: 'INSUFFICIENT_FUNDS', giftCard: true } as const;
    const held = { id: '2', code: 'PENDING', giftCard: true, part: 'HOLD' } as const;
    const freed = { ...held, code: 'CANCELLED', released: true } as const;

    it.each([
      ['leaves the rest to pay', [poor, held], {}, { kind: 'pay', attempt: '3', attemptsLeft: 3, held: {} }],
      ['of another session is another payer’s', [{ ...held, session: 8 }], {}, { kind: 'held' }],
      [
        'stays with a card that was refused for the rest',
        [poor, held, declined('3', { part: 'REST' })],
        {},
        { kind: 'pay', attempt: '4', attemptsLeft: 2, held: {}, declined: { transactionId: '3' } },
      ],
      ['is shown once it is given back', [poor, freed], {}, { kind: 'pay', attemptsLeft: 3, released: {} }],
      [
        'is shown after the cards that were refused for its rest',
        [poor, freed, declined('3', { part: 'REST' })],
        {},
        { kind: 'pay', attemptsLeft: 2, released: { transactionId: '2' } },
      ],
      [
        'is not shown after another attempt',
        [poor, freed, declined('3')],
        {},
        { kind: 'pay', declined: { transactionId: '3' } },
      ],
    ] as const)('%s', (_what, attempts, checkout, state) => {
      expect(kindOf(attempts, checkout)).toMatchObject(state);
    });

    it('is not shown with a decline that came before it', () => {
      expect(kindOf([poor, held])).not.toHaveProperty('declined');
      expect(kindOf([poor, freed])).not.toHaveProperty('declined');
      expect(kindOf([poor, freed, declined('3')])).not.toHaveProperty('released');
    });
  });

  it('counts a declined balance inquiry as an attempt', () => {
    expect(kindOf([], { inquiries: { asked: 3, refused: 1 } })).toMatchObject({ kind: 'pay', attemptsLeft: 2 });
    expect(kindOf([declined('1')], { inquiries: { asked: 2, refused: 2 } })).toMatchObject({ kind: 'exhausted' });
  });

  describe('a gift card with too little money', () => {
    const poor = (count: number): AttemptResult[] =>
      Array.from({ length: count }, (_, at) => ({ id: `${at + 1}`, code: 'INSUFFICIENT_FUNDS', giftCard: true }));

    it.each([
      [5, { kind: 'pay', attemptsLeft: 3, isFree: true }],
      [6, { kind: 'pay', attemptsLeft: 2 }],
      [7, { kind: 'pay', attemptsLeft: 1 }],
      [8, { kind: 'exhausted' }],
    ] as const)('costs no attempt five times, and then one each: after %i', (count, state) => {
      expect(kindOf(poor(count))).toMatchObject(state);
      expect('isFree' in kindOf(poor(count))).toBe('isFree' in state);
    });

    it('is counted for its checkout alone', () => {
      const others = poor(9).map((one) => ({ ...one, session: 8 }));
      expect(kindOf(others)).toMatchObject({ kind: 'pay', attemptsLeft: 3 });
    });
  });

  it('is under way while the order is locked, expired or not', () => {
    expect(kindOf([], {}, {}, 5)).toEqual({ kind: 'underWay' });
    expect(kindOf([declined('1')], {}, { expiresAt: NOW }, 5)).toEqual({ kind: 'underWay' });
  });

  describe('a waiting form', () => {
    const wait = { id: 'W', attempt: '2', opensAt: NOW + 5_000, until: NOW + 15_000, effort: 1 };
    const waiting = (changes = {}) => ({
      form: { method: 'card' as const, kept: {}, errors: {}, wait: { ...wait, ...changes } },
      expiresAt: NOW + 100_000,
    });

    it('is waited for, and then paid as usual', () => {
      expect(kindOf([declined('1')], {}, waiting())).toMatchObject({
        kind: 'waiting',
        wait,
        open: { kind: 'pay', attempt: '2', attemptsLeft: 2 },
      });
    });

    it('is shown again where its process ended, and is over with its attempt', () => {
      expect(kindOf([declined('1')], {}, waiting({ until: NOW }))).toMatchObject({ kind: 'pay' });
      expect(kindOf([], {}, waiting())).toMatchObject({ kind: 'pay' });
    });

    it('is dropped for a payment under way, and does not keep an ended checkout open', () => {
      expect(kindOf([declined('1')], {}, waiting(), 5)).toEqual({ kind: 'underWay' });
      expect(kindOf([declined('1')], { attemptsMax: 1 }, waiting())).toMatchObject({ kind: 'exhausted' });
    });

    it('can be continued where its session ended meanwhile', () => {
      const ended = checkoutSession({}, DUE, { ...waiting(), expiresAt: NOW });
      const order = orderWith([declined('1')], null);
      expect(checkoutState(ended, order, NOW)).toEqual({ kind: 'expired' });
      expect(canGoOn(ended, order, NOW)).toBe(true);
    });
  });

  it.each([
    ['AUTHORIZE', 'incomplete'],
    ['PURCHASE', 'incomplete'],
    ['VERIFY', 'pay'],
    ['NONE', 'pay'],
  ] as const)('a checkout to %s without an amount has the state %s', (operation, kind) => {
    expect(checkoutState(checkoutSession({ operation }), undefined, NOW).kind).toBe(kind);
  });

  it('is expired at the exact moment, and never after money moved', () => {
    expect(kindOf([], {}, { expiresAt: NOW })).toEqual({ kind: 'expired' });
    expect(kindOf([], {}, { expiresAt: NOW + 1 })).toMatchObject({ kind: 'pay' });
    expect(kindOf([{ id: '1', code: 'APPROVED' }], {}, { expiresAt: 0 })).toMatchObject({ kind: 'paid' });
    expect(kindOf([{ id: '1', code: 'PENDING' }], {}, { expiresAt: 0 })).toMatchObject({ kind: 'pending' });
  });

  it('a link ends at its expiry', () => {
    const link = (expiryDateTime: string) =>
      checkoutState(checkoutSession({}, { ...DUE, paymentLink: { expiryDateTime } }), undefined, NOW).kind;
    expect(link(new Date(NOW).toISOString())).toBe('expired');
    expect(link(new Date(NOW + 1).toISOString())).toBe('pay');
  });

  it('is payable without an order', () => {
    const state = checkoutState(checkoutSession({}, DUE), undefined, NOW);
    expect(state).toEqual({ kind: 'pay', attempt: '1', attemptsLeft: 3 });
  });
});

describe('the return URL', () => {
  const urls = {
    returnUrl: 'https://shop.example/return',
    cancelUrl: 'https://shop.example/cancel',
    timeoutUrl: 'https://shop.example/timeout',
    redirectMerchantUrl: 'https://shop.example/redirect',
    merchant: { url: 'https://shop.example/' },
  };
  const home = (kind: Parameters<typeof returnUrlOf>[1], given: Partial<typeof urls> = urls) =>
    returnUrlOf(checkoutSession({}, { interaction: given }), kind, { failureIndicator: FAILURE, receipt: undefined });

  it.each([
    ['paid', urls, `${urls.returnUrl}?resultIndicator=${SUCCESS}`],
    ['pending', urls, `${urls.returnUrl}?resultIndicator=${FAILURE}`],
    ['unknown', urls, `${urls.returnUrl}?resultIndicator=${FAILURE}`],
    ['cancelled', urls, urls.cancelUrl],
    ['expired', urls, urls.timeoutUrl],
    ['exhausted', urls, urls.redirectMerchantUrl],
    ['exhausted', { returnUrl: urls.returnUrl }, `${urls.returnUrl}?resultIndicator=${FAILURE}`],
    ['cancelled', { returnUrl: urls.returnUrl }, `${urls.returnUrl}?resultIndicator=${FAILURE}`],
    ['expired', { merchant: urls.merchant }, urls.merchant.url],
    ['paid', { merchant: urls.merchant }, urls.merchant.url],
    ['paid', {}, undefined],
  ] as const)('%s with %o is %s', (kind, given, url) => {
    expect(home(kind, given)).toBe(url);
  });

  it('carries the success indicator only on success', () => {
    for (const kind of ['pending', 'unknown', 'cancelled', 'expired', 'exhausted', 'incomplete'] as const) {
      for (const given of [urls, { returnUrl: urls.returnUrl }]) {
        expect(home(kind, given)).not.toContain(SUCCESS);
      }
    }
  });

  it.each([
    ['https://a.example/r', 'https://a.example/r?resultIndicator=i'],
    ['https://a.example/r?', 'https://a.example/r?resultIndicator=i'],
    ['https://a.example/r?a=1', 'https://a.example/r?a=1&resultIndicator=i'],
    ['https://a.example/r?a=1&', 'https://a.example/r?a=1&resultIndicator=i'],
    [
      'https://a.example/r?a[b][]=1&a[b][]=2&u=https%3A%2F%2Fx%3Fy',
      'https://a.example/r?a[b][]=1&a[b][]=2&u=https%3A%2F%2Fx%3Fy&resultIndicator=i',
    ],
    ['https://a.example/r?a=+%20#top', 'https://a.example/r?a=+%20&resultIndicator=i#top'],
    ['https://a.example/#/route?x=1', 'https://a.example/?resultIndicator=i#/route?x=1'],
    ['https://a.example/r?resultIndicator=old', 'https://a.example/r?resultIndicator=i'],
    [
      'https://a.example/r?resultIndicator=a&x=1&resultIndicator=b#top',
      'https://a.example/r?x=1&resultIndicator=i#top',
    ],
    ['https://a.example/r?oldresultIndicator=1', 'https://a.example/r?oldresultIndicator=1&resultIndicator=i'],
    ['https://a.example/r?u=resultIndicator', 'https://a.example/r?u=resultIndicator&resultIndicator=i'],
    ['https://a.example/#/r?resultIndicator=old&x', 'https://a.example/?resultIndicator=i#/r?resultIndicator=i&x'],
  ])('appends to %s', (url, joined) => {
    expect(withResult(url, 'i')).toBe(joined);
  });

  it.each([
    ['https://a.example/r', 'https://a.example/r?resultIndicator=i&returnReceipt=t'],
    ['https://a.example/r?returnReceipt=old&x=1', 'https://a.example/r?x=1&resultIndicator=i&returnReceipt=t'],
    [
      'https://a.example/#/r?resultIndicator=old&returnReceipt=old&x',
      'https://a.example/?resultIndicator=i&returnReceipt=t#/r?resultIndicator=i&returnReceipt=t&x',
    ],
    ['https://a.example/#/r?x', 'https://a.example/?resultIndicator=i&returnReceipt=t#/r?x'],
  ])('appends a receipt to %s', (url, joined) => {
    expect(withResult(url, 'i', 't')).toBe(joined);
  });
});
