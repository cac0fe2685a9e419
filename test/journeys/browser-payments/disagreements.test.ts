/** The comparison that every journey ends with sees each way in which books can differ. */
import { describe, expect, it } from 'vitest';
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

/** The first transaction told otherwise. */
function told(changes: Partial<TransactionAnswer>): Partial<Ledgers> {
  return { gateway: { ...AGREEING.gateway, transaction: [{ ...PAYMENT, ...changes }, CARD] } };
}

const interaction = PAYMENT.browserPayment!.interaction!;

it('books that agree are found to', () => {
  expect(disagreements(AGREEING, URL)).toEqual([]);
});

describe('it finds', () => {
  it.each<[string, Partial<Ledgers>]>([
    ['a payment that the provider does not have', { provider: [] }],
    ['a payment that the gateway does not know', { provider: [ROW, { ...ROW, reference: 'other' }] }],
    ['a payment that the merchant is not told of', { gateway: { ...AGREEING.gateway, transaction: [CARD] } }],
    ['a success that the provider declined', { provider: [{ ...ROW, state: 'DECLINED' }] }],
    ['a success that the provider has undone', { provider: [{ ...ROW, state: 'REVERSED' }] }],
    ['another amount', { provider: [{ ...ROW, amount: '57.21' }] }],
    ['another currency', { provider: [{ ...ROW, currency: 'USD' }] }],
    ['an authorization for a payment', { provider: [{ ...ROW, kind: 'AUTHORIZATION' }] }],
    [
      'a refund that the merchant is not told of',
      { provider: [ROW, { ...ROW, kind: 'REFUND', reference: 'ref-2', amount: '1.00' }] },
    ],
    ['late money that went back unasked', { provider: [ROW, { ...ROW, kind: 'REFUND', reference: 'ref-late' }] }],
    ['a second charge at the acquirer', { acquirer: [CARD_ROW, { ...CARD_ROW }] }],
    [
      'the same payment at the acquirer as well',
      { acquirer: [CARD_ROW, { ...CARD_ROW, transaction: '1', amount: '57.20' }] },
    ],
    ['a card that the acquirer reversed', { acquirer: [{ ...CARD_ROW, state: 'REVERSED' }] }],
    ['totals that did not move', { gateway: { ...AGREEING.gateway, totalCapturedAmount: 62.21 } }],
    ['a result that nobody awaits any more, still open', told({ result: 'PENDING' })],
    ['a failure that was paid', told({ result: 'FAILURE' })],
    [
      'a visit that is not completed',
      told({ browserPayment: { interaction: { ...interaction, status: 'RETURNED_TO_MERCHANT' } } }),
    ],
    [
      'a visit whose steps are out of order',
      told({ browserPayment: { interaction: { ...interaction, timeInitiated: '2026-11-21T12:00:00.001Z' } } }),
    ],
    ['a decision that the merchant is not told of', { notifications: [{ transaction: '2', url: URL }] }],
    [
      'a decision that the merchant is told of twice',
      { notifications: [...AGREEING.notifications, { transaction: '1', url: URL }] },
    ],
    [
      'a decision that another is told of',
      {
        notifications: [
          { transaction: '1', url: `${URL}?` },
          { transaction: '2', url: URL },
        ],
      },
    ],
  ])('%s', (_, changes) => {
    expect(disagreements({ ...AGREEING, ...changes } as Ledgers, URL)).not.toEqual([]);
  });

  it('a notification that nobody asked for', () => {
    expect(disagreements(AGREEING, undefined)).toHaveLength(1);
  });
});
