/** The answer about a transaction: for its request, for idempotent retries, for retrieval, and in notifications. */

import { pick } from '../../../contract/edit-schema.ts';
import { answeredAuthentication } from '../../../contract/fields/authentication-answer.ts';
import { AUTHENTICATION_SINCE } from '../../../contract/fields/authentication-fields.ts';
import { order as orderFields } from '../../../contract/fields/order-fields.ts';
import { PAID_THREE_D_SECURE, threeDSecure } from '../../../contract/fields/three-d-secure.ts';
import { transaction as transactionFields } from '../../../contract/fields/transaction-fields.ts';
import { type GatewayCode, type Result, resultOf } from '../../../contract/gateway-codes.ts';
import { REQUEST } from '../../../contract/operations.ts';
import { providerType } from '../../../contract/providers/index.ts';
import type { Values } from '../../../contract/read.ts';
import type { RequestFields } from '../../../contract/request-fields.ts';
import { type AnswerFields, writeGroup } from '../../../contract/write.ts';
import { traceOf } from '../../../core/index.ts';
import type {
  EntryPoint,
  OrderSnapshot,
  PaymentTimeline,
  StoredTransaction,
  TransactionDetails,
} from '../../../core/ports/index.ts';
import { browserPaymentGroup } from './browser-payment-answer.ts';
import { instant, money, orderGroup } from './order-answer.ts';
import { authorizationResponse, responseGroup } from './response-answer.ts';
import { riskGroup } from './risk-answer.ts';
import { shippingFields } from './shipping-answer.ts';
import { sourceOfFundsGroup } from './source-of-funds-answer.ts';

/** The default acquirer's name in answers. Other acquirers are named by the operator. */
const ACQUIRER_ID = 'ISO8583';
/** The first version that reports the hosted page as an entry point of its own. */
const CHECKOUT_ENTRY_POINT_SINCE = 63;

/** Groups of the request that the answer repeats as stored. */
const ECHOED_FIELDS = pick(
  REQUEST,
  ...PAID_THREE_D_SECURE,
  '3DSecureId',
  'accountFunding',
  'agreement',
  'airline',
  'billing',
  'customer',
  'posTerminal',
  'shipping',
);

const ORDER_ITEMS = pick(orderFields, 'item');

export interface TransactionAuthentication {
  /** Values of the `authentication` group. */
  readonly values: Values;
  readonly status: string;
  /** Values of the `3DSecure` group, if a `3DSecureId` named the authentication. */
  readonly older?: Values;
}

export interface TransactionAnswer {
  readonly merchantId: string;
  readonly orderId: string;
  readonly transaction: StoredTransaction;
  /** The order's totals: at the stored moment for an idempotent retry, the current ones for retrieval. */
  readonly order: OrderSnapshot;
  readonly version: number;
  /** The payer's progress in a browser payment. */
  readonly timeline?: PaymentTimeline | undefined;
  /** The origin of the payer pages' addresses. */
  readonly publicOrigin: string;
  /** The full card number, for a caller with the permission. */
  readonly unmasked?: string;
  /** The authentication that the payment names. */
  readonly authentication?: TransactionAuthentication | undefined;
}

export function transactionAnswer(answered: TransactionAnswer): AnswerFields {
  const { merchantId, orderId, transaction, order, version, unmasked, timeline, publicOrigin } = answered;
  const { request, outcome } = transaction;
  const { details } = request;
  const gatewayCode: GatewayCode = outcome?.gatewayCode ?? 'PENDING';
  const reply = outcome?.reply;
  const shownOrder = orderGroup(orderId, details, order, version);
  const authenticated = version >= AUTHENTICATION_SINCE ? answered.authentication : undefined;
  const authenticationStatus = reply?.needsAuthentication ? 'AUTHENTICATION_REQUIRED' : authenticated?.status;
  // Assigned one by one: conditional spreads take as long as creating all members.
  const answer: AnswerFields = writeGroup(ECHOED_FIELDS, withShownShipping(details, outcome), version) ?? {};
  if (reply !== undefined) {
    answer.authorizationResponse = authorizationResponse(reply, version);
  }
  if (answered.authentication?.older !== undefined) {
    answer['3DSecure'] = writeGroup(threeDSecure, answered.authentication.older, version);
  }
  if (authenticated !== undefined) {
    answer.authentication = writeGroup(answeredAuthentication, authenticated.values, version);
    shownOrder.authenticationStatus = authenticationStatus;
  } else if (details.authentication !== undefined && version >= AUTHENTICATION_SINCE) {
    // An authentication that the merchant made itself.
    answer.authentication = writeGroup(answeredAuthentication, details.authentication, version);
  }
  if (timeline !== undefined) {
    answer.browserPayment = browserPaymentGroup(transaction, timeline, publicOrigin, version);
  }
  answer.gatewayEntryPoint = entryPoint(request.entryPoint, version);
  answer.merchant = merchantId;
  if (request.operation === 'REFUND') {
    answer.item = refundedItems(details, version) ?? shownOrder.item;
  }
  answer.order = shownOrder;
  answer.response = responseGroup(transaction);
  answer.result = resultOf(gatewayCode) satisfies Result;
  answer.risk = { response: riskGroup(transaction) };
  answer.sourceOfFunds = sourceOfFundsGroup(transaction, version, unmasked);
  answer.timeOfLastUpdate = instant(Math.max(transaction.createdAt, transaction.updatedAt));
  answer.timeOfRecord = instant(transaction.createdAt);
  answer.transaction = transactionGroup(transaction, version, authenticationStatus);
  answer.version = version.toString();
  return answer;
}

/** The lines in the refund request. */
function refundedItems(details: TransactionDetails, version: number): unknown {
  return writeGroup(ORDER_ITEMS, { item: details.item }, version)?.item;
}

/** The address that the payer chose at the provider replaces the merchant's. */
function withShownShipping(details: RequestFields, outcome: StoredTransaction['outcome']): RequestFields {
  const given = details.shipping;
  const chosen = outcome?.provider?.shippingAddress;
  const shipping = chosen === undefined ? given : { ...given, address: { ...chosen } };
  return shipping === undefined ? details : { ...details, shipping: shippingFields(shipping) };
}

/** The acquirer or provider that processed the transaction. */
function acquirerId({ instrument, acquirer }: StoredTransaction['request']): string {
  return instrument.type === 'BROWSER_PAYMENT'
    ? providerType(instrument.provider)
    : (acquirer?.toUpperCase() ?? ACQUIRER_ID);
}

export function entryPoint(kind: EntryPoint, version: number): string {
  return kind === 'HOSTED_PAGE' && version >= CHECKOUT_ENTRY_POINT_SINCE ? 'CHECKOUT_VIA_WEBSITE' : kind;
}

/** EMV's transStatus of an authentication that the merchant made itself. */
const STATUSES: Readonly<Record<string, string>> = {
  A: 'AUTHENTICATION_ATTEMPTED',
  I: 'AUTHENTICATION_EXEMPT',
  N: 'AUTHENTICATION_FAILED',
  R: 'AUTHENTICATION_REJECTED',
  U: 'AUTHENTICATION_UNAVAILABLE',
  Y: 'AUTHENTICATION_SUCCESSFUL',
};

function ownStatus({ authentication, '3DSecure': older }: RequestFields): string | undefined {
  return STATUSES[authentication?.['3ds2']?.transactionStatus ?? ''] ?? older?.authenticationStatus;
}

function transactionGroup(
  transaction: StoredTransaction,
  version: number,
  authenticated: string | undefined,
): AnswerFields {
  const { request, outcome } = transaction;
  const { details } = request;
  const trace = traceOf(transaction.key, transaction.createdAt);
  const code = request.authorizationCode ?? outcome?.reply?.authorizationCode;
  const customData = details.transaction?.acquirer?.customData;
  return {
    source: 'INTERNET',
    ...writeGroup(transactionFields, details.transaction, version),
    acquirer: {
      ...(customData !== undefined && { customData }),
      id: acquirerId(request),
      transactionId:
        details.transaction?.acquirer?.transactionId ?? outcome?.provider?.providerReference ?? trace.receipt,
    },
    amount: money(request.amount, request.currency),
    authenticationStatus: authenticated ?? ownStatus(details) ?? 'AUTHENTICATION_NOT_IN_EFFECT',
    ...(code !== undefined && { authorizationCode: code }),
    currency: request.currency,
    id: transaction.transactionId,
    receipt: trace.receipt,
    stan: trace.stan,
    ...(request.type.startsWith('VOID_') && { targetTransactionId: request.target }),
    terminal: trace.terminal,
    type: request.type,
  };
}
