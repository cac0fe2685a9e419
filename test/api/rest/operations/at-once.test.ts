/**
 * Many servers of one merchant act on one order at the same moment. The timeout is the production one: on a busy
 * machine a shorter one would leave the result of the executed operation open.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../rig.ts';
import { amount, startOrder } from './order.ts';

const CALLERS = 20;
/** Delays the first at the acquirer until the others have arrived. */
const HELD_MS = 1_000;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it.each([
  ['CAPTURE', 'AUTHORIZE', amount('6.00')],
  ['REFUND', 'PAY', amount('6.00')],
  ['UPDATE_AUTHORIZATION', 'AUTHORIZE', amount('20.00')],
] as const)(
  '%s twenty times at once: one is made, each other gets LOCK_FAILURE or waits its turn, and none is duplicated',
  async (operation, firstOperation, body) => {
    const order = await startOrder(rig, firstOperation);
    const movements = order.ledger().length;
    rig.host.setFaults({ mode: 'DELAY', delayMs: HELD_MS, count: 1 });
    const replies = await Promise.all(
      Array.from({ length: CALLERS }, (_, index) => order.put(operation, `many-${index}`, body)),
    );
    const of = (code: string) => replies.filter(({ json }) => json.response?.gatewayCode === code);
    const codes = replies.map(
      ({ status, json }) => `${status} ${json.response?.gatewayCode ?? json.error.explanation}`,
    );
    expect(of('APPROVED').length, codes.join()).toBeGreaterThan(0);
    expect(of('LOCK_FAILURE').length, codes.join()).toBeGreaterThan(0);
    for (const { status, json } of of('LOCK_FAILURE')) {
      expect([status, json.result]).toEqual([200, 'FAILURE']);
      expect((await rig.api('GET', `/order/${order.id}/transaction/${json.transaction.id}`)).status).toBe(400);
    }
    expect(order.ledger()).toHaveLength(movements + of('APPROVED').length);
    const [again] = of('LOCK_FAILURE');
    const retried = await order.put(operation, again?.json.transaction.id, body);
    expect([201, 400]).toContain(retried.status);
  },
);

it('twenty concurrent repeats of one capture make one movement, and get one answer to the byte', async () => {
  const order = await startOrder(rig, 'AUTHORIZE');
  rig.host.setFaults({ mode: 'DELAY', delayMs: HELD_MS, count: 1 });
  const replies = await Promise.all(Array.from({ length: CALLERS }, () => order.put('CAPTURE', '2', amount('6.00'))));
  const [first = ''] = replies.map(({ status, text }) => `${status} ${text}`);
  expect(first).toContain('"gatewayCode":"APPROVED"');
  for (const { status, text } of replies) {
    expect(`${status} ${text}`).toBe(first);
  }
  expect(order.ledger()).toEqual(['AUTHORIZATION 12.00 EUR APPROVED', 'CAPTURE 6.00 EUR APPROVED']);
});
