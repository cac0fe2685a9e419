/** AUTHORIZE, PAY and VERIFY: the transactions that start an order. */

import { namedError } from '../../contract/errors/catalogue.ts';
import { invalidFields } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { describeInstrument } from '../cards/instrument.ts';
import { storedDetails, storedOnFile } from '../cards/stored-details.ts';
import type { Gateway } from '../gateway.ts';
import { routeOf } from '../merchant/acquirer-routes.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import { isOpenCode, type OrderState, type TransactionType } from '../order/order.ts';
import { restOf, withoutHeld } from '../order/parts.ts';
import { refusal } from '../order/transitions.ts';
import type {
  AcquirerRequestKind,
  InitialOperation,
  Instrument,
  SavedAs,
  StoredDetails,
  StoredOrder,
} from '../ports/index.ts';
import { acquirerOf } from '../processing/acquirers.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import { type PaymentDetails, paymentDetails } from '../request/payment-details.ts';
import { subMerchantProblems } from '../request/sub-merchant-problems.ts';
import { aboutPayer, aboutTerminal, acquirerRequest } from './acquirer-request.ts';
import { type AuthenticatedPayment, authenticatedPayment } from './authenticated-payment.ts';
import { evaluateRisk, type RiskEvaluation } from './evaluate-risk.ts';
import { withinLimits } from './limited-attempt.ts';
import { type MergedValues, mergedValues } from './merged-values.ts';
import { idsOf, refuseOwnNumber } from './own-number.ts';
import { blockedResult, declinedResult, type Plan, type Send, type TransactionCall } from './plan.ts';
import { sendWithRules } from './send-with-rules.ts';

type RejectOn = MerchantProfile['rejectOn'];

const KINDS = {
  AUTHORIZE: 'AUTHORIZATION',
  PAY: 'PAYMENT',
  VERIFY: 'VERIFICATION',
} as const satisfies Record<InitialOperation, AcquirerRequestKind & TransactionType>;

export async function planInitialPayment(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Plan> {
  const operation = call.operation as InitialOperation;
  refuseOrder(call, order?.state);
  const read = await mergedValues(gateway, call);
  const { values } = read;
  const details = paymentDetails(operation, values, read.declined === undefined);
  const { profile } = call.merchant;
  const savedAs = savedAsOf(gateway, call, details.instrument);
  const { instrument, kept } = storedInstrumentView(gateway, call, { details, read, isSaved: savedAs !== undefined });
  refuseDetails(call, details, instrument.brand);
  const kind = KINDS[operation];
  const paid = partOrWhole(call, details, order);
  const made: AuthenticatedPayment = details.instrument
    ? await authenticatedPayment(gateway, order, {
        merchantKey: call.merchant.key,
        values,
        profile,
        ...details,
        ...paid,
        ...details.instrument,
      })
    : {};
  const authenticated = call.mustAuthenticate && details.instrument?.kind === 'CARD' ? mandatory(made) : made;
  const { spentAuthentication } = authenticated;
  const ofStored = await storedDetails(gateway, call.merchant.key, values, kept);
  const judged = await riskBeforeRequest(gateway, call, details, { values, authenticated });
  return {
    type: kind,
    currency: details.currency,
    ...paid,
    instrument,
    details: details.kept,
    acquirer: routeOf(profile, instrument, details.currency.code),
    ...(details.instrument && { number: details.instrument.number }),
    ...(savedAs && { savedAs }),
    ...(hasRules(profile) && { riskChecked: true }),
    ...(judged && { risk: judged.before }),
    ...(judged && judged.countedAs.length > 0 && { countedAs: judged.countedAs }),
    ...(call.pageSession !== undefined && { session: call.pageSession }),
    ...(read.sensitiveSession !== undefined && { spentSession: read.sensitiveSession }),
    ...(spentAuthentication !== undefined && { spentAuthentication }),
    send: details.instrument
      ? sendOrDecide(gateway, call, {
          kind,
          instrument: details.instrument,
          values,
          authenticated,
          storedDetails: ofStored,
          judged,
        })
      : declinedResult,
  };
}

/** @throws InterfaceError if the order can no longer be paid by this operation */
function refuseOrder({ part, operation }: TransactionCall, state: OrderState | undefined): void {
  const rest = part?.kind === 'REST' ? state && withoutHeld(state) : state;
  const why = refusal(rest, operation as InitialOperation);
  if (why !== undefined) {
    throw namedError('NOT_POSSIBLE', { operation, why });
  }
}

/** Y, and A (attempted), for which the issuer is liable as for a success. */
const AUTHENTICATED_STATUSES: ReadonlySet<string | undefined> = new Set(['A', 'Y']);

/** Declines a card without a successful authentication, for a checkout that requires one. */
function mandatory(authenticated: AuthenticatedPayment): AuthenticatedPayment {
  const { made, decided } = authenticated;
  if (decided !== undefined || AUTHENTICATED_STATUSES.has(made?.transStatus)) {
    return authenticated;
  }
  return {
    ...authenticated,
    decided: made?.transStatus === undefined ? 'NOT_ENROLLED_3D_SECURE' : 'AUTHENTICATION_FAILED',
  };
}

/** How the card is stored after the payment; undefined unless the payer asked for it. */
function savedAsOf(
  { savedCards }: Gateway,
  { merchant: { profile }, savesCard }: TransactionCall,
  instrument: Instrument | undefined,
): SavedAs | undefined {
  return savesCard && instrument?.kind === 'CARD' ? savedCards.plan(profile, instrument.number) : undefined;
}

/** The stored view of the instrument. `kept` is its `storedOnFile`. */
function storedInstrumentView(
  { cardFacts }: Gateway,
  { merchant: { profile } }: TransactionCall,
  {
    details: { instrument },
    read: { values, emv },
    isSaved,
  }: { readonly details: PaymentDetails; readonly read: MergedValues; readonly isSaved: boolean },
) {
  const described = describeInstrument({ instrument, values, profile, cardFacts, ...(emv !== undefined && { emv }) });
  const said = described.type === 'CARD' ? storedOnFile(values) : undefined;
  const kept = isSaved ? (said ?? 'TO_BE_STORED') : said;
  return { instrument: { ...described, ...(kept !== undefined && { storedOnFile: kept }) }, kept };
}

/** @throws InterfaceError naming what the merchant is not permitted to do, or the fields that the brand requires */
function refuseDetails(call: TransactionCall, { kept, instrument }: PaymentDetails, brand: string) {
  const { profile } = call.merchant;
  if (isPayerRequired(kept, profile)) {
    throw namedError('PAYER_REQUIRED');
  }
  const problems = subMerchantProblems(kept, brand, profile.name);
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
  refuseOwnNumber(idsOf(call), instrument?.number);
}

/** Evaluates the risk rules before the request; undefined without a card, or if the result is decided already. */
async function riskBeforeRequest(
  gateway: Gateway,
  call: TransactionCall,
  { instrument, currency, amount }: PaymentDetails,
  { values, authenticated }: { readonly values: RequestFields; readonly authenticated: AuthenticatedPayment },
): Promise<RiskEvaluation | undefined> {
  if (instrument === undefined || authenticated.decided !== undefined) {
    return undefined;
  }
  const { number, kind } = instrument;
  return evaluateRisk(gateway, call, {
    number,
    isCard: kind === 'CARD',
    values,
    currency,
    amount,
    made: authenticated.made,
  });
}

/** True if the request is merchant-initiated and the profile does not permit that. */
export function isPayerRequired({ transaction }: RequestFields, { permissions }: MerchantProfile): boolean {
  return transaction?.source === 'MERCHANT' && !permissions.merchantInitiated;
}

/**
 * The amount of this transaction in minor units, and the part of the order that it pays.
 * @throws InterfaceError if the order has changed since the part was computed
 */
function partOrWhole(
  { part, operation }: TransactionCall,
  { amount, currency }: Pick<Plan, 'amount' | 'currency'>,
  order: StoredOrder | undefined,
): Pick<Plan, 'amount' | 'part'> {
  if (part === undefined) {
    return { amount };
  }
  const paid = part.kind === 'HOLD' ? part.amount : order && restOf(order.state);
  const isSame = order?.state.amount === amount && order.state.currency === currency.code;
  if (paid === undefined || !isSame || paid <= 0n || paid >= amount) {
    throw namedError('NOT_POSSIBLE', {
      operation,
      why: 'the order is not any more as it was when a part was to be paid',
    });
  }
  if (part.kind === 'REST') {
    return { amount: paid, part };
  }
  const { amount: _amount, ...hold } = part;
  return { amount: paid, part: hold };
}

/** True if the profile has `rejectOn` rules. The result of `risk.rules` is stored with the payment itself. */
function hasRules({ rejectOn }: MerchantProfile): boolean {
  return rejectOn.avs.length > 0 || rejectOn.csc.length > 0;
}

interface PlannedRequest {
  readonly kind: AcquirerRequestKind;
  readonly instrument: Instrument;
  readonly values: RequestFields;
  readonly authenticated: AuthenticatedPayment;
  readonly storedDetails: StoredDetails | undefined;
  readonly judged: RiskEvaluation | undefined;
}

/** Decides a payment that fails the authentication rules or a risk rule, and sends all others to the acquirer. */
function sendOrDecide(gateway: Gateway, call: TransactionCall, sent: PlannedRequest): Plan['send'] {
  if (sent.judged?.before.verdict === 'REJECT') {
    return blockedResult;
  }
  const { decided, isCancelled } = sent.authenticated;
  return decided === undefined ? sendRequest(gateway, call, sent) : { decided, ...(isCancelled && { isCancelled }) };
}

function sendRequest(gateway: Gateway, call: TransactionCall, sent: PlannedRequest): Send {
  const { kind, instrument, values, authenticated, storedDetails: ofStored, judged } = sent;
  const request = {
    kind,
    instrument,
    ...aboutPayer(values, authenticated.made),
    ...aboutTerminal(values),
    ...(ofStored && { storedDetails: ofStored }),
  };
  const bypassed = values.action?.bypassMerchantRiskRules !== undefined;
  const rejectOn = bypassed ? NO_REJECTIONS : call.merchant.profile.rejectOn;
  return async (transaction) => {
    const acquirer = acquirerOf(gateway, transaction);
    const judges = { rejectOn, judged, canBeHeld: kind !== 'VERIFICATION' && call.part?.kind !== 'HOLD' };
    const answer = await withinLimits(gateway, call.merchant, { instrument, values }, () =>
      sendWithRules(acquirer, acquirerRequest(call, transaction, request), judges),
    );
    return call.part === undefined ? answer : knownAtOnce(answer);
  };
}

/**
 * An order is paid in parts only if each part is approved at once. An approval that may still become a decline is
 * reversed, so that an order is not left paid in part.
 */
function knownAtOnce(answer: FinalAnswer): FinalAnswer {
  return answer.status === 'ANSWERED' && answer.rejected === undefined && isOpenCode(answer.reply.gatewayCode)
    ? { status: 'ANSWERED', reply: answer.reply, rejected: 'ACQUIRER_SYSTEM_ERROR' }
    : answer;
}

const NO_REJECTIONS: RejectOn = { avs: [], csc: [] };
