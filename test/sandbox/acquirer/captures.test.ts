import { describe, expect, it } from 'vitest';
import type { AcquirerAdvice } from '../../../src/core/ports/index.ts';
import {
  adviceOn,
  authorization,
  card,
  EUR,
  nextTrace,
  replyOf,
  reversalOf,
  standaloneCapture,
} from '../../adapters/acquirers/fixtures.ts';
import { codeOf, connected, inquiryOf, movementsOf, statesOf } from './rig.ts';

/** A host with an approved authorization of EUR 12.00 in its ledger. */
async function authorized() {
  const rig = await connected();
  const earlier = authorization();
  const reply = replyOf(await rig.link.request(earlier));
  const capture = (amount: bigint, given: Partial<AcquirerAdvice> = {}) =>
    adviceOn(earlier, 'CAPTURE', { amount, ...given });
  const update = (amount: bigint) => adviceOn(earlier, 'UPDATE', { amount });
  return { ...rig, earlier, reply, capture, update };
}

describe('a capture', () => {
  it('is an entry of its own, with the authorization’s code', async () => {
    const { host, link, earlier, reply, capture } = await authorized();
    const part = capture(500n, { transactionId: '2' });
    const answer = replyOf(await link.advise(part, false));
    expect(answer).toMatchObject({ gatewayCode: 'APPROVED', authorizationCode: reply.authorizationCode });
    expect(host.ledger({})[1]).toEqual({
      kind: 'CAPTURE',
      reference: part.trace.receipt,
      merchant: 'TESTSHOP',
      order: earlier.orderId,
      transaction: '2',
      amount: '5.00',
      currency: 'EUR',
      state: 'APPROVED',
      terminal: 'TERM0001',
      at: expect.any(String),
    });
    expect(movementsOf(host)).toEqual(['AUTHORIZATION 12.00 APPROVED', 'CAPTURE 5.00 APPROVED']);
  });

  it('may be one of several, up to twice the authorized amount', async () => {
    const { host, link, capture } = await authorized();
    expect(await codeOf(link.advise(capture(1000n), false))).toBe('00');
    expect(await codeOf(link.advise(capture(1401n), false))).toBe('61');
    expect(await codeOf(link.advise(capture(1400n), false))).toBe('00');
    expect(await codeOf(link.advise(capture(1n), false))).toBe('61');
    expect(statesOf(host)).toEqual(['APPROVED', 'APPROVED', 'DECLINED', 'APPROVED', 'DECLINED']);
  });

  it('counts against the authorization as last changed', async () => {
    const { link, capture, update } = await authorized();
    await link.advise(update(5000n), false);
    expect(await codeOf(link.advise(capture(5000n), false))).toBe('00');
    await link.advise(update(6000n), false);
    expect(await codeOf(link.advise(capture(7001n), false))).toBe('61');
    expect(await codeOf(link.advise(capture(7000n), false))).toBe('00');
  });

  it('of an original that is unknown, declined, reversed, or another’s is refused', async () => {
    const { host, link, earlier } = await authorized();
    const declined = authorization({ instrument: card('0539') });
    const reversed = authorization();
    await link.request(declined);
    await link.request(reversed);
    await link.reverse(reversalOf(reversed), false);
    const before = movementsOf(host);
    const refused = [
      adviceOn(authorization(), 'CAPTURE'),
      adviceOn(declined, 'CAPTURE'),
      adviceOn(reversed, 'CAPTURE'),
      adviceOn(earlier, 'CAPTURE', { orderId: 'another' }),
      adviceOn(earlier, 'CAPTURE', { merchantId: 'OTHERSHOP' }),
    ];
    for (const advice of refused) {
      expect(replyOf(await link.advise(advice, false))).toMatchObject({
        acquirerCode: '76',
        gatewayCode: 'UNSPECIFIED_FAILURE',
      });
    }
    expect(movementsOf(host)).toEqual([...before, ...refused.map(() => 'CAPTURE 12.00 DECLINED')]);
  });

  it('of anything but an authorization, or in another currency, is refused', async () => {
    const { link, capture, earlier } = await authorized();
    const payment = authorization({ kind: 'PAYMENT' });
    const verification = authorization({ kind: 'VERIFICATION', amount: 0n });
    await link.request(payment);
    await link.request(verification);
    const done = capture(100n);
    await link.advise(done, false);
    for (const original of [payment, verification, done]) {
      expect(await codeOf(link.advise(adviceOn(original, 'CAPTURE', { amount: 1n }), false))).toBe('12');
    }
    const yen = { code: 'JPY', numeric: '392' };
    expect(await codeOf(link.advise(adviceOn(earlier, 'CAPTURE', { currency: yen }), false))).toBe('12');
  });

  it('of an authorization made elsewhere is standalone, with any card expiry', async () => {
    const { host, link } = await connected();
    for (const expiry of ['0139', '0539', '0828']) {
      const reply = replyOf(await link.advise(standaloneCapture({ instrument: card(expiry) }), false));
      expect(reply).toMatchObject({ gatewayCode: 'APPROVED', authorizationCode: 'A1B2C3' });
    }
    expect(new Set(movementsOf(host))).toEqual(new Set(['CAPTURE 12.00 APPROVED']));
  });

  it('that names neither an authorization nor a card and a code is refused', async () => {
    const { host, link } = await connected();
    const { authorizationCode: _, ...codeless } = standaloneCapture();
    const { instrument: __, ...cardless } = standaloneCapture();
    expect(await codeOf(link.advise(codeless, false))).toBe('30');
    expect(await codeOf(link.advise(cardless, false))).toBe('30');
    expect(host.ledger({})).toEqual([]);
  });
});

describe('a change of an authorization', () => {
  it('is an entry with the new total', async () => {
    const { host, link, update, reply } = await authorized();
    const answer = replyOf(await link.advise(update(2000n), false));
    expect(answer).toMatchObject({ gatewayCode: 'APPROVED', authorizationCode: reply.authorizationCode });
    await link.advise(update(300n), false);
    expect(movementsOf(host)).toEqual([
      'AUTHORIZATION 12.00 APPROVED',
      'UPDATE 20.00 APPROVED',
      'UPDATE 3.00 APPROVED',
    ]);
  });

  it('to less than was captured is refused', async () => {
    const { host, link, capture, update } = await authorized();
    await link.advise(capture(700n), false);
    expect(await codeOf(link.advise(update(699n), false))).toBe('13');
    expect(await codeOf(link.advise(update(700n), false))).toBe('00');
    expect(statesOf(host)).toEqual(['APPROVED', 'APPROVED', 'DECLINED', 'APPROVED']);
  });

  it('of anything but a standing authorization is refused', async () => {
    const { link } = await connected();
    const payment = authorization({ kind: 'PAYMENT' });
    await link.request(payment);
    expect(await codeOf(link.advise(adviceOn(payment, 'UPDATE'), false))).toBe('12');
    expect(await codeOf(link.advise(adviceOn(authorization(), 'UPDATE'), false))).toBe('76');
  });
});

describe('an advice that is repeated', () => {
  it('is answered as before and moves nothing twice, in each message type', async () => {
    const { host, link, capture } = await authorized();
    const advice = capture(500n);
    const first = await link.advise(advice, false);
    expect(await link.advise(advice, true)).toEqual(first);
    expect(await link.advise(advice, false)).toEqual(first);
    expect(movementsOf(host)).toEqual(['AUTHORIZATION 12.00 APPROVED', 'CAPTURE 5.00 APPROVED']);
    expect(host.counters()).toMatchObject({ duplicates: 2, conflicts: 0 });
  });

  it('is answered as before where it was refused, even if it would be accepted now', async () => {
    const { host, link, capture, update } = await authorized();
    const advice = capture(2500n);
    expect(await codeOf(link.advise(advice, false))).toBe('61');
    await link.advise(update(5000n), false);
    expect(await codeOf(link.advise(advice, true))).toBe('61');
    expect(movementsOf(host).filter((movement) => movement.startsWith('CAPTURE'))).toEqual(['CAPTURE 25.00 DECLINED']);
  });

  it('is executed where only the repeat arrives', async () => {
    const { host, link, capture } = await authorized();
    expect(await codeOf(link.advise(capture(500n), true))).toBe('00');
    expect(movementsOf(host)).toContain('CAPTURE 5.00 APPROVED');
  });

  it('is refused where another message has its trace', async () => {
    const { host, link, capture } = await authorized();
    const advice = capture(500n);
    await link.advise(advice, false);
    const others = [
      { ...advice, amount: 501n },
      { ...advice, kind: 'UPDATE' as const },
      { ...advice, original: { kind: 'AUTHORIZATION' as const, trace: nextTrace() } },
      { ...advice, currency: { ...EUR, numeric: '840' } },
    ];
    for (const other of others) {
      expect(await codeOf(link.advise(other, true))).toBe('94');
    }
    expect(movementsOf(host)).toEqual(['AUTHORIZATION 12.00 APPROVED', 'CAPTURE 5.00 APPROVED']);
    expect(host.counters().conflicts).toBe(4);
  });

  it('is refused where a reversal with its trace came first', async () => {
    const { host, link, earlier, capture } = await authorized();
    const advice = capture(500n);
    await link.reverse({ ...reversalOf(earlier), original: advice.trace }, false);
    expect(await codeOf(link.advise(advice, false))).toBe('21');
    expect(await codeOf(link.advise(advice, true))).toBe('21');
    expect(movementsOf(host)).toEqual(['AUTHORIZATION 12.00 APPROVED', 'CAPTURE 5.00 DECLINED']);
  });
});

describe('an inquiry', () => {
  it('returns the result of a capture and of a change', async () => {
    const { link, reply, capture, update } = await authorized();
    const [taken, refused, changed] = [capture(500n), capture(9999n), update(2000n)];
    for (const advice of [taken, refused, changed]) {
      await link.advise(advice, false);
    }
    expect(await link.inquire(inquiryOf(taken))).toMatchObject({
      reply: { gatewayCode: 'APPROVED', authorizationCode: reply.authorizationCode },
    });
    expect(await link.inquire(inquiryOf(refused))).toMatchObject({ reply: { acquirerCode: '61' } });
    expect(await link.inquire(inquiryOf(changed))).toMatchObject({ reply: { gatewayCode: 'APPROVED' } });
    expect(await link.inquire(inquiryOf(capture(1n)))).toEqual({ status: 'UNKNOWN_ORIGINAL' });
  });

  it('distinguishes a capture that was refused for lack of an original from one that never arrived', async () => {
    const { link } = await connected();
    const orphan = adviceOn(authorization(), 'CAPTURE');
    await link.advise(orphan, false);
    expect(await link.inquire(inquiryOf(orphan))).toMatchObject({ status: 'ANSWERED', reply: { acquirerCode: '76' } });
  });
});
