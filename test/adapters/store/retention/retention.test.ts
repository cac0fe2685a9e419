/** A card that is added to an order after the retention walks have passed it: they return for it. */
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import { RetentionWorker } from '../../../../src/back-office/retention/index.ts';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { Intent, StoredOrder } from '../../../../src/core/ports/index.ts';
import { type DatabasePlace, newDatabase } from '../../../support/database-place.ts';
import { memoryLog } from '../../acquirers/fixtures.ts';
import { opened } from '../rig.ts';
import { ended, instrument, NOW, storeIntent } from '../stored-transactions.ts';

/** More keys than a process and the commands beside it may still be using. */
const KEYS_PASSED = 300_000;
const SEALED = Buffer.from('sealed');

interface Shop {
  readonly place: DatabasePlace;
  readonly store: Store;
  readonly first: Intent;
  now: number;
}

/** Whole walks over everything due by now. */
async function walk({ store, now }: Pick<Shop, 'now' | 'store'>): Promise<void> {
  const { retention, merchants } = store;
  const worker = new RetentionWorker({ store: retention, merchants, clock: { now: () => now }, log: memoryLog() });
  for (let steps = 0; steps < 3; steps += 1) {
    await worker.step();
  }
}

async function declined(store: Store, orderId: string, at: number, id = 'SHOP', cardDays = 1): Promise<Intent> {
  const intent = await storeIntent(store, orderId, at, id, SEALED);
  await ended(store, intent, { gatewayCode: 'DECLINED' });
  await store.merchants.put({ id, name: 'Shop', retention: { cardDays } }, at);
  return intent;
}

/** An order without its card, so far below all newer keys that walks start above it. */
async function shop(): Promise<Shop> {
  const place = await newDatabase();
  onTestFinished(() => place.remove());
  const before = await opened(place.url);
  const first = await declined(before, 'OLD', NOW);
  await walk({ store: before, now: NOW + 2 * DAY_MS });
  await before.passOverKeys(KEYS_PASSED);
  await before.close();
  const store = await opened(place.url);
  await declined(store, 'NEW', NOW + 2 * DAY_MS);
  const made = { place, store, first, now: NOW + 4 * DAY_MS };
  await walk(made);
  expect(await cards(made)).toBe(0);
  expect(await floor(made)).toBeGreaterThan(first.order.key);
  return made;
}

const cards = async ({ place }: Shop) =>
  (await place.rows('select key from payment_transaction where sealed_card is not null')).length;
const hashes = async ({ place }: Shop) =>
  (await place.rows('select key from payer_authentication where length(card_hash) > 0')).length;
const floor = async ({ place }: Shop) => {
  const [row] = await place.rows("select floor from retention_sweep where kind = 'CARD'");
  return Number(row?.floor);
};
const found = async ({ store, first }: Shop) => (await store.orders.find(first.order.merchantKey, 'OLD'))!;

/** The payer tries again, with another card. */
async function again(on: Shop, before: StoredOrder): Promise<void> {
  const { store, first, now } = on;
  const key = store.orders.newKey();
  const order = { ...before, lockedBy: key, fence: before.fence + 1, updatedAt: now };
  const transaction = {
    ...first.transaction,
    key,
    orderKey: order.key,
    transactionId: '2',
    createdAt: now,
    updatedAt: now,
  };
  expect(await store.orders.begin({ order, isNew: false, transaction, sealedCard: SEALED })).toBe(true);
  await ended(store, { order, isNew: false, transaction, sealedCard: SEALED }, { gatewayCode: 'DECLINED' });
}

async function fewWalks(on: Shop): Promise<void> {
  for (let walks = 0; walks < 3; walks += 1) {
    on.now += DAY_MS;
    await walk(on);
  }
}

it('the card of a later payment on an old order is deleted on schedule, and the walks are short again', async () => {
  const on = await shop();
  await again(on, await found(on));
  expect(await cards(on)).toBe(1);
  await fewWalks(on);
  expect(await cards(on)).toBe(0);
  await fewWalks(on);
  expect(await floor(on)).toBeGreaterThan(on.first.order.key);
});

it('the card of a payment that starts while a walk is past its order is deleted too', async () => {
  const on = await shop();
  const claimed = await on.store.retention.claim('CARD', on.now + DAY_MS);
  await again(on, await found(on));
  const later = { ...claimed!, cursor: claimed!.cursor + 1 };
  expect(await on.store.retention.advance(claimed!, later)).toBe(true);
  expect(await on.store.retention.end({ ...later, cursor: later.cursor + KEYS_PASSED }, on.now)).toBe(true);
  await fewWalks(on);
  expect(await cards(on)).toBe(0);
});

it('an older card that is not due yet is deleted on schedule, too', async () => {
  const place = await newDatabase();
  onTestFinished(() => place.remove());
  const before = await opened(place.url);
  await declined(before, 'OLDER', NOW, 'PATIENT', 10);
  await before.passOverKeys(KEYS_PASSED);
  await before.close();
  const store = await opened(place.url);
  const first = await declined(store, 'OLD', NOW);
  const on = { place, store, first, now: NOW + 2 * DAY_MS };
  await walk(on);
  expect(await cards(on)).toBe(1);
  on.now += DAY_MS;
  await again(on, await found(on));
  await fewWalks(on);
  expect(await cards(on)).toBe(1);
  on.now += 7 * DAY_MS;
  await fewWalks(on);
  expect(await cards(on)).toBe(0);
});

it('the keyed hash of an authentication on an old order is deleted likewise', async () => {
  const on = await shop();
  const before = await found(on);
  const { store, now } = on;
  const order = {
    ...before,
    state: { ...before.state, authentications: ['auth'] },
    fence: before.fence + 1,
    updatedAt: now,
  };
  const authentication = {
    ...{ key: store.authentications.newKey(), orderKey: order.key, transactionId: 'auth', usedBy: null },
    ...{ threeDSServerTransID: randomUUID(), initiated: SEALED, requested: null, cardHash: SEALED },
    purpose: { version: 100, entryPoint: 'WEB_SERVICES_API', currency: 'EUR', instrument, details: {} },
    ...{ sealedState: SEALED, revision: 1, wakeAt: null, createdAt: now, updatedAt: now },
  } as const;
  expect(await store.authentications.begin({ order, isNew: false, authentication })).toBe(true);
  await fewWalks(on);
  expect(await hashes(on)).toBe(1);
  on.now += 7 * DAY_MS;
  await fewWalks(on);
  expect(await hashes(on)).toBe(0);
});

it('a payment on an order that has lost no card does not change the walks', async () => {
  const on = await shop();
  const newer = await declined(on.store, 'NEWER', on.now);
  const before = await on.place.rows('select * from retention_sweep');
  await again(on, (await on.store.orders.find(newer.order.merchantKey, 'NEWER'))!);
  expect(await on.place.rows('select * from retention_sweep')).toEqual(before);
});
