/** Opens the store that `DATABASE_URL` names: engine, migrations and repositories. */
import type { CommitCounts } from '../metrics/commit-counts.ts';
import { StoredAlerts } from './alerts.ts';
import { StoredBrowserPayments } from './browser-payments.ts';
import { StoredDataKeys } from './data-keys.ts';
import type { Engine } from './engine.ts';
import { IdAllocator } from './id-allocator.ts';
import { StoredMerchants } from './merchants.ts';
import type { SchemaMode } from './migrate.ts';
import { StoredNotifications } from './notifications.ts';
import { openPostgres } from './open-postgres.ts';
import { openEmbedded } from './open-sqlite.ts';
import { StoredOrders } from './orders.ts';
import { StoredProcesses } from './processes.ts';
import { StoredReconciliation } from './reconciliation.ts';
import { StoredSessions } from './sessions.ts';
import { StoredTokens } from './tokens.ts';
import { StoredUnmaskings } from './unmaskings.ts';

export interface Store {
  readonly orders: StoredOrders;
  readonly browserPayments: StoredBrowserPayments;
  readonly sessions: StoredSessions;
  readonly merchants: StoredMerchants;
  readonly tokens: StoredTokens;
  readonly unmaskings: StoredUnmaskings;
  readonly notifications: StoredNotifications;
  readonly dataKeys: StoredDataKeys;
  readonly processes: StoredProcesses;
  readonly alerts: StoredAlerts;
  readonly reconciliation: StoredReconciliation;
  /** No other gateway process can be alive on it. */
  readonly isAlone: boolean;
  /** Counts of this process alone. */
  readonly commits: CommitCounts;
  /** The migrations that were applied when it was opened, in their order. */
  readonly migrated: readonly string[];
  /** Skips this many row keys. */
  passOverKeys(count: number): Promise<void>;
  /** Whether it answers a query now. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

/** An open engine with the newest schema. */
export interface OpenEngine {
  readonly engine: Engine;
  readonly commits: CommitCounts;
  readonly migrated: readonly string[];
  /** No other gateway process can be alive on it. */
  readonly isAlone: boolean;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** False for tools beside a running gateway, which must not become the owner. */
  readonly owner?: boolean;
  /** Whether an older schema is migrated or refused. */
  readonly schema?: SchemaMode;
}

/**
 * @param url `sqlite:path/to/file` or `postgres://…`
 * @throws StoreError when it cannot be opened, is owned by another gateway process, is newer than this program, or does
 *   not flush its commits
 */
export async function openStore(url: string, { owner = true, schema = 'MIGRATE' }: OpenOptions = {}): Promise<Store> {
  const opened = await (url.startsWith('sqlite:') ? openEmbedded(url, owner, schema) : openPostgres(url, schema));
  try {
    const store = storeOver(opened.engine, await IdAllocator.open(opened.engine), opened);
    if (owner) {
      await store.processes.join({ isAlone: opened.isAlone });
    }
    return store;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** @param opened the other members of the open engine */
export function storeOver(
  engine: Engine,
  keys: IdAllocator,
  { close, commits, migrated, isAlone }: Omit<OpenEngine, 'engine'>,
): Store {
  const dataKeys = new StoredDataKeys(engine);
  const processes = new StoredProcesses(engine, keys);
  const orders = new StoredOrders(engine, keys, processes);
  return {
    orders,
    browserPayments: new StoredBrowserPayments(engine, keys, orders),
    sessions: new StoredSessions(engine, keys),
    merchants: new StoredMerchants(engine, keys),
    tokens: new StoredTokens(engine, keys),
    unmaskings: new StoredUnmaskings(engine, keys),
    notifications: new StoredNotifications(engine, keys, processes),
    dataKeys,
    processes,
    alerts: new StoredAlerts(engine),
    reconciliation: new StoredReconciliation(engine),
    commits,
    migrated,
    isAlone,
    passOverKeys: (count) => keys.passOver(count),
    answers: () =>
      dataKeys.all().then(
        () => true,
        () => false,
      ),
    async close() {
      // If that fails, the other processes evict this one.
      await processes.leave().catch(() => undefined);
      await close();
    },
  };
}
