/**
 * The payment provider. A payment session of Medusa is an order of the gateway, under the session's id. Each function
 * reads that order first, and does only what the gateway has not done yet.
 */
import {
  AbstractPaymentProvider,
  MathBN,
  MedusaError,
  PaymentActions,
  PaymentSessionStatus,
} from '@medusajs/framework/utils';
import { Turnpike } from '@turnpike/client';
import { isCheckout, parse, verify } from '@turnpike/webhooks';
import { actionOf, authorizationOf, isOf, moneyOf, statusOf, unfailedId } from './gateway-order.js';
import { inTurn } from './in-turn.js';
import { storedMovement } from './medusa-books.js';
import { done, isRefusal } from './results.js';
import { sessionOf } from './session-data.js';
import { isFromSubscriber, isLeftToSubscriber, isRecording } from './turn.js';

/** @import * as Types from '@medusajs/framework/types' */
/** @import { CallOptions, OrderAnswer } from '@turnpike/client' */
/** @import { TurnpikeOptions } from './index.d.ts' */

/** @type {readonly (keyof TurnpikeOptions)[]} */
const REQUIRED = ['gateway', 'merchantId', 'password', 'notificationKey', 'notificationUrl', 'returnUrl'];
/** A time that has passed, which ends a checkout's page. */
const ENDED = '2026-01-01T00:00:00.000Z';
/** A payer waits for the answer, and the storefront can ask again. */
const PAYER_WAITS = { deadlineMs: 5_000 };
/** The service of Medusa's payment module that knows the staff's wishes, and the sum at the gateway. */
const MOVEMENTS = /** @type {const} */ ({
  capture: { service: 'captureService', total: 'totalCapturedAmount' },
  refund: { service: 'refundService', total: 'totalRefundedAmount' },
});

export class TurnpikeProvider extends AbstractPaymentProvider {
  static identifier = 'turnpike';

  #client;
  #container;
  #options;

  /**
   * @override
   * @param {any} options
   * @throws {MedusaError} which names a missing option
   */
  static validateOptions(options) {
    const missing = REQUIRED.find((name) => !options?.[name]);
    if (missing !== undefined) {
      throw new MedusaError(MedusaError.Types.INVALID_DATA, `The Turnpike provider needs the option ${missing}.`);
    }
  }

  /**
   * @param {Record<string, unknown>} container
   * @param {TurnpikeOptions} options
   */
  constructor(container, options) {
    super(container, { ...options });
    const { gateway, merchantId, password } = options;
    this.#container = container;
    this.#options = options;
    this.#client = new Turnpike({ origin: gateway, merchantId, password });
  }

  /**
   * Makes a checkout. `data.url` is the page on which the payer pays.
   *
   * @param {Types.InitiatePaymentInput} input
   */
  async initiatePayment({ amount, currency_code, data }) {
    const orderId = `${data?.session_id}`;
    const { returnUrl, notificationUrl, operation = 'AUTHORIZE' } = this.#options;
    const back = new URL(returnUrl);
    back.searchParams.set('payment_session', orderId);
    const money = moneyOf(amount, currency_code);
    const wanted = {
      interaction: { operation, returnUrl: back.href, cancelUrl: back.href },
      order: { id: orderId, ...money, notificationUrl },
    };
    const { session, checkout } = await this.#client.initiateCheckout(wanted, PAYER_WAITS);
    return {
      id: orderId,
      status: PaymentSessionStatus.PENDING,
      data: { orderId, session: session.id, url: checkout.url, ...money },
    };
  }

  /**
   * The payer's open page shows the new amount, and asks again.
   *
   * @param {Types.UpdatePaymentInput} input
   */
  async updatePayment({ amount, currency_code, data }) {
    const money = moneyOf(amount, currency_code);
    await this.#client.updateSession({ sessionId: sessionOf(data).session }, { order: money }, PAYER_WAITS);
    return { data: { ...data, ...money } };
  }

  /**
   * The session was replaced or removed: its page takes no payment any more, and money that came goes back.
   *
   * @param {Types.DeletePaymentInput} input
   */
  async deletePayment({ data }) {
    if (data?.session === undefined) {
      return { data };
    }
    const { session, orderId } = sessionOf(data);
    await this.#endPage(session);
    const order = await this.#order(orderId);
    if (order !== undefined) {
      await this.#giveBack(order);
    }
    return { data };
  }

  /** @param {Types.AuthorizePaymentInput} input */
  async authorizePayment({ data }) {
    const order = await this.#order(sessionOf(data).orderId, PAYER_WAITS);
    const status = statusOf(order);
    const isPaid = status === PaymentSessionStatus.AUTHORIZED || status === PaymentSessionStatus.CAPTURED;
    if (order !== undefined && isPaid && !isOf(order, sessionOf(data))) {
      await this.#giveBack(order);
      return { status: PaymentSessionStatus.ERROR, data };
    }
    return { status, data };
  }

  /** @param {Types.GetPaymentStatusInput} input */
  async getPaymentStatus({ data }) {
    return { status: statusOf(await this.#order(sessionOf(data).orderId)), data };
  }

  /** @param {Types.RetrievePaymentInput} input */
  async retrievePayment({ data }) {
    return { data: { ...data, order: await this.#order(sessionOf(data).orderId) } };
  }

  /** @param {Types.CapturePaymentInput} input */
  async capturePayment({ data, context }) {
    await this.#move('capture', data, context?.idempotency_key);
    return { data };
  }

  /** @param {Types.RefundPaymentInput} input */
  async refundPayment({ data, context }) {
    await this.#move('refund', data, context?.idempotency_key);
    return { data };
  }

  /**
   * Captures or refunds what the staff asked for, less what the gateway has moved and Medusa has not stored. The
   * transaction is named by what Medusa had stored before: a repetition after an error has the same name, though Medusa
   * gives it another id.
   *
   * @param {keyof typeof MOVEMENTS} kind
   * @param {Record<string, unknown> | undefined} data
   * @param {string | undefined} id of Medusa's capture or refund
   */
  async #move(kind, data, id) {
    if (isRecording()) {
      return;
    }
    const { orderId, currency } = sessionOf(data);
    const { service, total } = MOVEMENTS[kind];
    await inTurn(orderId, async () => {
      const { own, before, all } = await storedMovement(this.#container, service, id);
      const order = await this.#order(orderId);
      const unmoved = MathBN.sub(moneyOf(all, currency).amount, order?.[total] ?? 0);
      const transaction = moneyOf(MathBN.min(own, unmoved), currency);
      if (MathBN.gt(transaction.amount, 0)) {
        const transactionId = unfailedId(`${kind}-${before}`, order);
        await done(this.#client[kind]({ orderId, transactionId }, { transaction }));
      }
    });
  }

  /**
   * Voids the authorization. Captured money is refunded instead, by the staff.
   *
   * @param {Types.CancelPaymentInput} input
   */
  async cancelPayment({ data }) {
    if (isRecording()) {
      return { data };
    }
    const order = await this.#order(sessionOf(data).orderId);
    if (order?.status === 'AUTHORIZED') {
      const targetTransactionId = authorizationOf(order);
      await this.#void(order, unfailedId(`void-${targetTransactionId}`, order));
    }
    return { data };
  }

  /**
   * The package's subscriber gets `gateway`, the payment at the gateway.
   *
   * @param {Types.ProviderWebhookPayload['payload']} payload
   * @returns {Promise<Types.WebhookActionResult>}
   * @throws {MedusaError} if the gateway did not sign the notification
   */
  async getWebhookActionAndData({ rawData, headers }) {
    if (isLeftToSubscriber()) {
      return { action: PaymentActions.NOT_SUPPORTED };
    }
    const notification = await this.#verified(headers, rawData);
    if (isCheckout(notification)) {
      return { action: PaymentActions.NOT_SUPPORTED };
    }
    const { id } = notification.order;
    if (isFromSubscriber()) {
      /** @type {import('./bring-up-to-date.js').Gateway} */
      const gateway = { read: () => this.#order(id), giveBack: (order) => this.#giveBack(order) };
      return { action: PaymentActions.NOT_SUPPORTED, data: Object.assign({ session_id: id, amount: 0 }, { gateway }) };
    }
    const order = await this.#order(id);
    return { action: actionOf(order), data: { session_id: order?.id ?? '', amount: order?.amount ?? 0 } };
  }

  /**
   * @param {Record<string, unknown>} headers of the request
   * @param {string | Buffer} rawData
   */
  async #verified(headers, rawData) {
    try {
      await verify(/** @type {Record<string, string>} */ (headers), rawData, { keys: this.#options.notificationKey });
      return parse(rawData);
    } catch (error) {
      throw new MedusaError(MedusaError.Types.UNAUTHORIZED, `A notification was refused: ${error}`);
    }
  }

  /**
   * Returns undefined if no payment of the order was tried.
   *
   * @param {string} orderId
   * @param {CallOptions} [options]
   */
  async #order(orderId, options) {
    try {
      return await this.#client.retrieveOrder({ orderId }, options);
    } catch (error) {
      if (isRefusal(error)) {
        return undefined;
      }
      throw error;
    }
  }

  /** @param {string} sessionId */
  async #endPage(sessionId) {
    try {
      await this.#client.updateSession({ sessionId }, { paymentLink: { expiryDateTime: ENDED } }, PAYER_WAITS);
    } catch (error) {
      // It has ended by itself.
      if (!isRefusal(error)) {
        throw error;
      }
    }
  }

  /**
   * Its transactions keep their ids after a failure: each failed one is a notification, which would try again.
   *
   * @param {OrderAnswer} order
   */
  async #giveBack(order) {
    const { id: orderId, currency, totalCapturedAmount, totalRefundedAmount } = order;
    const rest = MathBN.sub(totalCapturedAmount, totalRefundedAmount);
    if (order.status === 'AUTHORIZED') {
      await this.#void(order, `void-${authorizationOf(order)}`);
    } else if (MathBN.gt(rest, 0)) {
      const transaction = moneyOf(rest, currency);
      await done(this.#client.refund({ orderId, transactionId: 'given-back' }, { transaction }));
    }
  }

  /**
   * @param {OrderAnswer} order
   * @param {string} transactionId
   */
  async #void(order, transactionId) {
    const transaction = { targetTransactionId: authorizationOf(order) };
    await done(this.#client.void({ orderId: order.id, transactionId }, { transaction }));
  }
}
