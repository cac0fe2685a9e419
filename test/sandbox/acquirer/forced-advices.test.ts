import { describe, expect, it, vi } from 'vitest';
import type { AcquirerLink } from '../../../src/adapters/acquirers/iso8583/link.ts';
import { GATEWAY_CODES, type GatewayCode } from '../../../src/contract/gateway-codes.ts';
import type { AcquirerOutcome } from '../../../src/core/ports/index.ts';
import { adviceOn, authorization, refundOf, replyOf } from '../../adapters/acquirers/fixtures.ts';
import { connected, inquiryOf, movementsOf } from './rig.ts';

type Paid = { readonly link: AcquirerLink; readonly earlier: ReturnType<typeof authorization> };

/** Each kind of follow-up movement, with the reference that forces its outcome. */
const ADVICES = {
  CAPTURE: ({ earlier }: Paid, reference: string) => adviceOn(earlier, 'CAPTURE', { amount: 500n, reference }),
  UPDATE: ({ earlier }: Paid, reference: string) => adviceOn(earlier, 'UPDATE', { amount: 2000n, reference }),
  VOID: ({ earlier }: Paid, reference: string) => adviceOn(earlier, 'VOID', { reference }),
};
const KINDS = ['CAPTURE', 'UPDATE', 'VOID'] as const;

const codes = Object.keys(GATEWAY_CODES) as GatewayCode[];
const REFUSALS = codes.filter((code) => GATEWAY_CODES[code] === 'FAILURE' || GATEWAY_CODES[code] === 'UNKNOWN');
const OTHERS = codes.filter((code) => !REFUSALS.includes(code));

async function authorized(speed = 1) {
  const rig = await connected({ speed });
  const earlier = authorization();
  await rig.link.request(earlier);
  return { ...rig, earlier };
}

const codeIn = (outcome: AcquirerOutcome) => replyOf(outcome).gatewayCode;

describe('the outcome that a reference forces on an advice', () => {
  it.each(KINDS)('may be any refusal, and a refused %s leaves the money unchanged', async (kind) => {
    const rig = await authorized();
    const { host, link, earlier } = rig;
    for (const code of REFUSALS) {
      expect(codeIn(await link.advise(ADVICES[kind](rig, `.FAIL_${code}`), false))).toBe(code);
    }
    const [first, ...added] = movementsOf(host);
    expect(first).toBe('AUTHORIZATION 12.00 APPROVED');
    expect(added.filter((movement) => !movement.endsWith(' DECLINED'))).toEqual([]);
    expect(added).toHaveLength(kind === 'VOID' ? 0 : REFUSALS.length);
    // Neither 24.01 captured nor 20.00 authorized: exactly twice 12.00 is still available.
    expect(codeIn(await link.advise(adviceOn(earlier, 'CAPTURE', { amount: 2401n }), false))).toBe('DECLINED');
    expect(codeIn(await link.advise(adviceOn(earlier, 'CAPTURE', { amount: 2400n }), false))).toBe('APPROVED');
  });

  it.each(KINDS.flatMap((kind) => OTHERS.map((code) => [kind, code] as const)))(
    'is a %s in spite of %s, since its money moves',
    async (kind, code) => {
      const rig = await authorized();
      expect(codeIn(await rig.link.advise(ADVICES[kind](rig, `.FAIL_${code}`), false))).toBe(code);
      const expected = {
        CAPTURE: ['AUTHORIZATION 12.00 APPROVED', 'CAPTURE 5.00 APPROVED'],
        UPDATE: ['AUTHORIZATION 12.00 APPROVED', 'UPDATE 20.00 APPROVED'],
        VOID: ['AUTHORIZATION 12.00 REVERSED'],
      };
      expect(movementsOf(rig.host)).toEqual(expected[kind]);
    },
  );

  it.each(KINDS)('of PENDING on a %s becomes an approval after its time, and UNKNOWN stays', async (kind) => {
    const rig = await authorized(300);
    const { link } = rig;
    const pending = ADVICES[kind](rig, '.FAIL_PENDING');
    const unknown = ADVICES[kind](rig, '.FAIL_UNKNOWN');
    await link.advise(unknown, false);
    await link.advise(pending, false);
    await vi.waitFor(async () => {
      expect(await link.inquire(inquiryOf(pending))).toMatchObject({ reply: { gatewayCode: 'APPROVED' } });
    }, 5_000);
    expect(await link.inquire(inquiryOf(unknown))).toMatchObject({ reply: { gatewayCode: 'UNKNOWN' } });
  });

  it.each(KINDS)('of TIMED_OUT on a %s is answered, and is the same for its repeat', async (kind) => {
    const rig = await authorized();
    const advice = ADVICES[kind](rig, '.FAIL_TIMED_OUT');
    const first = await rig.link.advise(advice, false);
    expect(replyOf(first)).toMatchObject({ acquirerCode: 'T1', gatewayCode: 'TIMED_OUT' });
    expect(await rig.link.advise(advice, true)).toEqual(first);
    expect(await rig.link.inquire(inquiryOf(advice))).toMatchObject({ reply: { acquirerCode: 'T1' } });
  });

  it('cannot approve a movement that the ledger’s rules refuse', async () => {
    const { host, link, earlier } = await authorized();
    const reference = '.FAIL_APPROVED';
    const refused = [
      adviceOn(earlier, 'CAPTURE', { amount: 2401n, reference }),
      adviceOn(authorization(), 'CAPTURE', { reference }),
      adviceOn(authorization(), 'VOID', { reference }),
    ];
    const outcomes = await Promise.all(refused.map((advice) => link.advise(advice, false)));
    expect(outcomes.map((outcome) => replyOf(outcome).acquirerCode)).toEqual(['61', '76', '76']);
    expect(movementsOf(host)).toEqual([
      'AUTHORIZATION 12.00 APPROVED',
      'CAPTURE 24.01 DECLINED',
      'CAPTURE 12.00 DECLINED',
    ]);
  });
});

describe('the outcome that a reference forces on a refund', () => {
  it('may be any refusal, and leaves the money unchanged', async () => {
    const { host, link } = await connected();
    const payment = authorization({ kind: 'PAYMENT' });
    await link.request(payment);
    const answered = REFUSALS.filter((code) => code !== 'TIMED_OUT');
    for (const code of answered) {
      expect(codeIn(await link.request(refundOf(payment, { reference: `.FAIL_${code}` })))).toBe(code);
    }
    expect(movementsOf(host).slice(1)).toEqual(answered.map(() => 'REFUND 12.00 DECLINED'));
    expect(codeIn(await link.advise(adviceOn(payment, 'VOID'), false))).toBe('APPROVED');
  });

  it('of PENDING refunds at once, and becomes an approval after its time', async () => {
    const { host, link } = await connected({ speed: 300 });
    const payment = authorization({ kind: 'PAYMENT' });
    await link.request(payment);
    const refund = refundOf(payment, { reference: '.FAIL_PENDING' });
    expect(codeIn(await link.request(refund))).toBe('PENDING');
    expect(movementsOf(host)).toContain('REFUND 12.00 APPROVED');
    await vi.waitFor(async () => {
      expect(await link.inquire(inquiryOf(refund))).toMatchObject({ reply: { gatewayCode: 'APPROVED' } });
    }, 5_000);
  });
});
