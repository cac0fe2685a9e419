/**
 * The complete, validated request of a payment: amount and currency by ISO 4217, the instrument, and the rules on
 * several fields. All invalid fields are reported at once.
 */
import { type FieldProblem, invalidFields } from '../../contract/interface-error.ts';
import type { Currency } from '../../contract/money.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { valueAt, without } from '../../contract/values.ts';
import { instrumentOf, instrumentProblems } from '../cards/instrument.ts';
import type { InitialOperation, Instrument } from '../ports/index.ts';
import { missingFields } from './missing-fields.ts';
import { amountAt, currencyAt, type MoneyField } from './money-fields.ts';
import { ruleProblems } from './rules.ts';

export interface PaymentDetails {
  readonly currency: Currency;
  /** Minor units; 0n for VERIFY. */
  readonly amount: bigint;
  /** Undefined if the terminal's encryption failed. */
  readonly instrument: Instrument | undefined;
  /** The stored details of the request, without card data and the session. */
  readonly kept: RequestFields;
}

/** The field groups of a request that are stored with the order. They contain no card data. */
const STORED_FIELDS = [
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

/** Fields that are not stored, because they belong to a single request and responses do not show them as details. */
const NOT_KEPT = [
  'transaction.amount',
  'transaction.currency',
  'transaction.targetTransactionId',
  'transaction.authorizationCode',
] as const;

/** The amount of VERIFY, which charges nothing. */
const NO_AMOUNT: MoneyField<bigint> = { value: 0n, problems: [] };

/**
 * @param values the request merged over the session over the token
 * @param readable false if the terminal's encryption failed, so that there is no instrument
 * @throws InterfaceError naming all missing or invalid fields
 */
export function paymentDetails(operation: InitialOperation, values: RequestFields, readable = true): PaymentDetails {
  const { currency, amount, problems } = moneyAndProblems(operation, values, readable);
  if (problems.length > 0 || currency === undefined || amount === undefined) {
    throw invalidFields(problems);
  }
  return {
    currency,
    amount,
    instrument: readable ? instrumentOf(values) : undefined,
    kept: storedFieldsOf(values),
  };
}

/**
 * Returns the problems for which `paymentDetails` would refuse the values.
 *
 * @param hasInstrument false to skip the instrument
 * @param reported problems that are already known, of invalid fields that are missing in the values
 */
export function paymentProblems(
  operation: InitialOperation,
  values: RequestFields,
  hasInstrument: boolean,
  reported: readonly FieldProblem[],
): FieldProblem[] {
  return moneyAndProblems(operation, values, hasInstrument, reported).problems;
}

function moneyAndProblems(
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
 * The fields that are stored. Excludes the order's id, which is in the path, and the amounts, which order and
 * transactions store in minor units.
 */
export function storedFieldsOf(fields: RequestFields): RequestFields {
  const kept: Partial<Record<(typeof STORED_FIELDS)[number] | 'authentication', unknown>> = {};
  for (const name of STORED_FIELDS) {
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

/**
 * Keeps the fields that identify the authentication of a payment. The fields on how to authenticate belong to the
 * request that started the authentication, although a session may repeat them.
 */
function pickedOf(given: AuthenticationFields): AuthenticationFields | undefined {
  const { transactionId, '3ds': shared, '3ds2': version2 } = given;
  const picked = {
    ...(shared && { '3ds': shared }),
    ...(version2 && { '3ds2': version2 }),
    ...(transactionId !== undefined && { transactionId }),
  };
  return Object.keys(picked).length === 0 ? undefined : picked;
}
