/** Payments at PayPal: an order is created, the payer agrees to it there, and the gateway asks for the money. */
import type {
  CreateOutcome,
  NewProviderPayment,
  ProviderAccount,
  ProviderPayment,
  StateOutcome,
} from '../../gateway/ports/index.ts';
import { KeyedMutex } from '../../keyed-mutex.ts';
import { type Refusal, refusalOf, refusedHere } from './issues.ts';
import { newOrder } from './new-order.ts';
import { INTENT, stateOf, WITHDRAWN } from './order-state.ts';
import type { PayPalAnswer, PayPalTurn } from './paypal-client.ts';
import { type CreatedOrder, createdOrder, type Order, order as orderSchema } from './paypal-messages.ts';
import type { PayPalSite } from './paypal-sites.ts';

export interface PayPalPaymentsOptions {
  readonly turn: (account: ProviderAccount) => PayPalTurn;
  readonly isPage: PayPalSite['isPage'];
}

const UNREADABLE = { status: 'NO_ANSWER' } as const;
/** PayPal's number never came: nobody has the order's page, so nobody can agree to it. */
const UNKNOWN = { status: 'UNKNOWN_PAYMENT' } as const;

/** Names of the link to the page, the one for orders that name PayPal as their source first. */
const PAGE_LINKS: readonly string[] = ['payer-action', 'approve'];

export class PayPalPayments {
  readonly #options: PayPalPaymentsOptions;
  /** Of payments that are asked for or cancelled: two requests for one order are in each other's way at PayPal. */
  readonly #mutex = new KeyedMutex();

  constructor(options: PayPalPaymentsOptions) {
    this.#options = options;
  }

  async create(payment: NewProviderPayment): Promise<CreateOutcome> {
    const body = newOrder(payment);
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

  /** Takes or reserves the money. A repeat has the same name: the payer's choice is asked for once. */
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
    const made = refusal === undefined ? read(answer) : undefined;
    const state = made === undefined ? await this.#stateIn(turn, payment) : stateOf(made, operation);
    return refusal === undefined ? state : refused(state, refusal);
  }

  /**
   * PayPal cancels no order that a payer may agree to. So it gets another intent, by which it refuses the request for
   * the money that may be on its way; after that nobody asks for it.
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

  /** The wait for others counts as its own time. */
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
      // PayPal forgets an order that nobody agreed to in time.
      return refusalOf(answer) === undefined ? UNREADABLE : UNKNOWN;
    }
    const order = read(answer);
    return order === undefined ? UNREADABLE : stateOf(order, operation);
  }

  /** @returns undefined where PayPal names none of its own */
  #pageOf({ links }: CreatedOrder): string | undefined {
    const hrefs = PAGE_LINKS.flatMap((rel) => links?.filter((link) => link.rel === rel) ?? []).map(({ href }) => href);
    return hrefs.find((href) => {
      const url = URL.parse(href);
      return url !== null && this.#options.isPage(url);
    });
  }
}

function read({ code, body }: Extract<PayPalAnswer, { status: 'ANSWERED' }>): Order | undefined {
  return code < 300 ? orderSchema.safeParse(body).data : undefined;
}

/** A refusal counts only where the order says too that no money was taken. */
function refused(state: StateOutcome, { reply, isAboutOrder, mayChooseAgain }: Refusal): StateOutcome {
  if (isAboutOrder) {
    return state.status === 'AGREED' ? UNREADABLE : state;
  }
  if (state.status !== 'AGREED' && !(state.status === 'OPEN' && mayChooseAgain)) {
    return state;
  }
  return { status: mayChooseAgain ? 'CHOOSE_AGAIN' : 'DECIDED', money: state.money, reply };
}
