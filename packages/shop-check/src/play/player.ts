/**
 * Takes the steps of a history: the payer, the notifications and the staff, and at each expectation the shop's order.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Checkout } from '../gateway/front-door.ts';
import type { Expectation, Step, Which } from '../histories/step.ts';
import type { MistakeName } from '../mistakes.ts';
import { Payer } from '../payer/payer.ts';
import { ShopProblem } from '../shop/shop.ts';
import { mistakeAt } from './books.ts';
import { Deliveries } from './deliveries.ts';
import type { PlayDependencies } from './dependencies.ts';
import { eventually } from './eventually.ts';
import { Made } from './failed.ts';
import { decimal, type PlayedOrder } from './order.ts';
import { comeBack, forgeReturn } from './returns.ts';
import { actAtGateway, actInShop } from './staff-acts.ts';

/** Above the balance of a gift card, in minor units. */
const AMOUNT_MIN = 6_000;
const AMOUNT_SPAN = 3_000;
const MINUTE_MS = 60_000;
/** A page that shows a changed amount asks again. */
const PRESSES_MAX = 2;
const LOOK_AGAIN_MS = 200;

interface OpenTab {
  readonly which: Which;
  readonly checkout: Checkout;
  page: Awaited<ReturnType<Payer['start']>>;
}

export class Player {
  readonly advice: string[] = [];
  readonly #dependencies: PlayDependencies;
  readonly #payer: Payer;
  readonly #deliveries: Deliveries;
  readonly #orders = new Map<Which, PlayedOrder>();
  readonly #tabs = new Map<string, OpenTab>();
  /** Whether the shop asked the gateway when the payer came back last. */
  #hasAsked = false;
  /** The last expectation of each order. */
  readonly #met = new Map<Which, Expectation>();

  constructor(dependencies: PlayDependencies) {
    this.#dependencies = dependencies;
    this.#payer = this.#newPayer();
    this.#deliveries = new Deliveries(dependencies);
  }

  get lastOrder(): { readonly order?: string } {
    const last = [...this.#orders.values()].at(-1);
    return last === undefined ? {} : { order: last.id };
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'order':
        return this.#order(step.which, step.capture);
      case 'start':
        return this.#start(step.which, step.tab, step.isTampered);
      case 'pay':
        return this.#pay(step);
      case 'cancel':
        return this.#cancel(step.tab);
      case 'reload':
        return this.#reload(step.tab);
      case 'return':
        return this.#return(this.#at(step.which), step.as === 'another-browser');
      case 'forge-return': {
        const other = step.indicator === 'of-the-other-order' ? this.#at(step.which === 'A' ? 'B' : 'A') : undefined;
        return forgeReturn(this.#payer, this.#at(step.which), other);
      }
      case 'deliver':
        return this.#deliveries.deliver(this.#at(step.which), step);
      case 'redeliver':
        return this.#deliveries.redeliver(this.#at(step.which), step.isAtOnce);
      case 'return-and-deliver': {
        const order = this.#at(step.which);
        await this.#deliveries.settle();
        await Promise.all([
          this.#return(order, false),
          this.#deliveries.deliver(order, { order: 'as-sent', attempt: 1 }),
        ]);
        return;
      }
      case 'forge-notification':
        return this.#deliveries.forge(this.#at(step.which));
      case 'later':
        return this.#dependencies.world.later(step.minutes * MINUTE_MS);
      case 'staff':
        return actAtGateway(step.act, this.#at(step.which), this.#dependencies);
      case 'shop':
        return actInShop(step.act, this.#at(step.which), this.#dependencies);
      case 'away':
        this.#dependencies.door.isAway = step.isAway;
        return;
      case 'expect':
        return this.#expect(step);
    }
  }

  #newPayer(): Payer {
    const { http, world, serial } = this.#dependencies;
    return new Payer({ http, gateway: world.origin, giftCardSerial: serial, wait: (ms) => world.later(ms) });
  }

  #at(which: Which): PlayedOrder {
    const order = this.#orders.get(which);
    if (order === undefined) {
      throw new Error(`The history has no order ${which} yet.`);
    }
    return order;
  }

  /** Runs a step in which the shop may make checkouts, and adds them to the order. */
  async #withCheckouts<T>(order: () => PlayedOrder | undefined, work: () => Promise<T>): Promise<T> {
    const { checkouts } = this.#dependencies.door;
    const before = checkouts.length;
    try {
      return await work();
    } finally {
      order()?.checkouts.push(...checkouts.slice(before));
    }
  }

  async #order(which: Which, capture: 'now' | 'later'): Promise<void> {
    const { random, shop } = this.#dependencies;
    const amount = AMOUNT_MIN + Math.floor(random() * AMOUNT_SPAN);
    const price = decimal(amount);
    await this.#withCheckouts(
      () => this.#orders.get(which),
      async () => {
        const made = await shop.makeOrder({
          amount: price,
          currency: 'EUR',
          items: [{ name: 'Check', quantity: 1, unitPrice: price }],
          capture,
        });
        this.#orders.set(which, {
          id: made.order,
          pay: made.pay,
          amount,
          checkouts: [],
          hadMoney: false,
          back: undefined,
        });
      },
    );
  }

  async #start(which: Which, tab: string, isTampered: boolean): Promise<void> {
    const order = this.#at(which);
    const isFirst = order.back === undefined && ![...this.#tabs.values()].some((open) => open.which === which);
    const tampered = (fields: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cheaper(value, order.amount)]));
    const page = await this.#withCheckouts(
      () => order,
      () => this.#payer.start(order.pay, isTampered ? tampered : undefined),
    ).catch((error: unknown) => {
      // A shop may refuse to start an order again.
      if (!isFirst && error instanceof ShopProblem) {
        return undefined;
      }
      throw error;
    });
    const checkout =
      order.checkouts.findLast(({ sessionId }) => page?.page.url.includes(sessionId)) ?? order.checkouts.at(-1);
    if (isFirst && (page === undefined || checkout === undefined)) {
      throw new ShopProblem(
        checkout === undefined
          ? `${order.pay} makes no checkout at the gateway: is the shop's gateway set to ${this.#dependencies.door.origin}?`
          : `${order.pay} does not lead the payer to the gateway's page.`,
      );
    }
    if (checkout !== undefined && page !== undefined) {
      this.#tabs.set(tab, { which, checkout, page });
    } else {
      this.#tabs.delete(tab);
    }
  }

  async #pay({ with: instrument, tab, ifNotOffered }: Extract<Step, { do: 'pay' }>): Promise<void> {
    const open = this.#tabs.get(tab);
    if (open?.page === undefined || !this.#payer.offers(open.page, instrument)) {
      return this.#notOffered(open, ifNotOffered);
    }
    const order = this.#at(open.which);
    for (let presses = 0; presses < PRESSES_MAX && open.page !== undefined; presses += 1) {
      const { tab: after, back } = await this.#payer.pay(open.page, instrument, open.checkout);
      open.page = after;
      if (back !== undefined) {
        order.back = back;
        return;
      }
      if (instrument !== 'approved' || !this.#payer.offers(after, instrument)) {
        return;
      }
    }
  }

  #notOffered(open: OpenTab | undefined, otherwise: MistakeName | 'nothing' | undefined): void {
    if (otherwise === 'nothing') {
      return;
    }
    const order = this.#at(open?.which ?? 'A');
    if (otherwise !== undefined) {
      throw new Made(otherwise, { order: order.id });
    }
    throw new ShopProblem(`The payer cannot pay order ${order.id}: the gateway's page takes no payment.`);
  }

  async #cancel(tab: string): Promise<void> {
    const open = this.#tabs.get(tab);
    if (open?.page === undefined) {
      return;
    }
    const { back } = await this.#payer.cancel(open.page, open.checkout);
    if (back !== undefined) {
      await this.#payer.comeBack(back);
    }
  }

  async #reload(tab: string): Promise<void> {
    const open = this.#tabs.get(tab);
    if (open !== undefined) {
      open.page = await this.#payer.reload(open.checkout);
    }
  }

  async #return(order: PlayedOrder, isAnotherBrowser: boolean): Promise<void> {
    const { door } = this.#dependencies;
    const payer = isAnotherBrowser ? this.#newPayer() : this.#payer;
    const { hasAsked, advice } = await comeBack(order, { payer, isAnotherBrowser, door });
    this.#hasAsked = hasAsked;
    if (advice !== undefined) {
      this.advice.push(advice);
    }
  }

  /**
   * Looks once more at each order after the last step. A shop that answers first may ship twice, or believe a forged
   * notification, a moment later.
   */
  async lookAgain(): Promise<void> {
    await pause(LOOK_AGAIN_MS);
    for (const expectation of this.#met.values()) {
      await this.#expect(this.#met.size > 1 ? beside(expectation) : expectation);
    }
  }

  async #expect(expectation: Expectation): Promise<void> {
    const { shop, staff, settleMs } = this.#dependencies;
    const order = this.#at(expectation.which);
    const gatewayOrders = [...new Set(order.checkouts.map(({ gatewayOrder }) => gatewayOrder))];
    const books = await Promise.all(gatewayOrders.map((gatewayOrder) => staff.books(gatewayOrder)));
    const expected = this.#hasAsked ? asked(expectation) : expectation;
    await eventually(settleMs, async () =>
      mistakeAt(expected, { order, books, status: await shop.orderStatus(order.id) }),
    );
    this.#met.set(expectation.which, expectation);
  }
}

/** A shop that asked the gateway did not trust the return: it misread the answer. */
function asked(expectation: Expectation): Expectation {
  return expectation.else === 'trusts-the-return' ? { ...expectation, else: 'pending-is-paid' } : expectation;
}

/** An order that a forged return did not complete was completed by the return of another one. */
function beside(expectation: Expectation): Expectation {
  return expectation.else === 'trusts-the-return' ? { ...expectation, else: 'wrong-order' } : expectation;
}

/** The field of a form with the order's amount, in major or minor units, becomes 1.00. */
function cheaper(value: string, amount: number): string {
  if (value === decimal(amount)) {
    return '1.00';
  }
  return value === `${amount}` ? '100' : value;
}
