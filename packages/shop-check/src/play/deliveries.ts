/** Brings the gateway's notifications to the shop, as a history says. */
import type { FrontDoor } from '../gateway/front-door.ts';
import { deliver, type HeldNotification, type Signing } from '../gateway/notification.ts';
import type { World } from '../gateway/world.ts';
import type { HttpOptions } from '../payer/http.ts';
import { ShopProblem } from '../shop/shop.ts';
import { Made } from './failed.ts';
import { decimal, type PlayedOrder } from './order.ts';

export interface DeliveryDependencies {
  readonly door: FrontDoor;
  readonly world: World;
  readonly signing: Signing;
  readonly http: HttpOptions;
}

/** The gateway makes more, over days. */
const ATTEMPTS_MAX = 3;

export class Deliveries {
  readonly #dependencies: DeliveryDependencies;

  constructor(dependencies: DeliveryDependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves when the gateway has sent all that is due. */
  settle(): Promise<void> {
    return this.#dependencies.world.settled();
  }

  /** Delivers those that the shop has not got yet. @throws {Made} if the shop refuses one every time */
  async deliver(
    order: PlayedOrder,
    { order: sequence, attempt }: { readonly order: 'as-sent' | 'newest-first'; readonly attempt: number },
  ): Promise<void> {
    await this.settle();
    const held = this.#of(order).filter(({ deliveries }) => deliveries === 0);
    for (const notification of sequence === 'as-sent' ? held : held.toReversed()) {
      await this.#send(notification, order, attempt);
    }
  }

  /** Delivers the oldest one again, which the shop has got. */
  async redeliver(order: PlayedOrder, isAtOnce: boolean): Promise<void> {
    const [first] = this.#of(order).filter(({ deliveries }) => deliveries > 0);
    if (first === undefined) {
      return;
    }
    await Promise.all(Array.from({ length: isAtOnce ? 2 : 1 }, () => this.#send(first, order, 2)));
  }

  /** A notification of a payment that was never made, from somebody who knows the address and the order's id. */
  async forge(order: PlayedOrder): Promise<void> {
    const checkout = order.checkouts.at(-1);
    if (checkout === undefined) {
      return;
    }
    const amount = order.amount / 100;
    const paid = { amount, currency: 'EUR', id: checkout.gatewayOrder, status: 'CAPTURED' };
    const body = JSON.stringify({
      merchant: this.#dependencies.world.merchant,
      order: { ...paid, totalAuthorizedAmount: amount, totalCapturedAmount: amount, totalRefundedAmount: 0 },
      response: { gatewayCode: 'APPROVED' },
      result: 'SUCCESS',
      sequence: 1,
      transaction: { amount, currency: 'EUR', id: '1', type: 'PAYMENT' },
      version: '100',
    });
    const url = addressOf(checkout.notificationUrl ?? '');
    const forged = {
      id: `ntf_${decimal(order.amount)}`,
      gatewayOrder: checkout.gatewayOrder,
      url,
      body,
      supportCode: undefined,
      deliveries: 0,
    };
    // The shop may refuse it with any status.
    await deliver(forged, this.#dependencies.signing, this.#dependencies.http, { isForged: true });
  }

  #of({ checkouts }: PlayedOrder): HeldNotification[] {
    const gatewayOrders = new Set(checkouts.map(({ gatewayOrder }) => gatewayOrder));
    return this.#dependencies.door.notifications.filter(({ gatewayOrder }) => gatewayOrders.has(gatewayOrder));
  }

  async #send(notification: HeldNotification, order: PlayedOrder, attempt: number): Promise<void> {
    addressOf(notification.url);
    let status = 0;
    for (let tries = 0; tries < ATTEMPTS_MAX; tries += 1) {
      status = await deliver(notification, this.#dependencies.signing, this.#dependencies.http, {
        attempt: attempt + tries,
      });
      if (status >= 200 && status < 300) {
        return;
      }
    }
    throw new Made('refuses-notifications', { order: order.id, status: `${status}` });
  }
}

/** @throws {ShopProblem} if the shop gave none */
function addressOf(url: string): string {
  if (!URL.canParse(url)) {
    throw new ShopProblem(
      'The shop gives no address for notifications: send order.notificationUrl, or give --notify URL.',
    );
  }
  return url;
}
