/** The payment method of Vendure: its staff captures, refunds and cancels by it. */
import { LanguageCode, PaymentMethodHandler } from '@vendure/core';
import { TurnpikeService } from './service.js';

/** @import { PaymentState } from '@vendure/core' */

/** @type {TurnpikeService} */
let turnpike;

/** @param {PaymentState} state of a payment that can be cancelled */
const uncancelled = (state) => /** @type {Exclude<PaymentState, 'Cancelled'>} */ (state);

export const turnpikeHandler = new PaymentMethodHandler({
  code: 'turnpike',
  description: [{ languageCode: LanguageCode.en, value: "The payer pays on the gateway's page" }],
  args: {},

  init(injector) {
    turnpike = injector.get(TurnpikeService);
  },

  /** Records a payment of the gateway. The service alone calls it: nothing that a shop's page sends is a payment. */
  async createPayment(ctx, order, _amount, _args, { gatewayOrderId }) {
    const payment = ctx.apiType === 'admin' ? await turnpike.paymentOf(`${gatewayOrderId}`) : undefined;
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

  /** Captures the whole payment, unless the gateway has captured it already. */
  async settlePayment(_ctx, _order, payment) {
    const current = await turnpike.paymentOf(payment.transactionId);
    if (current !== undefined && current.captured >= payment.amount) {
      return { success: true };
    }
    const errorMessage = await turnpike.capture(payment, current);
    return errorMessage === undefined ? { success: true } : { success: false, state: 'Authorized', errorMessage };
  },

  /** Voids the authorization, unless the gateway has voided it already. */
  async cancelPayment(_ctx, _order, payment) {
    const current = await turnpike.paymentOf(payment.transactionId);
    if (current?.isVoided) {
      return { success: true };
    }
    const errorMessage = await turnpike.voidAuthorization(current);
    return errorMessage === undefined
      ? { success: true }
      : { success: false, state: uncancelled(payment.state), errorMessage };
  },

  /** Refunds, unless the gateway has refunded this amount already and Vendure does not know of it yet. */
  async createRefund(_ctx, _input, amount, order, payment) {
    return turnpike.refund(order, payment, amount);
  },
});
