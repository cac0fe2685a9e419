/** The fields of each operation on an order, selected from `REQUEST`. */

import { omit, pick, replace } from '../edit-schema.ts';
import type { Group } from '../field.ts';
import { REQUEST } from './request-fields.ts';
import { browserSource, initialSource, payingSource } from './source-of-funds-fields.ts';
import { PAID_THREE_D_SECURE } from './three-d-secure.ts';

/** Fields of every operation on an order. */
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

/**
 * Fields of operations after an order's first transaction. They accept `order.subMerchant` only to refuse it by name,
 * because a sub-merchant belongs to the first transaction.
 */
const SUBSEQUENT = [...COMMON, 'order.subMerchant'];

/** Fields of operations that move money. Each operation omits some. */
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
const AUTHENTICATION = [...PAID_THREE_D_SECURE, '3DSecureId'];
/** The fields that name or contain a payment's authentication, made by this gateway or elsewhere. */
const PAYMENT_AUTHENTICATION = ['authentication.3ds', 'authentication.3ds2', 'authentication.transactionId'];

/** The request of AUTHORIZE and PAY. */
export const initialRequest: Group = replace(
  omit(
    pick(REQUEST, ...MOVING, ...AUTHENTICATION, ...PAYMENT_AUTHENTICATION, 'agreement', 'device.ipAddress'),
    'order.purchaseType',
    'transaction.amount',
    'transaction.authorizationCode',
    'transaction.currency',
    'transaction.targetTransactionId',
  ),
  'sourceOfFunds',
  initialSource,
);

/** The request of VERIFY. It has no tax, because a verification moves no money. */
export const verificationRequest: Group = omit(initialRequest, 'transaction.taxAmount');

/** The request of INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER. */
export const authenticationRequest: Group = replace(
  omit(
    pick(
      REQUEST,
      ...COMMON,
      'agreement',
      'authentication',
      'billing',
      'customer',
      'device',
      'order',
      'session',
      'shipping',
      'sourceOfFunds',
      'transaction.source',
    ),
    'authentication.3ds',
    'authentication.3ds2',
    'authentication.transactionId',
    'order.purchaseType',
  ),
  'sourceOfFunds',
  payingSource,
);

export const captureRequest: Group = replace(
  omit(pick(REQUEST, ...MOVING, ...AUTHENTICATION, 'accountFunding', 'agreement'), 'transaction.targetTransactionId'),
  'sourceOfFunds',
  payingSource,
);

export const refundRequest: Group = replace(
  omit(
    pick(REQUEST, ...MOVING),
    'order.purchaseType',
    'transaction.authorizationCode',
    'transaction.targetTransactionId',
  ),
  'sourceOfFunds',
  payingSource,
);

export const voidRequest: Group = pick(
  REQUEST,
  ...SUBSEQUENT,
  'posTerminal.onlineReasonCode',
  'sourceOfFunds.provided.card.emvRequest',
  'sourceOfFunds.provided.card.p2pe',
  'sourceOfFunds.provided.card.track1',
  'sourceOfFunds.provided.card.track2',
  'transaction.targetTransactionId',
);

export const browserPaymentRequest: Group = replace(
  pick(
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

export const confirmationRequest: Group = pick(REQUEST, ...SUBSEQUENT);

export const referralRequest: Group = pick(REQUEST, ...SUBSEQUENT, 'transaction.authorizationCode');

export const authorizationUpdateRequest: Group = pick(
  REQUEST,
  ...SUBSEQUENT,
  'transaction.amount',
  'transaction.currency',
);
