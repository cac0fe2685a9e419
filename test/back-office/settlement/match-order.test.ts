/** One order compared with its entries, in any order of the entries: every difference is found, and no false one. */
import { describe, expect, it } from 'vitest';
import type { SettlementEntry } from '../../../src/back-office/settlement/entry.ts';
import { matchOrder } from '../../../src/back-office/settlement/match-order.ts';
import type { GatewayCode } from '../../../src/contract/gateway-codes.ts';
import type { TransactionType } from '../../../src/core/order/order.ts';
import type { StoredTransaction } from '../../../src/core/ports/index.ts';
import { traceOf } from '../../../src/core/processing/trace.ts';

const NOW = Date.UTC(2026, 10, 20);

interface Made {
  readonly id?: string;
  readonly amount?: bigint;
  readonly code?: GatewayCode | null;
  readonly target?: string;
  readonly theirs?: string;
}

function made(type: TransactionType, { id = '1', amount = 1_200n, code = 'APPROVED', target, theirs }: Made = {}) {
  const order = { currency: 'EUR', amount, createdAt: NOW, updatedAt: NOW } as never;
  const provider = theirs && { gatewayCode: 'APPROVED', code: '0', message: '', providerReference: theirs };
  return {
    ...{ key: 1_000 + Number(id), orderKey: 1, transactionId: id, fingerprint: new Uint8Array() },
    request: { type, currency: 'EUR', amount, instrument: { type: 'CARD' }, ...(target && { target }) },
    ...(code !== null && { outcome: { gatewayCode: code, order, ...(provider && { provider }) } }),
    ...{ createdAt: NOW, updatedAt: NOW },
  } as unknown as StoredTransaction;
}

function entry(id: string, gross: bigint, more: Partial<SettlementEntry> = {}): SettlementEntry {
  return {
    ...{ id, source: 'default', kind: gross < 0n ? 'REFUND' : 'PAYMENT', references: [], gross, fee: 0n, net: gross },
    ...{ currency: 'EUR', date: '2026-11-20', ...more },
  };
}

function differences(transactions: readonly StoredTransaction[], entries: readonly SettlementEntry[], isBooked = true) {
  const order = {
    ...{ orderKey: 1, merchantId: 'SHOP', orderId: 'ORDER-1', transactions },
    entries: entries.map((one, key) => ({ key, entry: one, orderKey: 1, payoutKey: null, isBooked })),
  };
  const found = matchOrder(order, (processor, at) => processor === 'default' && at === NOW);
  return found.map(({ kind, transactionId, there, here }) => [kind, transactionId, there, here]);
}

const paid = made('PAYMENT');
const refunded = made('REFUND', { id: '2', amount: 500n });
const of = (transaction: string) => ({ transaction });

describe('an order and its entries', () => {
  it.each<[string, readonly StoredTransaction[], readonly SettlementEntry[], readonly unknown[]]>([
    ['agree by ids', [paid, refunded], [entry('A', 1_200n, of('1')), entry('B', -500n, of('2'))], []],
    ['agree by amounts', [paid, refunded], [entry('A', 1_200n), entry('B', -500n)], []],
    ['agree where one was paid out in two', [paid], [entry('A', 700n, of('1')), entry('B', 500n, of('1'))], []],
    [
      'agree where two reports have it, the processor’s and the bank’s',
      [paid],
      [entry('A', 1_200n), entry('A', 1_200n, { source: 'bank' })],
      [],
    ],
    [
      'agree where it was voided, and taken back',
      [paid, made('VOID_PAYMENT', { id: '2', target: '1' })],
      [entry('A', 1_200n, of('1')), entry('B', -1_200n, of('1'))],
      [],
    ],
    ['agree about what failed', [made('PAYMENT', { code: 'DECLINED' })], [], []],
    ['do not require entries of an uncaptured authorization', [made('AUTHORIZATION')], [], []],
    [
      'agree by the processor’s numbers, where amounts would be ambiguous',
      [made('CAPTURE', { theirs: 'C-1' }), made('CAPTURE', { id: '2', theirs: 'C-2', amount: 700n })],
      [entry('A', 700n, { references: ['C-2'] }), entry('B', 1_200n, { references: ['C-1'] })],
      [],
    ],
    [
      'agree by the receipt',
      [paid, made('CAPTURE', { id: '2' })],
      [
        entry('A', 1_200n, { references: [traceOf(1_002, NOW).receipt] }),
        entry('B', 1_200n, { references: [traceOf(1_001, NOW).receipt] }),
      ],
      [],
    ],
    ['differ where no report has it', [paid], [], [['MISSING_THERE', '1', undefined, 1_200n]]],
    ['differ where no report has a refund', [refunded], [], [['MISSING_THERE', '2', undefined, -500n]]],
    [
      'differ where the order has it not',
      [paid],
      [entry('A', 1_200n, of('1')), entry('B', 5n, of('9'))],
      [['MISSING_HERE', '9', 5n, undefined]],
    ],
    [
      'differ where there is one payment too many',
      [paid],
      [entry('A', 1_200n), entry('B', 1_200n)],
      [['MISSING_HERE', undefined, 1_200n, undefined]],
    ],
    ['differ in the amount', [paid], [entry('A', 1_100n)], [['AMOUNT_DIFFERS', '1', 1_100n, 1_200n]]],
    [
      'differ in the currency',
      [paid],
      [entry('A', 1_200n, { currency: 'USD' })],
      [['CURRENCY_DIFFERS', '1', 1_200n, 1_200n]],
    ],
    [
      'differ where it is there twice',
      [paid],
      [entry('A', 1_200n, of('1')), entry('B', 1_200n, of('1'))],
      [['TWICE', '1', 2_400n, 1_200n]],
    ],
    [
      'differ where it failed here',
      [made('PAYMENT', { code: 'DECLINED' })],
      [entry('A', 1_200n)],
      [['STATE_DIFFERS', '1', 1_200n, 0n]],
    ],
    [
      'differ where it is open here',
      [made('PAYMENT', { code: 'UNKNOWN' })],
      [entry('A', 1_200n)],
      [['STATE_DIFFERS', '1', 1_200n, 0n]],
    ],
    [
      'differ where it is under way here',
      [made('PAYMENT', { code: null })],
      [entry('A', 1_200n)],
      [['STATE_DIFFERS', '1', 1_200n, 0n]],
    ],
    [
      'differ where it was voided here',
      [paid, made('VOID_PAYMENT', { id: '2', target: '1' })],
      [entry('A', 1_200n, of('1'))],
      [['STATE_DIFFERS', '1', 1_200n, 0n]],
    ],
  ])('%s', (_what, transactions, entries, expected) => {
    expect(differences(transactions, entries)).toEqual(expected);
    const other = differences(transactions, entries.toReversed());
    expect(other).toEqual(expected);
  });

  it('differ where a chargeback could not be booked', () => {
    const chargeback = entry('A', -1_200n, { kind: 'CHARGEBACK', ...of('1') });
    expect(differences([paid], [entry('B', 1_200n), chargeback], false)).toContainEqual([
      'NOT_BOOKED',
      '1',
      -1_200n,
      undefined,
    ]);
  });
});
