/** The answer about a transaction: for its request, for idempotent retries, for retrieval, and in notifications. */

import type { AnswerOf, AnswerValues } from '../../../contract/answer-types.ts';
import { pick } from '../../../contract/edit-schema.ts';
import type { transactionAnswerFields } from '../../../contract/fields/answer-fields.ts';
import {
  answeredAuthentication,
  type retrievedAuthentication,
} from '../../../contract/fields/authentication-answer.ts';
import { AUTHENTICATION_SINCE } from '../../../contract/fields/authentication-fields.ts';
import { order as orderFields } from '../../../contract/fields/order-fields.ts';
import { PAID_THREE_D_SECURE, threeDSecure } from '../../../contract/fields/three-d-secure.ts';
import { transaction as transactionFields } from '../../../contract/fields/transaction-fields.ts';
import { resultOf } from '../../../contract/gateway-codes.ts';
import { REQUEST } from '../../../contract/operations.ts';
import { providerType } from '../../../contract/providers/index.ts';
import type { RequestFields } from '../../../contract/request-fields.ts';
import { writeFields, writeGroup } from '../../../contract/write.ts';
import { traceOf } from '../../../core/index.ts';
import type {
  EntryPoint,
  OrderSnapshot,
  PaymentTimeline,
  StoredTransaction,
  TransactionDetails,
} from '../../../core/ports/index.ts';
import { browserPaymentGroup } from './browser-payment-answer.ts';
import { instant, money, type OrderAnswer, orderGroup } from './order-answer.ts';
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

export type TransactionAnswer = AnswerOf<typeof transactionAnswerFields>;
type AuthenticationStatus = TransactionAnswer['transaction']['authenticationStatus'];

export interface TransactionAuthentication {
  /** Values of the `authentication` group. */
  readonly values: AnswerValues<typeof retrievedAuthentication>;
  readonly status: NonNullable<OrderAnswer['authenticationStatus']>;
  /** Values of the `3DSecure` group, if a `3DSecureId` named the authentication. */
  readonly older: AnswerValues<typeof threeDSecure> | undefined;
}

export interface ReportedTransaction {
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
  readonly unmasked?: string | undefined;
  /** The authentication that the payment names. */
  readonly authentication?: TransactionAuthentication | undefined;
}

export function transactionAnswer(reported: ReportedTransaction): TransactionAnswer {
  const { merchantId, orderId, transaction, order, version, unmasked, timeline, publicOrigin } = reported;
  const { request, outcome } = transaction;
  const { details } = request;
  const reply = outcome?.reply;
  const older = reported.authentication?.older;
  const authenticated = version >= AUTHENTICATION_SINCE ? reported.authentication : undefined;
  const authenticationStatus = reply?.needsAuthentication ? 'AUTHENTICATION_REQUIRED' : authenticated?.status;
  const echoed = writeFields(ECHOED_FIELDS, withShownShipping(details, outcome), version);
  const shownOrder = orderGroup(orderId, details, order, version, authenticated && authenticationStatus);
  return {
    ...echoed,
    authorizationResponse: reply && authorizationResponse(reply, version),
    '3DSecure': older ? writeGroup(threeDSecure, older, version) : echoed['3DSecure'],
    authentication: authenticationOf(details, authenticated, version),
    browserPayment: timeline && browserPaymentGroup(transaction, timeline, publicOrigin, version),
    gatewayEntryPoint: entryPoint(request.entryPoint, version),
    merchant: merchantId,
    item: request.operation === 'REFUND' ? (refundedItems(details, version) ?? shownOrder.item) : undefined,
    order: shownOrder,
    response: responseGroup(transaction),
    result: resultOf(outcome?.gatewayCode ?? 'PENDING'),
    risk: { response: riskGroup(transaction) },
    sourceOfFunds: sourceOfFundsGroup(transaction, version, unmasked),
    timeOfLastUpdate: instant(Math.max(transaction.createdAt, transaction.updatedAt)),
    timeOfRecord: instant(transaction.createdAt),
    transaction: transactionGroup(transaction, version, authenticationStatus),
    version: version.toString(),
  };
}

/** The authentication that the gateway made, or else the one that the merchant made itself. */
function authenticationOf(
  { authentication }: RequestFields,
  made: TransactionAuthentication | undefined,
  version: number,
): TransactionAnswer['authentication'] {
  if (made !== undefined) {
    return writeGroup(answeredAuthentication, made.values, version);
  }
  return authentication && version >= AUTHENTICATION_SINCE
    ? writeFields(answeredAuthentication, authentication, version)
    : undefined;
}

/** The order items of the refund request. */
function refundedItems({ item }: TransactionDetails, version: number): TransactionAnswer['item'] {
  return writeFields(ORDER_ITEMS, { item }, version).item;
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

export function entryPoint(kind: EntryPoint, version: number): TransactionAnswer['gatewayEntryPoint'] {
  return kind === 'HOSTED_PAGE' && version >= CHECKOUT_ENTRY_POINT_SINCE ? 'CHECKOUT_VIA_WEBSITE' : kind;
}

/** EMV's transStatus of an authentication that the merchant made itself. */
const STATUSES = {
  A: 'AUTHENTICATION_ATTEMPTED',
  I: 'AUTHENTICATION_EXEMPT',
  N: 'AUTHENTICATION_FAILED',
  R: 'AUTHENTICATION_REJECTED',
  U: 'AUTHENTICATION_UNAVAILABLE',
  Y: 'AUTHENTICATION_SUCCESSFUL',
} as const satisfies Record<string, AuthenticationStatus>;

function ownStatus({ authentication, '3DSecure': older }: RequestFields): AuthenticationStatus | undefined {
  const status = authentication?.['3ds2']?.transactionStatus;
  return status === undefined ? older?.authenticationStatus : STATUSES[status];
}

function transactionGroup(
  transaction: StoredTransaction,
  version: number,
  authenticated: AuthenticationStatus | undefined,
): TransactionAnswer['transaction'] {
  const { request, outcome } = transaction;
  const { details } = request;
  const trace = traceOf(transaction.key, transaction.createdAt);
  const sent = writeFields(transactionFields, details.transaction, version);
  const acquirer = details.transaction?.acquirer;
  return {
    source: 'INTERNET',
    ...sent,
    acquirer: {
      customData: acquirer?.customData,
      id: acquirerId(request),
      transactionId: acquirer?.transactionId ?? outcome?.provider?.providerReference ?? trace.receipt,
    },
    amount: money(request.amount, request.currency),
    authenticationStatus: authenticated ?? ownStatus(details) ?? 'AUTHENTICATION_NOT_IN_EFFECT',
    authorizationCode: request.authorizationCode ?? outcome?.reply?.authorizationCode ?? sent?.authorizationCode,
    currency: request.currency,
    id: transaction.transactionId,
    receipt: trace.receipt,
    stan: trace.stan,
    targetTransactionId: request.type.startsWith('VOID_') ? request.target : sent?.targetTransactionId,
    terminal: trace.terminal,
    type: request.type,
  };
}
