import { describe, expect, it } from 'vitest';
import { adviceOn, authorization, card, refundOf, reversalOf } from '../../adapters/acquirers/fixtures.ts';
import { codeOf, connected, inquiryOf, movementsOf } from './rig.ts';

/** A host with an approved authorization of EUR 12.00, optionally with a capture of EUR 10.00 of it. */
async function authorized() {
  const rig = await connected();
  const earlier = authorization();
  await rig.link.request(earlier);
  return { ...rig, earlier };
}

async function captured() {
  const rig = await authorized();
  const capture = adviceOn(rig.earlier, 'CAPTURE', { amount: 1000n });
  await rig.link.advise(capture, false);
  return { ...rig, capture };
}

describe('a void', () => {
  it('reverses an authorization with its changes', async () => {
    const { host, link, earlier } = await authorized();
    await link.advise(adviceOn(earlier, 'UPDATE', { amount: 2000n }), false);
    expect(await codeOf(link.advise(adviceOn(earlier, 'VOID', { amount: 2000n }), false))).toBe('00');
    expect(movementsOf(host)).toEqual(['AUTHORIZATION 12.00 REVERSED', 'UPDATE 20.00 REVERSED']);
    expect(await codeOf(link.advise(adviceOn(earlier, 'CAPTURE'), false))).toBe('76');
  });

  it('reverses a payment', async () => {
    const { host, link } = await connected();
    const payment = authorization({ kind: 'PAYMENT' });
    await link.request(payment);
    expect(await codeOf(link.advise(adviceOn(payment, 'VOID'), false))).toBe('00');
    expect(movementsOf(host)).toEqual(['PAYMENT 12.00 REVERSED']);
  });

  it('reverses a refund, or a capture, which can be made again', async () => {
    const { host, link, earlier, capture } = await captured();
    expect(await codeOf(link.advise(adviceOn(capture, 'VOID'), false))).toBe('00');
    const again = adviceOn(earlier, 'CAPTURE', { amount: 2400n });
    expect(await codeOf(link.advise(again, false))).toBe('00');
    const refund = refundOf(again, { amount: 100n });
    await link.request(refund);
    expect(await codeOf(link.advise(adviceOn(refund, 'VOID'), false))).toBe('00');
    expect(movementsOf(host)).toEqual([
      'AUTHORIZATION 12.00 APPROVED',
      'CAPTURE 10.00 REVERSED',
      'CAPTURE 24.00 APPROVED',
      'REFUND 1.00 REVERSED',
    ]);
  });

  it('of an authorization with a standing capture is refused, until the capture is voided', async () => {
    const { host, link, earlier, capture } = await captured();
    expect(await codeOf(link.advise(adviceOn(earlier, 'VOID'), false))).toBe('21');
    expect(movementsOf(host)).toEqual(['AUTHORIZATION 12.00 APPROVED', 'CAPTURE 10.00 APPROVED']);
    await link.advise(adviceOn(capture, 'VOID'), false);
    expect(await codeOf(link.advise(adviceOn(earlier, 'VOID'), false))).toBe('00');
  });

  it('of a capture or a payment that is refunded is refused', async () => {
    const { host, link, capture } = await captured();
    const payment = authorization({ kind: 'PAYMENT' });
    await link.request(payment);
    await link.request(refundOf(capture, { amount: 1n }));
    await link.request(refundOf(payment, { amount: 1n }));
    const before = movementsOf(host);
    expect(await codeOf(link.advise(adviceOn(capture, 'VOID'), false))).toBe('21');
    expect(await codeOf(link.advise(adviceOn(payment, 'VOID'), false))).toBe('21');
    expect(movementsOf(host)).toEqual(before);
  });

  it('of one of several captures is possible while the others cover the refunds', async () => {
    const { host, link, earlier, capture } = await captured();
    const other = adviceOn(earlier, 'CAPTURE', { amount: 200n });
    await link.advise(other, false);
    await link.request(refundOf(other, { amount: 300n }));
    expect(await codeOf(link.advise(adviceOn(capture, 'VOID'), false))).toBe('21');
    expect(await codeOf(link.advise(adviceOn(other, 'VOID'), false))).toBe('00');
    expect(movementsOf(host).slice(1)).toEqual([
      'CAPTURE 10.00 APPROVED',
      'CAPTURE 2.00 REVERSED',
      'REFUND 3.00 APPROVED',
    ]);
  });

  it('of a movement that is reversed, holds nothing, or has another amount is refused', async () => {
    const { host, link, earlier } = await authorized();
    const declined = authorization({ instrument: card('0539') });
    const verification = authorization({ kind: 'VERIFICATION', amount: 0n });
    const update = adviceOn(earlier, 'UPDATE', { amount: 2000n });
    await link.request(declined);
    await link.request(verification);
    await link.advise(update, false);
    const before = movementsOf(host);
    expect(await codeOf(link.advise(adviceOn(authorization(), 'VOID'), false))).toBe('76');
    expect(await codeOf(link.advise(adviceOn(declined, 'VOID'), false))).toBe('76');
    expect(await codeOf(link.advise(adviceOn(earlier, 'VOID', { orderId: 'another' }), false))).toBe('76');
    expect(await codeOf(link.advise(adviceOn(verification, 'VOID'), false))).toBe('12');
    expect(await codeOf(link.advise(adviceOn(update, 'VOID'), false))).toBe('12');
    expect(await codeOf(link.advise(adviceOn(earlier, 'VOID', { amount: 1200n }), false))).toBe('13');
    expect(movementsOf(host)).toEqual(before);
  });

  it('that is repeated is answered as before, and another one of the same movement is refused', async () => {
    const { host, link, earlier } = await authorized();
    const advice = adviceOn(earlier, 'VOID');
    const first = await link.advise(advice, false);
    expect(await link.advise(advice, true)).toEqual(first);
    expect(await codeOf(link.advise(adviceOn(earlier, 'VOID'), false))).toBe('76');
    expect(await codeOf(link.advise({ ...advice, transactionId: 'other' }, true))).toBe('94');
    expect(movementsOf(host)).toEqual(['AUTHORIZATION 12.00 REVERSED']);
  });

  it('is found by an inquiry, as is the voided movement', async () => {
    const { link, earlier } = await authorized();
    const advice = adviceOn(earlier, 'VOID');
    await link.advise(advice, false);
    expect(await link.inquire(inquiryOf(advice))).toMatchObject({ reply: { gatewayCode: 'APPROVED' } });
    expect(await link.inquire(inquiryOf(earlier))).toMatchObject({
      reply: { acquirerCode: 'R1', acquirerMessage: 'Reversed' },
    });
  });
});

describe('the reversal of a request that failed', () => {
  it('is acknowledged with any movements on its original, and undoes them too', async () => {
    const { host, link, earlier, capture } = await captured();
    await link.advise(adviceOn(earlier, 'UPDATE', { amount: 2000n }), false);
    await link.request(refundOf(capture, { amount: 1n }));
    expect(await link.reverse(reversalOf(earlier), false)).toBe(true);
    expect(movementsOf(host)).toEqual([
      'AUTHORIZATION 12.00 REVERSED',
      'CAPTURE 10.00 REVERSED',
      'UPDATE 20.00 REVERSED',
      'REFUND 0.01 REVERSED',
    ]);
  });

  it('is acknowledged of a void too, and leaves the voided movement as it is', async () => {
    const { host, link, earlier } = await authorized();
    const advice = adviceOn(earlier, 'VOID');
    await link.advise(advice, false);
    expect(await link.reverse({ ...reversalOf(earlier), original: advice.trace }, false)).toBe(true);
    expect(movementsOf(host)).toEqual(['AUTHORIZATION 12.00 REVERSED']);
    expect(await codeOf(link.advise(advice, true))).toBe('00');
  });
});
