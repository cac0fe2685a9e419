/** The payment method of Vendure: its staff captures, refunds and cancels by it. */
import { LanguageCode, PaymentMethodHandler } from '@vendure/core';
import { Gateway } from './gateway.js';
import { Staff } from './staff.js';

/** @type {Gateway} */
let gateway;
/** @type {Staff} */
let staff;

export const turnpikeHandler = new PaymentMethodHandler({
  code: 'turnpike',
  description: [{ languageCode: LanguageCode.en, value: "The payer pays on the gateway's page" }],
  args: {},

  init(injector) {
    gateway = injector.get(Gateway);
    staff = injector.get(Staff);
  },

  /** Records a payment of the gateway. The service alone calls it: nothing that a shop's page sends is a payment. */
  async createPayment(ctx, order, _amount, _args, { gatewayOrderId }) {
    const payment = ctx.apiType === 'admin' ? await gateway.retrieve(`${gatewayOrderId}`) : undefined;
    if (payment === undefined || payment.currency !== order.currencyCode) {
      return { amount: 0, state: 'Error', errorMessage: 'Start the payment with createTurnpikeCheckout.' };
    }
    return {
      amount: payment.authorized,
      state: payment.captured >= payment.authorized ? 'Settled' : 'Authorized',
      transactionId: payment.id,
      metadata: payment.details,
    };
  },

  async settlePayment(ctx, order, payment) {
    return staff.settle(ctx, order, payment);
  },

  async cancelPayment(ctx, order, payment) {
    return staff.cancel(ctx, order, payment);
  },

  async createRefund(ctx, _input, amount, order, payment) {
    return staff.refund(ctx, order, payment, amount);
  },
});
