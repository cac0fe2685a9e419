/** The calls to the gateway. Each has an id that its repetition has too, so that no repetition moves money again. */
import { GatewayError, Turnpike } from '@turnpike/client';
import { gatewayOrder } from './gateway-order.js';
import { toGateway } from './money.js';

/** @import { GatewayOrder } from './gateway-order.js' */

/** A payer, or a notification of the gateway, waits for each read: without an answer it is made again later. */
const READ_MS_MAX = 5_000;
const UNAUTHORIZED = 401;

export class Gateway {
  #client;
  #precision;

  /**
   * @param {{ gateway: string, merchantId: string, password: string }} options
   * @param {number} precision the decimals of Vendure's units
   */
  constructor({ gateway, merchantId, password }, precision) {
    this.#client = new Turnpike({ origin: gateway, merchantId, password });
    this.#precision = precision;
  }

  /**
   * @param {{ id: string, reference: string, amount: number, currency: string, description: string | undefined }} order
   *   amount in Vendure's units
   * @param {{ operation: 'AUTHORIZE' | 'PURCHASE', returnUrl: string, notificationUrl: string, locale: string }} page
   * @returns {Promise<string>} address of the payer's page
   */
  async checkout({ id, reference, amount, currency, description }, { operation, returnUrl, notificationUrl, locale }) {
    const { checkout } = await this.#client.initiateCheckout({
      interaction: { operation, returnUrl, cancelUrl: returnUrl, locale },
      order: {
        id,
        reference,
        amount: toGateway(amount, currency, this.#precision),
        currency,
        description,
        notificationUrl,
      },
    });
    return checkout.url;
  }

  /**
   * Returns undefined if no payment of the order was tried.
   *
   * @param {string} orderId
   */
  async retrieve(orderId) {
    try {
      return gatewayOrder(await this.#client.retrieveOrder({ orderId }, { deadlineMs: READ_MS_MAX }), this.#precision);
    } catch (error) {
      // A wrong password has the same cause as an unknown order.
      if (error instanceof GatewayError && error.cause === 'INVALID_REQUEST' && error.status !== UNAUTHORIZED) {
        return undefined;
      }
      throw error;
    }
  }

  /**
   * @param {GatewayOrder} order
   * @param {number} amount in Vendure's units
   * @returns {Promise<string | undefined>} the reason why the acquirer has not captured
   */
  capture({ id: orderId, currency, captured, failedIds }, amount) {
    const transactionId = unfailedId(`capture-${captured}`, failedIds);
    const transaction = { amount: toGateway(amount, currency, this.#precision), currency };
    return failureOf(this.#client.capture({ orderId, transactionId }, { transaction }));
  }

  /**
   * @param {string} orderId
   * @param {string} transactionId
   * @param {number} amount in Vendure's units
   * @param {string} currency
   * @returns {Promise<string | undefined>} the reason why the acquirer has not refunded
   */
  refund(orderId, transactionId, amount, currency) {
    const transaction = { amount: toGateway(amount, currency, this.#precision), currency };
    return failureOf(this.#client.refund({ orderId, transactionId }, { transaction }));
  }

  /**
   * @param {GatewayOrder} order
   * @returns {Promise<string | undefined>} the reason for which an authorization is not voided
   */
  async voidAuthorization(order) {
    if (order.captured > 0 || order.authorizationId === undefined) {
      return 'The money is captured. Refund it instead.';
    }
    return this.void(order, order.authorizationId);
  }

  /**
   * @param {GatewayOrder} order
   * @param {string} targetTransactionId of the authorization
   * @returns {Promise<string | undefined>} the reason why the acquirer has not voided the authorization
   */
  void({ id: orderId, failedIds }, targetTransactionId) {
    const transactionId = unfailedId(`void-${targetTransactionId}`, failedIds);
    return failureOf(this.#client.void({ orderId, transactionId }, { transaction: { targetTransactionId } }));
  }
}

/**
 * The gateway answers the repeat of a failed transaction as the first, so the staff's next try has another id.
 *
 * @param {string} id
 * @param {readonly string[]} failedIds
 */
function unfailedId(id, failedIds) {
  let free = id;
  for (let number = 2; failedIds.includes(free); number += 1) {
    free = `${id}-${number}`;
  }
  return free;
}

/**
 * @param {Promise<import('@turnpike/client').TransactionAnswer>} call
 * @throws if the result is not known, so that the same call is made again later
 */
async function failureOf(call) {
  const { result, response } = await call;
  if (result === 'SUCCESS') {
    return undefined;
  }
  if (result !== 'FAILURE') {
    throw new Error('The result is not known yet. Try again in some minutes: nothing happens twice.');
  }
  return `The gateway answered ${response?.gatewayCode ?? result}.`;
}
