/** Amount and currency of an authentication request. */
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import { type Currency, minorUnits } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { amountAt, currencyAt, type MoneyField } from '../request/money-fields.ts';

export interface AuthenticationMoney {
  readonly currency: Currency | undefined;
  /** Minor units; undefined if the request has no amount; 0n if the authentication is not for a payment. */
  readonly amount: bigint | undefined;
  readonly problems: readonly FieldProblem[];
}

/** @param needsAmount false for INITIATE_AUTHENTICATION, which a merchant may send before the amount is known */
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

/** The amount when a card is added, which must be 0 if the request has one. */
function nothing({ order }: RequestFields, currency: Currency | undefined): MoneyField<bigint> {
  const isZero = order?.amount === undefined || currency === undefined || minorUnits(order.amount, currency) === 0n;
  return isZero
    ? { value: 0n, problems: [] }
    : { value: undefined, problems: [invalidProblem('order.amount', '0, or none, where a card is added')] };
}
