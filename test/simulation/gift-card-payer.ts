/**
 * A payer with a gift card, who pays the rest by another card or abandons it. It calls the core as the hosted page's
 * form does (`src/checkout/pay/part-payment.ts`). Sometimes a server call of the shop interferes.
 */
import { effectiveMovements, isOpen } from '../../src/core/order/order.ts';
import { orderStatus } from '../../src/core/order/order-status.ts';
import { heldParts, isHeld } from '../../src/core/order/parts.ts';
import type { StoredOrder } from '../../src/core/ports/index.ts';
import { releaseHeld } from '../../src/core/recovery/release-part.ts';
import { giftCardNumberOf } from './acquirer-routes.ts';
import { guarded } from './callbacks.ts';
import type { RunningGateway } from './gateway.ts';
import { payByGiftCard } from './gift-card-form.ts';
import { MerchantOrder } from './merchant.ts';
import type { Stage } from './payer.ts';
import { WHOLE, type Wish } from './requests.ts';

const THINKING_MS_MAX = 8_000;
/** Share of payers who leave for good after seeing the gift card's part. */
const GOES_FOR_GOOD_ONE_IN = 6;
/** The maximum number of forms that a payer sends. */
const FORMS_MAX = 6;
/** The time for which a gift card is held: in some cases the page's half an hour, in others it ends under way. */
const HOLD_MS = [4_000, 15_000, 1_800_000] as const;

export class GiftCardPayer {
  readonly #stage: Stage;
  readonly #orderId: string;
  readonly #operation: 'AUTHORIZE' | 'PAY';
  readonly #made: string[] = [];

  constructor(stage: Stage, orderId: string) {
    this.#stage = stage;
    this.#orderId = orderId;
    this.#operation = stage.world.chance.pick(['AUTHORIZE', 'PAY'] as const);
  }

  /** Sends one form after the other, until the order is paid or the payer abandons it; then the merchant continues. */
  async live(): Promise<void> {
    const { world, counter } = this.#stage;
    for (let form = 1; form <= FORMS_MAX; form += 1) {
      await world.scheduler.sleep(world.chance.below(THINKING_MS_MAX));
      const order = await this.#found();
      if (order !== undefined && isPaid(order)) {
        break;
      }
      const isHolding = order !== undefined && heldParts(order.state).length > 0;
      if (isHolding && world.chance.oneIn(GOES_FOR_GOOD_ONE_IN)) {
        world.journal.count('payer goes for good, and the gift card is held');
        break;
      }
      await (isHolding ? this.#goOnWith(order, form) : this.#begin(form));
    }
    const order = await this.#found();
    if (order !== undefined) {
      const merchant = new MerchantOrder(world, counter, this.#orderId, this.#made, amountsOf(order));
      await merchant.goOn(orderStatus(order.state));
    }
  }

  async #begin(form: number): Promise<void> {
    const { world, counter } = this.#stage;
    if (form > 1 && world.chance.oneIn(3)) {
      await this.#pay({ ...this.#wish(`w${form}`), amount: WHOLE });
      return;
    }
    this.#made.push(`g${form}`, `h${form}`);
    await counter.reach((running) => guarded(world, () => this.#useGiftCard(running, form)));
  }

  async #useGiftCard(running: RunningGateway, form: number): Promise<'PAGE'> {
    const { world, merchant } = this.#stage;
    const { journal, chance } = world;
    const wish: Wish = { ...this.#wish(`g${form}`), amount: WHOLE, giftCard: giftCardNumberOf(this.#orderId) };
    const held = await payByGiftCard(running, merchant, wish, {
      transactionId: `h${form}`,
      forMs: chance.pick(HOLD_MS),
    });
    if (held !== 'PAGE') {
      journal.count(held.kind === 'DONE' ? `gift card ${held.transaction.outcome?.gatewayCode}` : 'gift card LOCKED');
    }
    return 'PAGE';
  }

  async #goOnWith(order: StoredOrder, form: number): Promise<void> {
    const { world, counter, merchant } = this.#stage;
    const { chance, journal, scheduler } = world;
    const does = chance.weighted([
      [8, 'pays the rest'],
      [2, 'takes the gift card off'],
      [1, 'leaves the gift card'],
    ] as const);
    journal.count(`payer ${does}`);
    const between = chance.oneIn(6) ? this.#payFromTheShop(form) : undefined;
    if (does === 'pays the rest') {
      const code = await this.#pay({ ...this.#wish(`r${form}`), amount: WHOLE, part: { kind: 'REST' } });
      journal.count(`rest ${code}`);
    }
    if (does === 'takes the gift card off') {
      await counter.reach((running) => guarded(world, () => releaseHeld(running.gateway, order, merchant.id)));
    }
    if (does === 'leaves the gift card') {
      await scheduler.sleep(chance.pick(HOLD_MS));
    }
    await between;
  }

  async #payFromTheShop(form: number): Promise<void> {
    const code = await this.#pay({ ...this.#wish(`s${form}`), amount: WHOLE });
    this.#stage.world.journal.count(`shop's own payment beside it ${code}`);
  }

  /** @returns the result */
  async #pay(wish: Wish): Promise<string | undefined> {
    const answer = await this.#stage.counter.insist(wish);
    if (answer.kind !== 'DONE') {
      return answer.kind;
    }
    this.#made.push(wish.transactionId);
    return answer.transaction.outcome?.gatewayCode;
  }

  #wish(transactionId: string): Pick<Wish, 'operation' | 'orderId' | 'transactionId'> {
    return { orderId: this.#orderId, transactionId, operation: this.#operation };
  }

  #found(): Promise<StoredOrder | undefined> {
    const { judge, merchant } = this.#stage;
    return judge.orders.find(merchant.key, this.#orderId);
  }
}

/** Or may be paid: an open result must not be paid again. */
function isPaid({ state }: StoredOrder): boolean {
  const isOpenElsewhere = state.movements.some((movement) => isOpen(movement) && !isHeld(movement));
  return isOpenElsewhere || state.movements.some(({ result }) => result === 'SUCCESS');
}

/** The amounts that a merchant captures and refunds: each part, half of it, and more than any part. */
function amountsOf({ state }: StoredOrder): bigint[] {
  const parts = effectiveMovements(state, 'AUTHORIZATION', 'PAYMENT').map(({ amount }) => amount);
  return [...parts, ...parts, ...parts.map((amount) => amount / 2n || 1n), WHOLE];
}
