/**
 * Payments at PayPal: the gateway creates an order, the payer agrees to it at PayPal, and the gateway captures or
 * authorizes it.
 */

import type {
  CreateOutcome,
  NewProviderPayment,
  ProviderAccount,
  ProviderPayment,
  StateOutcome,
} from '../../../core/ports/index.ts';
import { KeyedMutex } from '../../../platform/keyed-mutex.ts';
import type { OAuthAnswer } from '../oauth-client.ts';
import { type Refusal, refusalOf, refusedHere } from './issues.ts';
import { newPayPalOrder } from './new-order.ts';
import { INTENT, stateOfOrder, WITHDRAWN } from './order-state.ts';
import type { PayPalTurn } from './paypal-client.ts';
import { type CreatedOrder, createdOrder, orderSchema, type PayPalOrder } from './paypal-messages.ts';
import type { PayPalSite } from './paypal-sites.ts';

export interface PayPalPaymentsOptions {
  readonly turn: (account: ProviderAccount) => PayPalTurn;
  readonly isPage: PayPalSite['isPage'];
}

const UNREADABLE = { status: 'NO_ANSWER' } as const;
/** The state if PayPal's order id was not received: the payer cannot have opened the order's page and agreed. */
const UNKNOWN = { status: 'UNKNOWN_PAYMENT' } as const;

/** The names of the link to the payer's page. Orders with PayPal as their payment source have `payer-action`. */
const PAGE_LINKS: readonly string[] = ['payer-action', 'approve'];

export class PayPalPayments {
  readonly #options: PayPalPaymentsOptions;
  /** Serializes confirmation and cancellation, because concurrent requests for one order conflict at PayPal. */
  readonly #mutex = new KeyedMutex();

  constructor(options: PayPalPaymentsOptions) {
    this.#options = options;
  }

  async create(payment: NewProviderPayment): Promise<CreateOutcome> {
    const body = newPayPalOrder(payment);
    if (body === undefined) {
      const { code } = payment.currency;
      return { status: 'REFUSED', reply: refusedHere('CURRENCY', `PayPal takes no such amount of ${code}.`) };
    }
    const answer = await this.#options.turn(payment.account).call({
      method: 'POST',
      path: '/v2/checkout/orders',
      requestId: payment.reference,
      body,
    });
    if (answer.status !== 'ANSWERED') {
      return answer;
    }
    const refusal = refusalOf(answer);
    if (refusal !== undefined) {
      return refusal.isInProgress ? UNREADABLE : { status: 'REFUSED', reply: refusal.reply };
    }
    const { data } = createdOrder.safeParse(answer.body);
    const pageUrl = data && this.#pageOf(data);
    return data === undefined || pageUrl === undefined
      ? UNREADABLE
      : { status: 'CREATED', pageUrl, providerReference: data.id };
  }

  async state(payment: ProviderPayment): Promise<StateOutcome> {
    return this.#stateIn(this.#options.turn(payment.account), payment);
  }

  /**
   * Captures or authorizes the money. A repeat has the same request id, so that PayPal executes the request once for
   * each of the payer's attempts.
   */
  confirm(payment: ProviderPayment): Promise<StateOutcome> {
    return this.#alone(payment, (turn) => this.#confirm(turn, payment));
  }

  async #confirm(turn: PayPalTurn, payment: ProviderPayment): Promise<StateOutcome> {
    const { providerReference, operation, reference, attempt } = payment;
    if (providerReference === undefined) {
      return UNKNOWN;
    }
    const answer = await turn.call({
      method: 'POST',
      path: `/v2/checkout/orders/${providerReference}/${operation === 'PAY' ? 'capture' : 'authorize'}`,
      requestId: `${reference}-${attempt}`,
      body: {},
    });
    if (answer.status !== 'ANSWERED') {
      return answer;
    }
    const refusal = refusalOf(answer);
    if (refusal?.isInProgress) {
      return UNREADABLE;
    }
    const made = refusal === undefined ? orderIn(answer) : undefined;
    const state = made === undefined ? await this.#stateIn(turn, payment) : stateOfOrder(made, operation);
    return refusal === undefined ? state : stateAfterRefusal(state, refusal);
  }

  /**
   * PayPal has no cancellation of an order to which the payer may still agree. The order's intent is therefore changed:
   * PayPal then refuses a completion that is in flight, and the gateway sends no other.
   */
  cancel(payment: ProviderPayment): Promise<StateOutcome> {
    return this.#alone(payment, (turn) => this.#cancel(turn, payment));
  }

  async #cancel(turn: PayPalTurn, payment: ProviderPayment): Promise<StateOutcome> {
    const { providerReference, operation } = payment;
    const before = await this.#stateIn(turn, payment);
    if (providerReference === undefined || (before.status !== 'OPEN' && before.status !== 'AGREED')) {
      return before;
    }
    const intent = operation === 'PAY' ? INTENT.AUTHORIZE : INTENT.PAY;
    const answer = await turn.call({
      method: 'PATCH',
      path: `/v2/checkout/orders/${providerReference}`,
      body: [{ op: 'replace', path: '/intent', value: intent }],
    });
    if (answer.status !== 'ANSWERED') {
      return answer;
    }
    const after = answer.code < 300 ? before : await this.#stateIn(turn, payment);
    if (after.status !== 'OPEN' && after.status !== 'AGREED') {
      return after;
    }
    return { status: 'DECIDED', money: after.money, reply: WITHDRAWN };
  }

  /** Runs one request of the gateway at a time for each payment. The time limit includes the wait for the lock. */
  #alone(
    { account, reference }: ProviderPayment,
    ask: (turn: PayPalTurn) => Promise<StateOutcome>,
  ): Promise<StateOutcome> {
    const turn = this.#options.turn(account);
    return this.#mutex.run(reference, () => ask(turn));
  }

  async #stateIn(turn: PayPalTurn, { providerReference, operation }: ProviderPayment): Promise<StateOutcome> {
    if (providerReference === undefined) {
      return UNKNOWN;
    }
    const answer = await turn.call({ method: 'GET', path: `/v2/checkout/orders/${providerReference}` });
    if (answer.status !== 'ANSWERED') {
      return answer;
    }
    if (answer.code === 404) {
      // PayPal has deleted the order, because the payer did not agree in time.
      return refusalOf(answer) === undefined ? UNREADABLE : UNKNOWN;
    }
    const order = orderIn(answer);
    return order === undefined ? UNREADABLE : stateOfOrder(order, operation);
  }

  /** @returns undefined if the order has no link to one of PayPal's pages */
  #pageOf({ links }: CreatedOrder): string | undefined {
    const hrefs = PAGE_LINKS.flatMap((rel) => links?.filter((link) => link.rel === rel) ?? []).map(({ href }) => href);
    return hrefs.find((href) => {
      const url = URL.parse(href);
      return url !== null && this.#options.isPage(url);
    });
  }
}

function orderIn({ code, body }: Extract<OAuthAnswer, { status: 'ANSWERED' }>): PayPalOrder | undefined {
  return code < 300 ? orderSchema.safeParse(body).data : undefined;
}

/** The state after a refused confirmation. The refusal counts only if the order confirms that no money was taken. */
function stateAfterRefusal(state: StateOutcome, { reply, isAboutOrder, mayChooseAgain }: Refusal): StateOutcome {
  if (isAboutOrder) {
    return state.status === 'AGREED' ? UNREADABLE : state;
  }
  if (state.status !== 'AGREED' && !(state.status === 'OPEN' && mayChooseAgain)) {
    return state;
  }
  return { status: mayChooseAgain ? 'CHOOSE_AGAIN' : 'DECIDED', money: state.money, reply };
}
