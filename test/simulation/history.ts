/** One history, from its seed to the result: a phase with faults, then calm, then the comparison of the ledgers. */

import { ONE_SERVER } from '../../src/adapters/store/engine/engine.ts';
import { IdAllocator } from '../../src/adapters/store/engine/id-allocator.ts';
import { type Store, storeOver } from '../../src/adapters/store/store.ts';
import { type Merchant, merchantProfile } from '../../src/core/merchant/merchant.ts';
import { CommitCounts } from '../../src/platform/metrics/commit-counts.ts';
import { NO_PIECES } from '../adapters/store/engine/no-pieces.ts';
import { AcquirerHost } from './acquirer-host.ts';
import { ACQUIRER_NAMES, ROUTES } from './acquirer-routes.ts';
import { startCallbacks } from './callbacks.ts';
import { CHECKS, type Evidence } from './checks.ts';
import { Counter } from './counter.ts';
import type { MemoryDatabase } from './database.ts';
import type { SharedStore } from './engine.ts';
import { isCalm } from './faults.ts';
import type { Surroundings } from './gateway.ts';
import { GiftCardPayer } from './gift-card-payer.ts';
import type { Journal } from './journal.ts';
import { Machines } from './machines.ts';
import { MerchantOrder } from './merchant.ts';
import { Payer, type Stage } from './payer.ts';
import { startPerson } from './person.ts';
import { ProviderServer } from './provider-server.ts';
import { withVirtualTimers } from './virtual-timers.ts';
import { startWeather } from './weather.ts';
import { World } from './world.ts';

/** Orders of a history: several, so that mix-ups can occur. */
const ORDERS = [1, 1, 2, 3] as const;
/** The phase with faults ends at the latest after this time. */
const BAD_MS = [5_000, 90_000] as const;
/** Merchants repeat unanswered requests: by then all have their answers. */
const PATIENCE_MS = 6 * 3_600_000;
/** Longer than the wait for a provider, and than the last query after an end. */
const REST_MS = 11 * 24 * 3_600_000;

/** @returns the journal, with the problems found */
export async function runHistory(seed: number, database: MemoryDatabase): Promise<Journal> {
  database.empty();
  const world = new World(seed);
  await withVirtualTimers(world.scheduler, async () => {
    try {
      await live(world, database);
    } catch (error) {
      world.journal.problem(`${(error as Error).stack}`);
    }
  });
  return world.journal;
}

async function live(world: World, database: MemoryDatabase): Promise<void> {
  const { scheduler, chance, journal } = world;
  const judge = storeOver(database.engine, await IdAllocator.open(database.engine), {
    close: async () => undefined,
    commits: new CommitCounts(),
    pieces: NO_PIECES,
    migrated: [],
    later: [],
    damage: async () => undefined,
    emptyLog: async () => true,
    isAlone: true,
    lineage: ONE_SERVER,
  });
  const merchant = await merchantOf(world, judge);
  const store: SharedStore = { engine: database.engine, isFull: false, written: () => undefined };
  const around: Surroundings = {
    store,
    merchant,
    hosts: new Map(ACQUIRER_NAMES.map((name) => [name, new AcquirerHost(world)])),
    lines: new Map(ACQUIRER_NAMES.map((name) => [name, { isUp: true }])),
    provider: new ProviderServer(world),
    asked: new Map(),
  };
  const machines = new Machines(world, around, () => database.waiting());
  const counter = new Counter(world, machines, merchant);
  machines.start();
  startWeather(world, { lines: [...around.lines.values()], store, machines });
  startCallbacks(world, machines, around.provider);
  startPerson(world, machines, judge, store);
  for (let index = chance.pick(ORDERS) as number; index > 0; index -= 1) {
    const orderId = `order-${index}`;
    const stage: Stage = { world, counter, judge, merchant, provider: around.provider };
    const live = chance.weighted<() => Promise<void>>([
      [5, () => new Payer(stage, orderId).live()],
      [4, () => new GiftCardPayer(stage, orderId).live()],
      [11, () => new MerchantOrder(world, counter, orderId).withCard()],
    ]);
    void machines.serve(live());
  }
  await scheduler.run(chance.between(...BAD_MS), () => machines.guests === 0);
  world.calm();
  store.isFull = false;
  for (const line of around.lines.values()) {
    line.isUp = true;
  }
  await scheduler.run(world.now() + PATIENCE_MS, () => machines.guests === 0);
  if (machines.guests > 0) {
    journal.problem('somebody still waits for an answer');
  }
  await scheduler.run(world.now() + REST_MS);
  const evidence = await evidenceOf(world, database, judge, around, counter);
  for (const check of CHECKS) {
    for (const problem of check(evidence)) {
      journal.problem(`${check.name}: ${problem}`);
    }
  }
}

async function merchantOf({ chance }: World, { merchants }: Store): Promise<Merchant> {
  const profile = merchantProfile.parse({
    id: 'TESTSHOP',
    name: 'Example Shop',
    lateBrowserPayments: chance.pick(['REFUND', 'REPORT']),
    acquirerRoutes: ROUTES,
    permissions: { refundApproval: chance.oneIn(3), partPayment: true },
  });
  await merchants.put(profile, 0);
  const stored = await merchants.find(profile.id);
  if (stored === undefined) {
    throw new Error('The merchant was not stored.');
  }
  return { key: stored.key, id: stored.id, profile };
}

async function evidenceOf(
  { drawn }: World,
  database: MemoryDatabase,
  { orders, browserPayments }: Store,
  { merchant, hosts, provider, asked }: Surroundings,
  { answers }: Counter,
): Promise<Evidence> {
  const named = database.query<{ order_id: string }>('select order_id from payment_order order by key');
  const found = named.map(async ({ order_id }) => {
    const order = await orders.find(merchant.key, order_id);
    if (order === undefined) {
      throw new Error('An order is gone.');
    }
    return { order, transactions: await orders.transactions(order.key) };
  });
  const payments = [...provider.payments.values()].map(async (payment) => {
    const ours = await browserPayments.findBy('reference', payment.asked.reference);
    return { payment, late: ours?.payment.late ?? null };
  });
  return {
    orders: await Promise.all(found),
    reversals: database.query('select key, due_at from reversal'),
    followUps: database.query('select transaction_key from transaction_outcome where follow_up_at is not null'),
    payments: await Promise.all(payments),
    hosts,
    answers,
    asked,
    isCalm: isCalm(drawn),
  };
}
