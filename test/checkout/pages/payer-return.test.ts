/**
 * A shop whose return token works once: it finishes an order on the payer's return or on the notification, whichever
 * comes first, and clears the basket only for a payer who comes first.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { paying, type Rig, startRig } from '../../api/rest/rig.ts';
import { isFirst, itAtLength } from '../../support/at-length.ts';
import { refreshOf } from '../../support/scriptless.ts';
import { GOOD, hands } from '../hands.ts';

const HOLD_MS = 2_000;
/** A poll of the queue, and a busy machine. */
const LATE_MS = 3_000;
/** A payer's browser connects to the shop. */
const CONNECT_MS = 250;
const AT_ONCE = 10;
/** A thousand payments on a busy machine. */
const ALL_MS_MAX = 600_000;

let rig: Rig;
let shop: Server;
let origin: string;
/** The first to use each order's token. */
const tokens = new Map<string, 'notification' | 'payer'>();
/** When each order's notification came. */
const notified = new Map<string, number>();

beforeAll(async () => {
  rig = await startRig();
  shop = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk;
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop');
    const by = pathname === '/notification' ? 'notification' : 'payer';
    const order = by === 'payer' ? (searchParams.get('order') ?? '') : JSON.parse(body).order.id;
    if (!tokens.has(order)) {
      tokens.set(order, by);
    }
    if (by === 'notification') {
      notified.set(order, Date.now());
    }
    response.end();
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await rig.close();
  shop.closeAllConnections();
  shop.close();
});

const { browse, checkout, submit } = hands(() => rig);
const isNotified = (order: string) =>
  vi.waitUntil(() => notified.get(order), { timeout: HOLD_MS + 2 * LATE_MS, interval: 10 });

let orders = 0;
/** Pays on the hosted page. @returns the address to which the form redirects, and when it was answered */
async function paid(paymentConfirmation: 'HIDE' | 'SHOW' = 'HIDE') {
  orders += 1;
  const order = `ONCE-${orders}`;
  const { id } = await checkout({
    interaction: { returnUrl: `${origin}/back?order=${order}`, displayControl: { paymentConfirmation } },
    order: { id: order, notificationUrl: `${origin}/notification` },
  });
  const { headers, cookie } = await submit(id, GOOD);
  return { id, order, cookie, done: String(headers.location), at: Date.now() };
}

/**
 * The payer's browser follows the redirect to the shop.
 * @returns the order, and whether the payer was back within two seconds, which a stalled machine can prevent
 */
async function payAndReturn(): Promise<{ order: string; isInTime: boolean }> {
  const began = Date.now();
  const { order, cookie, done } = await paid();
  const page = await browse(done, { Cookie: cookie });
  await pause(CONNECT_MS);
  await fetch(refreshOf(String(page.headers.refresh), '')?.url ?? '');
  return { order, isInTime: Date.now() - began < HOLD_MS };
}

/** The time for which an order's only notification is held. */
async function holdMs(order: string): Promise<number> {
  const [row] = await rig.rows(
    `select n.held_until - n.created_at as ms from notification n
      join payment_order o on o.key = n.order_key where o.order_id = ?`,
    order,
  );
  return Number(row?.ms);
}

describe('a shop whose return token works once', () => {
  itAtLength([30, 1_000], isFirst)(
    'loses no basket of %i payers who return',
    async (payers) => {
      const returned: Awaited<ReturnType<typeof payAndReturn>>[] = [];
      let started = 0;
      const visitor = async () => {
        while (started < payers) {
          started += 1;
          returned.push(await payAndReturn());
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, visitor));
      await Promise.all(returned.map(({ order }) => isNotified(order)));
      expect(returned).toHaveLength(payers);
      const inTime = returned.filter(({ isInTime }) => isInTime);
      expect(inTime.length).toBeGreaterThan(0);
      expect(inTime.filter(({ order }) => tokens.get(order) !== 'payer')).toEqual([]);
    },
    ALL_MS_MAX,
  );

  it('is notified two seconds after the payment of a payer who never returns', async () => {
    const { order, at } = await paid();
    expect((await isNotified(order)) - at).toBeLessThan(HOLD_MS + LATE_MS);
    expect(await holdMs(order)).toBe(HOLD_MS);
    expect(tokens.get(order)).toBe('notification');
    const deliveredMs = async () => {
      const [row] = await rig.rows(
        `select n.delivered_at - n.created_at as ms from notification n
          join payment_order o on o.key = n.order_key where o.order_id = ?`,
        order,
      );
      return Number(row?.ms);
    };
    await expect.poll(deliveredMs).toBeGreaterThanOrEqual(HOLD_MS);
  });

  it('is notified as late of a payer who still reads the confirmation', async () => {
    const { order, cookie, done } = await paid('SHOW');
    await browse(done, { Cookie: cookie });
    await isNotified(order);
    expect(await holdMs(order)).toBe(HOLD_MS);
  });

  it('is notified sooner once the payer was redirected, from the frame of an embedded page too', async () => {
    for (const place of ['/checkout/', '/checkout/embedded/']) {
      // On a busy machine the page may be answered when the hold has almost ended.
      await vi.waitFor(async () => {
        const { order, cookie, done } = await paid();
        await browse(done.replace('/checkout/', place), { Cookie: cookie });
        await isNotified(order);
        expect(await holdMs(order)).toBeLessThan(HOLD_MS);
      }, 10 * LATE_MS);
    }
  });

  it('is notified immediately of a payment by its own server', async () => {
    const order = { amount: '10.00', currency: 'EUR', notificationUrl: `${origin}/notification` };
    await rig.api('PUT', '/order/ONCE-REST/transaction/1', { ...paying('PAY'), order });
    await isNotified('ONCE-REST');
    const rows = await rig.rows(
      `select n.held_until from notification n join payment_order o on o.key = n.order_key where o.order_id = ?`,
      'ONCE-REST',
    );
    expect(rows).toEqual([{ held_until: null }]);
  });
});
