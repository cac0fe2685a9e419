/**
 * Executes one operation on an order. Operations differ in their `Plan`; the recovery points are the same:
 *
 * - read: for a repeat of the same ids, return the stored result, or refuse another fingerprint
 * - BEGUN: the intent is durable: order locked, transaction SENT, card sealed, session's security code erased
 * - answered: by the acquirer, or timed out
 * - FINISHED: outcome, totals, notification (and a reversal for a request without an answer) are durable in one commit
 *
 * A process that dies between BEGUN and FINISHED leaves a SENT row. The next start or another process completes it
 * (`recovery.ts`).
 */

import { namedError } from '../../contract/errors/catalogue.ts';
import { SENSITIVE_PATHS } from '../../contract/secret-paths.ts';
import { secretAt } from '../../contract/values.ts';
import { RACED, type Raced } from '../../platform/races.ts';
import type { Gateway } from '../gateway.ts';
import { newOrder } from '../order/order.ts';
import { barredRefusal, type OrderOperation } from '../order/transitions.ts';
import {
  cardPlace,
  DEFAULT_ACQUIRER,
  type Intent,
  type StoredOrder,
  type StoredTransaction,
  stampOf,
} from '../ports/index.ts';
import { completeTransaction } from '../processing/complete.ts';
import { namedUrl, notificationUrl, withNamed } from '../processing/enqueue-notification.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import {
  awaitAnswer,
  type IdempotentOperation,
  idempotencyKey,
  lockOfOrder,
  runIdempotent,
} from '../processing/run-idempotent.ts';
import { isRepeatOfAdopted } from './adopted-repeat.ts';
import { planCapture } from './capture.ts';
import { isFingerprintOf, requestFingerprint } from './fingerprint.ts';
import { planInitialPayment } from './initial-payment.ts';
import { planBrowserPayment } from './initiate-browser-payment.ts';
import type { Plan, PlanMaker, TransactionCall, TransactionResult } from './plan.ts';
import { planReferral } from './referral.ts';
import { planRefund } from './refund.ts';
import { newAttempts } from './risk-attempts.ts';
import { planUpdateAuthorization } from './update-authorization.ts';
import { planVoid } from './void.ts';

const PLANS: Readonly<Record<OrderOperation, PlanMaker>> = {
  AUTHORIZE: planInitialPayment,
  CAPTURE: planCapture,
  INITIATE_BROWSER_PAYMENT: planBrowserPayment,
  PAY: planInitialPayment,
  REFERRAL: planReferral,
  REFUND: planRefund,
  UPDATE_AUTHORIZATION: planUpdateAuthorization,
  VERIFY: planInitialPayment,
  VOID: planVoid,
};

/** The operations that start orders: most of their orders are new. */
const INITIAL: ReadonlySet<OrderOperation> = new Set(['AUTHORIZE', 'INITIATE_BROWSER_PAYMENT', 'PAY', 'VERIFY']);

/** The records under the ids of a request. */
interface FoundTransaction {
  readonly order: StoredOrder | undefined;
  /** The transaction of an earlier request with the same ids. */
  readonly earlier: StoredTransaction | undefined;
}

const TRANSACTION: IdempotentOperation<TransactionCall, FoundTransaction, TransactionResult> = {
  assume: (call) => (isSelfContained(call) ? NO_RECORDS : undefined),
  find: findTransaction,
  replay,
  lockOf: ({ order }) => lockOfOrder(order),
  execute: executeNew,
};

/** @throws InterfaceError if the request is refused; no change is made */
export async function execute(gateway: Gateway, call: TransactionCall): Promise<TransactionResult> {
  const result = await runIdempotent(gateway, call, TRANSACTION);
  if (result.kind === 'DONE' && !result.repeated) {
    gateway.idempotency.remember(idempotencyKey(call), sensitiveOf(call));
  }
  return result;
}

/** Most orders are new, and the insert fails for an existing order: it is read only then. */
const NO_RECORDS: FoundTransaction = { order: undefined, earlier: undefined };

/** True if the validity of the request depends on the request alone, and a repeat can be detected by its order. */
function isSelfContained({ operation, values, pageSession }: TransactionCall): boolean {
  return (
    INITIAL.has(operation) &&
    pageSession === undefined &&
    values.session?.id === undefined &&
    values.sourceOfFunds?.token === undefined &&
    values.authentication?.transactionId === undefined &&
    values['3DSecureId'] === undefined
  );
}

/** @throws InterfaceError if an authentication of the order has the id */
async function findTransaction(gateway: Gateway, call: TransactionCall): Promise<FoundTransaction> {
  const order = await gateway.orders.find(call.merchant.key, call.orderId);
  const earlier = order && (await gateway.orders.transaction(order.key, call.transactionId));
  if (earlier === undefined && order?.state.authentications?.includes(call.transactionId)) {
    throw namedError('NOT_A_REPEAT', { transactionId: call.transactionId });
  }
  return { order, earlier };
}

/** The security code and PIN of a request as one text. */
function sensitiveOf({ values }: TransactionCall): string {
  return SENSITIVE_PATHS.map((path) => secretAt(values, path)?.reveal() ?? '').join('/');
}

/** Handles a repeat of the same ids: returns the stored result for the same fingerprint, and refuses any other. */
async function replay(
  gateway: Gateway,
  call: TransactionCall,
  { earlier }: FoundTransaction,
): Promise<TransactionResult | undefined> {
  if (earlier === undefined) {
    return undefined;
  }
  const same = earlier.request.adopted
    ? await isRepeatOfAdopted(gateway, call, earlier)
    : isFingerprintOf(gateway, call, earlier.fingerprint) &&
      gateway.idempotency.sameSensitive(idempotencyKey(call), sensitiveOf(call));
  if (!same) {
    throw namedError('NOT_A_REPEAT', { transactionId: call.transactionId });
  }
  return awaitAnswer(gateway, async () => {
    const now = await gateway.orders.transaction(earlier.orderKey, earlier.transactionId);
    return now?.outcome === undefined ? undefined : { kind: 'DONE', transaction: now, repeated: true };
  });
}

async function executeNew(
  gateway: Gateway,
  call: TransactionCall,
  { order: existing }: FoundTransaction,
): Promise<TransactionResult | Raced> {
  // The request would be declined because it cannot be sent: the caller should try another process, or retry later.
  if (!gateway.isAlive()) {
    throw namedError('PROCESS_WITHOUT_STORE');
  }
  // Before the operation's own reasons, which would name the order as the copy has it.
  const why = barredRefusal(existing?.state);
  if (why !== undefined) {
    throw namedError('NOT_POSSIBLE', { operation: call.operation, why });
  }
  const plan = await PLANS[call.operation](gateway, call, existing);
  const { order, transaction, sealedCard } = intentOf(gateway, call, existing, plan);
  const intent: Intent = {
    order,
    isNew: existing === undefined,
    transaction,
    sealedCard,
    ...(plan.spentSession !== undefined && { spentSession: plan.spentSession }),
    ...(plan.spentAuthentication !== undefined && { spentAuthentication: plan.spentAuthentication }),
    ...(plan.browserPayment && { browserPayment: plan.browserPayment }),
    ...(plan.countedAs && { attempts: newAttempts(gateway, plan.countedAs, transaction) }),
  };
  const merchantId = call.merchant.id;
  try {
    if (!(await gateway.orders.begin(intent))) {
      return RACED;
    }
  } catch (error) {
    gateway.inDoubtCommits.add({ order, transaction, merchantId }, error);
    throw error;
  }

  const answer = await answerTo(gateway, plan, transaction, order);

  const completed = await completeTransaction(gateway, { order, transaction, merchantId, answer });
  return { kind: 'DONE', transaction: completed, repeated: false };
}

function intentOf(
  gateway: Gateway,
  call: TransactionCall,
  existing: StoredOrder | undefined,
  plan: Plan,
): { order: StoredOrder; transaction: StoredTransaction; sealedCard: Uint8Array | null } {
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
    request: {
      operation: call.operation,
      type: plan.type,
      version: call.version,
      entryPoint: call.entryPoint,
      currency: plan.currency.code,
      amount: plan.amount,
      instrument: plan.instrument,
      details: plan.details,
      ...(plan.target !== undefined && { target: plan.target }),
      ...(plan.acquirer !== undefined && plan.acquirer !== DEFAULT_ACQUIRER && { acquirer: plan.acquirer }),
      ...(plan.authorizationCode !== undefined && { authorizationCode: plan.authorizationCode }),
      ...('decided' in plan.send && plan.send),
      ...(plan.riskChecked && { riskChecked: true }),
      ...(plan.risk && { risk: plan.risk }),
      ...(plan.countedAs && { counted: true }),
      ...(plan.session !== undefined && { session: plan.session }),
      ...(call.page && { page: call.page }),
      ...(call.approved !== undefined && { approved: call.approved }),
      ...(plan.browserPayment && call.from !== undefined && { from: call.from }),
      ...(plan.part && { part: plan.part }),
      ...(plan.savedAs && { savedAs: plan.savedAs }),
      ...(url !== undefined && { notificationUrl: url }),
    },
    createdAt,
    updatedAt,
  };
  const sealedCard =
    plan.number === undefined
      ? null
      : gateway.sealer.seal(plan.number.reveal(), cardPlace(order.merchantKey, transaction));
  return { order, transaction, sealedCard };
}

/**
 * The port does not throw. If it does after all, the message may have arrived, so the transaction ends without an
 * answer.
 */
async function answerTo(
  gateway: Gateway,
  plan: Plan,
  transaction: StoredTransaction,
  order: StoredOrder,
): Promise<FinalAnswer> {
  if ('decided' in plan.send) {
    return { status: 'DECIDED', gatewayCode: plan.send.decided };
  }
  if (!gateway.isAlive()) {
    return { status: 'NOT_SENT' };
  }
  try {
    return await plan.send(transaction, order);
  } catch (error) {
    gateway.log.error({ err: error, transaction: transaction.key }, 'the acquirer link failed on a request');
    return { status: 'NO_ANSWER' };
  }
}
