/**
 * A merchant with one order: sends one request after another, two at once, repeats, and now and then another request
 * under the same ids.
 */
import type { Counter } from './counter.ts';
import { nameOf } from './counter.ts';
import { WHOLE, type Wish } from './requests.ts';
import type { World } from './world.ts';

const THINKING_MS_MAX = 6_000;
const STEPS_MAX = 5;
const AMOUNTS = [WHOLE, WHOLE / 2n, WHOLE / 4n];

type Following = 'CAPTURE' | 'REFUND' | 'UPDATE_AUTHORIZATION' | 'VOID';

/** Useful requests for each state of an order, the likeliest ones more often. */
const LIKELY: Readonly<Record<string, readonly Following[]>> = {
  AUTHORIZED: ['CAPTURE', 'CAPTURE', 'VOID', 'UPDATE_AUTHORIZATION'],
  PARTIALLY_CAPTURED: ['CAPTURE', 'REFUND', 'VOID', 'UPDATE_AUTHORIZATION'],
  CAPTURED: ['REFUND', 'REFUND', 'VOID'],
  PARTIALLY_REFUNDED: ['REFUND', 'CAPTURE', 'VOID'],
  REFUNDED: ['VOID'],
  REFUND_REQUESTED: ['REFUND', 'CAPTURE', 'VOID'],
};

export class MerchantOrder {
  readonly orderId: string;
  readonly #world: World;
  readonly #counter: Counter;
  #ids = 0;
  #status = 'INITIATED';
  readonly #made: string[];
  readonly #amounts: readonly bigint[];

  /** @param made transactions requested by another client @param amounts for captures and refunds */
  constructor(world: World, counter: Counter, orderId: string, made: string[] = [], amounts = AMOUNTS) {
    this.orderId = orderId;
    this.#made = made;
    this.#amounts = amounts;
    this.#world = world;
    this.#counter = counter;
  }

  /** Begins by card, and continues. */
  async withCard(): Promise<void> {
    const { chance } = this.#world;
    await this.#think();
    do {
      await this.#step({
        operation: chance.pick(['AUTHORIZE', 'AUTHORIZE', 'PAY', 'PAY', 'VERIFY'] as const),
        amount: WHOLE,
      });
    } while (this.#status === 'FAILED' && chance.oneIn(2));
    await this.goOn();
  }

  /** The operations after a payment. @param status as the merchant knows the order */
  async goOn(status = this.#status): Promise<void> {
    const { chance } = this.#world;
    this.#status = status;
    for (let steps = chance.below(STEPS_MAX); steps > 0; steps -= 1) {
      await this.#think();
      const wishes = Array.from({ length: chance.oneIn(4) ? 2 : 1 }, () => this.#following());
      // Two at once: at least one of them finds the order locked, or changed.
      await Promise.all(wishes.map((wish) => wish && this.#step(wish)));
    }
  }

  #following(): Omit<Wish, 'orderId' | 'transactionId'> | undefined {
    const { chance } = this.#world;
    const likely = LIKELY[this.#status];
    if (likely === undefined) {
      return chance.oneIn(3) ? { operation: 'PAY', amount: WHOLE } : undefined;
    }
    const operation = chance.pick(likely);
    if (operation === 'VOID') {
      return { operation, target: chance.pick(this.#made) };
    }
    return { operation, amount: chance.pick(this.#amounts) };
  }

  async #step(given: Omit<Wish, 'orderId' | 'transactionId'>): Promise<void> {
    const { chance, journal } = this.#world;
    this.#ids += 1;
    const wish: Wish = { ...given, orderId: this.orderId, transactionId: `t${this.#ids}` };
    journal.count(wish.operation);
    const copy = chance.oneIn(6) ? this.#counter.once(wish) : undefined;
    const answer = await this.#counter.insist(wish);
    journal.count(`answered ${answer.kind}`);
    await copy;
    if (answer.kind !== 'DONE') {
      return;
    }
    this.#made.push(wish.transactionId);
    this.#status = answer.transaction.outcome?.order.status ?? this.#status;
    if (chance.oneIn(5)) {
      await this.#again(wish);
    }
    if (chance.oneIn(8)) {
      await this.#mean({ ...wish, operation: 'PAY', amount: WHOLE + 1n });
    }
  }

  async #again(wish: Wish): Promise<void> {
    const answer = await this.#counter.insist(wish);
    this.#world.journal.count('asked again');
    if (answer.kind !== 'DONE') {
      this.#world.journal.problem(`${nameOf(wish)} again was ${answer.kind}`);
    }
  }

  /** Another request under the same ids. */
  async #mean(wish: Wish): Promise<void> {
    const answer = await this.#counter.insist(wish);
    this.#world.journal.count('another meaning');
    if (answer.kind !== 'REFUSED') {
      this.#world.journal.problem(`${nameOf(wish)} with another meaning was ${answer.kind}`);
    }
  }

  async #think(): Promise<void> {
    await this.#world.scheduler.sleep(this.#world.chance.below(THINKING_MS_MAX));
  }
}
