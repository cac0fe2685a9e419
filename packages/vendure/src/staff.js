/** The staff captures, voids and refunds a payment by Vendure. */
import { Payment, Refund, TransactionalConnection } from '@vendure/core';
import { Gateway } from './gateway.js';
import { injectArguments } from './inject.js';
import { current, lockedUntilStored } from './order-lock.js';
import { refundedOf } from './refunded.js';

/** @import { CreateRefundResult, Order, PaymentState, RequestContext } from '@vendure/core' */

const UNKNOWN = 'The gateway has no such payment.';

/**
 * @template {PaymentState} Done
 * @typedef {{ success: true } | { success: false, state: Exclude<PaymentState, Done>, errorMessage: string }} Outcome
 */

export class Staff {
  #connection;
  #gateway;

  /**
   * @param {TransactionalConnection} connection
   * @param {Gateway} gateway
   */
  constructor(connection, gateway) {
    this.#connection = connection;
    this.#gateway = gateway;
  }

  /**
   * Captures the rest of a payment, unless the gateway has captured it already.
   *
   * @param {RequestContext} ctx
   * @param {Order} order
   * @param {Payment} payment
   * @returns {Promise<Outcome<'Settled'>>}
   */
  settle(ctx, order, payment) {
    return this.#locked(ctx, order, payment, async () => {
      const known = await this.#gateway.retrieve(payment.transactionId);
      if (known !== undefined && known.captured >= payment.amount) {
        return { success: true };
      }
      const failure = known ? await this.#gateway.capture(known, payment.amount - known.captured) : UNKNOWN;
      return outcomeOf(payment, failure);
    });
  }

  /**
   * Voids the authorization, unless the gateway has voided it already.
   *
   * @param {RequestContext} ctx
   * @param {Order} order
   * @param {Payment} payment
   * @returns {Promise<Outcome<'Cancelled'>>}
   */
  cancel(ctx, order, payment) {
    return this.#locked(ctx, order, payment, async () => {
      const known = await this.#gateway.retrieve(payment.transactionId);
      if (known?.isVoided) {
        return { success: true };
      }
      return outcomeOf(payment, known ? await this.#gateway.voidAuthorization(known) : UNKNOWN);
    });
  }

  /**
   * Refunds, unless the gateway has refunded the amount already and the shop has no refund for it.
   *
   * @param {RequestContext} ctx
   * @param {Order} order
   * @param {Payment} payment
   * @param {number} amount
   * @returns {Promise<CreateRefundResult>}
   */
  refund(ctx, order, payment, amount) {
    return this.#locked(ctx, order, payment, async (inner) => {
      const query = this.#connection.getRepository(inner, Refund).createQueryBuilder('refund');
      const stored = query.where('refund.paymentId = :id', { id: payment.id });
      const refunds = await current(this.#connection, inner, stored).getMany();
      const known = await this.#gateway.retrieve(payment.transactionId);
      const transactionId = `refund-${refunds.length + 1}`;
      if (known !== undefined && known.refunded >= refundedOf(refunds) + amount) {
        return { state: 'Settled', transactionId, metadata: {} };
      }
      const { currencyCode } = order;
      const failure = await this.#gateway.refund(payment.transactionId, transactionId, amount, currencyCode);
      return failure === undefined
        ? { state: 'Settled', transactionId, metadata: {} }
        : { state: 'Failed', transactionId, metadata: { failure } };
    });
  }

  /**
   * Vendure read the payment before the turn, and stores it as a whole afterwards: it gets the state and the metadata
   * that others have stored meanwhile.
   *
   * @template T
   * @param {RequestContext} ctx
   * @param {Order} order
   * @param {Payment} payment
   * @param {(ctx: RequestContext) => Promise<T>} work
   */
  #locked(ctx, order, payment, work) {
    return lockedUntilStored(this.#connection, ctx, order.id, async (inner) => {
      const query = this.#connection.getRepository(inner, Payment).createQueryBuilder('payment');
      const stored = query.where('payment.id = :id', { id: payment.id });
      const { state, metadata } = await current(this.#connection, inner, stored).getOneOrFail();
      Object.assign(payment, { state, metadata });
      return work(inner);
    });
  }
}

/**
 * @template {PaymentState} Done
 * @param {Payment} payment
 * @param {string | undefined} failure
 * @returns {Outcome<Done>}
 */
function outcomeOf({ state }, failure) {
  // A payment that is done in this way has not failed.
  return failure === undefined
    ? { success: true }
    : { success: false, state: /** @type {Exclude<PaymentState, Done>} */ (state), errorMessage: failure };
}

injectArguments(Staff, [TransactionalConnection, Gateway]);
