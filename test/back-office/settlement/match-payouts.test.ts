/** Payouts compared with their entries and the bank: every difference is found, and no false one. */
import { describe, expect, it } from 'vitest';
import type { SettlementEntry } from '../../../src/back-office/settlement/entry.ts';
import { PayoutMatch } from '../../../src/back-office/settlement/match-payouts.ts';

let ids = 0;
function entry(more: Partial<SettlementEntry> & Pick<SettlementEntry, 'kind'>): SettlementEntry {
  ids += 1;
  const { gross = 1_000n, fee = 0n } = more;
  return {
    ...{ id: `E-${ids}`, source: 'default', references: [], gross, fee, net: gross - fee, currency: 'EUR' },
    ...{ date: '2026-11-20', ...more },
  };
}

const payment = (gross: bigint, fee = 0n) => entry({ kind: 'PAYMENT', gross, fee, payout: 'PO-1' });
const payout = (gross: bigint) => entry({ kind: 'PAYOUT', gross, payout: 'PO-1' });
const line = (gross: bigint, more: Partial<SettlementEntry> = {}) =>
  entry({ kind: 'PAYOUT', source: 'bank', gross, references: ['PO-1'], isAtBank: true, ...more });

function differences(...entries: readonly SettlementEntry[]) {
  const match = new PayoutMatch();
  for (const one of entries) {
    match.add(one);
  }
  return match.differences().map(({ kind, reference, there, here }) => [kind, reference, there, here]);
}

describe('a payout', () => {
  it.each<[string, readonly SettlementEntry[], readonly unknown[]]>([
    ['of its entries, at the bank', [payment(1_000n, 30n), payment(-200n), payout(770n), line(770n)], []],
    ['before any statement', [payment(1_000n), payout(1_000n)], []],
    ['that its entries do not add up to', [payment(1_000n), payout(900n)], [['PAYOUT_OPEN', 'PO-1', 900n, 1_000n]]],
    ['whose report has its entries alone', [payment(1_000n), line(1_000n)], []],
    ['without entries, from a balance', [payout(900n), line(900n)], []],
    [
      'of a day that statements cover, and no line names it',
      [
        payout(900n),
        line(5n, { references: ['rent'], date: '2026-11-19' }),
        line(5n, { references: [], date: '2026-11-21' }),
      ],
      [['PAYOUT_NOT_ON_STATEMENT', 'PO-1', undefined, 900n]],
    ],
    ['of a later day than any statement', [payout(900n), line(5n, { references: [], date: '2026-11-19' })], []],
    ['of which the bank has less', [payout(900n), line(890n)], [['PAYOUT_AMOUNT_DIFFERS', 'PO-1', 890n, 900n]]],
    [
      'in another currency',
      [payout(900n), line(900n, { currency: 'USD' })],
      [['PAYOUT_AMOUNT_DIFFERS', 'PO-1', 900n, 900n]],
    ],
    ['twice at the bank', [payout(900n), line(900n), line(900n)], [['PAYOUT_TWICE', 'PO-1', 1_800n, 900n]]],
    ['in two lines that are all of it', [payout(900n), line(500n), line(400n)], []],
    ['taken from the account', [payout(-900n), line(-900n)], []],
    ['for which the processor keeps a fee', [{ ...payout(900n), fee: 10n, net: 890n }, line(900n)], []],
  ])('%s', (_what, entries, expected) => {
    expect(differences(...entries)).toEqual(expected);
    expect(differences(...entries.toReversed())).toEqual(expected);
  });

  it('is open where an entry of it is', () => {
    const one = { ...payment(1_000n, 30n), net: 969n };
    expect(differences(one)).toEqual([['ENTRY_OPEN', one.id, 969n, 970n]]);
  });
});

it('each source adds up, in each currency', () => {
  const match = new PayoutMatch();
  const entries = [
    payment(1_000n, 30n),
    entry({ kind: 'REFUND', gross: -200n }),
    entry({ kind: 'CHARGEBACK', gross: -300n, fee: 15n }),
    entry({ kind: 'CHARGEBACK_REVERSED', gross: 100n }),
    entry({ kind: 'FEE', gross: 0n, fee: 5n }),
    entry({ kind: 'OTHER', gross: 7n }),
    payout(500n),
    entry({ kind: 'PAYMENT', gross: 40n, currency: 'JPY' }),
    line(500n),
  ];
  for (const one of entries) {
    match.add(one);
  }
  expect(match.sums()).toEqual([
    {
      ...{ source: 'default', currency: 'EUR', payments: 1_000n, refunds: -200n, chargebacks: -200n, other: 7n },
      ...{ fees: 50n, paidOut: 500n },
    },
    expect.objectContaining({ currency: 'JPY', payments: 40n, paidOut: 0n }),
  ]);
});
