/**
 * `?validate=true` on a call that creates or updates a session: returns all problems for which the call, or a later
 * payment with the stored values, would be refused. The validation applies the rules of the call and of the payment. It
 * stores no data, uses up no id and takes no lock.
 */

import type { MatchLocale } from '../../checkout/index.ts';
import {
  CARD_OPERATIONS,
  type Checkout,
  cardInLinkProblems,
  checkoutProblems,
  newCheckout,
  pageProblems,
  type Session,
  versionProblems,
} from '../../checkout/index.ts';
import type { AnswerOf } from '../../contract/answer-types.ts';
import { replace } from '../../contract/edit-schema.ts';
import type { Group } from '../../contract/field.ts';
import { newSession } from '../../contract/fields/session-fields.ts';
import { VALIDATION_PROBLEMS_MAX, type validationAnswer } from '../../contract/fields/validation-fields.ts';
import type { FieldProblem } from '../../contract/interface-error.ts';
import { type ContractOperation, OPERATIONS } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { type ValidationProblem, validationError, validationWarning } from '../../contract/validation.ts';
import { merge, without } from '../../contract/values.ts';
import { foreseenProblems, type Merchant, withoutReported } from '../../core/index.ts';
import { echo, type OperationRequest, type RestAnswer, readFields, unsupportedField } from './rest-request.ts';
import {
  isAmountDueFor,
  NOT_STORED,
  type SessionRouteDependencies,
  sessionOrderProblems,
  sessionToBecome,
  withDefaultOperation,
} from './session-routes.ts';

export interface ValidationDependencies extends SessionRouteDependencies {
  readonly matchLocale: MatchLocale;
}

/** The fields of UPDATE_SESSION for a new session. An empty session is created for later updates. */
const SESSION_TO_FILL = replace(OPERATIONS.UPDATE_SESSION.request, 'session', newSession);

interface ValidationAnswer extends RestAnswer {
  readonly body: AnswerOf<typeof validationAnswer>;
}

/** @param request a request whose query has `validate` */
export async function validate(
  dependencies: ValidationDependencies,
  merchant: Merchant,
  request: OperationRequest,
): Promise<ValidationAnswer> {
  const { operation, version, json } = request;
  const contract = operation === 'CREATE_SESSION' ? SESSION_TO_FILL : (OPERATIONS[operation].request as Group);
  const { loopbackUrls } = dependencies;
  const read = readFields(contract, json, { merchant, operation, version, loopbackUrls });
  const reported = [...read.problems, ...read.refused];
  const call = { merchant, operation, version, requested: read.values as RequestFields, reported };
  const base = await baseOf(dependencies, merchant, request, call.requested);
  const found = [
    ...reported.map(validationError),
    ...(await storingProblems(dependencies, call, base)),
    ...withoutReported([...read.ignored.map(unsupportedField), ...read.withoutEffect.map(withoutEffect)], reported).map(
      validationWarning,
    ),
  ];
  const problems = found
    .toSorted((a, b) => Number(a.severity === 'WARNING') - Number(b.severity === 'WARNING'))
    .slice(0, VALIDATION_PROBLEMS_MAX);
  return {
    status: 200,
    body: {
      ...echo(call.requested),
      merchant: merchant.id,
      result: problems.some(({ severity }) => severity === 'ERROR') ? 'FAILURE' : 'SUCCESS',
      validation: { problems },
      version: version.toString(),
    },
    ignored: [...read.ignored, ...read.withoutEffect],
  };
}

interface ValidatedCall {
  readonly merchant: Merchant;
  readonly operation: ContractOperation;
  readonly version: number;
  readonly requested: RequestFields;
  /** Problems of fields that were refused on reading. */
  readonly reported: readonly FieldProblem[];
}

function withoutEffect(field: string): FieldProblem {
  return { field, validationType: 'UNSUPPORTED', explanation: 'it is taken, and nothing acts on it' };
}

/** Finds the session that the call would change. @throws InterfaceError if the session does not exist */
function baseOf(
  dependencies: ValidationDependencies,
  merchant: Merchant,
  { operation, path }: OperationRequest,
  requested: RequestFields,
): Promise<Session | undefined> {
  return operation === 'UPDATE_SESSION'
    ? dependencies.sessionService.find(merchant.key, path.session)
    : sessionToBecome(dependencies, merchant, requested);
}

/** Problems of storing the values, and of a payment with them. */
async function storingProblems(
  dependencies: ValidationDependencies,
  call: ValidatedCall,
  base: Session | undefined,
): Promise<ValidationProblem[]> {
  const { merchant, version, requested, reported } = call;
  const before = base && dependencies.sessionService.values(base);
  const filled = filledUp(call, before);
  const values = merge(before, without(filled, NOT_STORED));
  const checkout = checkoutOf(call, values, base);
  const atOnce = [
    ...(base === undefined ? [] : versionProblems(base, requested.session?.version)),
    ...(base === undefined ? [] : await sessionOrderProblems(dependencies, base, filled)),
    ...(checkout ? checkoutProblems(values, merchant, isAmountDue(call, base), reported) : []),
    ...cardInLinkProblems({ checkout: checkout ?? null }, values),
  ];
  const refusedAtOnce = withoutReported(atOnce, reported);
  const known = [...reported, ...refusedAtOnce];
  const page = checkout ? pageProblems({ checkout, fields: values }, pageTerms(dependencies)) : [];
  const payment = await paymentProblems(dependencies, { merchant, version, values, reported }, checkout);
  return [...refusedAtOnce.map(validationError), ...withoutReported(page, known), ...withoutReported(payment, known)];
}

function pageTerms({ gateway, matchLocale }: ValidationDependencies) {
  return { now: gateway.clock.now(), matchLocale };
}

/** The request's values, with the profile's defaults. */
function filledUp({ operation, version, merchant, requested }: ValidatedCall, before: RequestFields | undefined) {
  return isCheckoutOperation(operation)
    ? withDefaultOperation(operation, version, merchant, merge(before, requested), requested)
    : requested;
}

/** The checkout that the session is or would become. Undefined if it is not a checkout. */
function checkoutOf(
  { operation, version, merchant }: ValidatedCall,
  values: RequestFields,
  base: Session | undefined,
): Checkout | undefined {
  return isCheckoutOperation(operation) ? newCheckout(values, version, merchant) : (base?.checkout ?? undefined);
}

function isAmountDue({ operation, version }: ValidatedCall, base: Session | undefined): boolean {
  return isCheckoutOperation(operation) ? isAmountDueFor(operation, version) : base?.fields.order?.amount !== undefined;
}

function isCheckoutOperation(operation: ContractOperation) {
  return operation === 'INITIATE_CHECKOUT' || operation === 'CREATE_CHECKOUT_SESSION';
}

/** Problems of the page's payment. Without a page, of a PAY, whose rules AUTHORIZE shares. */
async function paymentProblems(
  { gateway }: ValidationDependencies,
  payment: Pick<ValidatedCall, 'merchant' | 'reported' | 'version'> & { readonly values: RequestFields },
  checkout: Checkout | undefined,
): Promise<ValidationProblem[]> {
  if (checkout === undefined) {
    return foreseenProblems(gateway, { ...payment, operation: 'PAY', isHosted: false });
  }
  // NONE charges nothing. A refused or missing operation is reported already.
  const operation = CARD_OPERATIONS[checkout.operation as keyof typeof CARD_OPERATIONS];
  return operation === undefined ? [] : foreseenProblems(gateway, { ...payment, operation, isHosted: true });
}
