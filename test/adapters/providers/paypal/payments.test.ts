/** Payments at the sandbox's PayPal: the result of each call of the port, and the money it moves. */
import { describe, expect, it } from 'vitest';
import { currencyOf } from '../../../../src/contract/money.ts';
import { answer, approved, control, created, describeState, entriesOf, type Rig, rigWith } from './rig.ts';

const BASKET = {
  amount: 1300n,
  description: 'Tea for two',
  orderReference: 'cart 9',
  email: 'alex@payer.example',
  items: [{ name: 'Tea', quantity: '2', unitPrice: '4.5', unitTax: '0.5', sku: 'T-1', description: 'Black' }],
  subtotals: { items: 900n, shipping: 300n, tax: 100n, discount: 50n },
  shipping: {
    displayed: true,
    changeable: false,
    address: { name: 'Alex Sample', street: '1 Row', city: 'Bristol', postcodeZip: 'BS1 4RN', country: 'GBR' },
  },
};

describe('a payment', () => {
  it('is created with a page at PayPal and PayPal’s own number', async () => {
    const rig = await rigWith();
    const { pageUrl, asked, payment } = await created(rig);
    expect(pageUrl).toBe(`${rig.simulator.base}/checkoutnow?token=${asked.providerReference}`);
    expect(await rig.adapter.state(asked)).toEqual({
      status: 'OPEN',
      money: { amount: 1200n, currency: 'EUR', orderId: payment.orderId },
    });
    expect(entriesOf(rig)).toEqual(['ORDER 12.00 PAYER_ACTION_REQUIRED']);
  });

  it('with lines, sums, payer and address is as PayPal documents it', async () => {
    const rig = await rigWith();
    const { asked } = await approved(rig, BASKET);
    expect(await rig.adapter.confirm(asked)).toMatchObject({
      status: 'DECIDED',
      money: { amount: 1300n },
      reply: {
        gatewayCode: 'APPROVED',
        shippingAddress: { street: '1 Row', city: 'Bristol', postcodeZip: 'BS1 4RN', country: 'GBR' },
        account: { accountEmail: expect.stringContaining('@'), accountHolder: expect.any(String) },
      },
    });
  });

  it.each([
    ['JPY', 1200n, '1200'],
    ['HUF', 120_000n, '1200'],
    ['EUR', 99_999_999_99n, '99999999.99'],
  ])('in %s has the amount in PayPal’s format', async (code, amount, value) => {
    const rig = await rigWith();
    const { asked } = await created(rig, { amount, currency: currencyOf(code)! });
    expect(await rig.adapter.state(asked)).toMatchObject({ money: { amount, currency: code } });
    expect(entriesOf(rig)).toEqual([`ORDER ${value} PAYER_ACTION_REQUIRED`]);
  });

  it('in a currency that PayPal does not support is refused without a call', async () => {
    const rig = await rigWith();
    await expect(created(rig, { currency: currencyOf('KWD')! })).rejects.toThrow('NOT_SUPPORTED');
    expect(entriesOf(rig)).toEqual([]);
  });

  it('created again is the same one, with the same page', async () => {
    const rig = await rigWith();
    const { payment, pageUrl, asked } = await created(rig);
    const again = await Promise.all(Array.from({ length: 5 }, () => rig.adapter.create(payment)));
    for (const one of again) {
      expect(one).toEqual({ status: 'CREATED', pageUrl, providerReference: asked.providerReference });
    }
    expect(entriesOf(rig)).toHaveLength(1);
  });

  it('without an answer from PayPal is unknown', async () => {
    const rig = await rigWith();
    const { providerReference: _, ...asked } = (await created(rig)).asked;
    for (const call of ['state', 'confirm', 'cancel'] as const) {
      expect(await rig.adapter[call](asked)).toEqual({ status: 'UNKNOWN_PAYMENT' });
    }
  });

  it('that PayPal has deleted is unknown', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    rig.simulator.paypal.setAhead(4 * 3_600_000);
    expect(await rig.adapter.state(asked)).toEqual({ status: 'UNKNOWN_PAYMENT' });
    expect(await rig.adapter.cancel(asked)).toEqual({ status: 'UNKNOWN_PAYMENT' });
  });
});

describe('a payer who agreed', () => {
  it.each([
    ['PAY', 'CAPTURE 12.00 COMPLETED'],
    ['AUTHORIZE', 'AUTHORIZATION 12.00 CREATED'],
  ] as const)('%s pays once, for any number of calls of the gateway', async (operation, entry) => {
    const rig = await rigWith();
    const { asked } = await approved(rig, { operation });
    expect(describeState(await rig.adapter.state(asked))).toBe('AGREED');
    const confirmed = await Promise.all(Array.from({ length: 5 }, () => rig.adapter.confirm(asked)));
    expect(confirmed.map(describeState)).toEqual(Array(5).fill('DECIDED APPROVED'));
    expect(describeState(await rig.adapter.confirm(asked))).toBe('DECIDED APPROVED');
    expect(entriesOf(rig)).toEqual(['ORDER 12.00 COMPLETED', entry]);
  });

  it('pays only after agreeing', async () => {
    const rig = await rigWith();
    const { asked, pageUrl } = await created(rig);
    expect(describeState(await rig.adapter.confirm(asked))).toBe('OPEN');
    await answer(pageUrl);
    expect(describeState(await rig.adapter.confirm(asked))).toBe('DECIDED APPROVED');
  });

  it('with a card that is declined may choose another, and pays with that', async () => {
    const rig = await rigWith();
    const { asked, pageUrl } = await approved(rig, {}, { instrument: 'DECLINED_CARD' });
    expect(await rig.adapter.confirm(asked)).toMatchObject({
      status: 'CHOOSE_AGAIN',
      reply: { gatewayCode: 'DECLINED', code: 'INSTRUMENT_DECLINED' },
    });
    await answer(pageUrl, { instrument: 'CARD' });
    expect(describeState(await rig.adapter.confirm({ ...asked, attempt: 2 }))).toBe('DECIDED APPROVED');
    expect(entriesOf(rig)).toEqual(['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 COMPLETED']);
  });

  it.each(['PAYER_ACTION_REQUIRED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING'])(
    'returns to PayPal for %s',
    async (issue) => {
      const rig = await rigWith();
      const { asked } = await approved(rig, { orderReference: `.FAIL_${issue}` });
      expect((await rig.adapter.confirm(asked)).status).toBe('CHOOSE_AGAIN');
    },
  );

  it.each([
    ['TRANSACTION_REFUSED', 'DECLINED'],
    ['PAYER_ACCOUNT_RESTRICTED', 'DECLINED'],
    ['COMPLIANCE_VIOLATION', 'BLOCKED'],
    ['TRANSACTION_BLOCKED_BY_PAYEE', 'BLOCKED'],
    ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'EXCEEDED_RETRY_LIMIT'],
    ['TOKEN_ID_NOT_FOUND', 'UNSPECIFIED_FAILURE'],
  ])('is not charged for %s: %s', async (issue, gatewayCode) => {
    const rig = await rigWith();
    const { asked, payment } = await approved(rig, { orderReference: `.FAIL_${issue}` });
    expect(await rig.adapter.confirm(asked)).toMatchObject({
      status: 'DECIDED',
      money: { amount: 1200n, orderId: payment.orderId },
      reply: { gatewayCode, code: issue },
    });
    expect(entriesOf(rig)).toEqual(['ORDER 12.00 APPROVED']);
  });

  it.each(['ORDER_COMPLETION_IN_PROGRESS', 'ORDER_ALREADY_CAPTURED'])(
    'is completed again where PayPal answers %s for an order without a payment',
    async (issue) => {
      const rig = await rigWith();
      const { asked } = await approved(rig);
      rig.simulator.paypal.outcomes.choose('orders.capture', { issue }, 1);
      expect(await rig.adapter.confirm(asked)).toEqual({ status: 'NO_ANSWER' });
      expect(describeState(await rig.adapter.confirm(asked))).toBe('DECIDED APPROVED');
    },
  );

  it('has paid where another process completed the order before, under another name', async () => {
    const rig = await rigWith();
    const { asked } = await approved(rig);
    await rig.adapter.confirm(asked);
    expect(describeState(await rig.adapter.confirm({ ...asked, reference: 'another' }))).toBe('DECIDED APPROVED');
    expect(entriesOf(rig)).toHaveLength(2);
  });

  it('by a bank transfer is waited for', async () => {
    const rig = await rigWith();
    const { asked } = await approved(rig, {}, { instrument: 'BANK' });
    expect(describeState(await rig.adapter.confirm(asked))).toBe('WAITING');
    expect(describeState(await rig.adapter.confirm(asked))).toBe('WAITING');
    await decide(rig, 'COMPLETED');
    expect(describeState(await rig.adapter.state(asked))).toBe('DECIDED APPROVED');
  });

  it('by a bank transfer that fails has not paid', async () => {
    const rig = await rigWith();
    const { asked } = await approved(rig, {}, { instrument: 'BANK' });
    await rig.adapter.confirm(asked);
    await decide(rig, 'DECLINED');
    expect(describeState(await rig.adapter.state(asked))).toBe('DECIDED DECLINED');
  });

  it('has not paid after a full refund on PayPal’s own site', async () => {
    const rig = await rigWith();
    const { asked } = await approved(rig);
    await rig.adapter.confirm(asked);
    await control(rig, 'POST', '/refunds', { capture: captureOf(rig), value: '12.00' });
    expect(describeState(await rig.adapter.state(asked))).toBe('DECIDED CANCELLED');
  });
});

describe('a payment that is cancelled', () => {
  it.each(['PAY', 'AUTHORIZE'] as const)('%s while it is open cannot be completed any more', async (operation) => {
    const rig = await rigWith();
    const { asked, pageUrl } = await created(rig, { operation });
    for (const _ of [1, 2]) {
      expect(describeState(await rig.adapter.cancel(asked))).toBe('DECIDED CANCELLED');
    }
    await answer(pageUrl);
    expect(describeState(await rig.adapter.state(asked))).toBe('DECIDED CANCELLED');
    expect(describeState(await rig.adapter.confirm(asked))).toBe('DECIDED CANCELLED');
    expect(entriesOf(rig)).toHaveLength(1);
  });

  it('after the payer agreed is not charged', async () => {
    const rig = await rigWith();
    const { asked } = await approved(rig);
    expect(describeState(await rig.adapter.cancel(asked))).toBe('DECIDED CANCELLED');
    expect(describeState(await rig.adapter.confirm(asked))).toBe('DECIDED CANCELLED');
    expect(entriesOf(rig)).toEqual(['ORDER 12.00 APPROVED']);
  });

  it('too late is paid, and is reported as paid', async () => {
    const rig = await rigWith();
    const { asked } = await approved(rig);
    await rig.adapter.confirm(asked);
    expect(describeState(await rig.adapter.cancel(asked))).toBe('DECIDED APPROVED');
  });

  it('while it is completed is either paid or cancelled, consistently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const rig = await rigWith();
      const { asked } = await approved(rig);
      const both = await Promise.all(
        round % 2 === 0
          ? [rig.adapter.confirm(asked), rig.adapter.cancel(asked)]
          : [rig.adapter.cancel(asked), rig.adapter.confirm(asked)],
      );
      const end = describeState(await rig.adapter.state(asked));
      expect(both.map(describeState)).toEqual([end, end]);
      expect(entriesOf(rig)).toHaveLength(end === 'DECIDED APPROVED' ? 2 : 1);
    }
  });

  it('by another process during its completion is either paid or cancelled', async () => {
    for (let round = 0; round < 10; round += 1) {
      const rig = await rigWith();
      const other = rig.another();
      const { asked } = await approved(rig);
      const [confirmed, cancelled] = await Promise.all([rig.adapter.confirm(asked), other.cancel(asked)]);
      const end = describeState(await rig.adapter.state(asked));
      expect([describeState(confirmed), describeState(cancelled)]).toEqual([end, end]);
    }
  });

  it('stays unchanged at PayPal, and is not completed any more', async () => {
    const rig = await rigWith();
    const { asked } = await approved(rig);
    rig.simulator.paypal.outcomes.choose('orders.patch', { issue: 'NOT_PATCHABLE' }, 1);
    expect(describeState(await rig.adapter.cancel(asked))).toBe('DECIDED CANCELLED');
    expect(entriesOf(rig)).toEqual(['ORDER 12.00 APPROVED']);
  });

  it('has an unknown state where PayPal does not answer', async () => {
    const rig = await rigWith();
    const { asked } = await approved(rig);
    rig.simulator.paypal.setFault({ mode: 'DROP_REQUEST', operation: 'orders.patch' });
    expect(await rig.adapter.cancel(asked)).toEqual({ status: 'NO_ANSWER' });
  });
});

const captureOf = ({ simulator }: Rig) => simulator.paypal.ledger.captures.all({})[0]!.id;

async function decide(rig: Rig, status: string): Promise<void> {
  await control(rig, 'PUT', `/captures/${captureOf(rig)}`, { status });
}
