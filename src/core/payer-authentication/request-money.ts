/** Amount and currency of an authentication request. */
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import { type Currency, minorUnits } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { amountAt, currencyAt, type MoneyField } from '../request/money-fields.ts';

export interface AuthenticationMoney {
  readonly currency: Currency | undefined;
  /** Minor units; undefined if the request does not give it; 0n without a payment. */
  readonly amount: bigint | undefined;
  readonly problems: readonly FieldProblem[];
}

/** @param needsAmount INITIATE_AUTHENTICATION may come before the amount is known */
export function authenticationMoney(values: RequestFields, needsAmount: boolean): AuthenticationMoney {
  const isPayment = values.authentication?.purpose !== 'ADD_CARD';
  const currency = currencyAt(values, 'order.currency');
  const amount = isPayment ? amountAt(values, 'order.amount', currency.value) : nothing(values, currency.value);
  const missing = [
    ...(values.order?.currency === undefined ? ['order.currency'] : []),
    ...(isPayment && needsAmount && values.order?.amount === undefined ? ['order.amount'] : []),
  ];
  return {
    currency: currency.value,
    amount: amount.value,
    problems: [
      ...missing.map((field): FieldProblem => ({ field, validationType: 'MISSING', explanation: 'it is required' })),
      ...currency.problems,
      ...amount.problems,
    ],
  };
}

/** The amount is 0 when a card is added. */
function nothing({ order }: RequestFields, currency: Currency | undefined): MoneyField<bigint> {
  const isZero = order?.amount === undefined || currency === undefined || minorUnits(order.amount, currency) === 0n;
  return isZero
    ? { value: 0n, problems: [] }
    : { value: undefined, problems: [invalidProblem('order.amount', '0, or none, where a card is added')] };
}
