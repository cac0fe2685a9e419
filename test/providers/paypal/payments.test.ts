/** Payments at the sandbox's PayPal: what each call of the port gives, and what it moves. */
import { describe, expect, it } from 'vitest';
import { answer, approved, created, rigWith, told } from './rig.ts';

describe('a payment', () => {
  it('is created with a page at PayPal and PayPal’s own number', async () => {
    const rig = await rigWith();
    const { pageUrl, asked } = await created(rig);
    expect(pageUrl).toBe(`${rig.standIn.base}/checkoutnow?token=${asked.providerReference}`);
    expect(await rig.adapter.state(asked)).toEqual({
      status: 'OPEN',
      money: { amount: 1200n, currency: 'EUR', orderId: expect.stringMatching(/^order-/) },
    });
  });

  it.each(['AUTHORIZE', 'PAY'] as const)(
    '%s is made once the gateway asks for what the payer agreed to',
    async (operation) => {
      const rig = await rigWith();
      const { asked } = await approved(rig, { operation });
      expect(told(await rig.adapter.state(asked))).toBe('AGREED');
      expect(told(await rig.adapter.confirm(asked))).toBe('DECIDED APPROVED');
      expect(told(await rig.adapter.confirm(asked))).toBe('DECIDED APPROVED');
      expect(told(await rig.adapter.state(asked))).toBe('DECIDED APPROVED');
    },
  );

  it('leads the payer back, with and without agreement', async () => {
    const rig = await rigWith();
    const { pageUrl, payment } = await created(rig);
    expect(await answer(pageUrl, { choice: 'CANCEL' })).toContain(`${payment.cancelUrl}&token=`);
    expect(await answer(pageUrl)).toContain(`${payment.returnUrl}?token=`);
  });
});
