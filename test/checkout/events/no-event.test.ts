/** No event is sent while a payment may still succeed. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { cardForm, hands } from '../hands.ts';

const waiting = { timeout: 15_000, interval: 20 };
/**
 * Longer than a payer may be idle, and than a session lives. The acquirer’s clock stays: its payment is pending for 30
 * s.
 */
const AHEAD_MS = 40 * MINUTE_MS;
let rig: Rig;
let shop: Receiver;
beforeAll(async () => {
  shop = await startReceiver();
  const notification = { url: `${shop.origin}/hook`, secret: 'letmein', checkoutEvents: {} };
  rig = await startRig({}, 1, 'trace', { profile: { notification } });
});
afterAll(async () => {
  await rig.close();
  await shop.close();
});

const { checkout, submit } = hands(() => rig);

it('a checkout that is paid, or whose payment is open, has no event, and one beside them has', async () => {
  const [paid, pending, left] = [await checkout(), await checkout(), await checkout()];
  await submit(paid.id);
  await submit(pending.id, cardForm('11/39'));
  const open = await rig.rows('select 1 from transaction_outcome where outcome like \'%"PENDING"%\'');
  expect(open).toHaveLength(1);
  rig.later(AHEAD_MS);
  const events = () => shop.notified.map(({ rawBody }) => JSON.parse(rawBody)).filter(({ event }) => event);
  await vi.waitUntil(() => events().length > 0, waiting);
  const due = async () =>
    (await rig.rows('select due_at from checkout_event where due_at is not null')).filter(
      (row) => Number(row.due_at) <= Date.now() + AHEAD_MS + 1_000,
    );
  await vi.waitUntil(async () => (await due()).length === 0, waiting);
  expect(events().map(({ order }) => order.id)).toEqual([left.order]);
});
