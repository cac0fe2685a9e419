import { describe, expect, it } from 'vitest';
import { lateSteps, otherMoney } from '../../../src/checkout/return/late-steps.ts';
import type { PaymentResult } from '../../../src/core/browser-payments/index.ts';
import type { StoredEvent } from '../../../src/core/ports/index.ts';

const event = (kind: StoredEvent['kind'], outcome: string, at: string): StoredEvent => ({
  kind,
  actor: 'PROVIDER',
  outcome,
  source: '',
  at: Date.parse(at),
  lastAt: Date.parse(at) + 60_000,
  times: 2,
});
const ENDED = event('COMPLETED', 'ABORTED', '2026-11-21T14:00:00.000Z');
const REPORTED = event('LATE_SUCCESS', 'REFUNDING', '2026-11-21T14:20:00.000Z');
const REFUNDED = event('LATE_REFUND', 'APPROVED', '2026-11-21T14:20:02.000Z');
const REFUSED = event('LATE_REFUND', 'DECLINED', '2026-11-21T14:20:02.000Z');

const late = (money: 'kept' | 'returned' | 'returning'): PaymentResult => ({ kind: 'late', money });
const CAME = { step: 'late', at: '2026-11-21T14:20:00.000Z' };

describe('the steps of late money', () => {
  it.each([
    ['that is on its way back', late('returning'), [ENDED, REPORTED], [CAME, { step: 'refunded' }]],
    [
      'that went back',
      late('returned'),
      [ENDED, REPORTED, REFUNDED],
      [CAME, { step: 'refunded', at: '2026-11-21T14:20:02.000Z' }],
    ],
    ['about which the shop decides', late('kept'), [ENDED, REPORTED], [CAME]],
    ['that its provider did not refund', late('kept'), [ENDED, REPORTED, REFUSED], [CAME]],
  ])('%s are its arrival, and its refund or report if any', (_of, result, events, expected) => {
    expect(lateSteps({ events }, result)).toEqual(expected);
  });

  it.each<[string, PaymentResult, StoredEvent[]]>([
    ['came in time', { kind: 'made' }, [ENDED]],
    ['never came', { kind: 'notCharged', reason: 'expired' }, [ENDED]],
    ['is not noted yet', late('kept'), [ENDED]],
  ])('are left out where it %s', (_why, result, events) => {
    expect(lateSteps({ events }, result)).toEqual([]);
  });
});

describe('the amount of late money', () => {
  it('is the provider’s own, where it differs from the requested amount', () => {
    const other = event('OTHER_MONEY', '57.30 EUR', '2026-11-21T14:20:00.000Z');
    expect(otherMoney({ events: [REPORTED, other] })).toEqual({ value: '57.30', currency: 'EUR', exponent: 2 });
    expect(otherMoney({ events: [REPORTED] })).toBeUndefined();
  });
});
