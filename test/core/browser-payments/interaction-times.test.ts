import { describe, expect, it } from 'vitest';
import {
  type InteractionTimes,
  interactionStatus,
  interactionTimes,
} from '../../../src/core/browser-payments/interaction-times.ts';
import type { EventKind, StoredEvent } from '../../../src/core/ports/index.ts';

const NAMES = ['timeInitiated', 'timeRedirected', 'timeReturned', 'timeCompleted'] as const;

const event = (kind: EventKind, at: number, outcome = ''): StoredEvent => ({
  kind,
  actor: 'PAYER',
  outcome,
  source: '',
  at,
  lastAt: at,
  times: 1,
});

describe('the interaction’s status', () => {
  /** One bit for each of the four times that is present, and the resulting status. */
  const TABLE: readonly (readonly [string, string | undefined])[] = [
    ['0000', undefined],
    ['1000', 'INITIATED'],
    ['0100', 'REDIRECTED_TO_PROVIDER'],
    ['1100', 'REDIRECTED_TO_PROVIDER'],
    ['0010', 'RETURNED_TO_MERCHANT'],
    ['1010', 'RETURNED_TO_MERCHANT'],
    ['0110', 'RETURNED_TO_MERCHANT'],
    ['1110', 'RETURNED_TO_MERCHANT'],
    ['0001', 'COMPLETED'],
    ['1001', 'COMPLETED'],
    ['0101', 'COMPLETED'],
    ['1101', 'COMPLETED'],
    ['0011', 'COMPLETED'],
    ['1011', 'COMPLETED'],
    ['0111', 'COMPLETED'],
    ['1111', 'COMPLETED'],
  ];

  it('is defined for all sixteen combinations', () => {
    expect(new Set(TABLE.map(([bits]) => bits)).size).toBe(16);
  });

  it.each(TABLE)('with initiated, redirected, returned, completed %s is %s', (bits, status) => {
    const there = NAMES.filter((_, index) => bits[index] === '1');
    // The order of the instants does not matter.
    for (const instants of [
      [1, 2, 3, 4],
      [4, 3, 2, 1],
      [0, 0, 0, 0],
    ]) {
      const times: InteractionTimes = Object.fromEntries(there.map((name, index) => [name, instants[index]]));
      expect(interactionStatus(times)).toBe(status);
    }
  });
});

describe('the interaction’s times', () => {
  it('are those of the four steps of the visit, for any other events', () => {
    const kinds: EventKind[] = [
      'ASKED',
      'CALLED_BACK',
      'CAME_BACK',
      'CONFIRMATION_ASKED',
      'LATE_REFUND',
      'LATE_SUCCESS',
      'NOT_INITIATED',
      'OTHER_MONEY',
      'WITHDRAWN',
    ];
    expect(interactionTimes(kinds.map((kind) => event(kind, 7)))).toEqual({});
    const visit: EventKind[] = ['INITIATED', 'REDIRECTED', 'RETURNED', 'COMPLETED'];
    expect(interactionTimes(visit.map((kind, index) => event(kind, index)))).toEqual({
      timeInitiated: 0,
      timeRedirected: 1,
      timeReturned: 2,
      timeCompleted: 3,
    });
  });

  it('are those of the first time, in any order of the events', () => {
    const events = [event('COMPLETED', 9, 'DECLINED'), event('COMPLETED', 5, 'APPROVED')];
    expect(interactionTimes(events)).toEqual({ timeCompleted: 5 });
    expect(interactionTimes(events.reverse())).toEqual({ timeCompleted: 5 });
  });
});
