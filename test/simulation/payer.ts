/** A merchant's order that a payer pays at a provider: out by the gateway's redirect, and back or not. */

import type { Store } from '../../src/adapters/store/store.ts';
import type { Merchant } from '../../src/core/merchant/merchant.ts';
import { confirmBrowserPayment } from '../../src/core/operations/confirm-browser-payment.ts';
import { isOpenCode } from '../../src/core/order/order.ts';
import { orderStatus } from '../../src/core/order/order-status.ts';
import type { FoundPayment } from '../../src/core/ports/index.ts';
import { goToProvider, HOPPING, hop, returnFrom } from './at-provider.ts';
import type { Counter } from './counter.ts';
import type { Machines } from './machines.ts';
import { MerchantOrder } from './merchant.ts';
import { DEMO_WALLET } from './provider-link.ts';
import type { ProviderServer } from './provider-server.ts';
import { WHOLE } from './requests.ts';
import type { World } from './world.ts';

/** The transaction that initiates the payment. */
const TRANSACTION = 'browser';
/** The payer's time at the provider's page. */
const PONDERING_MS_MAX = 30_000;
const CONFIRMATIONS_MAX = 10;
const CONFIRM_AGAIN_MS = 3_000;

export interface Stage {
  readonly world: World;
  readonly machines: Machines;
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
      browser: { provider: DEMO_WALLET, operation: chance.pick(['AUTHORIZE', 'PAY'] as const), confirmation },
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
    await goToProvider(this.#stage, { payment });
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
    await returnFrom(this.#stage, payment.reference);
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
      await hop(this.#stage, (dependencies) =>
        confirmBrowserPayment(dependencies, now.order, now.transaction.transactionId, HOPPING.from),
      );
      world.journal.count('merchant confirms');
    }
  }
}
