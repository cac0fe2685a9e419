/** Random histories of an order: the gateway's operations and workers against a model of two hundred lines. */
import { expect, it } from 'vitest';
import { MemoryOrders } from '../core/world.ts';
import { agree, HISTORIES, HISTORIES_MS_MAX, reportTally } from './agreement.ts';
import { LIKELY, OPERATIONS } from './asking.ts';
import type { SubjectStore } from './subject.ts';

/** Each event occurs at least once in this many histories. */
const OFTEN_MIN = 1_000;
const EXPECTED = [
  ...Object.keys(LIKELY),
  ...OPERATIONS.flatMap((operation) => [`${operation} made`, `${operation} refused`]),
  ...['refund approved', 'refund rejected', 'repeated', 'repeated with another meaning'],
  ...['settled APPROVED', 'settled DECLINED'],
];

async function inMemory(): Promise<SubjectStore> {
  const orders = new MemoryOrders();
  return {
    orders,
    merchantKey: 1,
    decide: async (key, decision) => orders.decisions.set(key, decision),
    close: async () => undefined,
  };
}

it('in every history the gateway refuses, answers, counts and calls as the model does', {
  timeout: HISTORIES_MS_MAX,
}, async () => {
  const tally = await agree(HISTORIES, inMemory);
  reportTally('order model', HISTORIES, tally);
  for (const what of EXPECTED) {
    expect(tally.get(what) ?? 0, what).toBeGreaterThan(HISTORIES / OFTEN_MIN);
  }
});
