/** `PUT` and `GET …/order/{o}/transaction/{t}`, and `GET …/order/{o}`. */
import type { AnswerOf } from '../../contract/answer-types.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { lockFailureAnswer } from '../../contract/transaction-operations.ts';
import type { BrowserPaymentDependencies } from '../../core/browser-payments/index.ts';
import {
  cardNumber,
  confirmBrowserPayment,
  execute,
  isBrowserPayment,
  type Merchant,
  mayUnmask,
  ORDER_OPERATIONS,
  orderResult,
  problemsOfRefused,
  snapshot,
  unusedInstrument,
} from '../../core/index.ts';
import { authenticationsOf } from '../../core/payer-authentication/index.ts';
import type { PaymentTimeline, StoredOrder, StoredTransaction, Unmaskings } from '../../core/ports/index.ts';
import { orderGroup } from './answers/order-answer.ts';
import { type TransactionAnswer, transactionAnswer } from './answers/transaction-answer.ts';
import { existingOrder } from './order-address.ts';
import { type AuthenticationAnswer, authenticatedOrder, authenticationBody } from './payer-authentication/answer.ts';
import { authenticationOfTransaction } from './payer-authentication/transaction-authentication.ts';
import { echo, type OperationAnswer, type OperationRequest, type ReadBody, readRequest } from './rest-request.ts';

export interface OrderTransactionDependencies extends BrowserPaymentDependencies {
  readonly unmaskings: Unmaskings;
  readonly loopbackUrls: boolean;
  readonly publicOrigin: string;
}

/** All operations on an order. CONFIRM_BROWSER_PAYMENT acts on an existing transaction; the others create one. */
export const OPERATIONS_ON_ORDERS = [...ORDER_OPERATIONS, 'CONFIRM_BROWSER_PAYMENT'] as const;

type OrderOperationName = (typeof OPERATIONS_ON_ORDERS)[number];

export async function putTransaction(
  dependencies: OrderTransactionDependencies,
  merchant: Merchant,
  request: OperationRequest<OrderOperationName>,
): Promise<OperationAnswer<OrderOperationName>> {
  const { operation, version, json, path, certificate, remoteAddress } = request;
  const { gateway, loopbackUrls } = dependencies;
  const body = await readRequest(
    OPERATIONS[operation].request,
    json,
    { merchant, operation, version, loopbackUrls, ids: [path.order, path.transaction] },
    (values, reported) => problemsOfRefused(gateway, { merchant, operation, values, reported }),
  );
  return executeRead(dependencies, merchant, { operation, version, path, certificate, remoteAddress }, body);
}

/** A request whose body is read. */
type ReadRequest = Pick<
  OperationRequest<OrderOperationName>,
  'certificate' | 'operation' | 'path' | 'remoteAddress' | 'version'
>;

/** Has no part of the parsed body, which can be freed while the payment waits for the store and the acquirer. */
async function executeRead(
  dependencies: OrderTransactionDependencies,
  merchant: Merchant,
  { operation, version, path, certificate, remoteAddress }: ReadRequest,
  { values, ignored, asSent }: ReadBody,
): Promise<OperationAnswer<OrderOperationName>> {
  const { order: orderId, transaction: transactionId } = path;
  const { gateway } = dependencies;
  const result =
    operation === 'CONFIRM_BROWSER_PAYMENT'
      ? await confirmBrowserPayment(
          dependencies,
          await existingOrder(dependencies, merchant, orderId),
          transactionId,
          remoteAddress,
        )
      : await execute(gateway, {
          merchant,
          orderId,
          transactionId,
          operation,
          version,
          entryPoint: 'WEB_SERVICES_API',
          values,
          asSent,
          from: remoteAddress,
        });
  const echoed = echo(values);
  if (result.kind === 'LOCKED') {
    return {
      status: 200,
      body: { ...echoed, ...lockFailure(merchant, result.order, transactionId, version) },
      ignored,
    };
  }
  const { transaction } = result;
  const unmasked = await unmaskedNumber(dependencies, merchant, certificate, values, orderId, transaction);
  const answer = transactionAnswer({
    merchantId: merchant.id,
    orderId,
    transaction,
    order: transaction.outcome!.order,
    version,
    publicOrigin: dependencies.publicOrigin,
    timeline: await timelineOf(dependencies, transaction),
    authentication: await authenticationOfTransaction(
      gateway,
      merchant,
      () => existingOrder(dependencies, merchant, orderId),
      transaction,
    ),
    unmasked,
  });
  return {
    body: values.correlationId === undefined ? answer : { ...echoed, ...answer },
    ignored: [...ignored, ...unusedInstrument(operation, values, transaction.request)],
  };
}

/** The timeline of a browser payment. Undefined for other payments. */
async function timelineOf(
  { gateway }: OrderTransactionDependencies,
  { key, request }: StoredTransaction,
): Promise<PaymentTimeline | undefined> {
  return isBrowserPayment(request) ? gateway.browser.payments.timeline(key) : undefined;
}

/** The full card number, if this caller may see it. The unmasking is recorded durably before this returns. */
async function unmaskedNumber(
  { gateway, unmaskings }: OrderTransactionDependencies,
  merchant: Merchant,
  certificate: string | undefined,
  values: RequestFields,
  orderId: string,
  transaction: StoredTransaction,
): Promise<string | undefined> {
  const { transactionId, request, orderKey } = transaction;
  // A card that could not be read has no number, so no unmasking is recorded.
  if (request.instrument.type === 'BROWSER_PAYMENT' || request.instrument.number === undefined) {
    return undefined;
  }
  const shown = { operation: request.operation, orderId, transactionId };
  if (!(await mayUnmask({ clock: gateway.clock, unmaskings }, merchant, values, certificate, shown))) {
    return undefined;
  }
  return cardNumber(gateway, orderKey, transaction);
}

export async function getTransaction(
  dependencies: OrderTransactionDependencies,
  merchant: Merchant,
  request: OperationRequest,
): Promise<OperationAnswer<'RETRIEVE_TRANSACTION'>> {
  const { order: orderId, transaction: transactionId } = request.path;
  const order = await existingOrder(dependencies, merchant, orderId);
  const transaction = await dependencies.gateway.orders.transaction(order.key, transactionId);
  if (transaction !== undefined) {
    return { body: await retrievalAnswer(dependencies, merchant, order, transaction, request.version) };
  }
  const authentications = await authenticationsOf(dependencies.gateway, { order, merchantId: merchant.id });
  const found = authentications.find(({ authentication }) => authentication.transactionId === transactionId);
  if (found === undefined) {
    throw namedError('TRANSACTION_UNKNOWN', { transactionId, orderId });
  }
  return { body: authenticationBody(found, { merchant, authentications, version: request.version }) };
}

export async function retrieveOrder(
  dependencies: OrderTransactionDependencies,
  merchant: Merchant,
  request: OperationRequest,
): Promise<OperationAnswer<'RETRIEVE_ORDER'>> {
  const { order: orderId } = request.path;
  const order = await existingOrder(dependencies, merchant, orderId);
  const transactions = await dependencies.gateway.orders.transactions(order.key);
  const authentications = await authenticationsOf(dependencies.gateway, { order, merchantId: merchant.id });
  const answers = await Promise.all(
    transactions.map((transaction) => retrievalAnswer(dependencies, merchant, order, transaction, request.version)),
  );
  const newest = transactions.findLast(isSuccessfulPayment) ?? transactions[transactions.length - 1];
  const details = newest?.request.details ?? authentications.at(-1)?.authentication.purpose.details ?? {};
  const authenticated = authentications.map((one) =>
    authenticationBody(one, { merchant, authentications, version: request.version }),
  );
  const answer = answers[newest === undefined ? -1 : transactions.indexOf(newest)] ?? authenticated.at(-1);
  const status = answer?.order.authenticationStatus;
  return {
    body: {
      ...(answer && pickPresent(answer, NEWEST_TRANSACTION_GROUPS)),
      ...pickPresent(answers[transactions.findLastIndex(hasRisk)] ?? {}, ['risk']),
      ...orderGroup(orderId, details, snapshot(order), request.version, status),
      ...authenticatedOrder(order, authentications),
      merchant: merchant.id,
      result: orderResult(order.state),
      transaction: withAuthentications(answers, authenticated),
      version: request.version.toString(),
    },
  };
}

/**
 * Merges transactions and authentications in the order of their start. Within each kind the given order stays, because
 * processes' clocks differ; between the kinds the times decide. On a tie the authentication comes first. ISO 8601 in
 * UTC compares as text.
 */
function withAuthentications(
  transactions: readonly TransactionAnswer[],
  authentications: readonly AuthenticationAnswer[],
): (AuthenticationAnswer | TransactionAnswer)[] {
  const left = [...authentications];
  const before = ({ timeOfRecord }: TransactionAnswer) => {
    const later = left.findIndex((one) => one.timeOfRecord > timeOfRecord);
    return left.splice(0, later === -1 ? left.length : later);
  };
  return [...transactions.flatMap((transaction) => [...before(transaction), transaction]), ...left];
}

/** Groups that an order shows from its newest transaction, in addition to its own. */
const NEWEST_TRANSACTION_GROUPS = [
  '3DSecure',
  '3DSecureId',
  'accountFunding',
  'agreement',
  'airline',
  'authentication',
  'billing',
  'browserPayment',
  'customer',
  'posTerminal',
  'response',
  'risk',
  'shipping',
  'sourceOfFunds',
] as const;

/** Omits absent members, so that they do not replace members of the order. */
function pickPresent<Name extends keyof TransactionAnswer>(
  answer: Partial<TransactionAnswer>,
  names: readonly Name[],
): Partial<Pick<TransactionAnswer, Name>> {
  const present = names.filter((name) => answer[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, answer[name]])) as Partial<Pick<TransactionAnswer, Name>>;
}

/** Whether the transaction paid the order. Settlement reports of a processor do not describe how it was paid. */
function isSuccessfulPayment({ request, outcome }: StoredTransaction): boolean {
  return request.operation !== 'SETTLEMENT' && outcome !== undefined && resultOf(outcome.gatewayCode) === 'SUCCESS';
}

/** An order's risk comes from its payment, not from subsequent transactions. */
function hasRisk({ outcome }: StoredTransaction): boolean {
  return outcome?.risk !== undefined;
}

/** The answer of a retrieval: the transaction as recorded, with the order's current totals. */
async function retrievalAnswer(
  dependencies: OrderTransactionDependencies,
  merchant: Merchant,
  order: StoredOrder,
  transaction: StoredTransaction,
  version: number,
): Promise<TransactionAnswer> {
  return transactionAnswer({
    merchantId: merchant.id,
    orderId: order.orderId,
    transaction,
    order: snapshot(order),
    version,
    publicOrigin: dependencies.publicOrigin,
    timeline: await timelineOf(dependencies, transaction),
    authentication: await authenticationOfTransaction(dependencies.gateway, merchant, () => order, transaction),
  });
}

type LockFailure = AnswerOf<typeof lockFailureAnswer> &
  Pick<TransactionAnswer, 'gatewayEntryPoint' | 'order' | 'response' | 'risk'>;

/**
 * The answer to a request that could not lock its order. The transaction was not recorded, so the client may send the
 * request again with the same ids. The answer contains the order's current totals.
 */
export function lockFailure(
  merchant: Merchant,
  order: StoredOrder,
  transactionId: string,
  version: number,
): LockFailure {
  return {
    gatewayEntryPoint: 'WEB_SERVICES_API',
    merchant: merchant.id,
    order: orderGroup(order.orderId, {}, snapshot(order), version),
    response: { gatewayCode: 'LOCK_FAILURE', risk: { gatewayCode: 'NOT_CHECKED' } },
    result: 'FAILURE',
    risk: { response: { gatewayCode: 'NOT_CHECKED' } },
    transaction: { id: transactionId },
    version: version.toString(),
  };
}
