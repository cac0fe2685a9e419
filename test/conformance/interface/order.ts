/** The order's fields in requests and answers. Line items and the sub-merchant have files of their own. */
import { ORDER_STATES } from './enumerations.ts';
import {
  ANSWERED_AMOUNT,
  ASKED_AMOUNT,
  alphanumeric,
  ascii,
  BOUNDED_AMOUNT,
  CURRENCY,
  DATE,
  decimal,
  formedAs,
  oneOf,
  someOf,
  string,
} from './facts.ts';
import type { InterfaceField } from './field.ts';
import { PAYMENT } from './operations.ts';
import { address, fields } from './rows.ts';

const INITIATE = 'INITIATE_BROWSER_PAYMENT';
const WITH_INITIATE = [...PAYMENT, INITIATE] as const;

/** Sub-totals, which must add up to `order.amount`. */
const SUB_TOTALS = ['order.itemAmount', 'order.taxAmount', 'order.shippingAndHandlingAmount'];
const eachSubTotal = (type: typeof ASKED_AMOUNT) => Object.fromEntries(SUB_TOTALS.map((path) => [path, type]));

const asked = [
  ...fields(
    { side: 'request', operations: WITH_INITIATE },
    {
      'order.amount': [ASKED_AMOUNT, { requiredIn: [INITIATE] }],
      'order.currency': [CURRENCY, { requiredIn: [INITIATE] }],
      ...eachSubTotal(ASKED_AMOUNT),
    },
  ),
  ...fields(
    { side: 'request', operations: ['CAPTURE'], since: 100 },
    { 'order.purchaseType': someOf('ACCOUNT_FUNDING') },
  ),
];

const answered = fields(
  { side: 'response' },
  {
    'order.id': [string(1, 40), { presence: 'ALWAYS PROVIDED' }],
    'order.amount': [ANSWERED_AMOUNT, { requiredIn: ['REFUND'] }],
    'order.currency': CURRENCY,
    ...eachSubTotal(ANSWERED_AMOUNT),
    'order.status': oneOf(...ORDER_STATES),
    'order.totalAuthorizedAmount': [ANSWERED_AMOUNT, { presence: 'ALWAYS PROVIDED' }],
    'order.totalCapturedAmount': [ANSWERED_AMOUNT, { presence: 'ALWAYS PROVIDED' }],
    'order.totalRefundedAmount': [ANSWERED_AMOUNT, { presence: 'ALWAYS PROVIDED' }],
  },
);

const both = fields(
  { side: 'both' },
  {
    'order.customerOrderDate': [DATE, { presence: 'CONDITIONAL' }],
    'order.customerReference': [ascii(0, 25), { presence: 'CONDITIONAL' }],
    'order.description': [string(1, 127), { operations: WITH_INITIATE }],
    'order.discount.amount': [BOUNDED_AMOUNT, { presence: 'CONDITIONAL' }],
    'order.discount.code': [string(1, 40), { presence: 'CONDITIONAL' }],
    'order.discount.description': [string(1, 127), { presence: 'CONDITIONAL' }],
    'order.localTaxRegistrationId': string(1, 25),
    'order.taxRegistrationId': [string(1, 30), { since: 34 }],
    'order.taxStatus': string(5, 20),
    'order.owningEntity': string(1, 40),
    'order.productSKU': string(1, 15),
    'order.recurringPaymentAgreement': alphanumeric(1, 30),
    'order.requestorName': string(1, 100),
    'order.walletIndicator': string(3, 3),
    'order.walletProvider': formedAs('*_EXPRESS_CHECKOUT', '*_PAY', '*_ONLINE', '*_CHECKOUT'),
    'order.wallet.X.callId': string(1, 200),
    'order.tax[n].amount': [ASKED_AMOUNT, { since: 34, operations: WITH_INITIATE }],
    'order.tax[n].rate': [decimal({ characters: [1, 6] }), { since: 34, operations: WITH_INITIATE }],
    'order.tax[n].type': [string(1, 50), { since: 34, operations: WITH_INITIATE }],
    'order.statementDescriptor.name': string(1, 100),
    'order.statementDescriptor.phone': string(1, 20),
    ...address('order.statementDescriptor.address'),
  },
);

/** Earlier versions have a shorter limit. */
const formerly = fields({ side: 'both', until: 34 }, { 'order.taxRegistrationId': string(1, 20) });

export const ORDER: readonly InterfaceField[] = [...asked, ...answered, ...both, ...formerly];
