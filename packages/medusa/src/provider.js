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
import { GatewayError, Turnpike } from '@turnpike/client';
import { isCheckout, parse, verify } from '@turnpike/webhooks';

const REQUIRED = ['gateway', 'merchantId', 'password', 'notificationKey', 'notificationUrl', 'returnUrl'];
const AUTHORIZATIONS = ['AUTHORIZATION', 'AUTHORIZATION_UPDATE'];
/** A note on the gateway's order: the shop has removed the session, so a payment of it is given back. */
const REMOVED = 'removed';

export class TurnpikeProvider extends AbstractPaymentProvider {
  static identifier = 'turnpike';

  #client;
  #options;

  /** @throws {MedusaError} which names a missing option */
  static validateOptions(options) {
    const missing = REQUIRED.find((name) => !options?.[name]);
    if (missing !== undefined) {
      throw new MedusaError(MedusaError.Types.INVALID_DATA, `The Turnpike provider needs the option ${missing}.`);
    }
  }

  constructor(container, options) {
    super(container, options);
    const { gateway, merchantId, password } = options;
    this.#options = options;
    this.#client = new Turnpike({ origin: gateway, merchantId, password });
  }

  /** Makes a checkout. `data.url` is the page on which the payer pays. */
  async initiatePayment({ amount, currency_code, data }) {
    const orderId = data.session_id;
    const { returnUrl, notificationUrl, operation = 'AUTHORIZE' } = this.#options;
    const back = new URL(returnUrl);
    back.searchParams.set('payment_session', orderId);
    const money = moneyOf(amount, currency_code);
    const { session, checkout } = await this.#client.initiateCheckout({
      interaction: { operation, returnUrl: back.href, cancelUrl: back.href },
      order: { id: orderId, ...money, notificationUrl },
    });
    return {
      id: orderId,
      status: PaymentSessionStatus.PENDING,
      data: { orderId, session: session.id, url: checkout.url, ...money },
    };
  }

  /** The payer's open page shows the new amount, and asks again. */
  async updatePayment({ amount, currency_code, data }) {
    const money = moneyOf(amount, currency_code);
    await this.#client.updateSession({ sessionId: data.session }, { order: money });
    return { data: { ...data, ...money } };
  }

  /** The session was replaced or removed. Its page may still be open: a payment there is given back. */
  async deletePayment({ data }) {
    if (data?.session === undefined) {
      return { data };
    }
    const order = await this.#order(data.orderId);
    if (order !== undefined) {
      await this.#giveBack(order);
    }
    if (order === undefined || order.result === 'PENDING' || order.result === 'UNKNOWN') {
      await this.#client.updateSession({ sessionId: data.session }, { order: { custom: { [REMOVED]: 'true' } } });
    }
    return { data };
  }

  async authorizePayment({ data }) {
    const order = await this.#order(data.orderId);
    const status = statusOf(order);
    const isPaid = status === PaymentSessionStatus.AUTHORIZED || status === PaymentSessionStatus.CAPTURED;
    if (isPaid && !isOf(order, data)) {
      await this.#giveBack(order);
      return { status: PaymentSessionStatus.ERROR, data };
    }
    return { status, data };
  }

  async getPaymentStatus({ data }) {
    return { status: statusOf(await this.#order(data.orderId)), data };
  }

  async retrievePayment({ data }) {
    return { data: { ...data, order: await this.#order(data.orderId) } };
  }

  /** Captures the rest of the authorized amount. */
  async capturePayment({ data }) {
    const order = await this.#order(data.orderId);
    const captured = order?.totalCapturedAmount ?? 0;
    const rest = MathBN.sub(data.amount, captured);
    if (MathBN.gt(rest, 0)) {
      const transaction = moneyOf(rest, data.currency);
      await done(
        this.#client.capture({ orderId: data.orderId, transactionId: `capture-${captured}` }, { transaction }),
      );
    }
    return { data };
  }

  /** Each refund of Medusa has an id, under which the gateway makes it once. */
  async refundPayment({ amount, data, context }) {
    const transactionId = `refund-${context?.idempotency_key ?? (await this.#order(data.orderId)).totalRefundedAmount}`;
    const transaction = moneyOf(amount, data.currency);
    await done(this.#client.refund({ orderId: data.orderId, transactionId }, { transaction }));
    return { data };
  }

  /** Voids the authorization. Captured money is refunded instead, by the staff. */
  async cancelPayment({ data }) {
    const order = await this.#order(data.orderId);
    if (order?.status === 'AUTHORIZED') {
      await this.#void(order);
    }
    return { data };
  }

  /** @throws {MedusaError} if the gateway did not sign the notification */
  async getWebhookActionAndData({ rawData, headers }) {
    const notification = await this.#verified(headers, rawData);
    if (isCheckout(notification)) {
      return { action: PaymentActions.NOT_SUPPORTED };
    }
    const order = await this.#order(notification.order.id);
    if (order?.custom?.[REMOVED] === 'true') {
      await this.#giveBack(order);
      return { action: PaymentActions.NOT_SUPPORTED };
    }
    const action = ACTIONS[order?.status] ?? PaymentActions.NOT_SUPPORTED;
    return { action, data: { session_id: order?.id ?? '', amount: order?.amount ?? 0 } };
  }

  async #verified(headers, rawData) {
    try {
      await verify(headers, rawData, { keys: this.#options.notificationKey });
      return parse(rawData);
    } catch (error) {
      throw new MedusaError(MedusaError.Types.UNAUTHORIZED, `A notification was refused: ${error.message}`);
    }
  }

  /** Returns undefined if no payment of the order was tried. */
  async #order(orderId) {
    try {
      return await this.#client.retrieveOrder({ orderId });
    } catch (error) {
      if (error instanceof GatewayError && error.cause === 'INVALID_REQUEST') {
        return undefined;
      }
      throw error;
    }
  }

  async #giveBack(order) {
    const { id: orderId, currency, totalCapturedAmount, totalRefundedAmount } = order;
    const rest = MathBN.sub(totalCapturedAmount, totalRefundedAmount);
    if (order.status === 'AUTHORIZED') {
      await this.#void(order);
    } else if (MathBN.gt(rest, 0)) {
      const transaction = moneyOf(rest, currency);
      await done(this.#client.refund({ orderId, transactionId: 'given-back' }, { transaction }));
    }
  }

  async #void({ id: orderId, transaction: transactions = [] }) {
    const authorization = transactions.findLast(
      ({ result, transaction: { type } }) => result === 'SUCCESS' && AUTHORIZATIONS.includes(type),
    );
    const targetTransactionId = authorization.transaction.id;
    const address = { orderId, transactionId: `void-${targetTransactionId}` };
    await done(this.#client.void(address, { transaction: { targetTransactionId } }));
  }
}

const ACTIONS = {
  AUTHORIZED: PaymentActions.AUTHORIZED,
  CAPTURED: PaymentActions.SUCCESSFUL,
};

function statusOf(order) {
  if (order?.result === 'PENDING' || order?.result === 'UNKNOWN') {
    return PaymentSessionStatus.PENDING;
  }
  switch (order?.status) {
    case 'AUTHORIZED':
      return PaymentSessionStatus.AUTHORIZED;
    case 'CAPTURED':
    case 'PARTIALLY_CAPTURED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return PaymentSessionStatus.CAPTURED;
    case 'CANCELLED':
      return PaymentSessionStatus.CANCELED;
    default:
      // The payer may try again on the page.
      return PaymentSessionStatus.REQUIRES_MORE;
  }
}

/** Whether the payer paid what the session asks for now. */
function isOf(order, { amount, currency }) {
  return order.currency === currency && MathBN.eq(order.amount, amount);
}

/** @returns {{ amount: string, currency: string }} with the decimals of the currency, ISO 4217 */
function moneyOf(amount, currencyCode) {
  const currency = currencyCode.toUpperCase();
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return { amount: MathBN.convert(amount).toFixed(maximumFractionDigits), currency };
}

/** @throws {MedusaError} unless the transaction succeeded. An unknown result is asked for again with the same id. */
async function done(call) {
  const { result, response } = await call;
  if (result !== 'SUCCESS') {
    const reason = response?.gatewayCode ?? result;
    throw new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, `The gateway answered ${reason}.`);
  }
}
