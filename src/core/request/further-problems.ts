/**
 * Further problems of a request with refused fields, so that a merchant can correct all problems at once. Rules on
 * several fields apply only to fields that were read, and a field does not count as missing if its source could not be
 * read.
 */
import type { FieldProblem } from '../../contract/interface-error.ts';
import { type ContractOperation, OPERATIONS } from '../../contract/operations.ts';
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { valueAt } from '../../contract/values.ts';
import { instrumentProblems } from '../cards/instrument.ts';
import { missingFields } from './missing-fields.ts';
import { isFieldWithin, ruleProblems, withoutReported } from './rules.ts';

type Missing = (values: RequestFields) => readonly FieldProblem[];

const CARD = 'sourceOfFunds.provided.card';

/** Fields that an operation requires in addition to those in its row of the contract. */
const ALSO_REQUIRED: Partial<Record<ContractOperation, Missing>> = {
  AUTHENTICATE_PAYER: instrumentProblems,
  AUTHORIZE: instrumentProblems,
  CAPTURE: transactionAmount,
  CHECK_3DS_ENROLLMENT: cardNumber,
  INITIATE_AUTHENTICATION: cardNumber,
  PAY: instrumentProblems,
  PROCESS_ACS_RESULT: (values) => problemIfMissing(values, '3DSecure.paRes', 'the PaRes of the payer’s browser'),
  REFUND: transactionAmount,
  VERIFY: instrumentProblems,
};

/** Operations with rules on several fields. */
const OPERATIONS_WITH_RULES: ReadonlySet<ContractOperation> = new Set([
  'AUTHORIZE',
  'CAPTURE',
  'INITIATE_BROWSER_PAYMENT',
  'PAY',
  'REFUND',
  'UPDATE_AUTHORIZATION',
  'VERIFY',
]);

/**
 * @param values the fields that were read, merged over the request's session and token
 * @param reported the problems that are already known
 */
export function furtherProblems(
  operation: ContractOperation,
  values: RequestFields,
  reported: readonly FieldProblem[],
): FieldProblem[] {
  const ofRules = OPERATIONS_WITH_RULES.has(operation) ? ruleProblems(values, reported) : [];
  return withoutReported([...missing(operation, values, reported), ...ofRules], reported);
}

function missing(operation: ContractOperation, values: RequestFields, reported: readonly FieldProblem[]) {
  // The session could not be read, and may have any of the fields.
  if (values.session?.id !== undefined || isReported(reported, 'session')) {
    return [];
  }
  const isInstrumentUnread = isReadElsewhere(values) || isTokenUnread(values, reported);
  const isFree = operation === 'AUTHENTICATE_PAYER' && values.authentication?.purpose === 'ADD_CARD';
  const all = [...missingFields(OPERATIONS[operation], values), ...(ALSO_REQUIRED[operation]?.(values) ?? [])];
  return all.filter(
    ({ field }) =>
      !(isInstrumentUnread && isFieldWithin(field, 'sourceOfFunds.provided')) && !(isFree && field === 'order.amount'),
  );
}

function isReported(reported: readonly FieldProblem[], group: string): boolean {
  return reported.some(({ field }) => isFieldWithin(field, group));
}

function isTokenUnread({ sourceOfFunds }: RequestFields, reported: readonly FieldProblem[]): boolean {
  return sourceOfFunds?.token !== undefined || isReported(reported, 'sourceOfFunds.token');
}

/** True if the card's number and expiry are in the data that a terminal read, or in the token of a wallet. */
function isReadElsewhere({ sourceOfFunds }: RequestFields): boolean {
  const { devicePayment, emvRequest, p2pe, track1, track2 } = sourceOfFunds?.provided?.card ?? {};
  return [devicePayment, emvRequest, p2pe, track1, track2].some((read) => read !== undefined);
}

function cardNumber(values: RequestFields): FieldProblem[] {
  return problemIfMissing(values, `${CARD}.number`, 'neither the request nor a session or token gives it');
}

/** For a standalone capture or refund, the order's amount can replace the transaction's. */
function transactionAmount(values: RequestFields): FieldProblem[] {
  return values.order?.amount === undefined
    ? problemIfMissing(values, 'transaction.amount', 'the amount of this transaction')
    : [];
}

function problemIfMissing(values: RequestFields, field: FieldPath, explanation: string): FieldProblem[] {
  return valueAt(values, field) === undefined ? [{ field, validationType: 'MISSING', explanation }] : [];
}
