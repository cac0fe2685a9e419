/**
 * Carries out a planned transaction. The recovery points are the same for all operations:
 *
 * - BEGUN: the intent is durable: order locked, transaction SENT, card sealed, session's security code erased
 * - answered: by the acquirer or provider, or timed out
 * - FINISHED: outcome, totals, notification (and a reversal for a request without an answer) are durable in one commit
 *
 * A process that dies between BEGUN and FINISHED leaves a SENT row. The next start or another process completes it
 * (`recovery.ts`).
 */
import { RACED, type Raced } from '../../platform/races.ts';
import type { Gateway } from '../gateway.ts';
import { newOrder } from '../order/order.ts';
import {
  cardPlace,
  DEFAULT_ACQUIRER,
  type Intent,
  type StoredOrder,
  type StoredTransaction,
  stampOf,
  supportCode,
  type TransactionRequest,
} from '../ports/index.ts';
import { completeTransaction } from '../processing/complete.ts';
import { namedUrl, notificationUrl, withNamed } from '../processing/enqueue-notification.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import { requestFingerprint } from './fingerprint.ts';
import type { Decision, Plan, Planned, Send, StartedTransaction, TransactionCall, TransactionResult } from './plan.ts';
import { newAttempts } from './risk-attempts.ts';

/**
 * Stores the intent, sends the message, and stores the outcome.
 *
 * @param existing the order as read; undefined for a new order
 * @returns RACED if the order has changed since it was read: no row was written, and no message sent
 */
export async function carryOut<Message>(
  gateway: Gateway,
  call: TransactionCall,
  existing: StoredOrder | undefined,
  planned: Planned<Message>,
  send: Send<Message>,
): Promise<Raced | TransactionResult> {
  const started = await storeIntent(gateway, call, existing, planned);
  if (started === RACED) {
    return RACED;
  }
  const answer =
    planned.decision === undefined
      ? await sendOnce(gateway, started, planned.message, send)
      : ({ status: 'DECIDED', gatewayCode: planned.decision.decided } as const);
  return storeOutcome(gateway, started, answer);
}

/** The link's payment was given back before the intent was stored. No row was written, and no message sent. */
export class PlaceLost extends Error {}

/**
 * @throws PlaceLost
 * @throws Error if the intent cannot be stored. If the failed write may be durable nevertheless, the intent is resolved
 *   later
 */
async function storeIntent(
  gateway: Gateway,
  call: TransactionCall,
  existing: StoredOrder | undefined,
  { plan, decision }: Planned<unknown>,
): Promise<StartedTransaction | Raced> {
  const intent = intentOf(gateway, call, existing, plan, decision);
  const { order, transaction } = intent;
  try {
    if (await gateway.orders.begin(intent)) {
      return { call, order, transaction };
    }
  } catch (error) {
    gateway.inDoubtCommits.add({ order, transaction, merchantId: call.merchant.id }, error);
    throw error;
  }
  if (call.place !== undefined && !(await gateway.orders.isPlaceTaken(call.place))) {
    throw new PlaceLost();
  }
  return RACED;
}

/**
 * Sends the message. The port should not throw. If it does, the message may have arrived, so the transaction is treated
 * as unanswered.
 */
async function sendOnce<Message>(
  gateway: Gateway,
  started: StartedTransaction,
  message: Message,
  send: Send<Message>,
): Promise<FinalAnswer> {
  if (!gateway.isAlive()) {
    return { status: 'NOT_SENT' };
  }
  try {
    return await send(gateway, started, message);
  } catch (error) {
    const { key, orderKey } = started.transaction;
    gateway.log.error(
      { err: error, transaction: key, paymentCode: supportCode(gateway.sealer, orderKey) },
      'the acquirer link failed on a request',
    );
    return { status: 'NO_ANSWER' };
  }
}

async function storeOutcome(
  gateway: Gateway,
  { call, order, transaction }: StartedTransaction,
  answer: FinalAnswer,
): Promise<TransactionResult> {
  const completion = { order, transaction, merchantId: call.merchant.id, answer };
  return { kind: 'DONE', transaction: await completeTransaction(gateway, completion), repeated: false };
}

function intentOf(
  gateway: Gateway,
  call: TransactionCall,
  existing: StoredOrder | undefined,
  plan: Plan,
  decision: Decision | undefined,
): Intent {
  const createdAt = stampOf(gateway.clock);
  const updatedAt = gateway.clock.now();
  const key = gateway.orders.newKey();
  const before = existing ?? {
    key: gateway.orders.newKey(),
    merchantKey: call.merchant.key,
    orderId: call.orderId,
    state: newOrder(plan.currency.code, plan.amount),
    fence: 0,
    createdAt,
  };
  // Details inherited from the preceding transaction do not count as this request's own.
  const named = namedUrl(plan.target === undefined ? plan.details : call.values);
  const notifications = withNamed(before.state.notifications, call.version, named);
  const url = notificationUrl(named, notifications, call.merchant.profile);
  const order: StoredOrder = {
    ...before,
    state: { ...before.state, notifications },
    lockedBy: key,
    fence: before.fence + 1,
    updatedAt,
  };
  const transaction: StoredTransaction = {
    key,
    orderKey: order.key,
    transactionId: call.transactionId,
    fingerprint: requestFingerprint(gateway, call),
    request: storedRequest(call, plan, decision, url),
    createdAt,
    updatedAt,
  };
  const place = cardPlace(order.merchantKey, transaction);
  return {
    order,
    isNew: existing === undefined,
    transaction,
    sealedCard: plan.number === undefined ? null : gateway.sealer.seal(plan.number.reveal(), place),
    spentSession: plan.spentSession,
    spentAuthentication: plan.spentAuthentication,
    deviceToken: plan.deviceToken,
    place: call.place,
    browserPayment: plan.browserPayment,
    attempts: plan.countedAs && newAttempts(gateway, plan.countedAs, transaction),
  };
}

/** The members are in the order of the stored JSON. */
function storedRequest(
  call: TransactionCall,
  plan: Plan,
  decision: Decision | undefined,
  url: string | undefined,
): TransactionRequest {
  return {
    operation: call.operation,
    type: plan.type,
    version: call.version,
    entryPoint: call.entryPoint,
    currency: plan.currency.code,
    amount: plan.amount,
    instrument: plan.instrument,
    details: plan.details,
    target: plan.target,
    acquirer: plan.acquirer === DEFAULT_ACQUIRER ? undefined : plan.acquirer,
    authorizationCode: plan.authorizationCode,
    decided: decision?.decided,
    isCancelled: decision?.isCancelled,
    riskChecked: plan.riskChecked,
    risk: plan.risk,
    counted: plan.countedAs === undefined ? undefined : true,
    session: plan.session,
    page: call.page,
    approved: call.approved,
    from: plan.browserPayment && call.from,
    part: plan.part,
    savedAs: plan.savedAs,
    notificationUrl: url,
  };
}
