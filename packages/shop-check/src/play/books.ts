/** Compares an order in the shop with the gateway's books. Pure. */
import type { Books } from '../gateway/merchant.ts';
import type { Expectation } from '../histories/step.ts';
import { UNPAID } from '../histories/step.ts';
import type { OrderState, OrderStatus } from '../shop/shop.ts';
import { Made } from './failed.ts';
import { decimal, type PlayedOrder } from './order.ts';

export interface Compared {
  readonly order: PlayedOrder;
  /** One for each order at the gateway that the shop made for this one. */
  readonly books: readonly Books[];
  readonly status: OrderStatus;
}

/** Another amount than the order's was paid: any state but paid, so that somebody notices. */
const UNDERPAID: readonly OrderState[] = [
  'open',
  'pending',
  'part-paid',
  'review',
  'cancelled',
  'refunded',
  'part-refunded',
];
/** Mistakes with a payment that a shop may also prevent, as it ends the page. */
const PREVENTABLE: readonly Expectation['else'][] = ['amount-unchecked', 'ignores-late-money'];
/** In these states the shop's amounts are those of the gateway. */
const WITH_AMOUNTS: readonly OrderState[] = ['paid', 'part-paid', 'part-refunded', 'refunded'];

/** @returns the mistake that explains the difference best; undefined without one */
export function mistakeAt(expectation: Expectation, { order, books, status }: Compared): Made | undefined {
  const captured = sum(books.map((one) => one.captured));
  const refunded = sum(books.map((one) => one.refunded));
  const authorized = sum(books.map((one) => one.authorized));
  order.hadMoney ||= captured > 0 || authorized > 0;
  const paid = minor(status.paid);
  const { shipped = 0 } = status;
  const made = (mistake: Expectation['else']) =>
    new Made(mistake, {
      order: order.id,
      state: status.state,
      paid: status.paid,
      refunded: status.refunded,
      amount: decimal(captured),
      shipped: `${shipped}`,
    });
  if (captured - refunded > order.amount) {
    return made('charges-twice');
  }
  if (expectation.else === 'reserved-is-paid' && captured > 0) {
    return made('captures-at-once');
  }
  // A shop that books the order's amount for another payment has counted nothing twice.
  if (captured > 0 && paid > captured && paid !== order.amount) {
    return made('counts-twice');
  }
  if (!allowed(expectation, { captured, hadMoney: order.hadMoney, amount: order.amount }).includes(status.state)) {
    return made(expectation.else);
  }
  if (shipped > 1) {
    return made('ships-twice');
  }
  if (shipped > 0 && !order.hadMoney) {
    return made('ships-unpaid');
  }
  if (captured === 0 && paid > 0) {
    return made('wrong-amounts');
  }
  const isRight = paid === captured && minor(status.refunded) === refunded;
  return WITH_AMOUNTS.includes(status.state) && !isRight ? made('wrong-amounts') : undefined;
}

function allowed(
  { states, else: otherwise }: Expectation,
  { captured, hadMoney, amount }: { readonly captured: number; readonly hadMoney: boolean; readonly amount: number },
): readonly OrderState[] {
  if (states.includes('paid') && captured > 0 && captured < amount) {
    return UNDERPAID;
  }
  // The shop ended the checkout, so nobody could pay.
  return PREVENTABLE.includes(otherwise) && !hadMoney ? UNPAID : states;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function minor(amount: string): number {
  return Math.round(Number(amount) * 100);
}
