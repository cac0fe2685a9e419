/** Opens the store of `DATABASE_URL` and `DATABASE_SCHEMA`: engine, migrations and repositories. */
import type { Spans } from '../../core/ports/index.ts';
import type { CommitCounts } from '../../platform/metrics/index.ts';
import { StoredAlerts } from './alerts/alerts.ts';
import { StoredArchive } from './archive/archive.ts';
import { ArchiveReader } from './archive/reader.ts';
import { StoredAttemptCounts } from './attempt-counts/attempt-counts.ts';
import { StoredAuditEntries } from './audit/entries.ts';
import { StoredAuthentications } from './authentications/authentications.ts';
import { StoredBrowserPayments } from './browser-payments/browser-payments.ts';
import { StoredCheckoutEvents } from './checkout-events/checkout-events.ts';
import { StoredConsolePeople } from './console/people.ts';
import { StoredConsoleViews } from './console/views.ts';
import { StoredDataKeys } from './data-keys/data-keys.ts';
import { StoredStores } from './directory/directory.ts';
import { StoredDisputes } from './disputes/disputes.ts';
import { StoredDueQueues } from './due-work/due-queues.ts';
import { StoredDueWork } from './due-work/due-work.ts';
import { isAnsweredInTime } from './engine/answered-in-time.ts';
import type { Engine, Lineage, OpenEngine } from './engine/engine.ts';
import { StoreHealth } from './engine/health.ts';
import { IdAllocator } from './engine/id-allocator.ts';
import type { SchemaMode } from './engine/migrate.ts';
import type { TurnsOnServers } from './engine/postgres/commit-turns.ts';
import type { openPostgres } from './engine/postgres/open.ts';
import { openEmbedded } from './engine/sqlite/open.ts';
import { WatchedEngine } from './engine/watched-engine.ts';
import { writeProbe } from './engine/write-probe.ts';
import { StoredErasure } from './erasure/erasure.ts';
import { StoredInstallation } from './installation/installation.ts';
import { StoredLinks } from './links/links.ts';
import { StoredCertificates } from './merchants/certificates.ts';
import { StoredLogos } from './merchants/logos.ts';
import { StoredMerchants } from './merchants/merchants.ts';
import { StoredScripts } from './merchants/scripts.ts';
import { StoredMoves } from './moving/index.ts';
import { StoredReceiverAlarms } from './notifications/alarms.ts';
import { StoredNotifications } from './notifications/notifications.ts';
import { StoredOrderFeed } from './order-index/feed.ts';
import { StoredOrderIndex } from './order-index/order-index.ts';
import { StoredOrders } from './orders/orders.ts';
import { StoredProcesses } from './processes/processes.ts';
import { StoredMailQueue } from './receipts/mail-queue.ts';
import { RESERVATIONS } from './receipts/mail-statements.ts';
import { StoredReceiptQueue } from './receipts/receipt-queue.ts';
import { StoredReconciliation } from './reconciliation/reconciliation.ts';
import { StoredRestoration } from './restoration/restoration.ts';
import { StoredKeptCounts } from './retention/report.ts';
import { StoredRetention } from './retention/retention.ts';
import { StoredCustomerCards } from './saved-cards/saved-cards.ts';
import { StoredSealedRecords } from './sealed-records/sealed-records.ts';
import { StoredSessions } from './sessions/sessions.ts';
import { StoredPayouts } from './settlement/payouts.ts';
import { StoredSettlements } from './settlement/settlements.ts';
import { StoredStaffMails } from './staff-mails/staff-mails.ts';
import { STAFF_MAILS } from './staff-mails/statements.ts';
import { type OpenStandby, openStandby, type ReadAddress, StandbyOfStore, type StoreStandby } from './store-standby.ts';
import { StoredTokens } from './tokens/tokens.ts';
import { OrderChanges } from './transactions/order-changes.ts';

export interface Store {
  /** From 0 to 3,843. Its row keys, and the ids that it makes for payers' addresses, name it. */
  readonly number: number;
  readonly orders: StoredOrders;
  readonly orderIndex: StoredOrderIndex;
  readonly orderFeed: StoredOrderFeed;
  readonly authentications: StoredAuthentications;
  readonly browserPayments: StoredBrowserPayments;
  readonly sessions: StoredSessions;
  readonly merchants: StoredMerchants;
  readonly checkoutEvents: StoredCheckoutEvents;
  readonly consolePeople: StoredConsolePeople;
  readonly consoleViews: StoredConsoleViews;
  readonly links: StoredLinks;
  readonly logos: StoredLogos;
  readonly certificates: StoredCertificates;
  readonly merchantScripts: StoredScripts;
  /** Moves of merchants to other stores, and from them. */
  readonly moves: StoredMoves;
  readonly tokens: StoredTokens;
  readonly customerCards: StoredCustomerCards;
  readonly audit: StoredAuditEntries;
  readonly notifications: StoredNotifications;
  readonly receiverAlarms: StoredReceiverAlarms;
  readonly receipts: StoredReceiptQueue;
  readonly reservationMails: StoredMailQueue;
  readonly staffMails: StoredStaffMails;
  readonly staffMailQueue: StoredMailQueue;
  readonly dataKeys: StoredDataKeys;
  /** The directory of further stores. Only that of the first store is used. */
  readonly directory: StoredStores;
  readonly disputes: StoredDisputes;
  readonly dueQueues: StoredDueQueues;
  readonly dueWork: StoredDueWork;
  readonly sealedRecords: StoredSealedRecords;
  readonly processes: StoredProcesses;
  readonly alerts: StoredAlerts;
  readonly attemptCounts: StoredAttemptCounts;
  readonly reconciliation: StoredReconciliation;
  readonly payouts: StoredPayouts;
  readonly settlements: StoredSettlements;
  readonly restoration: StoredRestoration;
  readonly installation: StoredInstallation;
  readonly retention: StoredRetention;
  readonly erasure: StoredErasure;
  readonly kept: StoredKeptCounts;
  readonly archive: StoredArchive;
  /** Absent: everything is read from the primary. */
  readonly standby?: StoreStandby | undefined;
  /** True if no other gateway process can use this store at the same time. */
  readonly isAlone: boolean;
  /** Counts of this process only. */
  readonly commits: CommitCounts;
  /** The migrations that were applied when the store was opened, in order. */
  readonly migrated: readonly string[];
  /** Applied migrations of a later release, which has extended the schema. */
  readonly later: readonly string[];
  /** Changes while the store is open. */
  readonly lineage: Lineage;
  passOverKeys(count: number): Promise<void>;
  /** The number of row keys that are left. New orders are refused when there are none. */
  keysLeft(): number;
  /** The condition of the store after its last reads and writes. */
  readonly health: StoreHealth;
  /** Writes and deletes a row, and records success or failure in `health`. Rejects with `StoreError`. */
  probe(): Promise<void>;
  /** Reads all pages of an embedded store, which takes a while. @returns the first damage, if any */
  damage(): Promise<string | undefined>;
  /**
   * Empties the embedded store's log after an erasure. @returns false if the embedded store's log still has the erased
   * text
   */
  readonly emptyLog: () => Promise<boolean>;
  /** Checks whether it answers a query within two seconds. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

/** The settings that name a store. */
export interface StoreAddress {
  /** `sqlite:path/to/file` or `postgres://…` */
  readonly databaseUrl: string;
  /** The schema with the tables, on PostgreSQL. Absent: the role's search path applies. */
  readonly databaseSchema?: string | undefined;
  /**
   * The number that the store must have. A store gets its number when it is opened for the first time: this one, or 0.
   * Absent: any number.
   */
  readonly storeNumber?: number | undefined;
  /** The standbys from which a gateway reads lists. */
  readonly databaseRead?: ReadAddress | undefined;
}

export interface OpenOptions {
  /** False for commands that run beside a gateway, which must not become the owner. */
  readonly owner?: boolean;
  /** Migrates an older schema, or refuses it. */
  readonly schema?: SchemaMode;
  /** True for a command that only reads, and therefore reserves no keys for new rows. */
  readonly isReader?: boolean;
  /** True if the embedded store was just restored: an older log beside it belongs to another database. */
  readonly isRestored?: boolean;
  /** This process's build, shown to the other processes. */
  readonly build?: string | undefined;
  /** Absent: commits are not traced. */
  readonly spans?: Spans | undefined;
  /** Shared by the stores of a process. Absent: it has one store. */
  readonly turns?: TurnsOnServers | undefined;
}

/**
 * @param address the settings, or the URL alone
 * @throws StoreError if the store cannot be opened, another gateway process owns it, its schema is newer than this
 *   program, it has another number, or it does not flush its commits
 */
export async function openStore(
  address: string | StoreAddress,
  { owner = true, schema = 'MIGRATE', isReader = false, isRestored = false, build, spans, turns }: OpenOptions = {},
): Promise<Store> {
  const {
    databaseUrl: url,
    databaseSchema,
    databaseRead,
    storeNumber,
  }: StoreAddress = typeof address === 'string' ? { databaseUrl: address } : address;
  const logCheck = isRestored ? 'STRICT' : 'SOUND';
  const opened = await (url.startsWith('sqlite:')
    ? openEmbedded(url, { owner, schema, logCheck, isFurther: (storeNumber ?? 0) > 0 })
    : onServer(url, { mode: schema, schema: databaseSchema, turns }));
  try {
    const { engine } = opened;
    const keys = await (isReader ? IdAllocator.reading(engine, storeNumber) : IdAllocator.open(engine, storeNumber));
    const standby = await openStandby(databaseRead, databaseSchema);
    const store = storeOver(engine, keys, { ...opened, spans, standby });
    if (owner) {
      await store.processes.join({ isAlone: opened.isAlone, build: build ?? null });
    }
    return store;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Opens a PostgreSQL store. The driver is loaded only here, because it would delay the start of gateways with an
 * embedded store.
 */
async function onServer(...address: Parameters<typeof openPostgres>): Promise<OpenEngine> {
  const { openPostgres: open } = await import('./engine/postgres/open.ts');
  return open(...address);
}

/** @param opened the other members of the open engine */
export function storeOver(
  bare: Engine,
  keys: IdAllocator,
  {
    close,
    commits,
    migrated,
    later,
    isAlone,
    lineage,
    pieces,
    damage,
    emptyLog,
    spans,
    standby: openedStandby,
  }: Omit<OpenEngine, 'engine'> & Pick<OpenOptions, 'spans'> & { readonly standby?: OpenStandby | undefined },
): Store {
  const health = new StoreHealth();
  const watched = new WatchedEngine(bare, health, spans);
  const engine = new ArchiveReader(watched, pieces);
  const archive = new StoredArchive(watched, keys, { pieces, reader: engine });
  const changes = new OrderChanges();
  const processes = new StoredProcesses(engine, keys, changes);
  const dataKeys = new StoredDataKeys(engine, processes);
  const orders = new StoredOrders(engine, keys, processes, changes);
  const authentications = new StoredAuthentications(engine, keys, processes, changes);
  const reconciliation = new StoredReconciliation(engine);
  const payouts = new StoredPayouts(engine, keys, reconciliation);
  const customerCards = new StoredCustomerCards(engine, keys);
  const standby = openedStandby && new StandbyOfStore({ ...openedStandby, primary: watched, keys, processes, changes });
  return {
    number: keys.store,
    orders,
    orderIndex: new StoredOrderIndex(engine, { process: processes, changes }),
    orderFeed: new StoredOrderFeed(engine, { keys, process: processes, changes }),
    authentications,
    browserPayments: new StoredBrowserPayments(engine, keys, processes),
    sessions: new StoredSessions(engine, keys),
    merchants: new StoredMerchants(engine, keys),
    checkoutEvents: new StoredCheckoutEvents(engine, keys),
    consolePeople: new StoredConsolePeople(engine, keys),
    consoleViews: new StoredConsoleViews(engine, keys),
    links: new StoredLinks(engine, keys),
    logos: new StoredLogos(engine, keys),
    certificates: new StoredCertificates(engine, keys),
    merchantScripts: new StoredScripts(engine, keys),
    moves: new StoredMoves(engine),
    tokens: new StoredTokens(engine, keys),
    customerCards,
    audit: new StoredAuditEntries(engine, keys),
    notifications: new StoredNotifications(engine, keys, processes),
    receiverAlarms: new StoredReceiverAlarms(engine),
    receipts: new StoredReceiptQueue(engine, processes),
    reservationMails: new StoredMailQueue(engine, processes, RESERVATIONS),
    staffMails: new StoredStaffMails(engine, keys),
    staffMailQueue: new StoredMailQueue(engine, processes, STAFF_MAILS),
    dataKeys,
    directory: new StoredStores(engine),
    disputes: new StoredDisputes(engine, keys),
    dueQueues: new StoredDueQueues(engine),
    dueWork: new StoredDueWork(engine),
    sealedRecords: new StoredSealedRecords(engine),
    processes,
    alerts: new StoredAlerts(engine),
    attemptCounts: new StoredAttemptCounts(engine, keys),
    reconciliation,
    payouts,
    settlements: new StoredSettlements(engine, keys, { payouts, reconciliation, process: processes }),
    restoration: new StoredRestoration(engine, keys),
    installation: new StoredInstallation(engine),
    retention: new StoredRetention(engine, processes, { archive, authentications, customerCards, orders }),
    erasure: new StoredErasure(engine, { orders, authentications, archive }),
    kept: new StoredKeptCounts(engine),
    archive,
    standby,
    commits,
    migrated,
    later,
    isAlone,
    lineage,
    passOverKeys: (count) => keys.passOver(count),
    keysLeft: () => keys.left,
    health,
    damage,
    emptyLog,
    async probe() {
      await writeProbe(engine, processes.key);
      health.probeWritten();
    },
    answers: () => isAnsweredInTime(dataKeys.all()),
    async close() {
      // If leaving fails, other processes evict this process.
      await processes.leave().catch(() => undefined);
      await standby?.close();
      await close();
    },
  };
}
