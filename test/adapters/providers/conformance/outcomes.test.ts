/** An outcome compared with the provider's ledger: the check behind every fault injection. */
import { describe, expect, it } from 'vitest';
import {
  type LedgerComparison,
  type PortOutcome,
  untruth,
} from '../../../../src/adapters/providers/conformance/outcomes.ts';
import type { LedgerEntry } from '../../../../src/adapters/providers/index.ts';

const money = { amount: 1200n, currency: 'EUR', orderId: 'o-1' };
const reply = (gatewayCode: 'APPROVED' | 'DECLINED' | 'PENDING') => ({ gatewayCode, code: 'x', message: 'x' });
const decided = (code: 'APPROVED' | 'DECLINED' | 'PENDING'): PortOutcome => ({
  status: 'DECIDED',
  money,
  reply: reply(code),
});
const replied = (code: 'APPROVED' | 'DECLINED' | 'PENDING'): PortOutcome => ({ status: 'REPLIED', reply: reply(code) });

const entry = (kind: LedgerEntry['kind'], state: LedgerEntry['state'], amount = 1200n): LedgerEntry => {
  return { order: 'o-1', kind, amount, currency: 'EUR', state };
};
const OPEN = [entry('PAYMENT', 'OPEN')];
const MADE = [entry('PAYMENT', 'MADE')];
const OVER = [entry('PAYMENT', 'OVER')];
const REFUNDED = [...MADE, entry('REFUND', 'MADE', 600n)];
const movement = { kind: 'REFUND', amount: 600n } as const;

const held = (
  outcome: PortOutcome,
  before: LedgerComparison['before'],
  after: LedgerComparison['after'],
  more: Partial<LedgerComparison> = {},
) => untruth({ outcome, before, after, isCompletedHere: false, ...more });

const CREATED: PortOutcome = { status: 'CREATED', pageUrl: 'https://pay.example/1', providerReference: '1' };
const REFUSED: PortOutcome = { status: 'REFUSED', reply: reply('DECLINED') };

describe('the provider’s ledger confirms', () => {
  it.each<[string, PortOutcome, LedgerComparison['before'], LedgerComparison['after'], Partial<LedgerComparison>?]>([
    ['the start of a payment that it has', CREATED, [], OPEN],
    ['the refusal of a payment that it does not have', REFUSED, [], []],
    ['the refusal of a payment that is over', REFUSED, [], OVER],
    ['a success of a completed payment', decided('APPROVED'), OPEN, MADE],
    ['a failure of an ended payment', decided('DECLINED'), OPEN, OVER],
    [
      'a failure of a payment that only the gateway completes',
      decided('DECLINED'),
      OPEN,
      OPEN,
      { isCompletedHere: true },
    ],
    ['an undecided payment, in any state', decided('PENDING'), OPEN, MADE],
    ['that a payment is unknown if it has none', { status: 'UNKNOWN_PAYMENT' }, [], []],
    ['that a payment is open if it was before', { status: 'OPEN', money }, OPEN, MADE],
    ['a movement that it has', replied('APPROVED'), MADE, REFUNDED, { movement }],
    ['the decline of a movement that it does not have', replied('DECLINED'), MADE, MADE, { movement }],
    ['a missing answer, executed or not', { status: 'NO_ANSWER' }, MADE, REFUNDED, { movement }],
    ['that nothing was sent if it did not change', { status: 'NOT_SENT' }, MADE, MADE],
    ['a pending result, for any final one', { status: 'WAITING', money }, MADE, MADE],
  ])('%s', (_, outcome, before, after, more) => {
    expect(held(outcome, before, after, more)).toBeUndefined();
  });
});

describe('the provider’s ledger contradicts', () => {
  it.each<[string, PortOutcome, LedgerComparison['before'], LedgerComparison['after'], Partial<LedgerComparison>?]>([
    ['the start of a payment that it does not have', CREATED, [], []],
    ['the refusal of a payment that can be paid', REFUSED, [], OPEN],
    ['a success of an open payment', decided('APPROVED'), OPEN, OPEN],
    ['a success of an ended payment', decided('APPROVED'), OPEN, OVER],
    ['a failure of a completed payment', decided('DECLINED'), OPEN, MADE],
    ['a failure of a payable payment', decided('DECLINED'), OPEN, OPEN],
    ['a failure of a payment that the gateway completed', decided('DECLINED'), OPEN, MADE, { isCompletedHere: true }],
    ['that a payment is unknown if it can be paid', { status: 'UNKNOWN_PAYMENT' }, OPEN, OPEN],
    ['that a payment is open if it was made before', { status: 'OPEN', money }, MADE, MADE],
    ['a movement that it does not have', replied('APPROVED'), MADE, MADE, { movement }],
    ['the decline of a movement that it has', replied('DECLINED'), MADE, REFUNDED, { movement }],
    ['that nothing was sent if it changed', { status: 'NOT_SENT' }, [], OPEN],
  ])('%s', (_, outcome, before, after, more) => {
    expect(held(outcome, before, after, more)).toMatch(/^it gave .+, and the provider's ledger has /);
  });
});
