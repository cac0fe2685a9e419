/** "You have not been charged" is shown only where it is true, checked against the acquirer's own ledger. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { GOOD, hands, REFUSED, wordsOf } from './hands.ts';

const REQUEST_TIMEOUT_MS = 600;
const NOT_TAKEN = 'You have not been charged.';
const RESERVED = 'You will not be charged. Your bank may show the amount as reserved for a while.';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, 60, 'trace', { link: { requestTimeoutMs: REQUEST_TIMEOUT_MS } });
});
afterAll(() => rig.close());
afterEach(async () => {
  rig.host.setFaults({ mode: 'NONE' });
  await rig.acquirerIs('up');
});

const { checkout, browse, submit } = hands(() => rig);
const payPage = async (id: string) => wordsOf(await browse(`/checkout/pay/${id}`));

/** The acquirer accepts the payment; its reply and every reversal are lost. */
async function loseReplyAndReversals(id: string, order: string): Promise<void> {
  rig.host.setFaults({ mode: 'DROP_REPLY', count: 1 });
  const paying = submit(id);
  await vi.waitUntil(() => rig.host.ledger({ order }).length === 1, { timeout: 30_000, interval: 5 });
  rig.host.setFaults({ mode: 'DROP_REQUEST' });
  await paying;
}

const statesOf = (order: string) => rig.host.ledger({ order }).map(({ state }) => state);

it('"not charged" is not shown while the acquirer holds a payment whose reply was lost, and is shown once it is released', async () => {
  const { id, order } = await checkout();
  await loseReplyAndReversals(id, order);
  expect(statesOf(order)).toEqual(['APPROVED']);
  const before = await payPage(id);
  expect(before).toContain(`The payment did not go through ${RESERVED}`);
  expect(before).not.toContain(NOT_TAKEN);
  rig.host.setFaults({ mode: 'NONE' });
  await vi.waitUntil(() => statesOf(order)[0] === 'REVERSED', { timeout: 20_000, interval: 50 });
  await expect.poll(() => payPage(id), { timeout: 30_000 }).toContain(`The payment did not go through ${NOT_TAKEN}`);
});

it('"not charged" is not shown either after the last attempt or the session’s end, while the acquirer holds the payment', async () => {
  const last = await checkout({ interaction: { retryAttemptCount: 1 } });
  await loseReplyAndReversals(last.id, last.order);
  expect(statesOf(last.order)).toEqual(['APPROVED']);
  const ended = await payPage(last.id);
  expect(ended).toContain(`The payment did not go through No attempts left. ${RESERVED}`);
  expect(ended).not.toContain(NOT_TAKEN);
});

it('"not charged" is shown for an approval that the merchant’s own rules refuse only once it is reversed', async () => {
  await rig.merchant({ id: 'STRICTCSC', name: 'Strict', rejectOn: { csc: ['NO_MATCH'] } });
  const { json } = await rig.api(
    'POST',
    '/session',
    {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE' },
      order: { id: 'strict-1', amount: '10.00', currency: 'EUR' },
    },
    { merchant: 'STRICTCSC' },
  );
  await submit(json.session.id, { ...GOOD, securityCode: '102' });
  await vi.waitUntil(() => statesOf('strict-1')[0] === 'REVERSED', { timeout: 20_000, interval: 50 });
  await expect.poll(() => payPage(json.session.id), { timeout: 30_000 }).toContain(NOT_TAKEN);
});

it('"not charged" is shown for a card that the bank declined at once', async () => {
  const { id, order } = await checkout();
  await submit(id, REFUSED);
  expect(statesOf(order)).toEqual(['DECLINED']);
  expect(await payPage(id)).toContain(NOT_TAKEN);
});

it('"not charged" is shown for a request that was never sent', async () => {
  const { id, order } = await checkout();
  rig.host.setFaults({ mode: 'REFUSE' });
  await rig.acquirerIs('down');
  await submit(id);
  expect(statesOf(order)).toEqual([]);
  expect(await payPage(id)).toContain(NOT_TAKEN);
});
