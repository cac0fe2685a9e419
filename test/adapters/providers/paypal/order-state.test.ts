/** The outcome of a payment for every state of a PayPal order. */
import { describe, expect, it } from 'vitest';
import { stateOfOrder } from '../../../../src/adapters/providers/paypal/order-state.ts';
import { orderSchema, type PayPalOrder } from '../../../../src/adapters/providers/paypal/paypal-messages.ts';
import type { BrowserOperation } from '../../../../src/core/ports/index.ts';
import { describeState } from './rig.ts';

const amount = { currency_code: 'EUR', value: '12.00' };
const MONEY = { amount: 1200n, currency: 'EUR', orderId: 'o-7' };

interface Given {
  readonly status?: string;
  readonly intent?: string;
  readonly captures?: readonly string[];
  readonly authorizations?: readonly string[];
  readonly made?: object;
  readonly unit?: object;
  readonly more?: object;
}

function orderOf({
  status = 'COMPLETED',
  intent = 'CAPTURE',
  captures,
  authorizations,
  made,
  unit,
  more,
}: Given): unknown {
  const listed = (statuses: readonly string[] | undefined) =>
    statuses?.map((one, index) => ({ id: `ID${index}`, status: one, amount, ...made }));
  return {
    id: 'ORDER1',
    intent,
    status,
    purchase_units: [
      {
        custom_id: 'TESTSHOP.aB3',
        invoice_id: 'o-7',
        amount,
        payments: { captures: listed(captures), authorizations: listed(authorizations) },
        ...unit,
      },
    ],
    ...more,
  };
}

const read = (given: Given, operation: BrowserOperation = 'PAY') =>
  stateOfOrder(orderSchema.parse(JSON.parse(JSON.stringify(orderOf(given)))) as PayPalOrder, operation);

describe('an order', () => {
  it.each([
    ['CREATED', 'OPEN'],
    ['PAYER_ACTION_REQUIRED', 'OPEN'],
    ['SAVED', 'OPEN'],
    ['APPROVED', 'AGREED'],
  ])('that is %s is %s', (status, stands) => {
    expect(read({ status })).toEqual({ status: stands, money: MONEY });
  });

  it('that is VOIDED is cancelled', () => {
    expect(describeState(read({ status: 'VOIDED' }))).toBe('DECIDED CANCELLED');
  });

  it.each(['CREATED', 'APPROVED'])('that has another intent is cancelled, though it is %s', (status) => {
    expect(describeState(read({ status, intent: 'AUTHORIZE' }))).toBe('DECIDED CANCELLED');
    expect(describeState(read({ status, intent: 'CAPTURE' }, 'AUTHORIZE'))).toBe('DECIDED CANCELLED');
  });

  it('that is completed and shows no payment has no result', () => {
    expect(read({})).toEqual({ status: 'NO_ANSWER' });
  });
});

describe('a capture', () => {
  it.each([
    ['COMPLETED', 'DECIDED APPROVED'],
    ['PARTIALLY_REFUNDED', 'DECIDED APPROVED'],
    ['REFUNDED', 'DECIDED CANCELLED'],
    ['DECLINED', 'DECIDED DECLINED'],
    ['FAILED', 'DECIDED DECLINED'],
    ['PENDING', 'WAITING'],
  ])('that is %s is %s', (status, stands) => {
    expect(describeState(read({ captures: [status] }))).toBe(stands);
  });

  it('has PayPal’s number, reason, payer and address', () => {
    const state = read({
      captures: ['COMPLETED'],
      made: { status_details: { reason: 'OTHER' } },
      unit: { shipping: { address: { admin_area_2: 'Bristol', country_code: 'GB' } } },
      more: {
        payment_source: {
          paypal: {
            email_address: 'alex@payer.example',
            account_id: 'QYR5Z8XDVJNXQ',
            name: { given_name: 'Alex', surname: 'Sample' },
          },
        },
      },
    });
    expect(state).toEqual({
      status: 'DECIDED',
      money: MONEY,
      reply: {
        gatewayCode: 'APPROVED',
        code: 'OTHER',
        message: "PayPal's capture is COMPLETED.",
        providerReference: 'ID0',
        account: { accountEmail: 'alex@payer.example', accountHolder: 'Alex Sample', payerId: 'QYR5Z8XDVJNXQ' },
        shippingAddress: { city: 'Bristol', country: 'GBR' },
      },
    });
  });

  it('names the payer as older answers do', () => {
    const payer = { email_address: 'a@b.example', payer_id: 'P1', name: { surname: 'Sample' } };
    expect(read({ captures: ['COMPLETED'], more: { payer } })).toMatchObject({
      reply: { account: { accountEmail: 'a@b.example', accountHolder: 'Sample', payerId: 'P1' } },
    });
  });

  it('that succeeded takes precedence, then a pending one, then a failed one', () => {
    expect(read({ captures: ['DECLINED', 'COMPLETED'] })).toMatchObject({ reply: { providerReference: 'ID1' } });
    expect(describeState(read({ captures: ['DECLINED', 'PENDING'] }))).toBe('WAITING');
  });

  it('that failed while the payer may choose again leaves the result open', () => {
    expect(describeState(read({ status: 'APPROVED', captures: ['DECLINED'] }))).toBe('AGREED');
  });

  it('of another amount reports it', () => {
    const other = { amount: { currency_code: 'EUR', value: '1.00' } };
    expect(read({ captures: ['COMPLETED'], made: other })).toMatchObject({ money: { ...MONEY, amount: 100n } });
  });

  it('without an amount leaves the result open', () => {
    for (const value of ['1.001', 'x', '']) {
      const other = { amount: { currency_code: 'EUR', value } };
      expect(read({ captures: ['COMPLETED'], made: other })).toEqual({ status: 'NO_ANSWER' });
    }
  });
});

describe('an authorization', () => {
  it.each([
    ['CREATED', 'DECIDED APPROVED'],
    ['CAPTURED', 'DECIDED APPROVED'],
    ['PARTIALLY_CAPTURED', 'DECIDED APPROVED'],
    ['DENIED', 'DECIDED DECLINED'],
    ['VOIDED', 'DECIDED CANCELLED'],
    ['PENDING', 'WAITING'],
  ])('that is %s is %s', (status, stands) => {
    expect(describeState(read({ intent: 'AUTHORIZE', authorizations: [status] }, 'AUTHORIZE'))).toBe(stands);
  });
});

describe('an answer that is not our order', () => {
  it.each<[string, Given]>([
    ['has an unknown status', { status: 'TELEPORTED' }],
    ['has a capture with an unknown status', { captures: ['TELEPORTED'] }],
    ['has no reference of ours', { unit: { custom_id: undefined } }],
    ['has no number of the merchant’s', { unit: { invoice_id: undefined } }],
    ['has two units', { more: { purchase_units: [1, 2].map(() => ({ custom_id: 'a', invoice_id: 'b', amount })) } }],
    ['has none', { more: { purchase_units: [] } }],
    ['has a number that is a path', { more: { id: '../../../providers/x' } }],
  ])('%s', (_, given) => {
    expect(orderSchema.safeParse(JSON.parse(JSON.stringify(orderOf(given)))).success).toBe(false);
  });

  it('keeps a payment readable though the payer’s details are not', () => {
    const odd = { payment_source: { paypal: { email_address: 7 } }, payer: 'nobody' };
    expect(describeState(read({ captures: ['COMPLETED'], unit: { shipping: [] }, more: odd }))).toBe(
      'DECIDED APPROVED',
    );
  });

  it('omits a payer’s e-mail and payer id that are longer than the interface allows', () => {
    const payer = { email_address: `${'a'.repeat(260)}@b.example`, payer_id: 'x'.repeat(21) };
    const state = read({ captures: ['COMPLETED'], more: { payer } });
    expect(state.status === 'DECIDED' && state.reply.account).toBeUndefined();
  });
});
