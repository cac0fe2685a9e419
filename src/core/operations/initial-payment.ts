/** AUTHORIZE, PAY and VERIFY: the transactions that start an order. */

import type { RequestFields } from '../../contract/request-fields.ts';
import { deviceTokenUse, isMerchantLiable } from '../cards/device-payment.ts';
import { paymentTokenOf } from '../cards/one-card.ts';
import { storedDetails } from '../cards/stored-details.ts';
import type { Gateway } from '../gateway.ts';
import { routeOf } from '../merchant/acquirer-routes.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { TransactionType } from '../order/order.ts';
import { withStatementName } from '../order/statement.ts';
import type {
  AcquirerRequestKind,
  CardView,
  DeviceTokenUse,
  InitialOperation,
  Instrument,
  SavedAs,
  StoredDetails,
  StoredOrder,
} from '../ports/index.ts';
import { acquirerOf } from '../processing/acquirers.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import { type PaymentDetails, paymentDetails } from '../request/payment-details.ts';
import { aboutPayer, aboutTerminal, acquirerRequest, type MessageFields } from './acquirer-request.ts';
import { type AuthenticatedPayment, authenticatedPayment, requiredAuthentication } from './authenticated-payment.ts';
import { carryOut } from './carry-out.ts';
import { countedSubjects, evaluateRisk, type RiskEvaluation } from './evaluate-risk.ts';
import { withinLimits } from './limited-attempt.ts';
import { mergedValues } from './merged-values.ts';
import { knownAtOnce, partOrWhole } from './part-payment.ts';
import { type PaymentValues, withToken } from './payment-values.ts';
import {
  BLOCKED,
  DECLINED,
  type Operation,
  type Plan,
  type Planned,
  type StartedTransaction,
  type TransactionCall,
} from './plan.ts';
import { refuseDetails, refuseOrder, refuseOtherMoney } from './refuse-payment.ts';
import { type ReplyRules, sendWithRules } from './send-with-rules.ts';
import { savedAsOf, storedInstrumentView } from './stored-instrument.ts';

type RejectOn = MerchantProfile['rejectOn'];

const KINDS = {
  AUTHORIZE: 'AUTHORIZATION',
  PAY: 'PAYMENT',
  VERIFY: 'VERIFICATION',
} as const satisfies Record<InitialOperation, AcquirerRequestKind & TransactionType>;

export const initialPayment: Operation = async (gateway, call, order) =>
  carryOut(gateway, call, order, await planInitialPayment(gateway, call, order), sendPayment);

/** @throws InterfaceError if the request is refused; no change is made */
export async function planInitialPayment(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Planned<PaymentMessage>> {
  const request = await validateRequest(gateway, call, order);
  const checks = await checkPayment(gateway, call, order, request);
  return planOf(call, request, checks);
}

/** A valid request, merged over its session and token. */
interface ValidRequest {
  readonly kind: (typeof KINDS)[InitialOperation];
  readonly values: RequestFields;
  readonly details: PaymentDetails;
  /** The amount of this transaction, and the part of the order that it pays. */
  readonly paid: Pick<Plan, 'amount' | 'part'>;
  readonly view: CardView;
  readonly savedAs: SavedAs | undefined;
  readonly spentSession: number | undefined;
  readonly deviceToken: DeviceTokenUse | undefined;
}

/** @throws InterfaceError naming the invalid fields, or the reason why the order cannot be paid */
async function validateRequest(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<ValidRequest> {
  const operation = call.operation as InitialOperation;
  refuseOrder(call, order?.state);
  const merged = await mergedValues(gateway, call);
  // Without the turn of another call for the payments without a wallet's token, which are most.
  const read: PaymentValues =
    paymentTokenOf(merged.values) === undefined ? merged : await withToken(gateway, call, merged);
  const { values, token } = read;
  const details = paymentDetails(operation, values, read.declined === undefined);
  const savedAs = savedAsOf(gateway, call, details.instrument);
  const view = storedInstrumentView(gateway, call, details.instrument, read, savedAs !== undefined);
  refuseDetails(call, details, view.brand);
  const paid = partOrWhole(call, details, order);
  refuseOtherMoney(operation, token, details, paid.amount);
  return {
    kind: KINDS[operation],
    values,
    details,
    paid,
    view,
    savedAs,
    spentSession: read.sensitiveSession,
    deviceToken: token === undefined ? call.deviceToken : deviceTokenUse(token),
  };
}

/** The checks of a valid request that need stored records. */
interface PaymentChecks {
  readonly authenticated: AuthenticatedPayment;
  readonly onFile: StoredDetails | undefined;
  /** Undefined if there are no rules or no card, or the result is decided already. */
  readonly risk: RiskEvaluation | undefined;
}

/** @throws InterfaceError if the payment cannot be made with the authentication that it names */
async function checkPayment(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
  { values, details, paid, view }: ValidRequest,
): Promise<PaymentChecks> {
  const { merchant } = call;
  const { instrument, currency } = details;
  const made =
    instrument === undefined
      ? NOT_AUTHENTICATED
      : requiredAuthentication(
          call,
          instrument,
          await authenticatedPayment(gateway, order, {
            merchantKey: merchant.key,
            values,
            profile: merchant.profile,
            currency,
            amount: paid.amount,
            number: instrument.number,
          }),
        );
  const authenticated = requireLiabilityShift(merchant.profile, view, made);
  const onFile = await storedDetails(gateway, merchant.key, values, view.storedOnFile);
  const risk = await riskBeforeRequest(gateway, call, details, { values, authenticated });
  return { authenticated, onFile, risk };
}

const NOT_AUTHENTICATED: AuthenticatedPayment = {};

/** By the rule in the profile for authentications. A card without any is outside of it. */
function requireLiabilityShift(
  { payerAuthentication }: MerchantProfile,
  view: CardView,
  authenticated: AuthenticatedPayment,
): AuthenticatedPayment {
  return payerAuthentication?.requireLiabilityShift === true && isMerchantLiable(view)
    ? { ...authenticated, decided: authenticated.decided ?? 'BLOCKED' }
    : authenticated;
}

/** The message of a payment: the fields of the request to the acquirer, and the rules on its reply. */
interface PaymentMessage {
  readonly instrument: Instrument;
  readonly values: RequestFields;
  readonly fields: MessageFields;
  readonly rules: ReplyRules;
}

function planOf(call: TransactionCall, request: ValidRequest, checks: PaymentChecks): Planned<PaymentMessage> {
  const { profile } = call.merchant;
  const { values, details, paid, view } = request;
  const { authenticated, risk } = checks;
  const { instrument, currency } = details;
  const plan: Plan = {
    type: request.kind,
    currency,
    amount: paid.amount,
    instrument: view,
    details: withStatementName(details.kept, profile.statementDescriptor, view),
    acquirer: routeOf(profile, view, currency.code),
    number: instrument?.number,
    riskChecked: hasRules(profile) ? true : undefined,
    risk: risk?.before,
    countedAs: countedSubjects(risk),
    session: call.pageSession,
    spentSession: request.spentSession,
    spentAuthentication: authenticated.spentAuthentication,
    deviceToken: request.deviceToken,
    part: paid.part,
    savedAs: request.savedAs,
  };
  const { decided, isCancelled } = authenticated;
  if (instrument === undefined) {
    return { plan, decision: DECLINED, message: undefined };
  }
  if (risk?.before.verdict === 'REJECT') {
    return { plan, decision: BLOCKED, message: undefined };
  }
  if (decided !== undefined) {
    return { plan, decision: { decided, isCancelled }, message: undefined };
  }
  const message = {
    instrument,
    values,
    fields: fieldsOf(request, checks, instrument),
    rules: rulesOf(call, request, risk),
  };
  return { plan, decision: undefined, message };
}

function fieldsOf({ kind, values }: ValidRequest, checks: PaymentChecks, instrument: Instrument): MessageFields {
  return {
    kind,
    instrument,
    ...aboutPayer(values, checks.authenticated.made),
    ...aboutTerminal(values),
    storedDetails: checks.onFile,
  };
}

function rulesOf(call: TransactionCall, { kind, values }: ValidRequest, risk: RiskEvaluation | undefined): ReplyRules {
  const isBypassed = values.action?.bypassMerchantRiskRules !== undefined;
  return {
    rejectOn: isBypassed ? NO_REJECTIONS : call.merchant.profile.rejectOn,
    risk,
    canBeHeld: kind !== 'VERIFICATION' && call.part?.kind !== 'HOLD',
  };
}

/** Sends the payment to its acquirer, within the merchant's limits on declined attempts. */
async function sendPayment(
  gateway: Gateway,
  { call, transaction }: StartedTransaction,
  message: PaymentMessage,
): Promise<FinalAnswer> {
  const acquirer = acquirerOf(gateway, transaction);
  const answer = await withinLimits(gateway, call.merchant, message, () =>
    sendWithRules(acquirer, acquirerRequest(call, transaction, message.fields), message.rules),
  );
  return call.part === undefined ? answer : knownAtOnce(answer);
}

/** Evaluates the risk rules before the request; undefined if there is no card, or the result is decided already. */
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

/**
 * True if the profile has `rejectOn` rules. The rules in `risk.rules` do not count here: their result is stored with
 * the payment.
 */
function hasRules({ rejectOn }: MerchantProfile): boolean {
  return rejectOn.avs.length > 0 || rejectOn.csc.length > 0;
}

const NO_REJECTIONS: RejectOn = { avs: [], csc: [] };
