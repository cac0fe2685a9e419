/** Invariants of orders that are paid in parts, by the acquirers' ledgers and by the answers. */
import type { Entry } from './acquirer-entry.ts';
import type { Evidence } from './checks.ts';

const PAYING: ReadonlySet<string> = new Set(['AUTHORIZATION', 'PAYMENT']);
/** A payment that the merchant voided later was still paid. */
const PAID: ReadonlySet<Entry['state']> = new Set(['APPROVED', 'VOIDED']);

/** By the ledgers alone: an order is paid in full, or not at all. */
export function ordersArePaidWholeOrNotAtAll({ orders, hosts }: Evidence): string[] {
  return orders.flatMap(({ order: { orderId, state } }) => {
    const paid = [...hosts.values()]
      .flatMap((host) => host.entries().filter((entry) => !host.isOpen(entry)))
      .filter(({ message, state }) => message.orderId === orderId && PAYING.has(message.kind) && PAID.has(state));
    const sum = paid.reduce((all, { message: { amount } }) => all + amount, 0n);
    return isWhole(sum, state.amount) ? [] : [`${orderId}: ${sum} of ${state.amount} were paid`];
  });
}

/** No answer, and so no notification, showed an order with only a part paid. */
export function noAnswerShowsAPartAlone({ orders }: Evidence): string[] {
  return orders.flatMap(({ order: { orderId, state }, transactions }) =>
    transactions
      .filter(({ request: { type } }) => PAYING.has(type))
      .filter(({ outcome }) => !isWhole(outcome?.order.totalAuthorized ?? 0n, state.amount))
      .map(
        ({ transactionId, outcome }) =>
          `${orderId}/${transactionId} was answered with ${outcome?.order.totalAuthorized} authorized`,
      ),
  );
}

/** A settled part was settled with its rest, and together they are the order's amount. */
export function whatIsHeldIsSettledWithItsRest({ orders }: Evidence): string[] {
  return orders.flatMap(({ order: { orderId, state } }) => {
    const paid = state.movements.filter(({ part, result }) => part !== undefined && result === 'SUCCESS');
    const kinds = paid.map(({ part }) => part).sort();
    const sum = paid.reduce((all, { amount }) => all + amount, 0n);
    return paid.length === 0 || (kinds.join() === 'HOLD,REST' && sum === state.amount)
      ? []
      : [`${orderId}: of ${state.amount} its parts ${kinds.join(' and ')} paid ${sum}`];
  });
}

/** Several times the amount: earlier payments were voided. */
function isWhole(sum: bigint, amount: bigint): boolean {
  return amount === 0n ? sum === 0n : sum % amount === 0n;
}
