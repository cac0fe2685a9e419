/** The entry of the index is made from the records of an order alone. */
import { describe, expect, it } from 'vitest';
import { type GatewayCode, resultOf } from '../../../src/contract/gateway-codes.ts';
import { applyMovement, newOrder, type OrderState, type TransactionType } from '../../../src/core/order/order.ts';
import { orderEntry, termsFor } from '../../../src/core/order-index/order-entry.ts';
import {
  DEFAULT_ACQUIRER,
  type OrderSource,
  type StoredTransaction,
  type TransactionRequest,
} from '../../../src/core/ports/index.ts';

/** 2026-11-29T23:59:59.000Z. */
const AT = Date.UTC(2026, 10, 29, 23, 59, 59);
const sealer = { hash: (purpose: string, text: string) => Buffer.from(`${text} ${purpose} at least 16 bytes long`) };
const CARD = {
  type: 'CARD',
  brand: 'VISA',
  scheme: 'VISA',
  fundingMethod: 'UNKNOWN',
  number: '411111xxxxxx1111',
} as const;
const PIX = { type: 'BROWSER_PAYMENT', provider: 'PIX' } as const;

interface Told extends Partial<Pick<TransactionRequest, 'acquirer' | 'details' | 'isCancelled'>> {
  readonly type?: TransactionType;
  readonly code?: GatewayCode;
  readonly instrument?: TransactionRequest['instrument'];
  readonly amount?: bigint;
  readonly acquirerCode?: string;
}

/** The records of an order of EUR 12.00 with these transactions. */
function recordsOf(
  told: readonly Told[],
  more: Partial<OrderSource> = {},
  state: Partial<OrderState> = {},
): OrderSource {
  let after: OrderState = { ...newOrder('EUR', 1_200n), ...state };
  const transactions = told.map(({ type = 'PAYMENT', code, acquirerCode, ...given }, at): StoredTransaction => {
    const request: TransactionRequest = {
      operation: 'PAY',
      type,
      version: 100,
      entryPoint: 'WEB_SERVICES_API',
      currency: 'EUR',
      amount: 1_200n,
      instrument: CARD,
      details: {},
      ...given,
    };
    const transactionId = `${at + 1}`;
    if (code !== undefined) {
      const { amount } = request;
      after = applyMovement(after, { transactionId, type, result: resultOf(code), gatewayCode: code, amount }, 'EUR');
    }
    const outcome = code && { gatewayCode: code, reply: acquirerCode && { acquirerCode } };
    const createdAt = AT + at * 1_000;
    return {
      ...{ key: 100 + at, orderKey: 7, transactionId, fingerprint: Buffer.from(''), createdAt, updatedAt: createdAt },
      request,
      outcome: outcome as StoredTransaction['outcome'],
    };
  });
  const order = { key: 7, merchantKey: 3, orderId: 'A-1', lockedBy: null, fence: 1, createdAt: AT, updatedAt: AT + 9 };
  // The store gives the transactions in no order.
  return {
    order: { ...order, state: after },
    transactions: transactions.toReversed(),
    providerReferences: new Map(),
    ...more,
  };
}

const entryOf = (...records: Parameters<typeof recordsOf>) => orderEntry(recordsOf(...records), sealer);

describe('the order of an entry', () => {
  it('has the totals, the card, and the merchant’s last reference', () => {
    const { order } = entryOf([
      { details: { order: { reference: 'R-1' } }, code: 'APPROVED' },
      { details: { order: { reference: 'R-2' } }, type: 'REFUND', amount: 200n, code: 'APPROVED' },
      { type: 'CHARGEBACK', amount: 300n, code: 'APPROVED' },
    ]);
    expect(order).toEqual({
      orderKey: 7,
      merchantKey: 3,
      orderId: 'A-1',
      status: 'PARTIALLY_REFUNDED',
      currency: 'EUR',
      amount: 1_200n,
      totalAuthorized: 1_200n,
      totalCaptured: 1_200n,
      totalRefunded: 200n,
      totalChargedBack: 300n,
      method: 'CARD',
      brand: 'VISA',
      lastFour: '1111',
      reference: 'R-2',
      providerReference: null,
      declineCode: null,
      acquirerCode: null,
      steps: ['PAID'],
      createdAt: AT,
      updatedAt: AT + 9,
    });
  });

  it('has the decline of the last attempt, unless one succeeded', () => {
    const declined: Told[] = [
      { code: 'EXPIRED_CARD', acquirerCode: '54' },
      { code: 'INSUFFICIENT_FUNDS', acquirerCode: '51' },
    ];
    const codesOf = ({ order }: ReturnType<typeof entryOf>) => [order.declineCode, order.acquirerCode];
    expect(codesOf(entryOf(declined))).toEqual(['INSUFFICIENT_FUNDS', '51']);
    expect(codesOf(entryOf([...declined, { code: 'APPROVED' }]))).toEqual([null, null]);
  });

  it('shows the payment that succeeded, not a later one that failed', () => {
    const { order } = entryOf([
      { instrument: PIX, code: 'APPROVED', amount: 500n },
      { code: 'DECLINED', amount: 700n },
    ]);
    expect([order.method, order.brand, order.lastFour]).toEqual(['PIX', null, null]);
  });

  it('has no payment where only an authentication has begun', () => {
    const { order, terms, counted } = entryOf([], {}, { authentications: ['1'] });
    expect([order.method, order.brand, order.lastFour, order.reference]).toEqual([null, null, null, null]);
    expect([order.steps, terms, counted]).toEqual([['AUTHENTICATED'], [], []]);
  });
});

describe('the steps of a payer', () => {
  const ended = (kind: 'CHECKOUT_ABANDONED' | 'CHECKOUT_TIMED_OUT') => ({ event: { kind, at: AT } });
  it.each<[string, readonly Told[], Partial<OrderSource> | undefined, string]>([
    [
      'two declines and a payment',
      [{ code: 'DECLINED' }, { code: 'DECLINED' }, { code: 'APPROVED' }],
      undefined,
      'DECLINED PAID',
    ],
    ['a provider’s page that is left', [{ instrument: PIX }], ended('CHECKOUT_ABANDONED'), 'REDIRECTED ABANDONED'],
    ['a cancelled attempt', [{ instrument: PIX, code: 'CANCELLED' }], undefined, 'REDIRECTED CANCELLED'],
    ['an attempt that the payer cancelled', [{ isCancelled: true, code: 'DECLINED' }], undefined, 'CANCELLED'],
    ['a payment without a result', [{ code: 'PENDING' }], undefined, ''],
    ['a checked card', [{ type: 'VERIFICATION', code: 'APPROVED', amount: 0n }], undefined, ''],
    ['a checkout that ends by time', [{ code: 'DECLINED' }], ended('CHECKOUT_TIMED_OUT'), 'DECLINED TIMED_OUT'],
  ])('are those of %s', (_title, told, more, steps) => {
    expect(entryOf(told, more).order.steps.join(' ')).toBe(steps);
  });
});

describe('the counts of an order', () => {
  it('have each completed transaction on the day on which it began, with the reason of a failure', () => {
    const { counted } = entryOf([
      { code: 'DECLINED' },
      { code: 'APPROVED', acquirer: 'SECOND' },
      { type: 'REFUND', amount: 200n },
    ]);
    const same = { currency: 'EUR', kind: 'PAYMENT', method: 'CARD', brand: 'VISA', amount: 1_200n };
    expect(counted).toEqual([
      { ...same, day: '2026-11-29', result: 'FAILURE', processor: DEFAULT_ACQUIRER, reason: 'DECLINED' },
      { ...same, day: '2026-11-30', result: 'SUCCESS', processor: 'SECOND', reason: '' },
    ]);
  });

  it('have a lost payer with the last step before', () => {
    const { counted } = entryOf([{ instrument: PIX }], { event: { kind: 'CHECKOUT_ABANDONED', at: AT } });
    expect(counted).toEqual([
      {
        ...{ day: '2026-11-29', currency: 'EUR', kind: 'CHECKOUT_ABANDONED', result: '', method: '', brand: '' },
        ...{ processor: '', reason: 'REDIRECTED', amount: 1_200n },
      },
    ]);
  });
});

describe('terms', () => {
  it('are those of all transactions, each once', () => {
    const details = { customer: { email: 'A@b.example' }, order: { reference: 'R', customerReference: 'r' } };
    const { terms } = entryOf(
      [
        { details, instrument: { ...CARD, nameOnCard: 'ANN LEE' }, code: 'DECLINED' },
        { details: { ...details, transaction: { reference: 'T' } }, code: 'APPROVED' },
      ],
      { providerReferences: new Map([[101, 'P-9']]) },
    );
    expect(terms.map(({ kind, value }) => [kind, kind === 'EMAIL' || kind === 'NAME' ? '' : value]).sort()).toEqual([
      ['EMAIL', ''],
      ['LAST_FOUR', '1111'],
      ['NAME', ''],
      ['PROVIDER_REFERENCE', 'p-9'],
      ['REFERENCE', 'r'],
      ['REFERENCE', 't'],
    ]);
  });

  it.each([
    ['  Invoice\t 7 ', 'invoice 7'],
    ['ＲＥＦ１', 'ref1'],
    ['x'.repeat(101), 'x'.repeat(100)],
  ])('of %j are without differences of case, spaces and forms', (text, value) => {
    expect(termsFor('REFERENCE', text, () => [])).toEqual([{ kind: 'REFERENCE', value }]);
  });

  it('are none for a text without characters that are visible', () => {
    expect(termsFor('NAME', ' \u00A0\u0000', () => [Buffer.from('hash')])).toEqual([]);
  });

  it('of a name are one hash for each key, of 128 bits', () => {
    const hashes = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const texts: string[] = [];
    const terms = termsFor('NAME', 'Ann  LEE', (_purpose, text) => {
      texts.push(text);
      return hashes;
    });
    expect(texts).toEqual(['ann lee']);
    expect(terms.map(({ value }) => Buffer.from(value, 'base64url'))).toEqual(hashes.map((one) => one.subarray(0, 16)));
  });
});
