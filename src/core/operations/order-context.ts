/** Helpers of the operations on an earlier transaction: load the order's current state, and validate amounts. */

import { namedError } from '../../contract/errors/catalogue.ts';
import {
  type FieldProblem,
  type InterfaceError,
  invalidField,
  invalidFields,
  invalidProblem,
} from '../../contract/interface-error.ts';
import { type Currency, majorText, minorUnits } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { without } from '../../contract/values.ts';
import { authenticationProblems } from '../cards/payer-authentication.ts';
import type { Gateway } from '../gateway.ts';
import type { Movement, OrderState } from '../order/order.ts';
import { partOf } from '../order/parts.ts';
import { storedCurrency } from '../order/stored-currency.ts';
import { refusal } from '../order/transitions.ts';
import type { InstrumentView, StoredOrder, StoredTransaction, TransactionDetails } from '../ports/index.ts';
import { agreementProblems } from '../request/agreement-problems.ts';
import { amountAt } from '../request/money-fields.ts';
import { storedFieldsOf } from '../request/payment-details.ts';
import { mergeWithRecipient } from '../request/recipient.ts';
import { sumProblems } from '../request/sums.ts';
import { withSessionValues } from './merged-values.ts';
import type { TransactionCall } from './plan.ts';

/** An order with its transactions. */
export interface OrderContext {
  readonly order: StoredOrder;
  /** The request merged over its session. */
  readonly values: RequestFields;
  readonly currency: Currency;
  /** The transactions of the order, the oldest first. */
  readonly transactions: readonly StoredTransaction[];
  /** The transaction that subsequent transactions build on: the newest success, or else the newest. */
  readonly latest: StoredTransaction;
}

const AMOUNT = 'transaction.amount';
const CURRENCY = 'transaction.currency';

/** @throws InterfaceError if the order does not exist, or its state does not allow the operation */
export async function loadOrderContext(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<OrderContext> {
  const { operation, orderId } = call;
  if (order === undefined) {
    throw namedError('ORDER_UNKNOWN', { orderId });
  }
  const { values } = await withSessionValues(gateway, call);
  const why = refusal(order.state, operation);
  if (why !== undefined) {
    throw namedError('NOT_POSSIBLE', { operation, why });
  }
  const transactions = await gateway.orders.transactions(order.key);
  const succeeded = new Set(
    order.state.movements.filter(({ result }) => result === 'SUCCESS').map(({ transactionId }) => transactionId),
  );
  const requested = transactions.filter(({ request }) => request.operation !== 'SETTLEMENT');
  const latest = requested.findLast(({ transactionId }) => succeeded.has(transactionId)) ?? requested.at(-1);
  if (latest === undefined) {
    throw namedError('NOT_POSSIBLE', { operation, why: 'there is nothing on this order yet' });
  }
  return { order, values, currency: storedCurrency(order.state.currency), transactions, latest };
}

/** Fields of a single transaction. `transaction.source` is not listed, because it applies to the whole order. */
const OF_ONE_TRANSACTION = [
  'transaction.acquirer',
  'transaction.cashAdvance',
  'transaction.frequency',
  'transaction.merchantNote',
  'transaction.reference',
  'userId',
] as const;

/**
 * Fields of the whole order, which do not change. The lines of a partial capture or refund are the transaction's own.
 */
const OF_WHOLE_ORDER = [
  'order.discount',
  'order.item',
  'order.itemAmount',
  'order.shippingAndHandlingAmount',
  'order.tax',
  'order.taxAmount',
] as const;

/** The details to store for a subsequent request: its own fields merged over those of the order. */
export function mergedDetails({ latest, values }: OrderContext): TransactionDetails {
  const own = without(storedFieldsOf(values), OF_WHOLE_ORDER);
  const lines = values.order?.item;
  const { item: _earlier, ...details } = latest.request.details;
  return {
    ...mergeWithRecipient(without(details, OF_ONE_TRANSACTION), own),
    ...(lines !== undefined && { item: lines }),
  };
}

/** The instrument of a subsequent transaction, without the data that the card was presented with earlier. */
export function subsequentInstrument({ request, outcome }: StoredTransaction): InstrumentView {
  if (request.instrument.type === 'BROWSER_PAYMENT') {
    return request.instrument;
  }
  const {
    securityCodeProvided: _code,
    trackDataProvided: _track,
    emvRequest: _emv,
    ...instrument
  } = request.instrument;
  const token = outcome?.savedToken;
  return token === undefined ? instrument : { ...instrument, token };
}

/** The last of the order's successful movements that matches. */
export function lastMovement({ order }: OrderContext, fits: (movement: Movement) => boolean): Movement | undefined {
  return order.state.movements.findLast((movement) => movement.result === 'SUCCESS' && fits(movement));
}

/** @throws Error if an order's movement has no row, which cannot happen */
export function transactionOf({ transactions }: OrderContext, { transactionId }: Movement): StoredTransaction {
  const found = transactions.find((transaction) => transaction.transactionId === transactionId);
  if (found === undefined) {
    throw new Error('A movement of an order has no transaction.');
  }
  return found;
}

/**
 * Reads `transaction.amount` in minor units of the order's currency, and validates all other fields of the request.
 *
 * @param more further problems to report, which the operation has found
 * @returns undefined if the request has no amount
 * @throws InterfaceError naming all invalid fields
 */
export function subsequentAmount(context: OrderContext, more: readonly FieldProblem[] = []): bigint | undefined {
  const { values, currency } = context;
  const amount = amountAt(values, AMOUNT, currency);
  const problems = [
    ...more,
    ...currencyProblem(context),
    ...amount.problems,
    ...orderContradictions(context),
    ...sumProblems(values),
    ...authenticationProblems(values),
    ...agreementProblems(values),
  ];
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
  return amount.value;
}

/**
 * Like `subsequentAmount`, but the amount is required.
 * @throws InterfaceError naming all invalid fields, and the amount if it is missing
 */
export function requiredAmount(context: OrderContext, more: readonly FieldProblem[] = []): bigint {
  const missing: FieldProblem = {
    field: AMOUNT,
    validationType: 'MISSING',
    explanation: 'the amount of this transaction',
  };
  const has = context.values.transaction?.amount !== undefined;
  const amount = subsequentAmount(context, has ? more : [missing, ...more]);
  if (amount === undefined) {
    throw new TypeError('An amount that is missing was not refused.');
  }
  return amount;
}

/** @param most the allowed maximum in minor units; negative if the profile allowed more before */
export function tooMuch(most: bigint, currency: Currency, verb: string): InterfaceError {
  const left = majorText(most < 0n ? 0n : most, currency);
  return invalidField(AMOUNT, `${left} ${currency.code} are left to ${verb}`);
}

/**
 * The error if an order was paid in parts and no single part has enough left.
 * @param movements payments or captures, at least one of each part
 */
export function tooMuchOfParts(
  { order, currency }: OrderContext,
  movements: readonly Movement[],
  mostOf: (part: OrderState) => bigint,
  verb: string,
): InterfaceError {
  const parts = movements.map(({ transactionId }) => partOf(order.state, transactionId));
  const lefts = new Map(parts.map((part) => [part.movements[0]?.transactionId, mostOf(part)]));
  const texts = [...lefts].map(
    ([id, most]) => `${majorText(most < 0n ? 0n : most, currency)} ${currency.code} of transaction '${id}'`,
  );
  return invalidField(AMOUNT, `the order was paid in parts; left to ${verb}, each by itself: ${texts.join(', ')}`);
}

/** The error if captures are refunded separately and no single capture has enough left. */
export function tooMuchOfCaptures(
  { currency }: OrderContext,
  rooms: readonly { readonly capture: Movement; readonly left: bigint }[],
): InterfaceError {
  const texts = rooms.map(
    ({ capture, left }) => `${majorText(left, currency)} ${currency.code} of transaction '${capture.transactionId}'`,
  );
  return invalidField(AMOUNT, `each capture is refunded by itself; left to refund: ${texts.join(', ')}`);
}

function currencyProblem({ values, currency }: OrderContext): FieldProblem[] {
  const code = values.transaction?.currency;
  return code === undefined || code === currency.code
    ? []
    : [invalidProblem(CURRENCY, `the order's currency is ${currency.code}`)];
}

/** Rejects fields that contradict the stored order. */
export function orderContradictions({ order, values, currency }: OrderContext): FieldProblem[] {
  const amount = values.order?.amount;
  const code = values.order?.currency;
  const isOther = amount !== undefined && minorUnits(amount, currency) !== order.state.amount;
  return [
    ...(isOther
      ? [invalidProblem('order.amount', `the order's amount is ${majorText(order.state.amount, currency)}`)]
      : []),
    ...(code !== undefined && code !== currency.code
      ? [invalidProblem('order.currency', `the order's currency is ${currency.code}`)]
      : []),
    ...(values.order?.subMerchant === undefined ? [] : [SUB_MERCHANT_TOO_LATE]),
  ];
}

const SUB_MERCHANT_TOO_LATE: FieldProblem = {
  field: 'order.subMerchant',
  validationType: 'UNSUPPORTED',
  explanation: 'only the first transaction of an order takes it',
};
