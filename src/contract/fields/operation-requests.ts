/** Which of all fields each operation on an order takes. */
import type { Group } from '../field.ts';
import { leave, put, take } from '../tree.ts';
import { REQUEST } from './request.ts';
import { browserSource, payingSource } from './source-of-funds.ts';

/** What every operation on an order takes. */
const COMMON = [
  'apiOperation',
  'correlationId',
  'order.custom',
  'order.customerNote',
  'order.notificationUrl',
  'order.reference',
  'partnerSolutionId',
  'responseControls',
  'transaction.merchantNote',
  'transaction.reference',
  'userId',
];

/** What moves money takes beside that, each with its exceptions. */
const MOVING = [
  ...COMMON,
  'action',
  'airline',
  'billing',
  'customer',
  'order',
  'posTerminal',
  'session',
  'shipping',
  'sourceOfFunds',
  'transaction',
];
const AUTHENTICATION = ['3DSecure', '3DSecureId'];

/** AUTHORIZE, PAY and VERIFY. */
export const initialRequest: Group = put(
  leave(
    take(REQUEST, ...MOVING, ...AUTHENTICATION),
    'order.purchaseType',
    'transaction.amount',
    'transaction.authorizationCode',
    'transaction.currency',
    'transaction.targetTransactionId',
  ),
  'sourceOfFunds',
  payingSource,
);

export const captureRequest: Group = put(
  leave(take(REQUEST, ...MOVING, ...AUTHENTICATION, 'accountFunding', 'agreement'), 'transaction.targetTransactionId'),
  'sourceOfFunds',
  payingSource,
);

export const refundRequest: Group = put(
  leave(
    take(REQUEST, ...MOVING),
    'order.purchaseType',
    'transaction.authorizationCode',
    'transaction.targetTransactionId',
  ),
  'sourceOfFunds',
  payingSource,
);

export const voidRequest: Group = take(
  REQUEST,
  ...COMMON,
  'posTerminal.onlineReasonCode',
  'sourceOfFunds.provided.card.emvRequest',
  'sourceOfFunds.provided.card.p2pe',
  'sourceOfFunds.provided.card.track1',
  'sourceOfFunds.provided.card.track2',
  'transaction.targetTransactionId',
);

export const browserPaymentRequest: Group = put(
  take(
    REQUEST,
    ...COMMON,
    'browserPayment',
    'customer.email',
    'order.amount',
    'order.currency',
    'order.description',
    'order.item',
    'order.itemAmount',
    'order.shippingAndHandlingAmount',
    'order.tax',
    'order.taxAmount',
    'shipping',
    'sourceOfFunds',
  ),
  'sourceOfFunds',
  browserSource,
);

export const confirmationRequest: Group = take(REQUEST, ...COMMON);

export const referralRequest: Group = take(REQUEST, ...COMMON, 'transaction.authorizationCode');

export const authorizationUpdateRequest: Group = take(REQUEST, ...COMMON, 'transaction.amount', 'transaction.currency');
