/**
 * What a payment asks for, complete and checked: amount and currency by ISO 4217, the instrument, the sums.
 */
import { type FieldProblem, invalidField, invalidFields } from '../contract/errors.ts';
import { type Currency, currencyOf, majorText, minorUnits } from '../contract/money.ts';
import type { Values } from '../contract/read.ts';
import { groupAt, textAt, without } from '../contract/values.ts';
import { instrumentOf } from './instrument.ts';
import { ACQUIRER_AMOUNT_MAX, type Instrument } from './ports.ts';
import type { InitialOperation } from './records.ts';
import { sumProblems } from './sums.ts';

export interface PaymentDetails {
  readonly currency: Currency;
  /** Minor units; 0n for VERIFY. */
  readonly amount: bigint;
  readonly instrument: Instrument;
  /** What is kept of the request: no card data, nothing of the session's own. */
  readonly kept: Values;
}

/** The groups that an order keeps of a request. None of them holds card data. */
const KEPT = ['billing', 'customer', 'order', 'partnerSolutionId', 'shipping', 'transaction', 'userId'] as const;

/**
 * @param values the request over the session over the token
 * @throws InterfaceError naming every field that is missing or does not fit
 */
export function paymentDetails(operation: InitialOperation, values: Values): PaymentDetails {
  const currency = currencyFrom(values);
  const amount = operation === 'VERIFY' ? 0n : amountFrom(values, currency);
  const problems = sumProblems(values);
  if (problems.length > 0) throw invalidFields(problems);
  return {
    currency,
    amount,
    instrument: instrumentOf(values),
    kept: keptOf(values),
  };
}

/** A checkout names its order in the body; the order's own id is in its address. */
function keptOf(values: Values): Values {
  const kept: Values = {};
  for (const name of KEPT) if (values[name] !== undefined) kept[name] = values[name];
  const order = groupAt(kept, 'order');
  if (order?.id !== undefined) kept.order = without(order, ['id']);
  return kept;
}

function currencyFrom(values: Values): Currency {
  const code = textAt(values, 'order.currency');
  if (code === undefined) throw missing('order.currency', 'an ISO 4217 currency code');
  const currency = currencyOf(code);
  if (currency === undefined) throw invalidField('order.currency', `${code} is not a currency of ISO 4217`);
  return currency;
}

function amountFrom(values: Values, currency: Currency): bigint {
  const text = textAt(values, 'order.amount');
  if (text === undefined) throw missing('order.amount', 'the amount to pay');
  const amount = minorUnits(text, currency);
  if (amount === undefined) {
    throw invalidField('order.amount', `${currency.code} has ${currency.exponent} decimal places`);
  }
  if (amount > ACQUIRER_AMOUNT_MAX) {
    throw invalidField(
      'order.amount',
      `at most ${majorText(ACQUIRER_AMOUNT_MAX, currency)} ${currency.code} can be sent to the acquirer`,
    );
  }
  return amount;
}

function missing(field: string, explanation: string) {
  const problem: FieldProblem = { field, validationType: 'MISSING', explanation };
  return invalidFields([problem]);
}
