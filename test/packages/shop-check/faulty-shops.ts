/** The example shop with one fault each, and the mistake that the kit has to name. */
import { type Order, Shop } from '../../../packages/shop-check/examples/node/shop.mjs';
import type { MistakeName } from '../../../packages/shop-check/src/index.ts';

type Request = Parameters<Shop['handle']>[0];
// biome-ignore lint/suspicious/noExplicitAny: a shop reads whatever the answer has.
type Json = any;

class TrustsTheReturn extends Shop {
  override async returned(order: Order, request: Request) {
    if (request.url.searchParams.has('resultIndicator')) {
      this.book(order, { totalCapturedAmount: order.amount, currency: order.currency });
    }
    return super.payPage(order);
  }
}

class BelievesAnyNotification extends Shop {
  override async notified(request: Request) {
    const { order: notified } = JSON.parse(request.body) as Json;
    const order = this.orders.get(notified.id);
    if (this.isGenuine(request.headers, request.body) || order === undefined) {
      return super.notified(request);
    }
    this.book(order, notified);
    return { status: 204 };
  }
}

/** Takes the order from the notification's body, without a look at its sequence. */
class OlderNotificationWins extends Shop {
  override async notified(request: Request) {
    const { order: notified, result } = JSON.parse(request.body) as Json;
    const order = this.orders.get(notified.id);
    if (!this.isGenuine(request.headers, request.body)) {
      return { status: 401 };
    }
    if (order !== undefined) {
      this.book(order, { ...notified, result });
    }
    return { status: 204 };
  }
}

class ShipsTwice extends Shop {
  override book(order: Order, answer: Json) {
    super.book(order, answer);
    if (order.state === 'paid') {
      order.shipped += 1;
    }
  }

  override ship() {}
}

class CountsTwice extends Shop {
  override book(order: Order, answer: Json) {
    const before = order.paid;
    super.book(order, answer);
    order.paid = before + order.paid;
  }
}

class IgnoresLateMoney extends Shop {
  override stateOf(order: Order, answer: Json) {
    return order.isCancelled ? 'cancelled' : super.stateOf(order, answer);
  }
}

class NeedsTheReturn extends Shop {
  override async notified(request: Request) {
    const { order: notified } = JSON.parse(request.body) as Json;
    const order = this.orders.get(notified.id);
    // It follows orders that the payer's return completed, and no others.
    return order?.state === 'open' ? { status: 204 } : super.notified(request);
  }
}

class PendingIsPaid extends Shop {
  override stateOf(order: Order, answer: Json) {
    return answer.result === 'PENDING' && answer.status === 'INITIATED' && order.paid === 0
      ? 'paid'
      : super.stateOf(order, answer);
  }
}

class AmountFromTheForm extends Shop {
  override payPage(order: Order) {
    const page = super.payPage(order);
    const field = `<input type="hidden" name="amount" value="${order.amount.toFixed(2)}">`;
    return { ...page, body: page.body?.replace('<button>', `${field}<button>`) };
  }

  override async startCheckout(order: Order, request: Request) {
    const asked = { ...order, amount: Number(new URLSearchParams(request.body).get('amount')) };
    const started = await super.startCheckout(asked, request);
    order.session = asked.session;
    return started;
  }

  override stateOf(order: Order, answer: Json) {
    // It compares with what it asked the gateway for, which is what the form said.
    return super.stateOf({ ...order, amount: answer.amount ?? order.amount }, answer);
  }

  override async changeAmount(order: Order, amount: number) {
    await super.changeAmount(order, amount);
    await this.gateway('PUT', `/session/${order.session}`, { order: { amount: amount.toFixed(2) } });
  }
}

class AmountUnchecked extends Shop {
  override stateOf(order: Order, answer: Json) {
    return super.stateOf({ ...order, amount: answer.amount ?? order.amount }, answer);
  }
}

/** Its books have the order's amount, whatever was paid. */
class BooksItsOwnAmount extends Shop {
  override book(order: Order, answer: Json) {
    const isPaid = answer.status === 'CAPTURED';
    super.book(order, isPaid ? { ...answer, totalCapturedAmount: order.amount } : answer);
  }
}

class ChargesTwice extends Shop {
  #count = 0;

  override gatewayOrderId(order: Order) {
    this.#count += 1;
    return `${order.id}-${this.#count}`;
  }

  override async startCheckout(order: Order, request: Request) {
    return super.startCheckout({ ...order, state: 'open' }, request);
  }

  override async notified(request: Request) {
    const { order } = JSON.parse(request.body) as Json;
    const body = request.body;
    const known = this.orders.get(String(order.id).replace(/-\d+$/, ''));
    if (known !== undefined && this.isGenuine(request.headers, body)) {
      await this.refresh(known);
    }
    return { status: 204 };
  }

  override async gateway(method: string, path: string, body?: object): Promise<Json> {
    const [, id] = /^\/order\/(.*)$/.exec(path) ?? [];
    if (id === undefined) {
      return super.gateway(method, path, body);
    }
    for (let count = this.#count; count > 0; count -= 1) {
      const answer = await super.gateway(method, `/order/${id}-${count}`, body);
      if (answer.result !== undefined && answer.result !== 'ERROR') {
        return answer;
      }
    }
    return {};
  }
}

class WrongOrder extends Shop {
  #last: Order | undefined;

  override async startCheckout(order: Order, request: Request) {
    this.#last = order;
    return super.startCheckout(order, request);
  }

  /** Completes the order that the payer began last, as a shop does that keeps one order in the payer's session. */
  override async returned(order: Order, request: Request) {
    const answered = await super.returned(order, request);
    if (order.state === 'paid' && this.#last !== undefined) {
      this.book(this.#last, { totalCapturedAmount: this.#last.amount, currency: order.currency });
    }
    return answered;
  }
}

class PartIsWhole extends Shop {
  override stateOf(order: Order, answer: Json) {
    const state = super.stateOf(order, answer);
    return state === 'part-paid' && answer.status === 'PARTIALLY_CAPTURED' ? 'paid' : state;
  }
}

class MissesRefunds extends Shop {
  override stateOf(order: Order, answer: Json) {
    return super.stateOf(order, { ...answer, totalRefundedAmount: 0 });
  }
}

class DeclinedIsFinal extends Shop {
  readonly #declined = new Set<string>();

  override stateOf(order: Order, answer: Json) {
    if (answer.result === 'FAILURE') {
      this.#declined.add(order.id);
    }
    return this.#declined.has(order.id) ? 'cancelled' : super.stateOf(order, answer);
  }
}

class FailsWhenTheGatewayIsAway extends Shop {
  override async returned(order: Order) {
    try {
      await this.refresh(order);
      return super.payPage(order);
    } catch {
      return { status: 500 };
    }
  }
}

export const FAULTS: Readonly<Record<string, readonly [shop: typeof Shop, mistakes: readonly MistakeName[]]>> = {
  'trusts the return without asking': [TrustsTheReturn, ['trusts-the-return']],
  'does not verify notifications': [BelievesAnyNotification, ['believes-any-notification']],
  'lets an older notification win': [OlderNotificationWins, ['older-notification-wins']],
  'ships on each notification': [ShipsTwice, ['ships-twice']],
  'adds each notification to the paid amount': [CountsTwice, ['counts-twice']],
  'ignores money for a cancelled order': [IgnoresLateMoney, ['ignores-late-money']],
  'ignores notifications before the return': [NeedsTheReturn, ['needs-the-return']],
  'takes a pending payment for paid': [PendingIsPaid, ['pending-is-paid']],
  'takes the amount from the form': [AmountFromTheForm, ['amount-from-the-form']],
  'does not compare the amount': [AmountUnchecked, ['amount-unchecked']],
  'books the amount of the order for that of the payment': [BooksItsOwnAmount, ['amount-unchecked']],
  'makes a new order id at each try': [ChargesTwice, ['charges-twice']],
  'completes the last order of the payer': [WrongOrder, ['wrong-order']],
  'takes a part for the whole': [PartIsWhole, ['part-is-whole']],
  'misses refunds': [MissesRefunds, ['misses-the-refund']],
  'ends the order at a decline': [DeclinedIsFinal, ['declined-is-final']],
  'fails while the gateway is away': [FailsWhenTheGatewayIsAway, ['fails-when-the-gateway-is-away']],
};
