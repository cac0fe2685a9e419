/** Counts of the index, added up over days. */
import { expect, it } from 'vitest';
import { daysUntil, overviewOf } from '../../../src/core/order-index/overview.ts';
import type { DayCount, NamedCount } from '../../../src/core/ports/index.ts';

const DAYS = ['2026-11-28', '2026-11-29'];

type Count = DayCount & NamedCount;

const counted = (more: Partial<Count>): Count => ({
  ...{ day: '2026-11-29', currency: 'EUR', kind: 'PAYMENT', result: 'SUCCESS', method: 'CARD', brand: 'VISA' },
  ...{ processor: 'default', reason: '', times: 1, amount: 100n },
  ...more,
});

const overviewed = (counts: readonly Count[]) => overviewOf(DAYS, { byDay: counts, byName: counts });

it('has the days up to that of a time, in UTC', () => {
  expect(daysUntil(Date.UTC(2026, 2, 1, 0, 0, 0), 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(daysUntil(Date.UTC(2026, 2, 1, 23, 59, 59), 1)).toEqual(['2026-03-01']);
});

it('has every day, also those without payments', () => {
  const none = { approved: 0, declined: 0, moved: [] };
  const lists = { moved: [], methods: [], brands: [], processors: [], reasons: [], lost: [] };
  expect(overviewed([])).toEqual({ days: DAYS.map((day) => ({ day, ...none })), ...lists });
});

it('counts payments by their results, and neither open ones nor follow-ups', () => {
  const overview = overviewed([
    counted({ times: 3 }),
    counted({ day: '2026-11-28', kind: 'AUTHORIZATION', brand: 'MASTERCARD', processor: 'SECOND' }),
    counted({ result: 'FAILURE', reason: 'DECLINED', times: 2 }),
    counted({ result: 'FAILURE', reason: 'EXPIRED_CARD', method: 'GIFT_CARD', brand: '' }),
    counted({ method: 'PIX', brand: '', processor: 'PIX', result: 'PENDING' }),
    counted({ kind: 'CAPTURE' }),
    counted({ kind: 'REFUND', result: 'FAILURE', reason: 'DECLINED' }),
    counted({ kind: 'VERIFICATION' }),
  ]);
  expect(overview.days.map(({ approved, declined }) => [approved, declined])).toEqual([
    [1, 0],
    [3, 3],
  ]);
  expect(overview.methods).toEqual([
    { name: 'CARD', approved: 4, declined: 2 },
    { name: 'GIFT_CARD', approved: 0, declined: 1 },
  ]);
  expect(overview.brands).toEqual([
    { name: 'VISA', approved: 3, declined: 2 },
    { name: 'MASTERCARD', approved: 1, declined: 0 },
  ]);
  expect(overview.processors.map(({ name }) => name)).toEqual(['default', 'SECOND']);
  expect(overview.reasons).toEqual([
    { name: 'DECLINED', times: 2 },
    { name: 'EXPIRED_CARD', times: 1 },
  ]);
});

it('adds up money by currency, exactly, and only that which moved', () => {
  const large = 9_007_199_254_740_993n;
  const { moved, days } = overviewed([
    counted({ amount: large, times: 2 }),
    counted({ kind: 'CAPTURE', amount: 1n, day: '2026-11-28' }),
    counted({ kind: 'AUTHORIZATION', amount: 5n }),
    counted({ kind: 'REFUND', amount: 30n }),
    counted({ kind: 'VOID_PAYMENT', amount: 20n }),
    counted({ kind: 'VOID_REFUND', amount: 10n }),
    counted({ kind: 'REFUND', amount: 7n, result: 'FAILURE' }),
    counted({ kind: 'CHARGEBACK', amount: 9n }),
    counted({ kind: 'CHARGEBACK_REVERSAL', amount: 4n }),
    counted({ currency: 'JPY', amount: 50n }),
  ]);
  expect(moved).toEqual([
    { currency: 'EUR', taken: large + 1n, givenBack: 40n, chargedBack: 5n },
    { currency: 'JPY', taken: 50n, givenBack: 0n, chargedBack: 0n },
  ]);
  expect(days[0]?.moved).toEqual([{ currency: 'EUR', taken: 1n, givenBack: 0n, chargedBack: 0n }]);
});

it('counts payers who were lost by the step before', () => {
  const { lost, moved } = overviewed([
    counted({ kind: 'CHECKOUT_ABANDONED', result: '', reason: 'REDIRECTED', times: 2 }),
    counted({ kind: 'CHECKOUT_TIMED_OUT', result: '', reason: 'REDIRECTED' }),
    counted({ kind: 'CHECKOUT_ABANDONED', result: '', reason: '' }),
  ]);
  expect([lost, moved]).toEqual([
    [
      { name: 'REDIRECTED', times: 3 },
      { name: '', times: 1 },
    ],
    [],
  ]);
});
