/**
 * Checks the values of a session by the rules of a payment before the payment, for a merchant that validates the
 * session. Reads the same data as the payment, and writes none.
 */
import { namedError } from '../../contract/errors/catalogue.ts';
import { type FieldProblem, InterfaceError, invalidProblem } from '../../contract/interface-error.ts';
import { currencyOf } from '../../contract/money.ts';
import { factsOfType } from '../../contract/providers/index.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import {
  type ValidationProblem,
  validationError,
  validationProblemsOf,
  validationWarning,
} from '../../contract/validation.ts';
import { without } from '../../contract/values.ts';
import { describeInstrument, instrumentOf, instrumentProblems } from '../cards/instrument.ts';
import type { Gateway } from '../gateway.ts';
import { acquirersFor, routeOf } from '../merchant/acquirer-routes.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { refusal } from '../order/transitions.ts';
import type { CardView, InitialOperation } from '../ports/index.ts';
import { paymentProblems } from '../request/payment-details.ts';
import { withoutReported } from '../request/rules.ts';
import { subMerchantProblems } from '../request/sub-merchant-problems.ts';
import { browserPaymentProblems } from './initiate-browser-payment.ts';
import { paymentValues } from './payment-values.ts';
import { isPayerRequired } from './refuse-payment.ts';

export interface ForeseenPayment {
  readonly merchant: Merchant;
  readonly version: number;
  readonly operation: InitialOperation;
  /** The session's stored values, with card data as `Secret`s. */
  readonly values: RequestFields;
  /**
   * True if the payer chooses how to pay on the hosted page, and the order is in the session. Otherwise the merchant's
   * request has both.
   */
  readonly isHosted: boolean;
  /** Problems that are already known, of invalid fields that are missing in `values`. */
  readonly reported: readonly FieldProblem[];
}

/** A missing field is only a warning: the payment's own request may supply it. */
export async function foreseenProblems(gateway: Gateway, payment: ForeseenPayment): Promise<ValidationProblem[]> {
  const isAtProvider = !payment.isHosted && factsOfType(payment.values.sourceOfFunds?.type) !== undefined;
  const found = [
    ...(payment.isHosted ? await orderProblems(gateway, payment) : []),
    ...(isAtProvider
      ? browserPaymentProblems(gateway, payment, payment.reported).map(withSeverity)
      : await ownProblems(gateway, payment)),
  ];
  return withoutReported(found, payment.reported);
}

function withSeverity(problem: FieldProblem): ValidationProblem {
  return problem.validationType === 'MISSING' ? validationWarning(problem) : validationError(problem);
}

async function orderProblems(
  { orders }: Gateway,
  { merchant, operation, values }: ForeseenPayment,
): Promise<ValidationProblem[]> {
  const id = values.order?.id;
  const order = id === undefined ? undefined : await orders.find(merchant.key, id);
  const why = refusal(order?.state, operation);
  return why === undefined ? [] : [validationError(invalidProblem('order.id', why))];
}

/** The problems of a payment by card or gift card. */
async function ownProblems(gateway: Gateway, payment: ForeseenPayment): Promise<ValidationProblem[]> {
  const { merchant, operation, reported, isHosted } = payment;
  const { profile } = merchant;
  const { values, isReadable, problems } = await resolveValues(gateway, payment);
  const hasInstrument = !isHosted && isReadable;
  const instrument = hasInstrument ? instrumentIn(gateway, merchant, values) : undefined;
  return [
    ...problems,
    ...paymentProblems(operation, values, hasInstrument, reported).map(withSeverity),
    ...(isPayerRequired(values, profile)
      ? validationProblemsOf(namedError('PAYER_REQUIRED'), 'transaction.source')
      : []),
    ...(instrument ? subMerchantProblems(values, instrument.brand, profile.name).map(validationError) : []),
    ...routeProblems(gateway, merchant, values, instrument),
  ];
}

interface ResolvedValues {
  readonly values: RequestFields;
  /** False if there is no instrument to validate. */
  readonly isReadable: boolean;
  readonly problems: readonly ValidationProblem[];
}

/** Merges the values over the token's, with card data that a terminal read converted to fields. */
async function resolveValues(gateway: Gateway, { merchant, values: given }: ForeseenPayment): Promise<ResolvedValues> {
  // The session's own id and version must not be resolved as a source of values.
  const values = without(given, ['session']);
  try {
    const { values: all, declined } = await paymentValues(gateway, { merchant, values }, true);
    return { values: all, isReadable: declined === undefined, problems: [] };
  } catch (error) {
    if (!(error instanceof InterfaceError)) {
      throw error;
    }
    return { values, isReadable: false, problems: validationProblemsOf(error, 'sourceOfFunds') };
  }
}

function instrumentIn({ cardFacts }: Gateway, { profile }: Merchant, values: RequestFields): CardView | undefined {
  return instrumentProblems(values).length > 0
    ? undefined
    : describeInstrument({ instrument: instrumentOf(values), values, profile, cardFacts });
}

/** A payment that is routed to an acquirer without configuration fails. */
function routeProblems(
  { acquirers }: Gateway,
  { profile }: Merchant,
  values: RequestFields,
  instrument: CardView | undefined,
): ValidationProblem[] {
  const currency = currencyOf(values.order?.currency ?? '');
  if (currency === undefined) {
    return [];
  }
  const names = instrument ? [routeOf(profile, instrument, currency.code)] : acquirersFor(profile, currency.code);
  return names
    .filter((name) => !acquirers.has(name))
    .map((name) =>
      instrument
        ? validationError(noAcquirer(`the profile's acquirerRoutes lead this payment to the acquirer ${name}`))
        : validationWarning(noAcquirer(`the profile's acquirerRoutes lead some payments to the acquirer ${name}`)),
    );
}

function noAcquirer(what: string): FieldProblem {
  return invalidProblem('order.currency', `${what}, which is not configured: tell the operator`);
}
