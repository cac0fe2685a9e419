/** A merchant's order that a payer pays at a provider: out by the gateway's redirect, and back or not. */

import type { Store } from '../../src/adapters/store/store.ts';
import { handleReturn, redirect, waitForResult } from '../../src/checkout/return/redirect-steps.ts';
import type { Merchant } from '../../src/core/merchant/merchant.ts';
import { confirmBrowserPayment } from '../../src/core/operations/confirm-browser-payment.ts';
import { isOpenCode } from '../../src/core/order/order.ts';
import { orderStatus } from '../../src/core/order/order-status.ts';
import type { FoundPayment } from '../../src/core/ports/index.ts';
import { guarded } from './callbacks.ts';
import type { Counter } from './counter.ts';
import { ORIGIN, type RunningGateway } from './gateway.ts';
import { MerchantOrder } from './merchant.ts';
import type { ProviderServer } from './provider-server.ts';
import { WHOLE } from './requests.ts';
import type { World } from './world.ts';

/** The transaction that initiates the payment. */
const TRANSACTION = 'browser';
/** The payer's time at the provider's page. */
const PONDERING_MS_MAX = 30_000;
const HOPPING = { from: '192.0.2.7', isPrefetch: false };
/** A waiting payer's page reloads at this interval, up to this many times. */
const HELD_MS = 1_000;
const CHECKS_MAX = 8;
const CONFIRMATIONS_MAX = 10;
const CONFIRM_AGAIN_MS = 3_000;

export interface Stage {
  readonly world: World;
  readonly counter: Counter;
  /** Reads the committed data. */
  readonly judge: Store;
  readonly merchant: Merchant;
  readonly provider: ProviderServer;
}

export class Payer {
  readonly #stage: Stage;
  readonly #order: MerchantOrder;

  constructor(stage: Stage, orderId: string) {
    this.#stage = stage;
    this.#order = new MerchantOrder(stage.world, stage.counter, orderId, [TRANSACTION]);
  }

  /** The merchant starts the payment, the payer pays or not, and the merchant continues. */
  async live(): Promise<void> {
    const { world, counter, judge } = this.#stage;
    const { chance, scheduler, journal } = world;
    const confirmation = chance.pick(['CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'] as const);
    const answer = await counter.insist({
      orderId: this.#order.orderId,
      transactionId: TRANSACTION,
      operation: 'INITIATE_BROWSER_PAYMENT',
      amount: WHOLE,
      browser: { operation: chance.pick(['AUTHORIZE', 'PAY'] as const), confirmation },
    });
    journal.count('INITIATE_BROWSER_PAYMENT');
    if (answer.kind !== 'DONE') {
      return;
    }
    const found = await judge.browserPayments.find(answer.transaction.key);
    if (found === undefined) {
      throw new Error('A browser payment was answered and is not stored.');
    }
    if (found.payment.pageUrl !== null) {
      const isConfirmed = confirmation === 'CONFIRM_AT_MERCHANT' ? this.#confirm(found) : undefined;
      await this.#visit(found);
      await isConfirmed;
    }
    await scheduler.sleep(chance.below(PONDERING_MS_MAX));
    await this.#order.goOn(await this.#status());
  }

  async #status(): Promise<string> {
    const { judge, merchant } = this.#stage;
    const order = await judge.orders.find(merchant.key, this.#order.orderId);
    return order === undefined ? 'INITIATED' : orderStatus(order.state);
  }

  async #visit({ payment }: FoundPayment): Promise<void> {
    const { world, provider } = this.#stage;
    const { chance, scheduler, journal } = world;
    if (chance.oneIn(8)) {
      return journal.count('payer never goes');
    }
    await this.#hop((dependencies) => redirect(dependencies, payment.handle, HOPPING));
    await scheduler.sleep(chance.below(PONDERING_MS_MAX));
    const what = chance.weighted([
      [6, 'agrees'],
      [1, 'cancels'],
      [1, 'leaves'],
    ] as const);
    journal.count(`payer ${what}`);
    if (what === 'agrees') {
      provider.agree(payment.reference);
    }
    if (what === 'cancels') {
      provider.cancel(payment.reference);
    }
    if (what === 'leaves' || chance.oneIn(3)) {
      return journal.count('payer does not come back');
    }
    const returnUrl = provider.payments.get(payment.reference)?.asked.returnUrl ?? '';
    await this.#return(returnUrl.slice(`${ORIGIN}/return/`.length));
  }

  async #return(state: string): Promise<void> {
    const { world } = this.#stage;
    world.journal.count('payer comes back');
    await this.#hop((dependencies) => handleReturn(dependencies, state, HOPPING));
    for (let looks = 0; looks < CHECKS_MAX; looks += 1) {
      const hop = await this.#hop((dependencies) => waitForResult(dependencies, state, HOPPING));
      if (hop !== undefined && hop.kind !== 'WAIT') {
        return;
      }
      await world.scheduler.sleep(HELD_MS);
    }
  }

  /** The merchant confirms as soon as the payer has agreed. */
  async #confirm({ transaction }: FoundPayment): Promise<void> {
    const { world, judge } = this.#stage;
    for (let tries = 0; tries < CONFIRMATIONS_MAX; tries += 1) {
      await world.scheduler.sleep(CONFIRM_AGAIN_MS + world.chance.below(CONFIRM_AGAIN_MS));
      const now = await judge.browserPayments.find(transaction.key);
      const code = now?.transaction.outcome?.gatewayCode;
      if (now === undefined || code === undefined || !isOpenCode(code)) {
        return;
      }
      await this.#hop((dependencies) =>
        confirmBrowserPayment(dependencies, now.order, now.transaction.transactionId, HOPPING.from),
      );
      world.journal.count('merchant confirms');
    }
  }

  #hop<T>(hop: (dependencies: RunningGateway['dependencies']) => Promise<T>): Promise<T | undefined> {
    return this.#stage.counter.reach((running) => guarded(this.#stage.world, () => hop(running.dependencies)));
  }
}
