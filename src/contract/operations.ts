/**
 * The table of operations, with path, permitted caller, fields, required fields and answer of each. The REST handlers
 * (`api/rest/handlers.ts`) have one entry per row; `calls.ts` generates routes, metrics, the reference and OpenAPI.
 * Checks that need several fields, or a session's content, are in `core`.
 *
 * @example readGroup(OPERATIONS.AUTHORIZE.request, body, options)
 */

import { alwaysProvided, pick, replace } from './edit-schema.ts';
import { ENROLMENT_OPERATIONS } from './enrolment-operations.ts';
import { group } from './field.ts';
import { orderAnswer, transactionAnswerFields } from './fields/answer-fields.ts';
import { apiOperationField, correlationId } from './fields/common.ts';
import { linkAnswer, linkRequest, linksAnswer, linkWithOrdersAnswer } from './fields/link-fields.ts';
import { notificationsAnswer, resentNotificationAnswer } from './fields/notification.ts';
import { exportQuery, ordersAnswer, ordersFileAnswer, ordersQuery } from './fields/order-list-fields.ts';
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
import { validateQuery, validationAnswer } from './fields/validation-fields.ts';
import type { Operation } from './operation.ts';
import { ORDER_PATH, TRANSACTION_OPERATIONS, TRANSACTION_PATH } from './transaction-operations.ts';

export { REQUEST };

const NOTIFICATIONS = `${ORDER_PATH}/notification`;
const TOKEN = '/token/{token}';
const SESSION = '/session/{sessionId}';
const ORDERS = '/order';
const ORDER_EXPORT = '/orderExport';
const LINKS = '/link';
const LINK = `${LINKS}/{linkId}`;

const nothing = group({}, { doc: 'Nothing is sent.' });

/** Members of operations that change a session. They can be tried without effect by `?validate=true`. */
const withValidation = {
  query: validateQuery,
  otherAnswers: [
    {
      status: 200,
      doc: 'With validate=true: validation.problems, everything that would be wrong at payment. Nothing was made or kept.',
      answer: validationAnswer,
    },
  ],
} as const satisfies Partial<Operation>;

export const OPERATIONS = {
  ...TRANSACTION_OPERATIONS,
  ...ENROLMENT_OPERATIONS,
  RETRIEVE_ORDER: {
    title: 'Retrieve order',
    doc: 'Shows an order’s current state, with all its transactions.',
    method: 'GET',
    path: ORDER_PATH,
    request: nothing,
    requires: [],
    answer: orderAnswer,
    status: 200,
  },
  RETRIEVE_ORDERS: {
    title: 'Retrieve orders',
    doc: 'Shows your orders, sorted, by filters in the query, a part of the list at a time. An addition of this gateway to the interface.',
    method: 'GET',
    path: ORDERS,
    query: ordersQuery,
    request: nothing,
    requires: [],
    answer: ordersAnswer,
    status: 200,
  },
  EXPORT_ORDERS: {
    title: 'Export orders',
    doc: 'Answers all your orders that filters in the query find, as a file of CSV or JSON. An addition of this gateway to the interface.',
    method: 'GET',
    path: ORDER_EXPORT,
    query: exportQuery,
    request: nothing,
    requires: [],
    answer: ordersFileAnswer,
    status: 200,
  },
  RETRIEVE_TRANSACTION: {
    title: 'Retrieve transaction',
    doc: 'Shows a transaction as it was made, and its order’s current state.',
    method: 'GET',
    path: TRANSACTION_PATH,
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
    answer: paymentOptionsAnswer(Object.keys(TRANSACTION_OPERATIONS)),
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
    ...withValidation,
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
    ...withValidation,
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
  CREATE_LINK: {
    title: 'Create link',
    doc: 'Makes a link that takes one payment or many, each an order of its own. An addition of this gateway to the interface.',
    method: 'POST',
    path: LINKS,
    request: linkRequest,
    requires: ['link.currency'],
    alternatives: [['link.amount'], ['link.maximumAmount']],
    answer: linkAnswer,
    status: 201,
  },
  RETRIEVE_LINKS: {
    title: 'Retrieve links',
    doc: 'Shows your newest hundred links. An addition of this gateway to the interface.',
    method: 'GET',
    path: LINKS,
    request: nothing,
    requires: [],
    answer: linksAnswer,
    status: 200,
  },
  RETRIEVE_LINK: {
    title: 'Retrieve link',
    doc: 'Shows a link and its newest hundred orders. An addition of this gateway to the interface.',
    method: 'GET',
    path: LINK,
    request: nothing,
    requires: [],
    answer: linkWithOrdersAnswer,
    status: 200,
  },
  END_LINK: {
    title: 'End link',
    doc: 'Ends a link: nobody can pay by it any more. An addition of this gateway to the interface.',
    method: 'DELETE',
    path: LINK,
    request: group({ correlationId }, { doc: 'Nothing has to be sent.' }),
    requires: [],
    answer: linkAnswer,
    status: 200,
  },
} as const satisfies Record<string, Operation>;

/** The checkout operation, which has two names for newer and older clients. */
function checkout(name: string, title: string): Operation<typeof checkoutAnswer> {
  return {
    title,
    doc: 'Makes a session for the hosted page, or a link to it, and answers where the payer goes.',
    method: 'POST',
    path: '/session',
    request: replace(checkoutRequest, 'apiOperation', apiOperationField(name)),
    requires: [],
    // An operation that charges needs an amount too.
    alternatives: [['interaction.operation', 'order.currency', 'order.id']],
    answer: checkoutAnswer,
    status: 201,
    ...withValidation,
  };
}

export type ContractOperation = keyof typeof OPERATIONS;
