/** The shop's orders. Each is set by what the gateway says at this moment, and by nothing else. */
import { GatewayError, Turnpike } from '@turnpike/client';
import { type GatewayOrder, orderState } from './order-state.mjs';

/** The payer, or the gateway's notification, waits for it. */
const ANSWER_MS_MAX = 5_000;

export interface WantedOrder {
  amount: string;
  currency: string;
  capture: 'now' | 'later';
}

export interface Order {
  id: string;
  amount: number;
  currency: string;
  capture: 'now' | 'later';
  state: string;
  paid: number;
  refunded: number;
  shipped: number;
  /** By the shop's staff. */
  isCancelled: boolean;
  /** The session of the newest checkout. */
  session?: string;
  /** One change of the order at a time. */
  turn: Promise<unknown>;
}

const { SHOP = 'http://localhost:3000', GATEWAY = 'http://localhost:8070' } = process.env;
const { MERCHANT = 'TESTSHOP', PASSWORD = '' } = process.env;

const turnpike = new Turnpike({ origin: GATEWAY, merchantId: MERCHANT, password: PASSWORD });

/** A table of a database in your shop. Next.js loads this module once for pages, and once for route handlers. */
const shared = globalThis as { shopOrders?: Map<string, Order> };
shared.shopOrders ??= new Map();
const orders = shared.shopOrders;

export function makeOrder({ amount, currency, capture }: WantedOrder): Order {
  const id = `${1_001 + orders.size}-${Date.now().toString(36)}`;
  const money = { amount: Number(amount), currency, capture, paid: 0, refunded: 0 };
  const order = { id, ...money, state: 'open', shipped: 0, isCancelled: false, turn: Promise.resolve() };
  orders.set(id, order);
  return order;
}

export function findOrder(id: string): Order | undefined {
  return orders.get(id);
}

/**
 * The gateway's order has the id of the shop's in every checkout, so that the gateway refuses a second payment.
 *
 * @returns the address of the payment page
 */
export async function startCheckout(order: Order): Promise<string> {
  const { checkout, session } = await turnpike.initiateCheckout({
    interaction: {
      operation: order.capture === 'now' ? 'PURCHASE' : 'AUTHORIZE',
      // The order is in the address, and not in a cookie: the bank may return the payer in another browser.
      returnUrl: `${SHOP}/return/${order.id}`,
      cancelUrl: `${SHOP}/return/${order.id}`,
      merchant: { name: 'My shop' },
    },
    order: {
      id: order.id,
      amount: order.amount.toFixed(2),
      currency: order.currency,
      notificationUrl: `${SHOP}/notify`,
    },
  });
  order.session = session.id;
  return checkout.url;
}

/** Called after a return and a notification alike, so neither the sequence nor the number of notifications matters. */
export function refreshOrder(order: Order): Promise<void> {
  const turn = order.turn.then(async () => bookOrder(order, await retrieveOrder(order)));
  order.turn = turn.catch(() => undefined);
  return turn;
}

/** Ends the payment page too, so that nobody pays a cancelled order. */
export async function cancelOrder(order: Order): Promise<void> {
  order.isCancelled = true;
  if (order.session !== undefined) {
    const ended = { paymentLink: { expiryDateTime: '2026-01-01T00:00:00.000Z' } };
    await turnpike.updateSession({ sessionId: order.session }, ended).catch(() => undefined);
  }
  await refreshOrder(order);
}

function bookOrder(order: Order, answer: GatewayOrder): void {
  order.state = orderState(order, answer);
  order.paid = answer.totalCapturedAmount ?? 0;
  order.refunded = answer.totalRefundedAmount ?? 0;
  if (order.state === 'paid' && order.shipped === 0) {
    order.shipped += 1;
  }
}

async function retrieveOrder({ id }: Order): Promise<GatewayOrder> {
  try {
    return await turnpike.retrieveOrder({ orderId: id }, { deadlineMs: ANSWER_MS_MAX });
  } catch (error) {
    // An order that nobody has tried to pay is not known there.
    if (error instanceof GatewayError && error.cause === 'INVALID_REQUEST') {
      return {};
    }
    throw error;
  }
}
