/** Checks what a shop says of its orders. */
import { isWeb } from '../payer/http.ts';
import { type MadeOrder, ORDER_STATES, type OrderState, type OrderStatus, ShopProblem } from './shop.ts';

/** Characters of an answer in a sentence. */
const SHOWN_MAX = 200;
const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/;

/** @param base for a relative `pay` @throws {ShopProblem} that names the member */
export function checkedMade(answer: unknown, base?: URL): MadeOrder {
  const { order, pay } = membersOf(answer, 'makeOrder');
  if ((typeof order !== 'string' && typeof order !== 'number') || order === '') {
    throw new ShopProblem('The shop made an order and did not give its id: `order` is to be a text.');
  }
  if (typeof pay !== 'string' || !URL.canParse(pay, base) || !isWeb(new URL(pay, base))) {
    throw new ShopProblem(
      'The shop made an order without the address where the payer starts: `pay` is to be a URL with http or https.',
    );
  }
  return { order: `${order}`, pay: new URL(pay, base).href };
}

/** @throws {ShopProblem} that names the member */
export function checkedStatus(answer: unknown, order: string): OrderStatus {
  const { state, paid, refunded, shipped } = membersOf(answer, 'orderStatus');
  if (!ORDER_STATES.includes(state as OrderState)) {
    throw new ShopProblem(
      state === undefined
        ? `The shop gives no \`state\` of order ${order}. It is to be one of: ${ORDER_STATES.join(', ')}.`
        : `The shop says that order ${order} is ${shown(state)}. It is to be one of: ${ORDER_STATES.join(', ')}.`,
    );
  }
  if (shipped !== undefined && !(Number.isSafeInteger(shipped) && (shipped as number) >= 0)) {
    throw new ShopProblem(`\`shipped\` of order ${order} is to be a whole number, such as 1.`);
  }
  return {
    state: state as OrderState,
    paid: amountOf(paid, 'paid', order),
    refunded: amountOf(refunded, 'refunded', order),
    ...(shipped !== undefined && { shipped: shipped as number }),
  };
}

function amountOf(value: unknown, name: string, order: string): string {
  const text = typeof value === 'number' ? value.toFixed(2) : value;
  if (typeof text !== 'string' || !AMOUNT.test(text)) {
    throw new ShopProblem(`\`${name}\` of order ${order} is to be an amount such as "24.30".`);
  }
  return text;
}

function membersOf(answer: unknown, call: string): Readonly<Record<string, unknown>> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw new ShopProblem(`The shop answers ${call} with ${shown(answer)} in place of an object.`);
  }
  return answer as Readonly<Record<string, unknown>>;
}

/** A value as JSON, so that it fits a sentence. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}
