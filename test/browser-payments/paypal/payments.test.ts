/** Payments with PayPal over the API: merchants' requests and answers, and PayPal's ledger beside them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browse, RETURN_URL } from '../rig.ts';
import { answerAt, control, type PayPalRig, startPayPalRig } from './rig.ts';

let rig: PayPalRig;
beforeAll(async () => {
  rig = await startPayPalRig({ speed: 60 });
});
afterAll(() => rig.close());

const money = (amount: string) => ({ transaction: { amount, currency: 'EUR' } });

describe('a payer who pays', () => {
  it('returns, and the order is paid, once', async () => {
    const initiated = await rig.initiate();
    const { addresses, text } = await initiated.answerAndReturn();
    expect(addresses.at(-1)).toBe(RETURN_URL);
    expect(text).toContain('Paid');
    expect(await initiated.retrieve()).toMatchObject({
      result: 'SUCCESS',
      response: { gatewayCode: 'APPROVED', acquirerCode: 'COMPLETED' },
      sourceOfFunds: {
        type: 'PAYPAL',
        provided: { paypal: { accountEmail: expect.any(String), payerId: expect.any(String) } },
      },
      shipping: { address: { country: expect.stringMatching(/^[A-Z]{3}$/) } },
      transaction: { acquirer: { id: 'PAYPAL' } },
    });
    expect(await initiated.order()).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 12 });
    expect(initiated.ledger()).toEqual(['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 COMPLETED']);
  });

  it('has paid without returning, as PayPal’s webhook reports', async () => {
    const initiated = await rig.initiate();
    await initiated.answer();
    await initiated.becomes('SUCCESS APPROVED');
    expect(await initiated.timeline()).toContain('CALLED_BACK CHECKOUT.ORDER.APPROVED');
    expect(initiated.ledger()).toEqual(['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 COMPLETED']);
  });

  it('for lines with tax and shipping pays their sum', async () => {
    const initiated = await rig.initiate({
      order: {
        amount: '14.10',
        itemAmount: '9.60',
        taxAmount: '1.00',
        shippingAndHandlingAmount: '3.50',
        item: [
          { name: 'Tea', quantity: '2', unitPrice: '4.50', unitTaxAmount: '0.50' },
          { name: 'Spoon', quantity: '1', unitPrice: '0.60' },
        ],
      },
      body: {
        customer: { email: 'alex@payer.example' },
        shipping: {
          address: { street: '1 Row', city: 'Bristol', postcodeZip: 'BS1 4RN', country: 'GBR' },
          contact: { firstName: 'Alex', lastName: 'Sample' },
        },
      },
    });
    const row = rig.simulator.paypal.ledger.orders.all({}).find(({ request }) => request.includes(initiated.orderId));
    const [unit] = JSON.parse(row!.request).purchase_units;
    expect(unit).toMatchObject({
      amount: { value: '14.10', breakdown: { tax_total: { value: '1.00' }, shipping: { value: '3.50' } } },
      items: [{ name: 'Tea', tax: { value: '0.50' } }, { name: 'Spoon' }],
      shipping: { name: { full_name: 'Alex Sample' }, address: { country_code: 'GB' } },
    });
    await initiated.answerAndReturn();
    expect(await initiated.order()).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 14.1 });
  });

  it('by a bank transfer is asked to wait, and has paid once PayPal confirms it', async () => {
    const initiated = await rig.initiate();
    const { text } = await initiated.answerAndReturn({ instrument: 'BANK' });
    expect(text).toMatch(/Please don’t pay again yet\.|You do not need to pay again\./);
    await initiated.becomes('SUCCESS APPROVED');
    expect(await initiated.order()).toMatchObject({ status: 'CAPTURED' });
  });

  it('by a transfer that fails has not paid', async () => {
    const initiated = await rig.initiate({ reference: 'TEST-PENDING-THEN-DECLINE' });
    await initiated.answer();
    await initiated.becomes('FAILURE DECLINED');
    expect(initiated.ledger()).toEqual(['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 DECLINED']);
  });
});

describe('a payer who does not pay', () => {
  it('returns without a charge, and the order may be tried again', async () => {
    const initiated = await rig.initiate();
    const { addresses, text } = await initiated.answerAndReturn({ choice: 'CANCEL' });
    expect(addresses.at(-1)).toBe(RETURN_URL);
    expect(text).toContain('You have not been charged');
    expect(await initiated.retrieve()).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'CANCELLED' } });
    expect(initiated.ledger()).toHaveLength(1);
  });

  it('is not charged though PayPal’s page is still open', async () => {
    const initiated = await rig.initiate();
    const page = await fetch(initiated.redirectUrl, { redirect: 'manual' });
    const url = page.headers.get('location')!;
    await initiated.answerAndReturn({ choice: 'CANCEL' });
    const back = await answerAt(url);
    await browse(back, { until: /^https:/ });
    expect(await initiated.retrieve()).toMatchObject({ response: { gatewayCode: 'CANCELLED' } });
    expect(initiated.ledger()).toHaveLength(1);
  });
});

describe('a payer whose card is declined', () => {
  it('returns to PayPal, chooses another, and has paid once', async () => {
    const initiated = await rig.initiate();
    const { addresses } = await initiated.answerAndReturn({ instrument: 'DECLINED_CARD' });
    const page = addresses.at(-1)!;
    expect(page).toContain(`${rig.simulator.base}/checkoutnow`);
    expect(await initiated.retrieve()).toMatchObject({ result: 'PENDING' });
    const home = await browse(await answerAt(page, { instrument: 'CARD' }), { until: /^https:/ });
    expect(home.addresses.at(-1)).toBe(RETURN_URL);
    expect(await initiated.retrieve()).toMatchObject({ result: 'SUCCESS' });
    expect(initiated.ledger()).toEqual(['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 COMPLETED']);
  });

  it('a second time is declined, and returns', async () => {
    const initiated = await rig.initiate();
    const { addresses } = await initiated.answerAndReturn({ instrument: 'DECLINED_CARD' });
    const home = await browse(await answerAt(addresses.at(-1)!, { instrument: 'DECLINED_CARD' }), { until: /^https:/ });
    expect(home.addresses.at(-1)).toBe(RETURN_URL);
    expect(await initiated.retrieve()).toMatchObject({
      result: 'FAILURE',
      response: { gatewayCode: 'DECLINED', acquirerCode: 'INSTRUMENT_DECLINED' },
    });
    expect(initiated.ledger()).toEqual(['ORDER 12.00 APPROVED']);
  });
});

describe('where the merchant confirms', () => {
  it('nothing is charged before, and it is charged once', async () => {
    const initiated = await rig.initiate({ confirmation: 'CONFIRM_AT_MERCHANT' });
    expect(await initiated.follow('CONFIRM_BROWSER_PAYMENT', '1')).toMatchObject({ result: 'ERROR' });
    await initiated.answerAndReturn();
    expect(await initiated.retrieve()).toMatchObject({ result: 'PENDING' });
    expect(initiated.ledger()).toEqual(['ORDER 12.00 APPROVED']);
    for (const _ of [1, 2]) {
      expect(await initiated.follow('CONFIRM_BROWSER_PAYMENT', '1')).toMatchObject({ result: 'SUCCESS' });
    }
    expect(initiated.ledger()).toEqual(['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 COMPLETED']);
  });
});

describe('a follow-up', () => {
  it('to an authorization captures in part and in the rest, and refunds in parts', async () => {
    const initiated = await rig.initiate({ operation: 'AUTHORIZE' });
    await initiated.answerAndReturn();
    expect(await initiated.order()).toMatchObject({ status: 'AUTHORIZED' });
    expect(await initiated.follow('CAPTURE', '2', money('5.00'))).toMatchObject({ result: 'SUCCESS' });
    expect(await initiated.follow('CAPTURE', '3', money('7.00'))).toMatchObject({ result: 'SUCCESS' });
    expect(await initiated.follow('REFUND', '4', money('4.00'))).toMatchObject({ result: 'SUCCESS' });
    expect(await initiated.order()).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      totalAuthorizedAmount: 12,
      totalCapturedAmount: 12,
      totalRefundedAmount: 4,
    });
    expect(await initiated.follow('REFUND', '5', money('8.00'))).toMatchObject({
      error: {
        field: 'transaction.amount',
        explanation: expect.stringContaining("5.00 EUR of transaction '2', 3.00 EUR of transaction '3'"),
      },
    });
    expect(await initiated.follow('REFUND', '6', money('5.00'))).toMatchObject({ result: 'SUCCESS' });
    expect(await initiated.follow('REFUND', '7', money('3.00'))).toMatchObject({ result: 'SUCCESS' });
    expect(await initiated.order()).toMatchObject({ status: 'REFUNDED' });
    expect(initiated.ledger()).toEqual([
      'ORDER 12.00 COMPLETED',
      'AUTHORIZATION 12.00 CAPTURED',
      'CAPTURE 5.00 REFUNDED',
      'CAPTURE 7.00 REFUNDED',
      'REFUND 4.00 COMPLETED',
      'REFUND 5.00 COMPLETED',
      'REFUND 3.00 COMPLETED',
    ]);
  });

  it('to an authorization voids it', async () => {
    const initiated = await rig.initiate({ operation: 'AUTHORIZE' });
    await initiated.answerAndReturn();
    const voided = await initiated.follow('VOID', '2', { transaction: { targetTransactionId: '1' } });
    expect(voided).toMatchObject({ result: 'SUCCESS' });
    expect(await initiated.order()).toMatchObject({ status: 'CANCELLED' });
    expect(initiated.ledger()).toEqual(['ORDER 12.00 VOIDED', 'AUTHORIZATION 12.00 VOIDED']);
  });

  it('to a payment: a void is refused, a refund succeeds', async () => {
    const initiated = await rig.initiate();
    await initiated.answerAndReturn();
    expect(await initiated.follow('VOID', '2', { transaction: { targetTransactionId: '1' } })).toMatchObject({
      result: 'FAILURE',
      response: { gatewayCode: 'NOT_SUPPORTED' },
    });
    expect(await initiated.follow('REFUND', '3', money('12.00'))).toMatchObject({ result: 'SUCCESS' });
    expect(await initiated.order()).toMatchObject({ status: 'REFUNDED' });
    expect(initiated.ledger()).toEqual(['ORDER 12.00 COMPLETED', 'CAPTURE 12.00 REFUNDED', 'REFUND 12.00 COMPLETED']);
  });

  it('that is a pending capture has its result once PayPal reports it', async () => {
    const initiated = await rig.initiate({ operation: 'AUTHORIZE' });
    await initiated.answerAndReturn();
    rig.simulator.paypal.outcomes.choose(
      'authorizations.capture',
      { pending: 'PENDING_REVIEW', settlesAs: 'COMPLETED' },
      1,
    );
    expect(await initiated.follow('CAPTURE', '2', money('12.00'))).toMatchObject({ result: 'PENDING' });
    await initiated.becomes('SUCCESS APPROVED', '2');
    expect(await initiated.follow('REFUND', '3', money('12.00'))).toMatchObject({ result: 'SUCCESS' });
    expect(initiated.ledger().slice(1)).toEqual([
      'AUTHORIZATION 12.00 CAPTURED',
      'CAPTURE 12.00 REFUNDED',
      'REFUND 12.00 COMPLETED',
    ]);
  });

  it('that is a capture with a lost answer is made once', async () => {
    const initiated = await rig.initiate({ operation: 'AUTHORIZE' });
    await initiated.answerAndReturn();
    rig.simulator.paypal.setFault({ mode: 'DROP_REPLY', operation: 'authorizations.capture', count: 1 });
    expect(await initiated.follow('CAPTURE', '2', money('12.00'))).toMatchObject({ result: 'PENDING' });
    await initiated.becomes('SUCCESS APPROVED', '2');
    expect(initiated.ledger().filter((entry) => entry.startsWith('CAPTURE'))).toHaveLength(1);
  });

  it('is refused for refunds during a dispute, which is recorded', async () => {
    const initiated = await rig.initiate();
    await initiated.answerAndReturn();
    const capture = rig.simulator.paypal.ledger.captures.all({}).at(-1)!.id;
    const { id } = await control(rig, 'POST', '/disputes', { capture, due: '2099-12-24T12:00:00Z' });
    await expect
      .poll(() => initiated.timeline(), { timeout: 20_000 })
      .toContain('CALLED_BACK CUSTOMER.DISPUTE.CREATED');
    expect(await initiated.follow('REFUND', '2', money('12.00'))).toMatchObject({
      result: 'FAILURE',
      response: { acquirerCode: 'TRANSACTION_DISPUTED' },
    });
    expect(await initiated.order()).toMatchObject({ status: 'CAPTURED' });
    const stored = async () => {
      const [row] = await rig.rows('select is_open, due_at, facts from dispute where id = ?', id);
      return row && { isOpen: Number(row.is_open), dueAt: Number(row.due_at), ...JSON.parse(String(row.facts)) };
    };
    expect(await stored()).toMatchObject({
      ...{ isOpen: 1, dueAt: Date.parse('2099-12-24T12:00Z'), reason: 'UNAUTHORISED', stage: 'INQUIRY' },
      ...{ amount: '1200', currency: 'EUR', status: 'OPEN' },
    });
    await control(rig, 'PUT', `/disputes/${id}`, { status: 'RESOLVED', winner: 'SELLER' });
    await expect
      .poll(stored, { timeout: 20_000 })
      .toMatchObject({ isOpen: 0, status: 'RESOLVED', outcome: 'RESOLVED_SELLER_FAVOUR' });
  });
});

describe('a request that PayPal does not support', () => {
  it('because of its currency is refused by field before a call to PayPal', async () => {
    const { reply } = await rig.initiate({ order: { amount: '12.000', currency: 'KWD' } });
    expect(reply.status).toBe(400);
    expect(reply.json.error).toMatchObject({ field: 'order.currency', validationType: 'INVALID' });
  });

  it('because it is not in whole forints is a failure with that reason', async () => {
    const { reply } = await rig.initiate({ order: { amount: '1200.50', currency: 'HUF' } });
    expect(reply.json).toMatchObject({ result: 'FAILURE', response: { gatewayCode: 'NOT_SUPPORTED' } });
  });

  it('fails with PayPal’s issue as the acquirer code', async () => {
    rig.simulator.paypal.outcomes.choose('orders.create', { issue: 'PAYEE_ACCOUNT_RESTRICTED' }, 1);
    const { reply, redirectUrl } = await rig.initiate();
    expect(redirectUrl).toBe('');
    expect(reply.json).toMatchObject({
      result: 'FAILURE',
      response: { gatewayCode: 'ACQUIRER_SYSTEM_ERROR', acquirerCode: 'PAYEE_ACCOUNT_RESTRICTED' },
    });
  });
});
