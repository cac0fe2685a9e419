/**
 * A payment's request, complete and validated: amount and currency by ISO 4217, the instrument, and the rules that need
 * more than one field. Every failing field is reported at once.
 */
import { type FieldProblem, invalidFields, invalidProblem } from '../contract/interface-error.ts';
import { type Currency, currencyOf, majorText, minorUnits } from '../contract/money.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { FieldPath, RequestFields } from '../contract/request-fields.ts';
import { textAt, valueAt, without } from '../contract/values.ts';
import { instrumentOf, instrumentProblems } from './cards/instrument.ts';
import { authenticationProblems } from './cards/payer-authentication.ts';
import { ACQUIRER_AMOUNT_MAX, type InitialOperation, type Instrument } from './ports/index.ts';
import { missingFields } from './required.ts';
import { sumProblems } from './sums.ts';

export interface PaymentDetails {
  readonly currency: Currency;
  /** Minor units; 0n for VERIFY. */
  readonly amount: bigint;
  /** Absent where the terminal's encrypted card data cannot be trusted. */
  readonly instrument: Instrument | undefined;
  /** What is stored of the request: no card data, nothing of the session's own. */
  readonly kept: RequestFields;
}

const INSTEAD = 'VERIFY checks a card without a charge';

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

/**
 * @param values the request merged over the session over the token
 * @param readable false where the terminal's encrypted card data cannot be trusted: there is no instrument then
 * @throws InterfaceError naming every field that is missing or does not fit
 */
export function paymentDetails(operation: InitialOperation, values: RequestFields, readable = true): PaymentDetails {
  const currency = currencyOf(values.order?.currency ?? '');
  const problems = [
    ...missingFields(OPERATIONS[operation], values),
    ...currencyProblems(values, 'order.currency'),
    ...(operation === 'VERIFY' ? [] : amountProblems(values, 'order.amount', currency)),
    ...(readable ? instrumentProblems(values) : []),
    ...sumProblems(values),
    ...authenticationProblems(values),
  ];
  if (problems.length > 0 || currency === undefined) {
    throw invalidFields(problems);
  }
  return {
    currency,
    amount: operation === 'VERIFY' ? 0n : (minorUnits(values.order?.amount ?? '', currency) ?? 0n),
    instrument: readable ? instrumentOf(values) : undefined,
    kept: keptOf(values),
  };
}

/** Omits `order.id`: a checkout names its order in the body, a stored order is named by its address. */
export function keptOf(fields: RequestFields): RequestFields {
  const kept: Partial<Record<(typeof KEPT)[number], unknown>> = {};
  for (const name of KEPT) {
    if (fields[name] !== undefined) {
      kept[name] = fields[name];
    }
  }
  if (fields.order?.id !== undefined) {
    const { id: _id, ...order } = fields.order;
    kept.order = order;
  }
  return NOT_KEPT.some((path) => valueAt(fields, path) !== undefined)
    ? without(kept as RequestFields, NOT_KEPT)
    : (kept as RequestFields);
}

/** @param field if it is absent, that is reported elsewhere */
export function currencyProblems(values: RequestFields, field: FieldPath): FieldProblem[] {
  const code = textAt(values, field);
  if (code === undefined || currencyOf(code) !== undefined) {
    return [];
  }
  return [{ field, validationType: 'INVALID', explanation: `${code} is not a currency of ISO 4217` }];
}

/**
 * @param field if it is absent, that is reported elsewhere
 * @param currency undefined where that is wrong already
 */
export function amountProblems(
  values: RequestFields,
  field: FieldPath,
  currency: Currency | undefined,
): FieldProblem[] {
  const text = textAt(values, field);
  if (text === undefined || currency === undefined) {
    return [];
  }
  const amount = minorUnits(text, currency);
  if (amount === undefined) {
    return [invalidProblem(field, `${currency.code} has ${currency.exponent} decimal places`)];
  }
  if (amount <= 0n) {
    return [invalidProblem(field, field === 'order.amount' ? `more than 0; ${INSTEAD}` : 'more than 0')];
  }
  if (amount <= ACQUIRER_AMOUNT_MAX) {
    return [];
  }
  const most = majorText(ACQUIRER_AMOUNT_MAX, currency);
  return [invalidProblem(field, `at most ${most} ${currency.code} can be sent to the acquirer`)];
}
