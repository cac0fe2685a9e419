/**
 * F6. The acquirer reports unknown results, is silent for ten minutes when queried, and then knows them: every one is
 * updated, with one notification to its merchant. The gateway's operations and worker over a real store, with a
 * simulated clock.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/adapters/store/store.ts';
import { createGateway, type Gateway } from '../../src/core/gateway.ts';
import type { Merchant } from '../../src/core/merchant/merchant.ts';
import { execute } from '../../src/core/operations/execute.ts';
import { followUpWorker } from '../../src/core/recovery/follow-ups.ts';
import { oneRound } from '../core/operations/bench.ts';
import { answered, cardBody, payment, START, type World, world } from '../core/world.ts';
import { counted } from '../support/counted.ts';
import { type DatabasePlace, newDatabase } from '../support/database-place.ts';
import { counting, report, rounds } from './report.ts';

const PAYMENTS = rounds('UNKNOWN', 50);
const SILENT_MS = 600_000;
const STEP_MS = 10_000;
/** The pause after the last query of the silence, with a margin. */
const KNOWN_MS_MAX = 3_600_000;

let place: DatabasePlace;
let store: Store;
let parts: World;
let gateway: Gateway;
let merchant: Merchant;
beforeEach(async () => {
  place = await newDatabase();
  store = await openStore(place.url);
  const profile = { id: 'NOTIFIED', name: 'Shop', notification: { url: 'https://shop.example/told' } };
  merchant = await store.merchants.put(profile, START);
  parts = world();
  gateway = createGateway({ ...parts.gateway, orders: store.orders });
});
afterEach(async () => {
  await store.close();
  await place.remove();
});

const orderIds = Array.from({ length: PAYMENTS }, (_, index) => `order-${index}`);

/** The results of all orders' transactions, and the number of notifications for each. */
async function standing() {
  const found = await Promise.all(
    orderIds.map(async (orderId) => {
      const order = await store.orders.find(merchant.key, orderId);
      const transaction = order && (await store.orders.transaction(order.key, '1'));
      const rows = await place.rows('select key from notification where transaction_key = ?', transaction?.key ?? 0);
      return { code: `${transaction?.outcome?.gatewayCode}`, notifications: rows.length };
    }),
  );
  return {
    codes: counted(found.map(({ code }) => code)),
    notifications: new Set(found.map(({ notifications }) => notifications)),
  };
}

it('results that the acquirer knows only after ten minutes of silence are all updated, each with one notification', async () => {
  const { acquirer, pass } = parts;
  acquirer.says = () => answered({ gatewayCode: 'UNKNOWN' });
  const operation = 'PAY' as const;
  for (const orderId of orderIds) {
    await execute(gateway, payment(cardBody(), { operation, orderId, merchant }));
  }
  expect(await standing()).toEqual({ codes: { UNKNOWN: PAYMENTS }, notifications: new Set([1]) });

  let questions = 0;
  acquirer.knows = () => {
    questions += 1;
    return { status: 'NO_ANSWER' };
  };
  const rounded = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      pass(STEP_MS);
      await oneRound(followUpWorker(gateway));
    }
  };
  await rounded(SILENT_MS);
  const whileSilent = await standing();
  const asked = questions;
  let known = 0;
  acquirer.knows = () => {
    known += 1;
    return answered({ gatewayCode: known % 2 === 0 ? 'APPROVED' : 'DECLINED' }) as never;
  };
  let waitedMs = 0;
  while (known < PAYMENTS && waitedMs < KNOWN_MS_MAX) {
    await rounded(60_000);
    waitedMs += 60_000;
  }
  await rounded(60_000);
  const { codes, notifications } = await standing();
  report('F6 unknown results', [
    counting(PAYMENTS, 'payment'),
    `${SILENT_MS / 60_000} min of silence with ${asked} questions`,
    `known ${waitedMs / 60_000} min after it`,
    ...Object.entries(codes).map(([code, count]) => `${count} ${code}`),
    `${[...notifications].map((rows) => rows - 1).join(' or ')} notification of each update`,
    `${acquirer.requests.length - PAYMENTS} second authorizations`,
  ]);
  expect(whileSilent).toEqual({ codes: { UNKNOWN: PAYMENTS }, notifications: new Set([1]) });
  expect(asked).toBeGreaterThan(PAYMENTS);
  expect(codes).toEqual({ APPROVED: Math.floor(PAYMENTS / 2), DECLINED: Math.ceil(PAYMENTS / 2) });
  expect(notifications).toEqual(new Set([2]));
  expect(known).toBe(PAYMENTS);
  expect(acquirer.requests).toHaveLength(PAYMENTS);
});
