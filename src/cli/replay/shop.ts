/** The shop and the payer of a replay, in a world of the sandbox. */
import { VERSION_MAX } from '../../contract/field.ts';
import { Payer, type PayerCard, type PayerConduct, TAKE_GIFT_CARD_OFF } from '../../world/payer.ts';
import type { World } from '../../world/world.ts';
import type { BundleContents, BundleTransaction } from '../record/bundle.ts';
import { GIFT_BALANCE_MAX, giftCardWith } from '../trigger/gift-card.ts';
import { callAsMerchant, type MerchantAnswer } from '../trigger/merchant-call.ts';
import { NotReplayable } from './means.ts';
import type { ReplayedOrder } from './stage.ts';

/** The id of the replayed order. */
export const ORDER = 'REPLAY';
/** The payer closes the page instead of loading the shop. */
const NO_SHOP = 'http://localhost:3000/';
const OPERATIONS: Readonly<Record<string, string>> = {
  AUTHORIZATION: 'AUTHORIZE',
  PAYMENT: 'PURCHASE',
  VERIFICATION: 'VERIFY',
};

/** The order as the interface answers it. */
interface OrderAnswer extends MerchantAnswer {
  readonly amount: number;
  readonly currency: string;
  readonly totalAuthorizedAmount: number;
  readonly totalCapturedAmount: number;
  readonly totalRefundedAmount: number;
  readonly transaction?: readonly {
    readonly result: string;
    readonly response: { readonly gatewayCode: string };
    readonly transaction: {
      readonly id: string;
      readonly type: string;
      readonly amount: number;
      readonly currency: string;
    };
  }[];
}

export class ReplayShop {
  readonly #world: World;
  readonly #order: BundleContents['order'];
  /** One for all checkouts, since a gift card is held for its payer's browser. */
  readonly #payer: Payer;
  readonly #pages = new Map<number, string>();
  #giftCards = 0;
  #requests = 0;

  constructor(world: World, order: BundleContents['order']) {
    this.#world = world;
    this.#order = order;
    this.#payer = new Payer(world.url);
  }

  /** An operation of the merchant's server. @param body beside the operation @throws Error if it is refused */
  async operate({ operation, version }: BundleTransaction, body: object): Promise<void> {
    this.#requests += 1;
    const path = `/order/${ORDER}/transaction/R${this.#requests}`;
    await this.#call({ version, method: 'PUT', path, body: { apiOperation: operation, ...body } });
  }

  /** The payment page of a recorded checkout. @param reference of the order, if the page is opened first */
  async pageOf(
    { checkout = 0, type, amount, currency, part }: BundleTransaction,
    reference: string | undefined,
  ): Promise<string> {
    const known = this.#pages.get(checkout);
    if (known !== undefined) {
      return known;
    }
    const body = await this.#call({
      version: VERSION_MAX,
      method: 'POST',
      path: '/session',
      body: {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: { operation: OPERATIONS[type], returnUrl: NO_SHOP, merchant: { name: 'Replay' } },
        order: { id: ORDER, amount: part === undefined ? amount : this.#order.amount, currency, reference },
      },
    });
    const page = String(body.checkout?.url);
    this.#pages.set(checkout, page);
    return page;
  }

  async pay(page: string, means: PayerCard | string, conduct: PayerConduct): Promise<void> {
    const sandboxOrigin = `http://127.0.0.1:${this.#world.sandbox.port}`;
    await this.#payer.pay(page, means, { ...conduct, returns: false, sandboxOrigin });
  }

  /** The payer takes back the gift card that is held on the page of this transaction. */
  async takeGiftCardOff(transaction: BundleTransaction): Promise<void> {
    await this.pay(await this.pageOf(transaction, undefined), TAKE_GIFT_CARD_OFF, {});
  }

  /** A gift card with exactly this balance: another order spends what is too much. @throws NotReplayable */
  async giftCard(wanted: number, currency: string): Promise<PayerCard> {
    if (wanted > GIFT_BALANCE_MAX) {
      throw new NotReplayable(`no gift card of the sandbox has a balance of more than ${GIFT_BALANCE_MAX}`);
    }
    this.#giftCards += 1;
    const { card, balance } = giftCardWith(wanted, this.#giftCards);
    const surplus = balance - wanted;
    if (surplus > 0) {
      await this.#call({
        version: VERSION_MAX,
        method: 'PUT',
        path: `/order/SPENT-${this.#giftCards}/transaction/1`,
        body: {
          apiOperation: 'PAY',
          order: { amount: surplus.toFixed(2), currency },
          sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number: card.number, pin: card.pin } } },
        },
      });
    }
    return card;
  }

  /** @returns undefined if there is no order yet */
  async order(): Promise<ReplayedOrder | undefined> {
    const answer = await this.#call<OrderAnswer>({ version: VERSION_MAX, method: 'GET', path: `/order/${ORDER}` });
    if (answer.status === undefined) {
      return undefined;
    }
    return {
      status: answer.status,
      amount: answer.amount,
      currency: answer.currency,
      authorized: answer.totalAuthorizedAmount,
      captured: answer.totalCapturedAmount,
      refunded: answer.totalRefundedAmount,
      transactions: (answer.transaction ?? [])
        .filter(({ transaction: { type } }) => type !== 'AUTHENTICATION')
        .map(({ result, response: { gatewayCode }, transaction }) => ({ ...transaction, result, gatewayCode })),
    };
  }

  #call<Answer extends MerchantAnswer>(call: Parameters<typeof callAsMerchant>[1]): Promise<Answer> {
    return callAsMerchant<Answer>({ gateway: this.#world.url, password: this.#world.password }, call);
  }
}
