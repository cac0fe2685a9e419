/**
 * AUTHORIZE, PAY and VERIFY: the transactions that begin an order. One request, told as its recovery points:
 *
 *   asked      the same ids were seen before: answer what is stored, or refuse another meaning
 *   BEGUN      the intent is durable: order locked, transaction SENT, card sealed, security code gone from the session
 *   answered   the acquirer said something, or nothing in time
 *   FINISHED   outcome, totals, notification (and a reversal, where no answer came) are durable in one commit
 *
 * A process that dies between BEGUN and FINISHED leaves a SENT row, which the next start reverses (`recovery.ts`).
 */

import { InterfaceError, invalidRequest } from '../../contract/errors.ts';
import { SENSITIVE_PATHS } from '../../contract/fields/source-of-funds.ts';
import type { Values } from '../../contract/read.ts';
import { canonicalText, overlay, secretAt, textAt } from '../../contract/values.ts';
import { finishTransaction } from '../finish.ts';
import type { Gateway, OrderAddress } from '../gateway.ts';
import { describeInstrument } from '../instrument.ts';
import { initialRefusal, newOrder, type TransactionType } from '../order.ts';
import { type PaymentDetails, paymentDetails } from '../payment-details.ts';
import { type AcquirerOutcome, type AcquirerRequest, REQUEST_KINDS } from '../ports.ts';
import type { EntryPoint, InitialOperation, StoredOrder, StoredTransaction } from '../records.ts';
import { traceOf } from '../trace.ts';

export interface InitialPayment extends OrderAddress {
  readonly operation: InitialOperation;
  readonly transactionId: string;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  /** The request as read: what its meaning is judged by. */
  readonly values: Values;
  /** Key of the session whose hosted page asks, for its count of attempts. */
  readonly pageSession?: number;
}

export type PaymentResult =
  | { readonly kind: 'DONE'; readonly transaction: StoredTransaction; readonly repeated: boolean }
  /** Another operation is under way on the order; nothing was recorded. */
  | { readonly kind: 'LOCKED' };

const TYPES: Record<InitialOperation, TransactionType> = {
  AUTHORIZE: 'AUTHORIZATION',
  PAY: 'PAYMENT',
  VERIFY: 'VERIFICATION',
};

/** How long a repeat waits for the first, where the first runs in another process. */
const REPEAT_WAIT_MS = 30_000;
const REPEAT_POLL_MS = 200;

/** Names a transaction among those under way; the length keeps `a`, `bc` and `ab`, `c` apart. */
function attemptAddress(merchantKey: number, orderId: string, transactionId: string): string {
  return `${merchantKey} ${orderId.length} ${orderId}${transactionId}`;
}

/** @throws InterfaceError when the request cannot be taken; nothing was done then */
export async function initialPayment(gateway: Gateway, payment: InitialPayment): Promise<PaymentResult> {
  const address = attemptAddress(payment.merchant.key, payment.orderId, payment.transactionId);
  const sensitive = SENSITIVE_PATHS.map((path) => secretAt(payment.values, path)?.reveal() ?? '').join('/');
  // Most orders are new, and the insert finds out by itself when one is not: only then is it looked for.
  if (isSelfContained(payment) && gateway.attempts.underWay(address) === undefined) {
    const result = await gateway.attempts.run(address, () => attempt(gateway, payment, undefined));
    if (result !== 'RACED') return remembered(gateway, address, sensitive, result);
  }
  for (;;) {
    await gateway.attempts.underWay(address);
    const order = await gateway.orders.find(payment.merchant.key, payment.orderId);
    const earlier = order && (await gateway.orders.transaction(order.key, payment.transactionId));
    if (earlier !== undefined)
      return repeated(gateway, payment, earlier, gateway.attempts.sameSensitive(address, sensitive));
    if (gateway.attempts.underWay(address) !== undefined) continue;
    if (order !== undefined && order.lockedBy !== null) return { kind: 'LOCKED' };
    const refusal = order && initialRefusal(order.state);
    if (refusal !== undefined) throw invalidRequest(`${payment.operation} is not possible: ${refusal}.`);
    const result = await gateway.attempts.run(address, () => attempt(gateway, payment, order));
    if (result !== 'RACED') return remembered(gateway, address, sensitive, result);
  }
}

/** Nothing outside the request decides whether it can be taken: a repeat is refused by its order alone. */
function isSelfContained({ values, pageSession }: InitialPayment): boolean {
  return (
    pageSession === undefined &&
    textAt(values, 'session.id') === undefined &&
    textAt(values, 'sourceOfFunds.token') === undefined
  );
}

function remembered(gateway: Gateway, address: string, sensitive: string, result: PaymentResult): PaymentResult {
  gateway.attempts.remember(address, sensitive);
  return result;
}

/** The same ids again: the same meaning gets the stored answer, another one is refused. */
async function repeated(
  gateway: Gateway,
  payment: InitialPayment,
  earlier: StoredTransaction,
  sameSensitive: boolean,
): Promise<PaymentResult> {
  const same = Buffer.from(earlier.meaning).equals(meaningOf(gateway, payment)) && sameSensitive;
  if (!same) {
    throw invalidRequest(
      `Transaction '${payment.transactionId}' of this order exists already, and this request is not a repeat of it. Use a new transaction id.`,
    );
  }
  for (let waited = 0; waited < REPEAT_WAIT_MS; waited += REPEAT_POLL_MS) {
    const now = await gateway.orders.transaction(earlier.orderKey, earlier.transactionId);
    if (now?.outcome !== undefined) return { kind: 'DONE', transaction: now, repeated: true };
    await new Promise((resolve) => setTimeout(resolve, REPEAT_POLL_MS));
  }
  throw new InterfaceError('SERVER_BUSY', 'This transaction is still under way.', { headers: { 'Retry-After': '5' } });
}

async function attempt(
  gateway: Gateway,
  payment: InitialPayment,
  existing: StoredOrder | undefined,
): Promise<PaymentResult | 'RACED'> {
  const { values, session, sensitiveSession } = await combinedValues(gateway, payment);
  const details = paymentDetails(payment.operation, values);
  const { order, transaction, sealedCard } = intentOf(gateway, payment, existing, details, values, session);

  const begun = await gateway.orders.begin({
    order,
    isNew: existing === undefined,
    transaction,
    sealedCard,
    ...(sensitiveSession !== undefined && { spentSession: sensitiveSession }),
  });
  if (!begun) return 'RACED';

  const answer = await ask(gateway, payment, transaction, details);

  const finished = await finishTransaction(gateway, { order, transaction, merchantId: payment.merchant.id, answer });
  return { kind: 'DONE', transaction: finished, repeated: false };
}

interface CombinedValues {
  readonly values: Values;
  readonly session?: number;
  readonly sensitiveSession?: number;
}

/** Provided details over the session's over the token's. */
async function combinedValues(
  gateway: Gateway,
  { merchant, values, pageSession }: InitialPayment,
): Promise<CombinedValues> {
  const sessionId = textAt(values, 'session.id');
  const session =
    sessionId === undefined
      ? undefined
      : await gateway.sources.session(merchant.key, sessionId, textAt(values, 'session.version'));
  const over = session === undefined ? values : overlay(session.values, values);
  const token = textAt(over, 'sourceOfFunds.token');
  const combined =
    token === undefined ? over : overlay({ sourceOfFunds: await gateway.sources.token(merchant.key, token) }, over);
  return {
    values: combined,
    ...(pageSession !== undefined && { session: pageSession }),
    ...(session?.sensitive && { sensitiveSession: session.key }),
  };
}

function meaningOf(gateway: Gateway, { operation, values }: InitialPayment): Uint8Array {
  const { apiOperation: _operation, correlationId: _correlationId, ...meant } = values;
  return gateway.sealer.hash('meaning', `${operation} ${canonicalText(meant)}`);
}

function intentOf(
  gateway: Gateway,
  payment: InitialPayment,
  existing: StoredOrder | undefined,
  details: PaymentDetails,
  values: Values,
  session: number | undefined,
): { order: StoredOrder; transaction: StoredTransaction; sealedCard: Uint8Array } {
  const now = gateway.clock.now();
  const key = gateway.orders.newKey();
  const order: StoredOrder = {
    ...(existing ?? {
      key: gateway.orders.newKey(),
      merchantKey: payment.merchant.key,
      orderId: payment.orderId,
      state: newOrder(details.currency.code, details.amount),
      fence: 0,
      createdAt: now,
    }),
    lockedBy: key,
    fence: (existing?.fence ?? 0) + 1,
    updatedAt: now,
  };
  const notificationUrl = textAt(details.kept, 'order.notificationUrl') ?? payment.merchant.profile.notification?.url;
  const transaction: StoredTransaction = {
    key,
    orderKey: order.key,
    transactionId: payment.transactionId,
    meaning: meaningOf(gateway, payment),
    request: {
      operation: payment.operation,
      type: TYPES[payment.operation],
      version: payment.version,
      entryPoint: payment.entryPoint,
      currency: details.currency.code,
      amount: details.amount,
      instrument: describeInstrument(details.instrument, values, payment.merchant.profile),
      details: details.kept,
      ...(session !== undefined && { session }),
      ...(notificationUrl !== undefined && { notificationUrl }),
    },
    createdAt: now,
    updatedAt: now,
  };
  const sealedCard = gateway.sealer.seal(details.instrument.number.reveal(), `transaction ${key} card`);
  return { order, transaction, sealedCard };
}

/** The port never throws; if it does all the same, nobody knows what arrived, and the transaction is reversed. */
async function ask(
  gateway: Gateway,
  payment: InitialPayment,
  transaction: StoredTransaction,
  details: PaymentDetails,
): Promise<AcquirerOutcome> {
  try {
    return await gateway.acquirer.request(messageOf(payment, transaction, details));
  } catch (error) {
    gateway.log.error({ err: error, transaction: transaction.key }, 'the acquirer link failed on a request');
    return { status: 'NO_ANSWER' };
  }
}

function messageOf(payment: InitialPayment, transaction: StoredTransaction, details: PaymentDetails): AcquirerRequest {
  const { kept } = details;
  const street = textAt(kept, 'billing.address.street');
  const postcodeZip = textAt(kept, 'billing.address.postcodeZip');
  const reference = textAt(kept, 'transaction.reference');
  return {
    kind: REQUEST_KINDS[payment.operation],
    trace: traceOf(transaction.key, transaction.createdAt),
    merchantId: payment.merchant.id,
    orderId: payment.orderId,
    transactionId: payment.transactionId,
    amount: details.amount,
    currency: { code: details.currency.code, numeric: details.currency.numeric },
    instrument: details.instrument,
    billingAddress: { ...(street !== undefined && { street }), ...(postcodeZip !== undefined && { postcodeZip }) },
    ...(reference !== undefined && { reference }),
    source: textAt(kept, 'transaction.source') ?? 'INTERNET',
  };
}
