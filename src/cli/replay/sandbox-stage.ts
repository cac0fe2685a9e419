/** A replay in a world of the sandbox: the shop calls the interface, and the payer uses the hosted page. */
import type { World } from '../../world/world.ts';
import type { BundleContents, BundleTransaction } from '../record/bundle.ts';
import { type AtProvider, atProvider, cardFor, giftBalance, NotReplayable, payerFor } from './means.ts';
import { isSubsequent, type Planned } from './plan.ts';
import { ORDER, ReplayShop } from './shop.ts';
import type { IdOfPlace, ReplayedNotification, ReplayedOrder, ReplayStage } from './stage.ts';

export class SandboxStage implements ReplayStage {
  readonly #world: World;
  readonly #bundle: BundleContents;
  readonly #shop: ReplayShop;

  constructor(world: World, bundle: BundleContents) {
    this.#world = world;
    this.#bundle = bundle;
    this.#shop = new ReplayShop(world, bundle.order);
  }

  now(): number {
    return this.#world.now();
  }

  advance(ms: number): Promise<void> {
    return this.#world.advance(ms);
  }

  async make(planned: Planned, idOf: IdOfPlace): Promise<void> {
    const { transaction } = planned;
    if (isSubsequent(transaction)) {
      await this.#shop.operate(transaction, subsequentBody(transaction, idOf));
    } else if (transaction.entryPoint === 'HOSTED_PAGE') {
      await this.#payOnPage(planned);
    } else {
      await this.#shop.operate(transaction, {
        order: { amount: transaction.amount, currency: transaction.currency },
        sourceOfFunds: await this.#sourceOf(planned),
      });
    }
  }

  takeGiftCardOff(transaction: BundleTransaction): Promise<void> {
    return this.#shop.takeGiftCardOff(transaction);
  }

  order(): Promise<ReplayedOrder | undefined> {
    return this.#shop.order();
  }

  async notifications(): Promise<readonly ReplayedNotification[]> {
    return this.#world.deliveries
      .list()
      .filter(({ attempt }) => attempt === 1)
      .map(({ body }) => JSON.parse(body))
      .filter(({ order }) => order?.id === ORDER)
      .map(({ transaction, result, order }) => ({
        transactionId: transaction?.id,
        result,
        orderStatus: order?.status,
      }));
  }

  refundedAtProviders(): number {
    return [...this.#world.sandbox.providers.byId.values()]
      .flatMap(({ ledger }) => ledger.entries({ order: ORDER }))
      .filter(({ kind, state }) => (kind === 'REFUND' || kind === 'VOID') && state === 'APPROVED').length;
  }

  async #sourceOf(planned: Planned): Promise<object> {
    const { transaction, wasPending } = planned;
    if (transaction.instrument.type === 'GIFT_CARD') {
      const { number, pin } = await this.#shop.giftCard(Number(giftBalance(planned)), transaction.currency);
      return { type: 'GIFT_CARD', provided: { giftCard: { number, pin } } };
    }
    const { number, expiry = '', securityCode } = cardFor(transaction, wasPending);
    const [month, year] = expiry.split('/');
    return { type: 'CARD', provided: { card: { number, expiry: { month: `${Number(month)}`, year }, securityCode } } };
  }

  async #payOnPage(planned: Planned): Promise<void> {
    const { place, transaction, wasPending } = planned;
    const { instrument } = transaction;
    if (instrument.type === 'BROWSER_PAYMENT') {
      const { choice, reference } = this.#providerChoice(planned);
      const page = await this.#shop.pageOf(transaction, reference);
      await this.#shop.pay(page, instrument.provider, { atProvider: choice });
      return;
    }
    const page = await this.#shop.pageOf(transaction, undefined);
    if (instrument.type === 'GIFT_CARD') {
      const card = await this.#shop.giftCard(Number(giftBalance(planned)), transaction.currency);
      await this.#shop.pay(page, card, {});
      return;
    }
    const authentication = this.#bundle.authentications.find(({ usedBy }) => usedBy === place);
    const { card, conduct } = payerFor(transaction, authentication, wasPending);
    await this.#shop.pay(page, card, conduct);
  }

  /** The reference is the order's, so it decides the first payment of a checkout at a provider and no later one. */
  #providerChoice({ place, transaction, wasPending }: Planned): AtProvider {
    const { latePayments, transactions } = this.#bundle;
    const isLate = latePayments.some((late) => late.transaction === place);
    const choice = atProvider(transaction, wasPending, isLate);
    const { checkout } = transaction;
    const first = transactions.findIndex((one) => one.checkout === checkout) + 1;
    if (choice.reference !== undefined && first !== place) {
      throw new NotReplayable('the order already has another reference at the provider');
    }
    return choice;
  }
}

function subsequentBody({ operation, amount, currency, target, answer }: BundleTransaction, idOf: IdOfPlace): object {
  const reference = answer?.result === 'SUCCESS' ? undefined : `.FAIL_${answer?.gatewayCode}`;
  const money = operation === 'VOID' ? {} : { amount, currency };
  const targetTransactionId =
    operation === 'CAPTURE' || operation === 'UPDATE_AUTHORIZATION' ? undefined : idOf(target);
  return { transaction: { ...money, reference, targetTransactionId } };
}
