/** The order that PayPal is to create, member by member, and the members left out so that PayPal accepts it. */
import { describe, expect, it } from 'vitest';
import { newPayPalOrder } from '../../../../src/adapters/providers/paypal/new-order.ts';
import { currencyOf } from '../../../../src/contract/money.ts';
import type { NewProviderPayment, ProviderItem } from '../../../../src/core/ports/index.ts';
import { paymentFor } from './rig.ts';

const ACCOUNT = { merchantId: 'TESTSHOP', members: {} };
const order = (given: Partial<NewProviderPayment> = {}) => newPayPalOrder(paymentFor(ACCOUNT, given)) as never;
const unit = (given: Partial<NewProviderPayment> = {}) =>
  (order(given) as { purchase_units: readonly Record<string, unknown>[] }).purchase_units[0]!;
const eur = (value: string) => ({ currency_code: 'EUR', value });

const TEA: ProviderItem = {
  name: 'Tea',
  quantity: '2',
  unitPrice: '4.5',
  unitTax: '0.5',
  sku: 'T-1',
  description: 'Black',
};
const WHOLE = { items: [TEA], subtotals: { items: 900n, shipping: 300n, tax: 100n, discount: 100n } };

describe('an order', () => {
  it('has the merchant’s number, our reference, and both return URLs', () => {
    expect(
      order({
        reference: 'aB3',
        orderId: 'o-7',
        description: 'Tea',
        orderReference: 'cart 9',
        email: 'alex@payer.example',
      }),
    ).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: 'cart 9',
          custom_id: 'TESTSHOP.aB3',
          invoice_id: 'o-7',
          description: 'Tea',
          amount: eur('12.00'),
        },
      ],
      payment_source: {
        paypal: {
          email_address: 'alex@payer.example',
          experience_context: {
            brand_name: 'Example Shop',
            shipping_preference: 'GET_FROM_FILE',
            user_action: 'PAY_NOW',
            return_url: expect.stringContaining('/return/'),
            cancel_url: expect.stringContaining('?cancelled=true'),
          },
        },
      },
    });
  });

  it('is to be authorized where the merchant captures later', () => {
    expect(order({ operation: 'AUTHORIZE' })).toMatchObject({ intent: 'AUTHORIZE' });
  });

  it('does not show "Pay now" where the merchant confirms', () => {
    expect(order({ confirmation: 'CONFIRM_AT_MERCHANT' })).toMatchObject({
      payment_source: { paypal: { experience_context: { user_action: 'CONTINUE' } } },
    });
  });

  it('is not created in a currency that PayPal does not support', () => {
    expect(newPayPalOrder(paymentFor(ACCOUNT, { currency: currencyOf('KWD')! }))).toBeUndefined();
  });

  it('cuts texts to PayPal’s lengths, between characters', () => {
    expect(unit({ description: '🫖'.repeat(200) }).description).toBe('🫖'.repeat(127));
    expect(order({ merchantName: 'x'.repeat(200) })).toMatchObject({
      payment_source: { paypal: { experience_context: { brand_name: 'x'.repeat(127) } } },
    });
  });

  it.each(['alex', 'alex@localhost', '"alex b"@payer.example', 'ålex@payer.example', `a@${'b'.repeat(260)}.example`])(
    'leaves out the e-mail address %s, which PayPal may refuse',
    (email) => {
      expect(JSON.stringify(order({ email }))).not.toContain('email_address');
    },
  );
});

describe('lines', () => {
  it('are sent with their sums, and with the discount deducted', () => {
    expect(unit({ amount: 1200n, ...WHOLE })).toMatchObject({
      amount: {
        ...eur('12.00'),
        breakdown: {
          item_total: eur('9.00'),
          shipping: eur('3.00'),
          tax_total: eur('1.00'),
          discount: eur('1.00'),
        },
      },
      items: [
        { name: 'Tea', quantity: '2', unit_amount: eur('4.50'), tax: eur('0.50'), sku: 'T-1', description: 'Black' },
      ],
    });
  });

  it('leave out a discount that the sums include', () => {
    const { amount } = unit({ amount: 1300n, ...WHOLE });
    expect(amount).not.toHaveProperty('breakdown.discount');
  });

  it('are sent without sums where they add up to the whole amount', () => {
    const { items, amount } = unit({ amount: 900n, items: [{ name: 'Tea', quantity: '2', unitPrice: '4.5' }] });
    expect(items).toHaveLength(1);
    expect(amount).toEqual({ ...eur('9.00'), breakdown: { item_total: eur('9.00') } });
  });

  it('may be free', () => {
    const { amount, items } = unit({
      amount: 300n,
      items: [{ name: 'Sample', quantity: '1', unitPrice: '0' }],
      subtotals: { shipping: 300n },
    });
    expect(items).toHaveLength(1);
    expect(amount).toMatchObject({ breakdown: { item_total: eur('0.00'), shipping: eur('3.00') } });
  });

  const subtotals = { items: 1200n };
  it.each<[string, Partial<NewProviderPayment>]>([
    ['there is a fraction of one', { subtotals, items: [{ name: 'Cloth', quantity: '1.5', unitPrice: '8' }] }],
    ['one is a rebate', { subtotals, items: [{ ...TEA, unitPrice: '-1' }] }],
    ['one is finer than a cent', { subtotals, items: [{ name: 'Screw', quantity: '1000', unitPrice: '0.012' }] }],
    ['they are another sum', { subtotals, items: [{ name: 'Tea', quantity: '1', unitPrice: '11.99' }] }],
    ['there are more than a payer reads', { subtotals, items: Array.from({ length: 51 }, () => TEA) }],
    [
      'their tax is not the whole tax',
      { subtotals: { items: 1100n, tax: 100n }, items: [{ name: 'Tea', quantity: '1', unitPrice: '11' }] },
    ],
  ])('are left out where %s, and the sums stay', (_, given) => {
    const { amount, items } = unit(given);
    expect(items).toBeUndefined();
    expect(amount).toMatchObject({ ...eur('12.00'), breakdown: { item_total: expect.anything() } });
  });

  it.each<[string, Partial<NewProviderPayment>]>([
    ['do not add up', { subtotals: { items: 1000n, shipping: 100n } }],
    ['are negative', { subtotals: { items: 1300n, shipping: -100n } }],
    ['say nothing of the goods', { subtotals: { shipping: 1200n } }],
  ])('are left out with the sums where these %s', (_, given) => {
    expect(unit(given).amount).toEqual(eur('12.00'));
  });
});

describe('the shipping address', () => {
  const address = { name: 'Alex Sample', street: '1 Row', city: 'Bristol', postcodeZip: 'BS1', country: 'GBR' };
  const preference = (given: Partial<NewProviderPayment>) =>
    (order(given) as { payment_source: { paypal: { experience_context: Record<string, string> } } }).payment_source
      .paypal.experience_context.shipping_preference;

  it('is the merchant’s, and final where the merchant says so', () => {
    const shipping = { displayed: true, changeable: false, address };
    expect(preference({ shipping })).toBe('SET_PROVIDED_ADDRESS');
    expect(unit({ shipping }).shipping).toMatchObject({
      name: { full_name: 'Alex Sample' },
      address: { address_line_1: '1 Row', admin_area_2: 'Bristol', postal_code: 'BS1', country_code: 'GB' },
    });
  });

  it('may be changed by the payer unless it is final', () => {
    expect(preference({ shipping: { displayed: true, changeable: true, address } })).toBe('GET_FROM_FILE');
  });

  it('is not asked for where it is hidden, or final and absent', () => {
    for (const shipping of [
      { displayed: false, changeable: true, address },
      { displayed: true, changeable: false },
      { displayed: true, changeable: false, address: { city: 'Bristol' } },
    ]) {
      expect(preference({ shipping })).toBe('NO_SHIPPING');
      expect(unit({ shipping }).shipping).toBeUndefined();
    }
  });
});
