/**
 * REFERRAL: resends an initial transaction that the issuer referred, with the authorization code that the merchant
 * obtained from the issuer.
 */
import { namedError } from '../../contract/errors/catalogue.ts';
import { type InterfaceError, invalidFields } from '../../contract/interface-error.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { without } from '../../contract/values.ts';
import { storedInstrument } from '../cards/stored-card.ts';
import { storedDetails } from '../cards/stored-details.ts';
import type { Gateway } from '../gateway.ts';
import type { Movement } from '../order/order.ts';
import type { StoredOrder } from '../ports/index.ts';
import { acquirerName, acquirerOf } from '../processing/acquirers.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import { missingFields } from '../request/missing-fields.ts';
import { storedFieldsOf } from '../request/payment-details.ts';
import { mergeWithRecipient } from '../request/recipient.ts';
import { aboutPayer, acquirerRequest, type MessageFields } from './acquirer-request.ts';
import { authenticationMade } from './authenticated-payment.ts';
import { carryOut } from './carry-out.ts';
import { countedSubjects, evaluateRisk } from './evaluate-risk.ts';
import {
  loadOrderContext,
  type OrderContext,
  orderContradictions,
  subsequentInstrument,
  transactionOf,
} from './order-context.ts';
import {
  BLOCKED,
  type Operation,
  type Plan,
  type Planned,
  type StartedTransaction,
  type TransactionCall,
} from './plan.ts';
import { type ReplyRules, sendWithRules } from './send-with-rules.ts';

export const referral: Operation = async (gateway, call, order) =>
  carryOut(gateway, call, order, await planReferral(gateway, call, order), sendReferral);

interface ReferralMessage {
  readonly fields: MessageFields;
  readonly rules: ReplyRules;
}

async function planReferral(
  gateway: Gateway,
  call: TransactionCall,
  order: StoredOrder | undefined,
): Promise<Planned<ReferralMessage>> {
  const context = await loadOrderContext(gateway, call, order);
  const referred = validReferral(context);
  const stored = transactionOf(context, referred);
  const authorizationCode = context.values.transaction?.authorizationCode ?? '';
  const instrument = await storedInstrument(gateway, stored);
  const details = mergeWithRecipient(without(stored.request.details, OF_FIRST_TRY), storedFieldsOf(context.values));
  const made = await authenticationMade(gateway, context, stored);
  const view = subsequentInstrument(stored);
  const kept = view.type === 'BROWSER_PAYMENT' ? undefined : view.storedOnFile;
  const onFile = await storedDetails(gateway, call.merchant.key, details, kept);
  const risk = await evaluateRisk(gateway, call, {
    number: instrument.number,
    isCard: instrument.kind === 'CARD',
    values: details,
    currency: context.currency,
    amount: referred.amount,
    made,
  });
  const plan: Plan = {
    type: referred.type,
    currency: context.currency,
    amount: referred.amount,
    instrument: view,
    details,
    target: referred.transactionId,
    acquirer: acquirerName(stored.request),
    authorizationCode,
    number: instrument.number,
    risk: risk?.before,
    countedAs: countedSubjects(risk),
  };
  if (risk?.before.verdict === 'REJECT') {
    return { plan, decision: BLOCKED, message: undefined };
  }
  const message: ReferralMessage = {
    fields: {
      kind: referred.type === 'PAYMENT' ? 'PAYMENT' : 'AUTHORIZATION',
      instrument,
      authorizationCode,
      ...aboutPayer(details, made),
      storedDetails: onFile,
    },
    rules: { rejectOn: REJECTS_NOTHING, risk, canBeHeld: true },
  };
  return { plan, decision: undefined, message };
}

/** @throws InterfaceError naming the invalid fields, or stating why the order has no referred payment */
function validReferral(context: OrderContext): Movement {
  const problems = [...missingFields(OPERATIONS.REFERRAL, context.values), ...orderContradictions(context)];
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
  return referredMovement(context);
}

function sendReferral(
  gateway: Gateway,
  { call, transaction }: StartedTransaction,
  { fields, rules }: ReferralMessage,
): Promise<FinalAnswer> {
  return sendWithRules(acquirerOf(gateway, transaction), acquirerRequest(call, transaction, fields), rules);
}

/** AVS and CSC results do not reject a referral: the issuer knew them when it gave the authorization code. */
const REJECTS_NOTHING = { avs: [], csc: [] };

/** Fields of the first attempt that the referral does not inherit. */
const OF_FIRST_TRY = ['transaction.merchantNote', 'transaction.reference', 'userId'] as const;

/** The order's newest payment attempt, which must have been referred. */
function referredMovement({ order }: OrderContext): Movement {
  const newest = order.state.movements.findLast(({ type }) => type === 'AUTHORIZATION' || type === 'PAYMENT');
  if (newest?.gatewayCode !== 'REFERRED') {
    throw notPossible('the newest payment attempt on this order was not referred to the issuer');
  }
  if (newest.provider !== undefined) {
    throw notPossible('the payment was made at a provider, and no issuer gives a code for it');
  }
  // The gift card's hold has been released by now, so the order would stay paid in part.
  if (newest.part !== undefined) {
    throw notPossible('it was to pay a part of the order only, beside a gift card');
  }
  return newest;
}

function notPossible(why: string): InterfaceError {
  return namedError('NOT_POSSIBLE', { operation: 'REFERRAL', why });
}
