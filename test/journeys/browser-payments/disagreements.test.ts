/** The comparison at the end of every journey detects each kind of difference between the ledgers. */
import { expect, it } from 'vitest';
import { disagreements } from './disagreements.ts';
import type { Ledgers, TransactionAnswer } from './ledgers.ts';

const URL = 'https://shop.example/told';
const AT = '2026-11-21T12:00:00.000Z';

const PAYMENT: TransactionAnswer = {
  result: 'SUCCESS',
  response: { gatewayCode: 'APPROVED' },
  transaction: { id: '1', type: 'PAYMENT', amount: 57.2, currency: 'EUR' },
  sourceOfFunds: { type: 'DEMO_WALLET' },
  browserPayment: {
    interaction: { status: 'COMPLETED', timeInitiated: AT, timeRedirected: AT, timeReturned: AT, timeCompleted: AT },
  },
};
const ROW = {
  kind: 'PAYMENT',
  reference: 'ref',
  merchant: 'M',
  order: 'o',
  amount: '57.20',
  currency: 'EUR',
  state: 'APPROVED',
  at: AT,
} as const;
const CARD: TransactionAnswer = {
  ...PAYMENT,
  transaction: { ...PAYMENT.transaction, id: '2', amount: 5 },
  sourceOfFunds: { type: 'CARD' },
  browserPayment: undefined,
};
const CARD_ROW = { ...ROW, transaction: '2', amount: '5.00' };

const AGREEING: Ledgers = {
  gateway: {
    status: 'CAPTURED',
    currency: 'EUR',
    totalAuthorizedAmount: 62.2,
    totalCapturedAmount: 62.2,
    totalRefundedAmount: 0,
    transaction: [PAYMENT, CARD],
  },
  names: [{ transaction: '1', reference: 'ref', late: null }],
  provider: [ROW],
  acquirer: [CARD_ROW],
  notifications: [
    { transaction: '1', url: URL },
    { transaction: '2', url: URL },
  ],
  callbacks: 1,
};

/** The first transaction with changes. */
function ledgersWith(changes: Partial<TransactionAnswer>): Partial<Ledgers> {
  return { gateway: { ...AGREEING.gateway, transaction: [{ ...PAYMENT, ...changes }, CARD] } };
}

const interaction = PAYMENT.browserPayment!.interaction!;

it('the comparison accepts ledgers that agree', () => {
  expect(disagreements(AGREEING, URL)).toEqual([]);
});

/** A difference between the ledgers, and the sentence that must be reported for it. */
const WRONG: readonly (readonly [what: string, changes: Partial<Ledgers>, sentence: string])[] = [
  ['a payment that the provider does not have', { provider: [] }, 'is absent at the provider'],
  [
    'a payment that the gateway does not know',
    { provider: [ROW, { ...ROW, reference: 'other' }] },
    'payment other that the gateway does not know',
  ],
  [
    'a payment without a notification',
    { gateway: { ...AGREEING.gateway, transaction: [CARD] } },
    'Transaction 1 went to a provider',
  ],
  [
    'a success that the provider declined',
    { provider: [{ ...ROW, state: 'DECLINED' }] },
    'is DECLINED at the provider',
  ],
  ['a success that the provider undid', { provider: [{ ...ROW, state: 'REVERSED' }] }, 'is REVERSED at the provider'],
  ['another amount', { provider: [{ ...ROW, amount: '57.21' }] }, 'is PAYMENT 57.21 EUR at the provider'],
  ['another currency', { provider: [{ ...ROW, currency: 'USD' }] }, 'is PAYMENT 57.20 USD at the provider'],
  ['another kind', { provider: [{ ...ROW, kind: 'AUTHORIZATION' }] }, 'is AUTHORIZATION 57.20 EUR at the provider'],
  [
    'a refund without a notification',
    { provider: [ROW, { ...ROW, kind: 'REFUND', reference: 'ref-2', amount: '1.00' }] },
    'Movements at the gateway: none; at the provider: REFUND 1.00 APPROVED',
  ],
  [
    'late money that went back unasked',
    { provider: [ROW, { ...ROW, kind: 'REFUND', reference: 'ref-late' }] },
    'gave back: none; at the provider: ref-late',
  ],
  [
    'late money that did not go back',
    { names: [{ transaction: '1', reference: 'ref', late: 'REFUNDED' }] },
    'gave back: ref-late; at the provider: none',
  ],
  [
    'a second charge of a card',
    { acquirer: [CARD_ROW, CARD_ROW] },
    'at the acquirer: 2 5.00 APPROVED, 2 5.00 APPROVED',
  ],
  [
    'the same payment at the acquirer as well',
    { acquirer: [CARD_ROW, { ...CARD_ROW, transaction: '1' }] },
    'at the acquirer: 2 5.00 APPROVED, 1 5.00 APPROVED',
  ],
  ['a card that was reversed', { acquirer: [{ ...CARD_ROW, state: 'REVERSED' }] }, 'at the acquirer: 2 5.00 REVERSED'],
  [
    'totals that did not move',
    { gateway: { ...AGREEING.gateway, totalCapturedAmount: 62.21 } },
    'told of 6221 minor units, and 6220 moved',
  ],
  [
    'a result that is known and not reported',
    ledgersWith({ result: 'PENDING' }),
    'is APPROVED at the provider, not OPEN',
  ],
  [
    'a failure that was paid',
    ledgersWith({ result: 'FAILURE' }),
    'is APPROVED at the provider, not DECLINED or WITHDRAWN',
  ],
  [
    'a visit with a status that contradicts its times',
    ledgersWith({ browserPayment: { interaction: { ...interaction, status: 'RETURNED_TO_MERCHANT' } } }),
    'is RETURNED_TO_MERCHANT by its word, COMPLETED by its times',
  ],
  [
    'a visit that is not completed with its payment',
    ledgersWith({ browserPayment: { interaction: { ...interaction, status: 'INITIATED', timeCompleted: undefined } } }),
    '1 PAYMENT SUCCESS 57.20 EUR is INITIATED.',
  ],
  [
    'a visit with steps out of order',
    ledgersWith({ browserPayment: { interaction: { ...interaction, timeInitiated: '2026-11-21T12:00:00.001Z' } } }),
    'has its steps in the order',
  ],
  [
    'a decision without a notification',
    { notifications: [{ transaction: '2', url: URL }] },
    `1 to ${URL}, 2 to ${URL}; notifications: 2 to ${URL}.`,
  ],
  [
    'a decision with two notifications',
    { notifications: [...AGREEING.notifications, { transaction: '1', url: URL }] },
    `notifications: 1 to ${URL}, 1 to ${URL}, 2 to ${URL}.`,
  ],
  [
    'a decision notified to another address',
    { notifications: [{ transaction: '1', url: `${URL}?` }, AGREEING.notifications[1]!] },
    `notifications: 1 to ${URL}?, 2 to ${URL}.`,
  ],
];

it.each(WRONG)('the comparison finds %s', (_, changes, sentence) => {
  expect(disagreements({ ...AGREEING, ...changes }, URL).join('\n')).toContain(sentence);
});

it('the comparison finds a notification that was not requested', () => {
  expect(disagreements(AGREEING, undefined).join()).toContain('Decisions that the merchant is to be told: none');
});
