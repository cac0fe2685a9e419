/**
 * A payment's request, complete and validated: amount and currency by ISO 4217, the instrument, and the rules that need
 * more than one field. Every failing field is reported at once.
 */
import { type FieldProblem, invalidFields } from '../../contract/interface-error.ts';
import type { Currency } from '../../contract/money.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { valueAt, without } from '../../contract/values.ts';
import { instrumentOf, instrumentProblems } from '../cards/instrument.ts';
import type { InitialOperation, Instrument } from '../ports/index.ts';
import { amountAt, currencyAt, type MoneyField } from './money-fields.ts';
import { missingFields } from './required.ts';
import { ruleProblems } from './rules.ts';

export interface PaymentDetails {
  readonly currency: Currency;
  /** Minor units; 0n for VERIFY. */
  readonly amount: bigint;
  /** Absent where the terminal's encrypted card data cannot be trusted. */
  readonly instrument: Instrument | undefined;
  /** What is stored of the request: no card data, nothing of the session's own. */
  readonly kept: RequestFields;
}

/** The groups of a request that an order stores. None of them holds card data. */
const KEPT = [
  '3DSecure',
  '3DSecureId',
  'accountFunding',
  'action',
  'agreement',
  'airline',
  'billing',
  'browserPayment',
  'customer',
  'order',
  'partnerSolutionId',
  'posTerminal',
  'shipping',
  'transaction',
  'userId',
] as const;

/** What belongs to one request alone, and is shown in no answer as a detail. */
const NOT_KEPT = [
  'transaction.amount',
  'transaction.currency',
  'transaction.targetTransactionId',
  'transaction.authorizationCode',
] as const;

/** VERIFY charges nothing. */
const NO_AMOUNT: MoneyField<bigint> = { value: 0n, problems: [] };

/**
 * @param values the request merged over the session over the token
 * @param readable false where the terminal's encrypted card data cannot be trusted: there is no instrument then
 * @throws InterfaceError naming every field that is missing or does not fit
 */
export function paymentDetails(operation: InitialOperation, values: RequestFields, readable = true): PaymentDetails {
  const { currency, amount, problems } = judged(operation, values, readable);
  if (problems.length > 0 || currency === undefined || amount === undefined) {
    throw invalidFields(problems);
  }
  return {
    currency,
    amount,
    instrument: readable ? instrumentOf(values) : undefined,
    kept: keptOf(values),
  };
}

/**
 * What `paymentDetails` would refuse.
 *
 * @param hasInstrument false where none is judged
 * @param reported problems of fields that were refused before, and are not among the values
 */
export function paymentProblems(
  operation: InitialOperation,
  values: RequestFields,
  hasInstrument: boolean,
  reported: readonly FieldProblem[],
): FieldProblem[] {
  return judged(operation, values, hasInstrument, reported).problems;
}

function judged(
  operation: InitialOperation,
  values: RequestFields,
  hasInstrument: boolean,
  reported?: readonly FieldProblem[],
) {
  const currency = currencyAt(values, 'order.currency');
  const amount = operation === 'VERIFY' ? NO_AMOUNT : amountAt(values, 'order.amount', currency.value);
  const problems = [
    ...missingFields(OPERATIONS[operation], values),
    ...currency.problems,
    ...amount.problems,
    ...(hasInstrument ? instrumentProblems(values) : []),
    ...ruleProblems(values, reported),
  ];
  return { currency: currency.value, amount: amount.value, problems };
}

/**
 * Without the order's id, which its address says, and without its money, which the order and each transaction store as
 * money.
 */
export function keptOf(fields: RequestFields): RequestFields {
  const kept: Partial<Record<(typeof KEPT)[number] | 'authentication', unknown>> = {};
  for (const name of KEPT) {
    if (fields[name] !== undefined) {
      kept[name] = fields[name];
    }
  }
  const { authentication } = fields;
  const ofPayment = authentication && pickedOf(authentication);
  if (ofPayment !== undefined) {
    kept.authentication = ofPayment;
  }
  if (fields.order !== undefined) {
    const { id: _id, amount: _amount, currency: _currency, ...order } = fields.order;
    if (Object.keys(order).length === 0) {
      delete kept.order;
    } else {
      kept.order = order;
    }
  }
  return NOT_KEPT.some((path) => valueAt(fields, path) !== undefined)
    ? without(kept as RequestFields, NOT_KEPT)
    : (kept as RequestFields);
}

type AuthenticationFields = NonNullable<RequestFields['authentication']>;

/** Of a payment: which authentication it was made with. How to authenticate says what began that, in a session too. */
function pickedOf(given: AuthenticationFields): AuthenticationFields | undefined {
  const { transactionId, '3ds': shared, '3ds2': version2 } = given;
  const picked = {
    ...(shared && { '3ds': shared }),
    ...(version2 && { '3ds2': version2 }),
    ...(transactionId !== undefined && { transactionId }),
  };
  return Object.keys(picked).length === 0 ? undefined : picked;
}
