/**
 * The table of operations: how each is called and by whom, its fields, which of them it requires, and its answer. The
 * REST handlers (`rest/handlers.ts`) have one for each row; routes, metrics, reference and OpenAPI are made from it, by
 * `calls.ts`. The gateway makes the checks that need more than one field, or the content of a session.
 *
 * @example readGroup(OPERATIONS.AUTHORIZE.request, body, options)
 */

import { alwaysProvided, pick, replace } from './edit-schema.ts';
import { type Group, group } from './field.ts';
import { browserPaymentAnswer, orderAnswer, transactionAnswerFields } from './fields/answer-fields.ts';
import { apiOperationField, correlationId } from './fields/common.ts';
import { notificationsAnswer, resentNotificationAnswer } from './fields/notification.ts';
import {
  authorizationUpdateRequest,
  browserPaymentRequest,
  captureRequest,
  confirmationRequest,
  initialRequest,
  referralRequest,
  refundRequest,
  verificationRequest,
  voidRequest,
} from './fields/operation-requests.ts';
import { paymentOptionsAnswer, paymentOptionsRequest } from './fields/payment-options-fields.ts';
import { REQUEST } from './fields/request-fields.ts';
import {
  checkoutAnswer,
  checkoutRequest,
  newSessionAnswer,
  newSessionRequest,
  sessionAnswerFields,
  sessionUpdate,
} from './fields/session-update.ts';
import { tokenAnswer, tokenRequestFields } from './fields/token-fields.ts';
import type { FieldPath } from './request-fields.ts';

export { REQUEST };

export type Method = 'DELETE' | 'GET' | 'POST' | 'PUT';

/**
 * Who may call: MERCHANT, by its API password or a client certificate of its profile; MERCHANT_OR_SESSION, also whoever
 * has the session's id, for what a payer may set.
 */
export type Access = 'MERCHANT' | 'MERCHANT_OR_SESSION';

export interface Operation {
  readonly title: string;
  /** One or two sentences. */
  readonly doc: string;
  readonly method: Method;
  /** GET on the same address answers the same, without a body. */
  readonly alsoByGet?: boolean;
  /** Below `/api/rest/version/{version}/merchant/{merchantId}`. */
  readonly path: string;
  /** Absent: MERCHANT. */
  readonly access?: Access;
  /** The fields of its body; empty if it has none. */
  readonly request: Group;
  /**
   * Dotted paths of required fields, from the request or from its session or token. The operation's plan checks them,
   * by `missingFields`.
   */
  readonly requires: readonly FieldPath[];
  readonly answer: Group;
  /** Of an answer that is not an error. */
  readonly status: SuccessStatus;
  /** What else it may answer, beside errors. */
  readonly otherAnswers?: readonly OtherAnswer[];
}

export type SuccessStatus = 200 | 201;

export interface OtherAnswer {
  readonly status: SuccessStatus;
  /** When. */
  readonly doc: string;
  /** Absent: the operation's own. */
  readonly answer?: Group;
}

const ORDER = '/order/{orderId}';
const TRANSACTION = `${ORDER}/transaction/{transactionId}`;
const NOTIFICATIONS = `${ORDER}/notification`;
const TOKEN = '/token/{token}';
const SESSION = '/session/{sessionId}';

/** The order's current totals, beside what is named here; the ids may be tried again. */
export const lockFailureAnswer: Group = {
  ...pick(
    transactionAnswerFields,
    'correlationId',
    'merchant',
    'order.id',
    'response.gatewayCode',
    'result',
    'transaction.id',
    'version',
  ),
  doc: 'The order is locked by another operation. Nothing was recorded: the same ids may be tried again.',
};

type OfOrder = Pick<Operation, 'title' | 'doc' | 'requires' | 'request'> & Partial<Operation>;

/** An operation that `apiOperation` selects on a transaction's address. */
function onTransaction(name: string, operation: OfOrder): Operation {
  return {
    method: 'PUT',
    path: TRANSACTION,
    answer: transactionAnswerFields,
    status: 201,
    otherAnswers: [
      {
        status: 200,
        doc: 'The order was locked by another operation: nothing was recorded.',
        answer: lockFailureAnswer,
      },
    ],
    ...operation,
    request: replace(operation.request, 'apiOperation', apiOperationField(name)),
  };
}

const ORDER_OPERATIONS = {
  AUTHORIZE: onTransaction('AUTHORIZE', {
    title: 'Authorize',
    doc: 'Reserves the order’s amount with the issuer, to be captured later. Number and expiry come in the request, or from its session or token.',
    request: initialRequest,
    requires: ['order.amount', 'order.currency'],
  }),
  PAY: onTransaction('PAY', {
    title: 'Pay',
    doc: 'Takes the order’s amount at once. Number and expiry come in the request, or from its session or token.',
    request: initialRequest,
    requires: ['order.amount', 'order.currency'],
  }),
  VERIFY: onTransaction('VERIFY', {
    title: 'Verify',
    doc: 'Asks the issuer whether the card is good, and moves no money. Number and expiry come in the request, or from its session or token.',
    request: verificationRequest,
    requires: ['order.currency'],
  }),
  CAPTURE: onTransaction('CAPTURE', {
    title: 'Capture',
    doc: 'Takes the transaction’s amount, which it needs, of what an authorization reserved: in part, in full, or beyond it as far as the profile allows. Without an authorization here it needs the card, and the code that was got elsewhere.',
    request: captureRequest,
    requires: [],
  }),
  REFUND: onTransaction('REFUND', {
    title: 'Refund',
    doc: 'Gives the transaction’s amount, which it needs, of captured money back, in part or in full. Without a payment here it is a refund on its own, and needs the card.',
    request: refundRequest,
    requires: [],
  }),
  VOID: onTransaction('VOID', {
    title: 'Void',
    doc: 'Undoes an earlier transaction of the order, while that is still possible.',
    request: voidRequest,
    requires: ['transaction.targetTransactionId'],
  }),
  REFERRAL: onTransaction('REFERRAL', {
    title: 'Referral',
    doc: 'Tries an order’s first payment again, with the code that the issuer gave after a referral.',
    request: referralRequest,
    requires: ['transaction.authorizationCode'],
  }),
  UPDATE_AUTHORIZATION: onTransaction('UPDATE_AUTHORIZATION', {
    title: 'Update authorization',
    doc: 'Changes how much an order’s authorization reserves, and lengthens how long.',
    request: authorizationUpdateRequest,
    requires: [],
  }),
  INITIATE_BROWSER_PAYMENT: onTransaction('INITIATE_BROWSER_PAYMENT', {
    title: 'Initiate browser payment',
    doc: 'Begins a payment on a provider’s pages, and answers where to send the payer’s browser.',
    request: browserPaymentRequest,
    requires: ['browserPayment.returnUrl', 'order.amount', 'order.currency', 'sourceOfFunds.type'],
    answer: browserPaymentAnswer,
  }),
  CONFIRM_BROWSER_PAYMENT: onTransaction('CONFIRM_BROWSER_PAYMENT', {
    title: 'Confirm browser payment',
    doc: 'Makes the payment that the payer left to be confirmed with you. It has the transaction id of the initiation.',
    request: confirmationRequest,
    requires: [],
    answer: browserPaymentAnswer,
    status: 200,
  }),
} as const satisfies Record<string, Operation>;

const nothing = group({}, { doc: 'Nothing is sent.' });

export const OPERATIONS = {
  ...ORDER_OPERATIONS,
  RETRIEVE_ORDER: {
    title: 'Retrieve order',
    doc: 'Shows an order’s current state, with all its transactions.',
    method: 'GET',
    path: ORDER,
    request: nothing,
    requires: [],
    answer: orderAnswer,
    status: 200,
  },
  RETRIEVE_TRANSACTION: {
    title: 'Retrieve transaction',
    doc: 'Shows a transaction as it was made, and its order’s current state.',
    method: 'GET',
    path: TRANSACTION,
    request: nothing,
    requires: [],
    answer: transactionAnswerFields,
    status: 200,
  },
  RETRIEVE_NOTIFICATIONS: {
    title: 'Retrieve notifications',
    doc: 'Shows an order’s notifications to your server, and the result of each delivery attempt.',
    method: 'GET',
    path: NOTIFICATIONS,
    request: nothing,
    requires: [],
    answer: notificationsAnswer,
    status: 200,
  },
  RESEND_NOTIFICATION: {
    title: 'Resend notification',
    doc: 'Sends a notification again, at once, but not within a minute of its last try.',
    method: 'PUT',
    path: `${NOTIFICATIONS}/{notificationId}`,
    request: group(
      { apiOperation: apiOperationField('RESEND_NOTIFICATION'), correlationId },
      { doc: 'The address says which notification is meant.' },
    ),
    requires: [],
    answer: resentNotificationAnswer,
    status: 200,
  },
  CREATE_TOKEN: {
    title: 'Create token',
    doc: 'Stores an instrument against a token whose id the gateway makes, or finds the one that the card has.',
    method: 'POST',
    path: '/token',
    request: tokenRequestFields,
    requires: ['sourceOfFunds.type'],
    answer: tokenAnswer,
    status: 201,
    otherAnswers: [
      {
        status: 200,
        doc: 'The token that the card has already, changed; or, with result FAILURE, what was not stored.',
      },
    ],
  },
  UPDATE_TOKEN: {
    title: 'Create or update token',
    doc: 'Stores an instrument against a token whose id you choose, where your profile supplies its own.',
    method: 'PUT',
    path: TOKEN,
    request: tokenRequestFields,
    requires: ['sourceOfFunds.type'],
    answer: tokenAnswer,
    status: 200,
    otherAnswers: [{ status: 201, doc: 'The token was new.' }],
  },
  RETRIEVE_TOKEN: {
    title: 'Retrieve token',
    doc: 'Shows a token’s stored instrument.',
    method: 'GET',
    path: TOKEN,
    request: nothing,
    requires: [],
    answer: alwaysProvided(tokenAnswer, 'status', 'token'),
    status: 200,
  },
  DELETE_TOKEN: {
    title: 'Delete token',
    doc: 'Forgets the instrument behind a token.',
    method: 'DELETE',
    path: TOKEN,
    request: group({ correlationId }, { doc: 'Nothing has to be sent.' }),
    requires: [],
    answer: { ...pick(tokenAnswer, 'correlationId', 'result', 'token'), doc: 'The token is gone.' },
    status: 200,
  },
  PAYMENT_OPTIONS_INQUIRY: {
    title: 'Payment options inquiry',
    doc: 'Tells what your profile can do. GET on the same address answers the same.',
    method: 'POST',
    alsoByGet: true,
    path: '/paymentOptionsInquiry',
    request: paymentOptionsRequest,
    requires: [],
    answer: paymentOptionsAnswer(Object.keys(ORDER_OPERATIONS)),
    status: 200,
  },
  CREATE_SESSION: {
    title: 'Create session',
    doc: 'Makes an empty session. An empty body will do.',
    method: 'POST',
    path: '/session',
    request: newSessionRequest,
    requires: [],
    answer: newSessionAnswer,
    status: 201,
  },
  UPDATE_SESSION: {
    title: 'Update session',
    doc: 'Puts values into a session, over those that it has. The session’s id is password enough for what a payer may set.',
    method: 'PUT',
    path: SESSION,
    access: 'MERCHANT_OR_SESSION',
    request: sessionUpdate,
    requires: [],
    answer: sessionAnswerFields,
    status: 200,
  },
  RETRIEVE_SESSION: {
    title: 'Retrieve session',
    doc: 'Shows what a session holds, card data masked.',
    method: 'GET',
    path: SESSION,
    request: nothing,
    requires: [],
    answer: sessionAnswerFields,
    status: 200,
  },
  INITIATE_CHECKOUT: checkout('INITIATE_CHECKOUT', 'Initiate checkout'),
  CREATE_CHECKOUT_SESSION: checkout('CREATE_CHECKOUT_SESSION', 'Create checkout session'),
} as const satisfies Record<string, Operation>;

/** One operation under two names, for newer and for older clients. */
function checkout(name: string, title: string): Operation {
  return {
    title,
    doc: 'Makes a session for the hosted page, or a link to it, and answers where the payer goes.',
    method: 'POST',
    path: '/session',
    request: replace(checkoutRequest, 'apiOperation', apiOperationField(name)),
    requires: [],
    answer: checkoutAnswer,
    status: 201,
  };
}

export type ContractOperation = keyof typeof OPERATIONS;
