/** Answers of operations on an order, and of retrievals: the request's fields and the result. */
import { dateTime } from '../calendar-types.ts';
import { alwaysProvided, pick, replace } from '../edit-schema.ts';
import { always, group, list } from '../field.ts';
import { enumeration } from '../field-types.ts';
import { answeredAuthentication, retrievedAuthentication } from './authentication-answer.ts';
import { authorizationResponseFields } from './authorization-response.ts';
import { answeredBrowserPayment } from './browser-payment-fields.ts';
import { merchant, version } from './caller-fields.ts';
import { currencyConversion } from './currency-conversion.ts';
import { answeredOrder, items } from './order-fields.ts';
import { paymentPlan } from './payment-plan.ts';
import { REQUEST } from './request-fields.ts';
import { response, result } from './response-fields.ts';
import { risk } from './risk.ts';
import { answeredShipping } from './shipping-fields.ts';
import { answeredSource } from './source-of-funds-fields.ts';
import { PAID_THREE_D_SECURE } from './three-d-secure.ts';
import { answeredTransaction } from './transaction-fields.ts';

/** The first version that reports the hosted page as a separate entry point. */
const CHECKOUT_ENTRY_POINT_SINCE = 63;
/** This gateway's own limit of the transactions in an order's retrieval. */
const TRANSACTIONS_MAX = 1_000;

const ENTRY_POINTS = [
  'AUTO',
  'BATCH',
  'HOSTED_FORM',
  'HOSTED_PAGE',
  'MERCHANT_ADMINISTRATION',
  'THREE_PARTY',
  'TWO_PARTY',
  'WEB_SERVICES_API',
] as const;

/** The first members of each answer about an order. */
const whose = { merchant, result, version };

/** Groups that both a transaction and its order's retrieval contain. */
const circumstances = {
  ...pick(
    REQUEST,
    ...PAID_THREE_D_SECURE,
    '3DSecureId',
    'accountFunding',
    'agreement',
    'airline',
    'billing',
    'customer',
  ).members,
  ...pick(REQUEST, 'posTerminal').members,
  authentication: retrievedAuthentication,
  browserPayment: answeredBrowserPayment,
  currencyConversion,
  paymentPlan,
  risk,
  shipping: answeredShipping,
  sourceOfFunds: answeredSource,
};

export const transactionAnswerFields = group(
  {
    ...whose,
    ...circumstances,
    ...pick(REQUEST, 'correlationId').members,
    authorizationResponse: authorizationResponseFields,
    gatewayEntryPoint: always(
      enumeration(...ENTRY_POINTS, 'CHECKOUT_VIA_WEBSITE'),
      'How the transaction came to the gateway; CHECKOUT_VIA_WEBSITE is the hosted page from version 63 on.',
      { earlier: { until: CHECKOUT_ENTRY_POINT_SINCE, type: enumeration(...ENTRY_POINTS) } },
    ),
    item: { ...items, doc: 'For a refund: the lines of the order, beside it.' },
    order: { ...answeredOrder, always: true },
    response,
    risk: { ...alwaysProvided(risk, 'response', 'response.gatewayCode'), always: true },
    timeOfLastUpdate: always(dateTime(), 'When the transaction changed last.'),
    timeOfRecord: always(dateTime(), 'When the transaction came.'),
    transaction: { ...answeredTransaction, always: true },
  },
  {
    doc: 'A transaction as it was made; only the ids and the result where another operation locks the order.',
  },
);

/** The answer to INITIATE_BROWSER_PAYMENT, before the payer is redirected. */
export const browserPaymentAnswer = replace(transactionAnswerFields, 'browserPayment', {
  ...answeredBrowserPayment,
  // In the type of the answer the field is optional, because all operations on an order share a handler.
  always: true as boolean,
});

/** The answer of the payer-authentication operations. It contains the next URL for the payer's browser. */
export const authenticationAnswer = replace(transactionAnswerFields, 'authentication', {
  ...answeredAuthentication,
  // Always provided, in the versions that have it.
  always: true as boolean,
});

/** The answer about an order. The order's own fields are top-level. */
export const orderAnswer = group(
  {
    ...whose,
    ...circumstances,
    ...answeredOrder.members,
    response: { ...response, always: false },
    transaction: list(transactionAnswerFields, TRANSACTIONS_MAX, {
      doc: 'The order’s transactions, the oldest first.',
    }),
  },
  { doc: 'An order with all its transactions.' },
);
