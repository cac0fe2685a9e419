import { describe, expect, it } from 'vitest';
import { adviceOn, authorization, card, refundOf, replyOf, reversalOf } from '../../adapters/acquirers/fixtures.ts';
import { codeOf, connected, inquiryOf, movementsOf, statesOf } from './rig.ts';

/** A host with an approved payment of EUR 12.00 in its ledger. */
async function paid(expiry = '1245') {
  const rig = await connected({}, { requestTimeoutMs: 1_000 });
  const payment = authorization({ kind: 'PAYMENT', instrument: card(expiry) });
  await rig.link.request(payment);
  return { ...rig, payment };
}

describe('a refund', () => {
  it('of a payment is an entry of its own', async () => {
    const { host, link, payment } = await paid();
    const refund = refundOf(payment, { amount: 500n });
    const reply = replyOf(await link.request(refund));
    expect(reply).toMatchObject({ gatewayCode: 'APPROVED', authorizationCode: expect.stringMatching(/^\d{6}$/) });
    expect(reply).not.toHaveProperty('avs');
    expect(movementsOf(host)).toEqual(['PAYMENT 12.00 APPROVED', 'REFUND 5.00 APPROVED']);
  });

  it('does not depend on the card’s expiry, unlike the payment', async () => {
    const { link, payment } = await paid('1039');
    for (const expiry of ['0539', '0120', '0828']) {
      expect(await codeOf(link.request(refundOf(payment, { amount: 1n, instrument: card(expiry) })))).toBe('00');
    }
  });

  it('of several captures may name any of them, up to twice the captured amount', async () => {
    const { host, link } = await connected();
    const earlier = authorization();
    await link.request(earlier);
    const captures = [adviceOn(earlier, 'CAPTURE', { amount: 200n }), adviceOn(earlier, 'CAPTURE', { amount: 1000n })];
    for (const capture of captures) {
      await link.advise(capture, false);
    }
    const [small] = captures as [(typeof captures)[0]];
    expect(await codeOf(link.request(refundOf(small, { amount: 1200n })))).toBe('00');
    expect(await codeOf(link.request(refundOf(small, { amount: 1201n })))).toBe('61');
    expect(await codeOf(link.request(refundOf(small, { amount: 1200n })))).toBe('00');
    expect(await codeOf(link.request(refundOf(small, { amount: 1n })))).toBe('61');
    expect(statesOf(host).slice(3)).toEqual(['APPROVED', 'DECLINED', 'APPROVED', 'DECLINED']);
  });

  it('of an original that is not captured, unknown, reversed, or another’s is refused', async () => {
    const { link, payment } = await paid();
    const [open, reversed] = [authorization(), authorization({ kind: 'PAYMENT' })];
    await link.request(open);
    await link.request(reversed);
    await link.reverse(reversalOf(reversed), false);
    expect(await codeOf(link.request(refundOf(open)))).toBe('12');
    expect(await codeOf(link.request(refundOf(authorization({ kind: 'PAYMENT' }))))).toBe('76');
    expect(await codeOf(link.request(refundOf(reversed)))).toBe('76');
    expect(await codeOf(link.request(refundOf(payment, { orderId: 'another' })))).toBe('76');
    expect(await codeOf(link.request(refundOf(payment, { merchantId: 'OTHERSHOP' })))).toBe('76');
    const dollars = { code: 'USD', numeric: '840' };
    expect(await codeOf(link.request(refundOf(payment, { currency: dollars })))).toBe('12');
  });

  it('without an original is standalone, and depends on the card’s expiry', async () => {
    const { host, link } = await connected();
    const alone = (expiry: string) => authorization({ kind: 'REFUND', instrument: card(expiry) });
    expect(await codeOf(link.request(alone('0139')))).toBe('00');
    expect(await codeOf(link.request(alone('0539')))).toBe('05');
    expect(movementsOf(host)).toEqual(['REFUND 12.00 APPROVED', 'REFUND 12.00 DECLINED']);
  });

  it('is made once, for any number of repeats', async () => {
    const { host, link, payment } = await paid();
    const refund = refundOf(payment);
    const first = await link.request(refund);
    expect(await link.request(refund)).toEqual(first);
    expect(await codeOf(link.request({ ...refund, amount: 1n }))).toBe('94');
    expect(movementsOf(host)).toEqual(['PAYMENT 12.00 APPROVED', 'REFUND 12.00 APPROVED']);
  });

  it('is undone by the reversal of a refund that was not answered', async () => {
    const { host, link, payment } = await paid();
    const refund = refundOf(payment, { reference: '.FAIL_TIMED_OUT' });
    expect(await link.request(refund)).toEqual({ status: 'NO_ANSWER' });
    expect(movementsOf(host)).toContain('REFUND 12.00 APPROVED');
    expect(await link.reverse(reversalOf(refund), false)).toBe(true);
    expect(movementsOf(host)).toEqual(['PAYMENT 12.00 APPROVED', 'REFUND 12.00 REVERSED']);
    expect(await link.inquire(inquiryOf(refund))).toMatchObject({ reply: { acquirerCode: 'R1' } });
  });

  it('is found by an inquiry', async () => {
    const { host, link, payment } = await paid();
    const refund = refundOf(payment);
    host.setFaults({ mode: 'DROP_REPLY', count: 1 });
    expect(await link.request(refund)).toEqual({ status: 'NO_ANSWER' });
    expect(await link.inquire(inquiryOf(refund))).toMatchObject({ reply: { gatewayCode: 'APPROVED' } });
  });
});
