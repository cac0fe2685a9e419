/**
 * A gateway in one simulated process, assembled as in `compose/`: store, liveness, recovery, workers; then it takes
 * requests.
 */

import { ONE_SERVER, StoreError } from '../../src/adapters/store/engine/engine.ts';
import { IdAllocator } from '../../src/adapters/store/engine/id-allocator.ts';
import { storeOver } from '../../src/adapters/store/store.ts';
import type { BrowserPaymentDependencies } from '../../src/core/browser-payments/dependencies.ts';
import { reconciler } from '../../src/core/browser-payments/reconciler.ts';
import { BIN_TABLE } from '../../src/core/cards/bin-table.ts';
import { binTable } from '../../src/core/cards/bins.ts';
import { createGateway, type Gateway } from '../../src/core/gateway.ts';
import type { Merchant } from '../../src/core/merchant/merchant.ts';
import { refundDecisionWorker } from '../../src/core/operations/refund-decisions.ts';
import type { Acquirer, Log, PayerAuthenticator, Sealer, SealPlace } from '../../src/core/ports/index.ts';
import { followUpWorker } from '../../src/core/recovery/follow-ups.ts';
import { recover, recoveryWorker } from '../../src/core/recovery/recovery.ts';
import { reversalWorker } from '../../src/core/recovery/reversals.ts';
import { Heartbeat } from '../../src/core/workers/heartbeat.ts';
import { CommitCounts } from '../../src/platform/metrics/commit-counts.ts';
import { NO_PIECES } from '../adapters/store/engine/no-pieces.ts';
import { noAccounts } from '../support/no-accounts.ts';
import { NO_SAVED_CARDS } from '../support/no-saved-cards.ts';
import type { AcquirerHost } from './acquirer-host.ts';
import { AcquirerLink, type Line } from './acquirer-link.ts';
import { ACQUIRER_NAMES } from './acquirer-routes.ts';
import type { Waiting } from './database.ts';
import { type SharedStore, SimulatedEngine } from './engine.ts';
import { STORED_ONLY } from './notifications.ts';
import type { SimulatedProcess } from './process.ts';
import { PROVIDER_IDS, ProviderLink } from './provider-link.ts';
import type { ProviderServer } from './provider-server.ts';
import type { World } from './world.ts';

/** The environment of every gateway process of a history. */
export interface Surroundings {
  readonly store: SharedStore;
  /** The host of each acquirer, by its name. */
  readonly hosts: ReadonlyMap<string, AcquirerHost>;
  readonly lines: ReadonlyMap<string, Line>;
  readonly provider: ProviderServer;
  readonly authenticator: PayerAuthenticator;
  /** Plants a fault in the gateway's processes. */
  readonly plant?: ((acquirer: Acquirer) => Acquirer) | undefined;
  readonly merchant: Merchant;
  /** The number of times that each request was made to the acquirer, over all processes. */
  readonly asked: Map<string, number>;
}

export interface RunningGateway {
  readonly process: SimulatedProcess;
  readonly gateway: Gateway;
  readonly dependencies: BrowserPaymentDependencies;
  /** One heartbeat and one check of the other processes. */
  readonly beat: () => Promise<void>;
  /** The workers by kind of work. */
  readonly workers: Readonly<Record<keyof Waiting, { wake(): void }>>;
}

export const ORIGIN = 'https://pay.example';
const cards = binTable(BIN_TABLE);
/** The schemes of the cards of histories. */
const DIRECTORY_SCHEMES: ReadonlySet<string> = new Set(['MASTERCARD', 'VISA']);

/** @throws StoreError if the store is unavailable: the process ends then */
export async function startGateway(
  world: World,
  process: SimulatedProcess,
  around: Surroundings,
): Promise<RunningGateway> {
  const engine = new SimulatedEngine(world, process, around.store);
  const store = storeOver(engine, await IdAllocator.open(engine), {
    close: async () => undefined,
    commits: new CommitCounts(),
    pieces: NO_PIECES,
    migrated: [],
    later: [],
    damage: async () => undefined,
    emptyLog: async () => true,
    isAlone: world.drawn.processes === 1,
    lineage: ONE_SERVER,
  });
  await store.processes.join(store);

  const { clock } = process;
  const log = logOf(world, process);
  const { orders } = store;
  const acquirers = new Map(
    [...around.hosts].map(([name, host]) => {
      const line = around.lines.get(name) as Line;
      const link = new AcquirerLink(world, process, host, line, around.asked);
      return [name, around.plant?.(link) ?? link] as const;
    }),
  );
  const savedCards = NO_SAVED_CARDS;
  const ofOrders = { clock, orders, notifications: STORED_ONLY, acquirers, sealer: openSealer, log, savedCards };
  const reversals = together(ACQUIRER_NAMES.map((name) => reversalWorker(ofOrders, name)));
  const reversalStored = () => reversals.wake();
  const followUps = together(ACQUIRER_NAMES.map((name) => followUpWorker({ ...ofOrders, reversalStored }, name)));
  const liveness = new Heartbeat({
    processes: store.processes,
    monotonic: () => world.now(),
    log,
    onEvicted: () => recovery.wake(),
  });
  const gateway = createGateway({
    savedCards,
    clock,
    pause: (ms) => process.turn('during a pause', ms),
    isAlive: () => store.isAlone || liveness.holdsLease(),
    orders,
    acquirers,
    sealer: openSealer,
    sources: { session: none, token: none },
    cardFacts: cards.ofNumber,
    cardFactsOfPrefix: cards.ofPrefix,
    deviceTokens: {},
    p2peOf: () => undefined,
    log,
    reversalStored,
    notifications: STORED_ONLY,
    browser: {
      payments: store.browserPayments,
      providers: new Map(PROVIDER_IDS.map((id) => [id, new ProviderLink(id, world, process, around.provider)])),
      health: { isAnswering: () => true },
      accounts: noAccounts,
      publicOrigin: ORIGIN,
      random: (below) => world.chance.below(below),
    },
    payerAuthentication: {
      authenticator: around.authenticator,
      authentications: store.authentications,
      schemes: DIRECTORY_SCHEMES,
    },
  });
  const recovered = await recover(gateway);
  if (recovered > 0) {
    world.journal.count('recovered at a start');
  }
  const recovery = recoveryWorker(gateway);
  const merchantByKey = async () => around.merchant;
  const dependencies: BrowserPaymentDependencies = {
    gateway,
    merchantByKey,
    inFlightQueries: new Map(),
    wake: () => payments.wake(),
  };
  const payments = together(PROVIDER_IDS.map((id) => reconciler(dependencies, id)));
  return {
    process,
    gateway,
    dependencies,
    beat: () => liveness.check().catch((error: unknown) => log.error({ err: error }, 'no sign of life')),
    workers: {
      recovery,
      reversals,
      followUps,
      payments,
      refunds: refundDecisionWorker({ gateway, merchantByKey }),
    },
  };
}

function together(workers: readonly { wake(): void }[]): { wake(): void } {
  return {
    wake() {
      for (const worker of workers) {
        worker.wake();
      }
    },
  };
}

async function none(): Promise<never> {
  throw new Error('A history has no sessions and no tokens.');
}

/** Seals nothing: a history has no secrets, and its checks read the values. */
const openSealer: Sealer = {
  seal: (plain, place) => Buffer.from(`${placeText(place)}:${plain}`),
  open: (sealed, place) =>
    Buffer.from(sealed)
      .toString()
      .slice(placeText(place).length + 1),
  hash: (purpose, text) => Buffer.from(`${purpose} ${text}`),
  hashes: (purpose, text) => [Buffer.from(`${purpose} ${text}`)],
};

function placeText(place: SealPlace): string {
  return typeof place === 'string' ? place : place.before;
}

/** Errors of the store are expected; any other error is a problem. */
export function isExpected(error: unknown): boolean {
  return error instanceof StoreError;
}

function logOf({ journal }: World, { name }: SimulatedProcess): Log {
  const write = (fields: object, message: string): void => {
    const { err } = fields as { readonly err?: unknown };
    journal.step(name, `${message}${err instanceof Error ? `: ${err.message}` : ''}`);
    if (err !== undefined && !isExpected(err)) {
      journal.problem(`${message}: ${err instanceof Error ? err.stack : err}`);
    }
  };
  return { info: write, warn: write, error: write };
}
