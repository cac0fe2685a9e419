/**
 * The changes that a merchant may still make to a checkout's order after a payment attempt. A session pays once, and
 * its success indicator, which the payer learns with the first return, stands for that one payment. So a session whose
 * order is paid, or may be, keeps order id, amount and currency. After a decline the amount may change, the order id
 * may not.
 */
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import { currencyOf, minorUnits } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { textAt } from '../../contract/values.ts';
import { heldParts } from '../../core/index.ts';
import type { StoredOrder } from '../../core/ports/index.ts';
import type { CheckoutSession } from '../session/session.ts';
import { checkoutState } from './state.ts';
import { holdsIn } from './states.ts';

/**
 * @param order the session's order as stored, if it exists
 * @param values of the merchant's request
 */
export function orderChangeProblems(
  session: CheckoutSession,
  order: StoredOrder | undefined,
  values: RequestFields,
  now: number,
): FieldProblem[] {
  // The checkout charges no amount: the merchant pays with the session afterwards, for any order.
  if (order === undefined || session.checkout.operation === 'NONE') {
    return [];
  }
  // A gift card that is held pays a part of this amount.
  const isSettled = holdsIn(checkoutState(session, order, now).kind, 'isSettled') || heldParts(order.state).length > 0;
  const isTried = isSettled || order.state.movements.some((movement) => movement.session === session.key);
  return [
    ...(isTried && isChanged('order.id', session, values)
      ? [invalidProblem('order.id', "the session's order, which was tried; another order needs a session of its own")]
      : []),
    ...(isSettled && isAmountChanged(session, values)
      ? [invalidProblem('order.amount', 'the amount that was paid, or whose result is awaited')]
      : []),
    ...(isSettled && isChanged('order.currency', session, values)
      ? [invalidProblem('order.currency', 'the currency that was paid, or whose result is awaited')]
      : []),
  ];
}

const ORDER_PATHS = ['order.id', 'order.amount', 'order.currency'] as const;

/** Whether `values` would change the order, amount or currency of this session's payment. */
export function isOrderChanged(session: Pick<CheckoutSession, 'fields'>, values: RequestFields): boolean {
  return ORDER_PATHS.some((path) => isChanged(path, session, values));
}

function isChanged(
  path: (typeof ORDER_PATHS)[number],
  { fields }: Pick<CheckoutSession, 'fields'>,
  values: RequestFields,
): boolean {
  const given = textAt(values, path);
  return given !== undefined && given !== textAt(fields, path);
}

/** Compares by value: `10` equals `10.00`. */
function isAmountChanged({ fields }: CheckoutSession, values: RequestFields): boolean {
  const given = values.order?.amount;
  const before = fields.order?.amount;
  const currency = currencyOf(fields.order?.currency ?? '');
  if (given === undefined || given === before) {
    return false;
  }
  return before === undefined || currency === undefined || minorUnits(given, currency) !== minorUnits(before, currency);
}
