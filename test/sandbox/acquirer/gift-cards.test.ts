import { describe, expect, it } from 'vitest';
import type { AcquirerLink } from '../../../src/adapters/acquirers/iso8583/link.ts';
import type { AcquirerAdvice } from '../../../src/core/ports/index.ts';
import {
  adviceOn,
  authorization,
  EUR,
  giftCard,
  nextTrace,
  refundOf,
  replyOf,
  reversalOf,
  standaloneCapture,
} from '../../adapters/acquirers/fixtures.ts';
import { hostWith, linkTo, temporaryFolder } from './rig.ts';

/** The two digits before the check digit are 05: fifty major units. */
const FIFTY = '6006000000000058';

function spend(amount: bigint, number = FIFTY, pin: string | undefined = '1234') {
  return authorization({ kind: 'PAYMENT', amount, instrument: giftCard(number, pin) });
}

function hold(amount: bigint) {
  return authorization({ amount, instrument: giftCard(FIFTY, '1234') });
}

async function advise(link: AcquirerLink, advice: AcquirerAdvice) {
  return replyOf(await link.advise(advice, false)).acquirerCode;
}

async function codeOf(link: AcquirerLink, request: ReturnType<typeof spend>) {
  return replyOf(await link.request(request)).gatewayCode;
}

function asked(link: AcquirerLink, number = FIFTY, pin: string | null = '1234') {
  const instrument = giftCard(number, pin ?? undefined);
  return link.balance!({ trace: nextTrace(), merchantId: 'TESTSHOP', instrument, currency: EUR });
}

async function rig() {
  const { host } = await hostWith();
  return { host, link: await linkTo(host) };
}

describe('gift cards', () => {
  it('have a balance, also after payments, authorizations and refunds', async () => {
    const { link } = await rig();
    expect(await asked(link)).toEqual({ status: 'KNOWN', balance: 5_000n });
    const payment = spend(1_200n);
    await link.request(payment);
    await link.request(hold(800n));
    expect(await asked(link)).toEqual({ status: 'KNOWN', balance: 3_000n });
    await link.reverse(reversalOf(payment), false);
    expect(await asked(link)).toEqual({ status: 'KNOWN', balance: 4_200n });
  });

  it('show their balance to a holder of the PIN, and refuse others as for a payment', async () => {
    const { host, link } = await rig();
    expect(await asked(link, FIFTY, '9999')).toEqual({ status: 'REFUSED', gatewayCode: 'DECLINED' });
    expect(await asked(link, FIFTY, null)).toEqual({ status: 'REFUSED', gatewayCode: 'DECLINED' });
    expect(await asked(link, '6007000000000057')).toEqual({ status: 'REFUSED', gatewayCode: 'DECLINED' });
    expect(host.ledger({})).toEqual([]);
  });

  it('show their balance in the requested currency', async () => {
    const { link } = await rig();
    const trace = nextTrace();
    const instrument = giftCard(FIFTY, '1234');
    const yen = await link.balance!({
      trace,
      merchantId: 'TESTSHOP',
      instrument,
      currency: { code: 'JPY', numeric: '392' },
    });
    expect(yen).toEqual({ status: 'KNOWN', balance: 50n });
  });

  it('can be spent down to nothing and no further', async () => {
    const { link } = await rig();
    expect(await codeOf(link, spend(3000n))).toBe('APPROVED');
    expect(await codeOf(link, spend(2001n))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, spend(2000n))).toBe('APPROVED');
    expect(await codeOf(link, spend(1n))).toBe('INSUFFICIENT_FUNDS');
  });

  it('are not spent twice by concurrent payments', async () => {
    const { host, link } = await rig();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => link.request(spend(1000n))));
    const codes = outcomes.map((outcome) => replyOf(outcome).gatewayCode);
    expect(codes.filter((code) => code === 'APPROVED')).toHaveLength(5);
    expect(host.ledger({}).filter((entry) => entry.state === 'APPROVED')).toHaveLength(5);
  });

  it('are credited by reversals', async () => {
    const { link } = await rig();
    const first = spend(5000n);
    expect(await codeOf(link, first)).toBe('APPROVED');
    expect(await codeOf(link, spend(5000n))).toBe('INSUFFICIENT_FUNDS');
    expect(await link.reverse(reversalOf(first), false)).toBe(true);
    expect(await codeOf(link, spend(5000n))).toBe('APPROVED');
  });

  it('keep their balance over a restart of the host', async () => {
    const ledgerFile = `${await temporaryFolder()}/ledger.db`;
    const first = await hostWith({ ledgerFile });
    expect(await codeOf(await linkTo(first.host), spend(4000n))).toBe('APPROVED');
    await first.host.close();
    const second = await hostWith({ ledgerFile });
    const link = await linkTo(second.host);
    expect(await codeOf(link, spend(1001n))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, spend(1000n))).toBe('APPROVED');
  });

  it.each([
    ['the right PIN', '1234', 'APPROVED', '00'],
    ['a wrong PIN', '9999', 'DECLINED', '55'],
    ['no PIN', undefined, 'DECLINED', '55'],
  ])('have the stated outcome with %s', async (_, pin, gatewayCode, acquirerCode) => {
    const { link } = await rig();
    const instrument = pin === undefined ? giftCard(FIFTY) : giftCard(FIFTY, pin);
    const reply = replyOf(await link.request(authorization({ instrument })));
    expect(reply).toMatchObject({ gatewayCode, acquirerCode });
    expect(reply).not.toHaveProperty('avs');
  });

  it('are declined under a number that is no gift card’s', async () => {
    const { link } = await rig();
    expect(await codeOf(link, spend(100n, '5123450000000008'))).toBe('DECLINED');
  });

  it('are charged for captures of an authorization only by the excess', async () => {
    const { link } = await rig();
    const held = hold(3000n);
    expect(await codeOf(link, held)).toBe('APPROVED');
    expect(await advise(link, adviceOn(held, 'CAPTURE', { amount: 2000n }))).toBe('00');
    expect(await codeOf(link, spend(2000n))).toBe('APPROVED');
    expect(await advise(link, adviceOn(held, 'CAPTURE', { amount: 1001n }))).toBe('51');
    expect(await advise(link, adviceOn(held, 'CAPTURE', { amount: 1000n }))).toBe('00');
    expect(await codeOf(link, spend(1n))).toBe('INSUFFICIENT_FUNDS');
  });

  it('are charged for an authorization as last changed', async () => {
    const { link } = await rig();
    const held = hold(3000n);
    await link.request(held);
    expect(await advise(link, adviceOn(held, 'UPDATE', { amount: 5001n }))).toBe('51');
    expect(await advise(link, adviceOn(held, 'UPDATE', { amount: 5000n }))).toBe('00');
    expect(await codeOf(link, spend(1n))).toBe('INSUFFICIENT_FUNDS');
    expect(await advise(link, adviceOn(held, 'UPDATE', { amount: 1000n }))).toBe('00');
    expect(await codeOf(link, spend(4000n))).toBe('APPROVED');
    expect(await advise(link, adviceOn(held, 'CAPTURE', { amount: 1001n }))).toBe('51');
  });

  it('are credited by voids and refunds, without a PIN', async () => {
    const { link } = await rig();
    const [held, paid] = [hold(1000n), spend(4000n)];
    await link.request(held);
    await link.request(paid);
    expect(await codeOf(link, spend(1n))).toBe('INSUFFICIENT_FUNDS');
    expect(await advise(link, adviceOn(held, 'VOID'))).toBe('00');
    expect(await codeOf(link, refundOf(paid, { amount: 500n, instrument: giftCard(FIFTY) }))).toBe('APPROVED');
    expect(await codeOf(link, spend(1501n))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, spend(1500n))).toBe('APPROVED');
  });

  it('cannot have a refund voided that was spent again', async () => {
    const { link } = await rig();
    const paid = spend(5000n);
    await link.request(paid);
    const refund = refundOf(paid, { instrument: giftCard(FIFTY) });
    await link.request(refund);
    const again = spend(1n);
    await link.request(again);
    expect(await advise(link, adviceOn(refund, 'VOID'))).toBe('51');
    await link.advise(adviceOn(again, 'VOID'), false);
    expect(await advise(link, adviceOn(refund, 'VOID'))).toBe('00');
    expect(await codeOf(link, spend(1n))).toBe('INSUFFICIENT_FUNDS');
  });

  it('are credited for their own payments alone, not for another card’s refund or a standalone one', async () => {
    const { link } = await rig();
    const [ofGift, ofCard] = [spend(1000n), authorization({ kind: 'PAYMENT' })];
    await link.request(ofGift);
    await link.request(ofCard);
    const other = giftCard('6006000000000993');
    expect(replyOf(await link.request(refundOf(ofGift, { instrument: other }))).acquirerCode).toBe('14');
    const excess = refundOf(ofGift, { amount: 1001n, instrument: giftCard(FIFTY) });
    expect(replyOf(await link.request(excess)).acquirerCode).toBe('61');
    expect(replyOf(await link.request(refundOf(ofGift))).acquirerCode).toBe('14');
    expect(replyOf(await link.request(refundOf(ofCard, { instrument: giftCard(FIFTY) }))).acquirerCode).toBe('14');
    expect(replyOf(await link.request({ ...spend(1000n), kind: 'REFUND' })).acquirerCode).toBe('57');
  });

  it('need no PIN with the issuer’s code, but still the balance', async () => {
    const { link } = await rig();
    const referral = (amount: bigint) => ({
      ...hold(amount),
      instrument: giftCard(FIFTY),
      authorizationCode: '123456',
    });
    expect(await codeOf(link, referral(5001n))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, referral(3000n))).toBe('APPROVED');
    const alone = (amount: bigint) => standaloneCapture({ amount, instrument: giftCard(FIFTY) });
    expect(await advise(link, alone(2001n))).toBe('51');
    expect(await advise(link, alone(2000n))).toBe('00');
    expect(await codeOf(link, spend(1n))).toBe('INSUFFICIENT_FUNDS');
  });

  it('pay no more than their balance, even with a forced approval', async () => {
    const { link } = await rig();
    expect(await codeOf(link, { ...spend(5001n), reference: '.FAIL_APPROVED' })).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, { ...spend(5000n), reference: '.FAIL_DECLINED' })).toBe('DECLINED');
    expect(await codeOf(link, spend(5000n))).toBe('APPROVED');
  });

  it('count in the minor unit of the currency', async () => {
    const { link } = await rig();
    const yen = { code: 'JPY', numeric: '392' };
    const dinar = { code: 'KWD', numeric: '414' };
    const payment = (amount: bigint, currency: typeof EUR) => ({ ...spend(amount), currency });
    expect(await codeOf(link, payment(51n, yen))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, payment(50n, yen))).toBe('APPROVED');
    expect(await codeOf(link, payment(50_001n, dinar))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, payment(50_000n, dinar))).toBe('APPROVED');
  });

  it('are verified without a charge', async () => {
    const { link } = await rig();
    const check = authorization({ kind: 'VERIFICATION', amount: 0n, instrument: giftCard(FIFTY, '1234') });
    expect(await codeOf(link, check)).toBe('APPROVED');
    expect(await codeOf(link, spend(5000n))).toBe('APPROVED');
  });
});
