/** When a checkout has ended without a payment: at a cancel, an idle payer, or the end of its session. */
import { describe, expect, it } from 'vitest';
import { type CheckoutRecords, fateOfCheckout } from '../../../src/checkout/events/checkout-end.ts';
import type { Checkout } from '../../../src/checkout/session/session.ts';
import type { Values } from '../../../src/contract/read.ts';
import type { StoredOrder } from '../../../src/core/ports/index.ts';
import { type AttemptResult, checkoutSession, NOW, orderWith } from '../sessions.ts';

const MINUTE = 60_000;
const FIELDS = { order: { id: 'A', amount: '10.00', currency: 'EUR' } };

/** A session that its payer used last at NOW, and that ends in half an hour. */
function records(
  checkout: Partial<Checkout> = {},
  order?: StoredOrder,
  { fields = FIELDS, ...more }: Partial<CheckoutRecords> & { readonly fields?: Values } = {},
): CheckoutRecords {
  const session = checkoutSession(checkout, fields, { expiresAt: NOW + 30 * MINUTE });
  return { session, behind: undefined, order, isLate: false, ...more };
}

const fate = (stored: CheckoutRecords, minutes: number) => fateOfCheckout(stored, 15, NOW + minutes * MINUTE);
const tried = (...attempts: AttemptResult[]) => orderWith(attempts);
const DECLINED: AttemptResult = { id: '1', code: 'DECLINED' };

describe('a checkout without a payment', () => {
  it('goes on until its payer was idle for so long, and is abandoned then', () => {
    expect(fate(records(), 14)).toEqual({ kind: 'GOES_ON', until: NOW + 15 * MINUTE });
    expect(fate(records(), 15)).toEqual({
      kind: 'ENDED',
      event: 'CHECKOUT_ABANDONED',
      isCancelled: false,
      lastStepAt: NOW,
      failedAttempts: 0,
    });
  });

  it('counts the time from the last attempt, and reports failed attempts', () => {
    const order = { ...tried(DECLINED), updatedAt: NOW + 10 * MINUTE };
    expect(fate(records({}, order), 20)).toEqual({ kind: 'GOES_ON', until: NOW + 25 * MINUTE });
    expect(fate(records({}, order), 25)).toMatchObject({ event: 'CHECKOUT_ABANDONED', failedAttempts: 1 });
  });

  it('is abandoned by a cancel, also if it is looked at after the end of its session', () => {
    const left = records({ leftAt: NOW + MINUTE });
    expect(fate(left, 15)).toEqual({ kind: 'GOES_ON', until: NOW + 16 * MINUTE });
    const cancelled = { event: 'CHECKOUT_ABANDONED', isCancelled: true, lastStepAt: NOW + MINUTE };
    expect(fate(left, 16)).toMatchObject(cancelled);
    expect(fate(left, 100)).toMatchObject(cancelled);
  });

  it('is not cancelled any more once its payer came back', () => {
    expect(fate(records({ leftAt: NOW - MINUTE }), 15)).toMatchObject({ isCancelled: false, lastStepAt: NOW });
  });

  it('times out at the end of its session', () => {
    const short = records({}, undefined, { fields: { ...FIELDS, interaction: { timeout: '600' } } });
    const stored = { ...short, session: { ...short.session, expiresAt: NOW + 10 * MINUTE } };
    expect(fate(stored, 9)).toEqual({ kind: 'GOES_ON', until: NOW + 10 * MINUTE });
    expect(fate(stored, 10)).toMatchObject({ event: 'CHECKOUT_TIMED_OUT', lastStepAt: NOW });
  });

  it('ends in the same way when no attempt is left', () => {
    expect(fate(records({ attemptsMax: 1 }, tried(DECLINED)), 20)).toMatchObject({ failedAttempts: 1 });
  });
});

describe('a checkout with a payment', () => {
  it.each<[string, StoredOrder]>([
    ['an approved payment', tried({ id: '1', code: 'APPROVED' })],
    ['a payment of its order elsewhere', tried({ id: '1', code: 'APPROVED', session: null })],
    ['an authorization', tried({ id: '1', code: 'APPROVED', type: 'AUTHORIZATION' })],
  ])('has no event, after %s', (_, order) => {
    expect(fate(records({}, order), 100)).toEqual({ kind: 'PAID' });
  });

  it.each<[string, StoredOrder]>([
    ['is pending', tried({ id: '1', code: 'PENDING', provider: 'demoBank' })],
    ['has an unknown result', tried({ id: '1', code: 'UNKNOWN' })],
    ['is in flight', { ...tried(DECLINED), lockedBy: 5 }],
    ['is held in part', tried({ id: '1', code: 'PENDING', type: 'AUTHORIZATION', giftCard: true, part: 'HOLD' })],
  ])('has no event while the payment %s, which is looked at as seldom as an idle payer', (_, order) => {
    expect(fate(records({}, order), 100)).toEqual({ kind: 'GOES_ON', until: NOW + 115 * MINUTE });
  });

  it('has no event while a provider has money for a payment that had ended', () => {
    const order = tried({ id: '1', code: 'DECLINED', provider: 'demoBank' });
    expect(fate(records({}, order, { isLate: true }), 100)).toMatchObject({ kind: 'GOES_ON' });
  });

  it('has no event once its details are stored', () => {
    expect(fate(records({ operation: 'NONE', storedAt: NOW }), 100)).toEqual({ kind: 'PAID' });
  });
});

describe('a payment link', () => {
  const EXPIRY = new Date(NOW + 1_000 * MINUTE).toISOString();
  const fields = { ...FIELDS, paymentLink: { expiryDateTime: EXPIRY } };
  const link = (checkout: Partial<Checkout> = {}, more: Partial<CheckoutRecords> = {}) => {
    const stored = records({ mode: 'PAYMENT_LINK', ...checkout }, undefined, { fields, ...more });
    return { ...stored, session: { ...stored.session, expiresAt: NOW + 1_000 * MINUTE } };
  };
  const behind = (checkout: Partial<Checkout> = {}) => {
    const reference = { link: 'sealed', linkKey: 7, attempt: '1' };
    const serving = checkoutSession({ mode: 'PAYMENT_LINK', behind: reference, ...checkout }, {}, { key: 8 });
    return { ...serving, expiresAt: NOW + 30 * MINUTE };
  };

  it('only times out if nobody opened it', () => {
    expect(fate(link(), 500)).toEqual({ kind: 'GOES_ON', until: NOW + 1_000 * MINUTE });
    expect(fate(link(), 1_000)).toMatchObject({ event: 'CHECKOUT_TIMED_OUT' });
  });

  it('is abandoned by a payer who opened it, also when the session behind it was removed', () => {
    expect(fate(link({}, { behind: behind() }), 14)).toEqual({ kind: 'GOES_ON', until: NOW + 15 * MINUTE });
    expect(fate(link({}, { behind: behind() }), 15)).toMatchObject({ event: 'CHECKOUT_ABANDONED', lastStepAt: NOW });
    expect(fate(link({ currentKey: 8 }), 100)).toMatchObject({ event: 'CHECKOUT_ABANDONED' });
  });

  it('goes on while its payer is at the bank', () => {
    const authentication = { attempt: '1', transactionId: '3DS-1', version: 'v', device: {}, page: {} } as never;
    expect(fate(link({}, { behind: behind({ authentication }) }), 20)).toMatchObject({ kind: 'GOES_ON' });
  });
});
