/** The transaction: its amount, its target, its origin. */
import { ASKED_AMOUNT, alphanumeric, BOOLEAN, CURRENCY, oneOf, string } from './facts.ts';
import type { InterfaceField, Operation } from './field.ts';
import { PAYMENT } from './operations.ts';
import { fields } from './rows.ts';

/** Operations with an amount of their own, beside the order's. */
const AMOUNT_TAKING = ['UPDATE_AUTHORIZATION', 'CAPTURE', 'REFUND'] as const satisfies readonly Operation[];

/** In order of precedence. */
const ONLINE_REASONS = [
  'CHIP_APPLICATION_DATA_FILE_ERROR',
  'CHIP_COMMON_DATA_FILE_ERROR',
  'FORCED_BY_CHIP',
  'FORCED_BY_ISSUER',
  'FORCED_BY_MERCHANT',
  'FORCED_BY_TERMINAL',
  'MERCHANT_SUSPICIOUS',
  'OVER_FLOOR_LIMIT',
  'RANDOM_SELECTION_BY_TERMINAL',
  'UNABLE_TO_PROCESS_CHIP',
];

/** Described only in the notes on `order.taxAmount`, which it replaces. */
export const TRANSACTION_TAX: readonly InterfaceField[] = fields(
  { side: 'request', operations: ['AUTHORIZE', 'PAY', 'CAPTURE', 'REFUND'] },
  { 'transaction.taxAmount': ASKED_AMOUNT },
);

export const TRANSACTION: readonly InterfaceField[] = fields(
  { side: 'request' },
  {
    'transaction.targetTransactionId': [
      string(1, 40),
      { presence: 'REQUIRED', operations: ['VOID'], requiredIn: ['VOID'] },
    ],
    'transaction.authorizationCode': [
      alphanumeric(1, 6),
      { operations: ['REFERRAL', 'CAPTURE'], requiredIn: ['REFERRAL'] },
    ],
    'transaction.amount': [ASKED_AMOUNT, { operations: AMOUNT_TAKING, requiredIn: ['CAPTURE'] }],
    'transaction.currency': [CURRENCY, { operations: AMOUNT_TAKING }],
    'transaction.acquirer.customData': string(1, 2048),
    'transaction.acquirer.transactionId': string(1, 100),
    'transaction.cashAdvance': BOOLEAN,
    'transaction.frequency': oneOf('INSTALLMENT', 'RECURRING', 'SINGLE'),
    'transaction.source': oneOf(
      'CALL_CENTRE',
      'CARD_PRESENT',
      'INTERNET',
      'MAIL_ORDER',
      'MOTO',
      'TELEPHONE_ORDER',
      'VOICE_RESPONSE',
    ),
    'action.bypassMerchantRiskRules': oneOf('ALL'),
    'posTerminal.onlineReasonCode': [oneOf(...ONLINE_REASONS), { operations: [...PAYMENT, 'VOID'] }],
  },
);
