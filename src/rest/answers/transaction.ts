/** A transaction's answer: to the request that made it, to its repeats, to retrieval, and in a notification. */
import { billing } from '../../contract/fields/billing.ts';
import { customer } from '../../contract/fields/customer.ts';
import { shipping } from '../../contract/fields/shipping.ts';
import { transaction as transactionFields } from '../../contract/fields/transaction.ts';
import { type GatewayCode, type Result, resultOf } from '../../contract/gateway-codes.ts';
import { groupAt } from '../../contract/values.ts';
import { type Answer, writeGroup } from '../../contract/write.ts';
import type { AcquirerReply } from '../../gateway/ports.ts';
import type { EntryPoint, OrderSnapshot, StoredTransaction } from '../../gateway/records.ts';
import { traceOf } from '../../gateway/trace.ts';
import { instant, money, orderGroup } from './order.ts';
import { sourceOfFundsGroup } from './source-of-funds.ts';

/** The acquirer as answers name it. */
const ACQUIRER_ID = 'ISO8583';
/** From this version on the hosted page has a name of its own. */
const CHECKOUT_ENTRY_POINT_SINCE = 63;

export interface TransactionAnswer {
  readonly merchantId: string;
  readonly orderId: string;
  readonly transaction: StoredTransaction;
  /** The order's totals: of the stored moment for a repeat, of now for retrieval. */
  readonly order: OrderSnapshot;
  readonly version: number;
}

export function transactionAnswer({ merchantId, orderId, transaction, order, version }: TransactionAnswer): Answer {
  const { request, outcome } = transaction;
  const { details } = request;
  const gatewayCode: GatewayCode = outcome?.gatewayCode ?? 'PENDING';
  const reply = outcome?.reply;
  return {
    ...(reply && { authorizationResponse: authorizationResponse(reply) }),
    billing: writeGroup(billing, groupAt(details, 'billing'), version),
    customer: writeGroup(customer, groupAt(details, 'customer'), version),
    gatewayEntryPoint: entryPoint(request.entryPoint, version),
    merchant: merchantId,
    order: orderGroup(orderId, details, order, version),
    response: responseGroup(gatewayCode, reply),
    result: resultOf(gatewayCode) satisfies Result,
    risk: { response: { gatewayCode: 'NOT_CHECKED' } },
    shipping: writeGroup(shipping, groupAt(details, 'shipping'), version),
    sourceOfFunds: sourceOfFundsGroup(request.instrument),
    timeOfLastUpdate: instant(transaction.updatedAt),
    timeOfRecord: instant(transaction.createdAt),
    transaction: transactionGroup(transaction, version),
    version: version.toString(),
  };
}

function entryPoint(kind: EntryPoint, version: number): string {
  return kind === 'HOSTED_PAGE' && version >= CHECKOUT_ENTRY_POINT_SINCE ? 'CHECKOUT_VIA_WEBSITE' : kind;
}

function transactionGroup(transaction: StoredTransaction, version: number): Answer {
  const { request, outcome } = transaction;
  const trace = traceOf(transaction.key, transaction.createdAt);
  const code = outcome?.reply?.authorizationCode;
  return {
    source: 'INTERNET',
    ...writeGroup(transactionFields, groupAt(request.details, 'transaction'), version),
    acquirer: { id: ACQUIRER_ID, transactionId: trace.receipt },
    amount: money(request.amount, request.currency),
    authenticationStatus: 'AUTHENTICATION_NOT_IN_EFFECT',
    ...(code !== undefined && { authorizationCode: code }),
    currency: request.currency,
    id: transaction.transactionId,
    receipt: trace.receipt,
    stan: trace.stan,
    terminal: trace.terminal,
    type: request.type,
  };
}

function responseGroup(gatewayCode: GatewayCode, reply: AcquirerReply | undefined): Answer {
  return {
    ...(reply && { acquirerCode: reply.acquirerCode, acquirerMessage: reply.acquirerMessage }),
    cardSecurityCode: reply?.securityCode ?? { gatewayCode: 'NOT_PROCESSED' },
    ...(reply?.avs && { cardholderVerification: { avs: reply.avs } }),
    gatewayCode,
    risk: { gatewayCode: 'NOT_CHECKED' },
  };
}

function authorizationResponse(reply: AcquirerReply): Answer {
  return {
    date: reply.date,
    posEntryMode: reply.posEntryMode,
    processingCode: reply.processingCode,
    responseCode: reply.acquirerCode,
    responseMessage: reply.acquirerMessage.slice(0, 16),
    stan: reply.stan,
    time: reply.time,
  };
}
