/**
 * The table of operations: the required and optional fields that the document lists, and the versions that list the
 * operation.
 */
import type { Operation } from './field.ts';

/**
 * Operations that charge or verify a payer's card. The document describes AUTHORIZE; the other two take the same
 * fields.
 */
export const PAYMENT = ['AUTHORIZE', 'PAY', 'VERIFY'] as const satisfies readonly Operation[];

/** Every operation on a transaction of an order. */
export const ORDER_TRANSACTION = [
  ...PAYMENT,
  'CAPTURE',
  'INITIATE_BROWSER_PAYMENT',
  'REFERRAL',
  'REFUND',
  'UPDATE_AUTHORIZATION',
  'VOID',
] as const satisfies readonly Operation[];

/** Operations that may carry a card of their own: payments, a standalone capture, a standalone refund, a token. */
export const CARD_TAKING = [...PAYMENT, 'CAPTURE', 'REFUND', 'CREATE_TOKEN'] as const satisfies readonly Operation[];

export interface Endpoint {
  /** Dotted paths of fields or whole groups. */
  readonly required: readonly string[];
  /** Likewise; a last segment `*` means the whole group. */
  readonly optional: readonly string[];
}

export const ENDPOINTS: Partial<Readonly<Record<Operation, Endpoint>>> = {
  VOID: {
    required: ['transaction', 'transaction.targetTransactionId'],
    optional: [
      'correlationId',
      'order.custom.X',
      'partnerSolutionId',
      'posTerminal.onlineReasonCode',
      'responseControls.sensitiveData',
      'sourceOfFunds.provided.card.emvRequest',
      'sourceOfFunds.provided.card.p2pe.*',
      'sourceOfFunds.provided.card.track1',
      'sourceOfFunds.provided.card.track2',
      'transaction.merchantNote',
      'transaction.reference',
      'userId',
    ],
  },
  INITIATE_BROWSER_PAYMENT: {
    required: ['browserPayment', 'browserPayment.returnUrl', 'order.amount', 'order.currency', 'sourceOfFunds'],
    optional: [
      'customer.email',
      'order.custom.X',
      'order.customerNote',
      'order.description',
      'order.item[n]',
      'order.itemAmount',
      'order.reference',
      'order.shippingAndHandlingAmount',
      'order.taxAmount',
      'order.tax[n]',
      'order.notificationUrl',
      'partnerSolutionId',
      'responseControls',
      'shipping.*',
    ],
  },
  REFERRAL: {
    required: ['transaction.authorizationCode'],
    optional: [
      'correlationId',
      'order.custom.X',
      'order.customerNote',
      'partnerSolutionId',
      'responseControls.sensitiveData',
      'transaction.merchantNote',
      'transaction.reference',
      'userId',
    ],
  },
  REFUND: { required: [], optional: ['airline'] },
  UPDATE_AUTHORIZATION: {
    required: [],
    optional: [
      'correlationId',
      'order.custom.X',
      'order.reference',
      'partnerSolutionId',
      'responseControls.sensitiveData',
      'transaction.amount',
      'transaction.currency',
      'transaction.merchantNote',
      'transaction.reference',
      'userId',
    ],
  },
  /** A session may supply the source of funds, so the body itself has no required field. */
  AUTHORIZE: {
    required: [],
    optional: ['3DSecure', '3DSecureId', 'action', 'airline', 'sourceOfFunds', 'transaction', 'userId'],
  },
  CAPTURE: { required: ['transaction.amount'], optional: ['3DSecure', 'airline', 'accountFunding', 'agreement'] },
};

export const LISTED_VERSIONS: Partial<Readonly<Record<Operation, readonly number[]>>> = {
  CREATE_TOKEN: [46],
  VOID: [43],
  INITIATE_BROWSER_PAYMENT: [21, 34],
  REFERRAL: [17],
  REFUND: [14],
  AUTHORIZE: [24, 28, 41],
  UPDATE_AUTHORIZATION: [42],
  CAPTURE: [44, 100],
};
