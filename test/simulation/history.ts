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
import { CAST_OF_SEED, type Cast } from './cast.ts';
import { CHECKS, type Evidence } from './checks.ts';
import { Counter } from './counter.ts';
import type { MemoryDatabase } from './database.ts';
import type { SharedStore } from './engine.ts';
import { isCalm } from './faults.ts';
import type { Surroundings } from './gateway.ts';
import type { Journal } from './journal.ts';
import { KnownAuthenticator } from './known-authenticator.ts';
import { Machines } from './machines.ts';
import type { Stage } from './payer.ts';
import { startPerson } from './person.ts';
import { ProviderServer } from './provider-server.ts';
import { withVirtualTimers } from './virtual-timers.ts';
import { startWeather } from './weather.ts';
import { World } from './world.ts';

/** The phase with faults ends at the latest after this time. */
const BAD_MS = [5_000, 90_000] as const;
/** Merchants repeat unanswered requests: by then all have their answers. */
const PATIENCE_MS = 6 * 3_600_000;
/** Longer than the wait for a provider, and than the last query after an end. */
const REST_MS = 11 * 24 * 3_600_000;

/** @returns the journal, with the problems found */
export async function runHistory(seed: number, database: MemoryDatabase, cast = CAST_OF_SEED): Promise<Journal> {
  database.empty();
  const world = new World(seed, cast.faults);
  await withVirtualTimers(world.scheduler, async () => {
    try {
      await live(world, database, cast);
    } catch (error) {
      world.journal.problem(`${(error as Error).stack}`);
    }
  });
  return world.journal;
}

async function live(world: World, database: MemoryDatabase, cast: Cast): Promise<void> {
  const { scheduler, chance, journal } = world;
  const { outcomes, plant } = cast;
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
  const merchant = await merchantOf(judge, cast.profile(chance));
  const store: SharedStore = { engine: database.engine, isFull: false, written: () => undefined };
  const around: Surroundings = {
    store,
    merchant,
    hosts: new Map(ACQUIRER_NAMES.map((name) => [name, new AcquirerHost(world, outcomes)])),
    lines: new Map(ACQUIRER_NAMES.map((name) => [name, { isUp: true }])),
    provider: new ProviderServer(world, outcomes),
    authenticator: new KnownAuthenticator(outcomes),
    plant,
    asked: new Map(),
  };
  const machines = new Machines(world, around, () => database.waiting());
  const counter = new Counter(world, machines, merchant);
  machines.start();
  startWeather(world, { lines: [...around.lines.values()], store, machines });
  startCallbacks(world, machines, around.provider);
  startPerson(world, machines, judge, store);
  const stage: Stage = { world, machines, counter, judge, merchant, provider: around.provider };
  for (const business of cast.enter(stage)) {
    void machines.serve(business);
  }
  await scheduler.run(chance.between(...BAD_MS), () => machines.clients === 0);
  world.calm();
  store.isFull = false;
  for (const line of around.lines.values()) {
    line.isUp = true;
  }
  await scheduler.run(world.now() + cast.businessMs + PATIENCE_MS, () => machines.clients === 0);
  if (machines.clients > 0) {
    journal.problem('somebody still waits for an answer');
  }
  await scheduler.run(world.now() + REST_MS);
  const evidence = await evidenceOf(cast.faults === undefined && isCalm(world.drawn), database, judge, around, counter);
  for (const check of CHECKS) {
    for (const problem of check(evidence)) {
      journal.problem(`${check.name}: ${problem}`);
    }
  }
}

async function merchantOf({ merchants }: Store, members: object): Promise<Merchant> {
  const profile = merchantProfile.parse({
    id: 'TESTSHOP',
    name: 'Example Shop',
    acquirerRoutes: ROUTES,
    ...members,
  });
  await merchants.put(profile, 0);
  const stored = await merchants.find(profile.id);
  if (stored === undefined) {
    throw new Error('The merchant was not stored.');
  }
  return { key: stored.key, id: stored.id, profile };
}

async function evidenceOf(
  isNormal: boolean,
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
    isCalm: isNormal,
  };
}
