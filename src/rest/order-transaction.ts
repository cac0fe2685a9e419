/** `PUT` and `GET …/order/{o}/transaction/{t}`, and `GET …/order/{o}`. */
import { invalidField, invalidRequest } from '../contract/errors.ts';
import { resultOf } from '../contract/gateway-codes.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { string } from '../contract/types.ts';
import type { Answer } from '../contract/write.ts';
import { snapshot } from '../gateway/finish.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Merchant } from '../gateway/merchant.ts';
import { initialPayment } from '../gateway/operations/initial-payment.ts';
import { orderResult } from '../gateway/order.ts';
import type { InitialOperation, StoredOrder, StoredTransaction } from '../gateway/records.ts';
import { orderGroup } from './answers/order.ts';
import { transactionAnswer } from './answers/transaction.ts';
import { apiOperation, bodyObject, echo, type RestAnswer, type RestRequest, readBody } from './request.ts';

export interface OrderTransactionParts {
  readonly gateway: Gateway;
  readonly loopbackUrls: boolean;
}

const INITIAL: readonly string[] = ['AUTHORIZE', 'PAY', 'VERIFY'] satisfies InitialOperation[];
const id = string(1, 40);

export async function putTransaction(
  parts: OrderTransactionParts,
  merchant: Merchant,
  request: RestRequest,
): Promise<RestAnswer> {
  const { orderId, transactionId } = ids(request);
  const body = bodyObject(request.body);
  const operation = initialOperation(apiOperation(body));
  const { version } = request;
  const { values, ignored } = readBody(OPERATIONS[operation], body, {
    merchant,
    version,
    loopbackUrls: parts.loopbackUrls,
  });
  const result = await initialPayment(parts.gateway, {
    merchant,
    orderId,
    transactionId,
    operation,
    version,
    entryPoint: 'WEB_SERVICES_API',
    values,
  });
  const echoed = echo(values);
  if (result.kind === 'LOCKED')
    return { status: 200, body: { ...echoed, ...lockFailure(merchant, orderId, transactionId, version) }, ignored };
  const { transaction } = result;
  const order = transaction.outcome!.order;
  return {
    status: 201,
    body: { ...echoed, ...transactionAnswer({ merchantId: merchant.id, orderId, transaction, order, version }) },
    ignored,
  };
}

export async function getTransaction(
  parts: OrderTransactionParts,
  merchant: Merchant,
  request: RestRequest,
): Promise<RestAnswer> {
  const { orderId, transactionId } = ids(request);
  const order = await existingOrder(parts, merchant, orderId);
  const transaction = await parts.gateway.orders.transaction(order.key, transactionId);
  if (transaction === undefined)
    throw invalidRequest(`Unable to find transaction '${transactionId}' of order '${orderId}'.`);
  return { status: 200, body: shown(merchant, order, transaction, request.version) };
}

export async function getOrder(
  parts: OrderTransactionParts,
  merchant: Merchant,
  request: RestRequest,
): Promise<RestAnswer> {
  const orderId = checkedId(request, 'order');
  const order = await existingOrder(parts, merchant, orderId);
  const transactions = await parts.gateway.orders.transactions(order.key);
  const answers = transactions.map((transaction) => shown(merchant, order, transaction, request.version));
  const newest = transactions.findLast(successful) ?? transactions[transactions.length - 1];
  const details = newest?.request.details ?? {};
  const { billing, customer, shipping, sourceOfFunds, response, risk } =
    answers[newest === undefined ? -1 : transactions.indexOf(newest)] ?? {};
  return {
    status: 200,
    body: {
      ...orderGroup(orderId, details, snapshot(order), request.version),
      billing,
      customer,
      merchant: merchant.id,
      response,
      result: orderResult(order.state),
      risk,
      shipping,
      sourceOfFunds,
      transaction: answers,
      version: request.version.toString(),
    },
  };
}

function successful({ outcome }: StoredTransaction): boolean {
  return outcome !== undefined && resultOf(outcome.gatewayCode) === 'SUCCESS';
}

/** As retrieval shows it: the transaction as recorded, its order as it stands now. */
function shown(merchant: Merchant, order: StoredOrder, transaction: StoredTransaction, version: number): Answer {
  return transactionAnswer({
    merchantId: merchant.id,
    orderId: order.orderId,
    transaction,
    order: snapshot(order),
    version,
  });
}

async function existingOrder(
  { gateway }: OrderTransactionParts,
  merchant: Merchant,
  orderId: string,
): Promise<StoredOrder> {
  const order = await gateway.orders.find(merchant.key, orderId);
  if (order === undefined) throw invalidRequest(`Unable to find order '${orderId}'.`);
  return order;
}

function initialOperation(operation: string | undefined): InitialOperation {
  if (operation === undefined) throw invalidField('apiOperation', `one of ${INITIAL.join(', ')}`, 'MISSING');
  if (!INITIAL.includes(operation)) throw invalidField('apiOperation', `one of ${INITIAL.join(', ')}`);
  return operation as InitialOperation;
}

function ids(request: RestRequest): { orderId: string; transactionId: string } {
  return { orderId: checkedId(request, 'order'), transactionId: checkedId(request, 'transaction') };
}

function checkedId({ path }: RestRequest, name: 'order' | 'transaction'): string {
  const value = path[name];
  if (value === undefined || !id.accepts(value)) throw invalidField(`${name}.id`, id.allowed);
  return value;
}

/** Nothing was recorded: the same ids may be tried again. */
function lockFailure(merchant: Merchant, orderId: string, transactionId: string, version: number): Answer {
  return {
    merchant: merchant.id,
    order: { id: orderId },
    response: { gatewayCode: 'LOCK_FAILURE', risk: { gatewayCode: 'NOT_CHECKED' } },
    result: 'FAILURE',
    transaction: { id: transactionId },
    version: version.toString(),
  };
}
