/**
 * Executes one operation on an order, once for each request. A repeat with the same ids gets the stored result; a
 * different request with these ids is refused. Each operation has its own file.
 */

import { namedError } from '../../contract/errors/catalogue.ts';
import { SENSITIVE_PATHS } from '../../contract/secret-paths.ts';
import { secretAt } from '../../contract/values.ts';
import type { Raced } from '../../platform/races.ts';
import { paymentTokenOf } from '../cards/one-card.ts';
import type { Gateway } from '../gateway.ts';
import { barredRefusal, type OrderOperation } from '../order/transitions.ts';
import type { SpanEnd, SpanNames, StoredOrder, StoredTransaction } from '../ports/index.ts';
import {
  awaitAnswer,
  type IdempotentOperation,
  idempotencyKey,
  lockOfOrder,
  runIdempotent,
} from '../processing/run-idempotent.ts';
import { isRepeatOfAdopted } from './adopted-repeat.ts';
import { capture } from './capture.ts';
import { isFingerprintOf } from './fingerprint.ts';
import { initialPayment } from './initial-payment.ts';
import { initiateBrowserPayment } from './initiate-browser-payment.ts';
import type { Operation, TransactionCall, TransactionResult } from './plan.ts';
import { referral } from './referral.ts';
import { refund } from './refund.ts';
import { updateAuthorization } from './update-authorization.ts';
import { voidTransaction } from './void.ts';

const OPERATIONS: Readonly<Record<OrderOperation, Operation>> = {
  AUTHORIZE: initialPayment,
  CAPTURE: capture,
  INITIATE_BROWSER_PAYMENT: initiateBrowserPayment,
  PAY: initialPayment,
  REFERRAL: referral,
  REFUND: refund,
  UPDATE_AUTHORIZATION: updateAuthorization,
  VERIFY: initialPayment,
  VOID: voidTransaction,
};

/** The operations that start an order. Their order is usually new. */
const INITIAL: ReadonlySet<OrderOperation> = new Set(['AUTHORIZE', 'INITIATE_BROWSER_PAYMENT', 'PAY', 'VERIFY']);

/** The stored records that have the ids of a request. */
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
export function execute(gateway: Gateway, call: TransactionCall): Promise<TransactionResult> {
  const { spans } = gateway;
  return spans === undefined
    ? executeOnce(gateway, call)
    : spans.around(spanOf(call), () => executeOnce(gateway, call), spanEnd);
}

function spanOf({ operation, merchant }: TransactionCall): SpanNames {
  return { name: operation, kind: 'INTERNAL', attributes: { 'turnpike.merchant': merchant.id } };
}

/** A decline is no error of the operation. */
function spanEnd(result: TransactionResult): SpanEnd {
  const code = result.kind === 'DONE' ? result.transaction.outcome?.gatewayCode : undefined;
  return { attributes: code === undefined ? {} : { 'turnpike.gateway_code': code }, isError: false };
}

async function executeOnce(gateway: Gateway, call: TransactionCall): Promise<TransactionResult> {
  const result = await runIdempotent(gateway, call, TRANSACTION);
  if (result.kind === 'DONE' && !result.repeated) {
    gateway.idempotency.remember(idempotencyKey(call), sensitiveOf(call));
  }
  return result;
}

/**
 * The records that are assumed at first, because most orders are new. If the order exists, the insert fails, and the
 * order is read.
 */
const NO_RECORDS: FoundTransaction = { order: undefined, earlier: undefined };

/** True if the request can be validated without stored records, and an existing order reveals a repeat. */
function isSelfContained({ operation, values, pageSession }: TransactionCall): boolean {
  return (
    INITIAL.has(operation) &&
    pageSession === undefined &&
    values.session?.id === undefined &&
    values.sourceOfFunds?.token === undefined &&
    paymentTokenOf(values) === undefined &&
    values.authentication?.transactionId === undefined &&
    values['3DSecureId'] === undefined
  );
}

/** @throws InterfaceError if an authentication of the order has the request's transaction id */
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

/** @throws InterfaceError if the request is refused; no change is made */
async function executeNew(
  gateway: Gateway,
  call: TransactionCall,
  { order }: FoundTransaction,
): Promise<Raced | TransactionResult> {
  // This process may send no messages, so the request would be declined. Refuse it: the caller can try another process,
  // or retry later.
  if (!gateway.isAlive()) {
    throw namedError('PROCESS_WITHOUT_STORE');
  }
  // Check this before the operation's own reasons, which would describe the order as the restored backup has it.
  const why = barredRefusal(order?.state);
  if (why !== undefined) {
    throw namedError('NOT_POSSIBLE', { operation: call.operation, why });
  }
  if (call.pageSession !== undefined && order?.state.endedSessions?.includes(call.pageSession)) {
    throw namedError('NOT_POSSIBLE', { operation: call.operation, why: 'the shop has ended this checkout' });
  }
  return OPERATIONS[call.operation](gateway, call, order);
}
