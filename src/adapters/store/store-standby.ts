/** The records of which lists are made, as a standby has them. */
import { ArchiveReader } from './archive/reader.ts';
import { StoredDisputes } from './disputes/disputes.ts';
import type { Engine } from './engine/engine.ts';
import type { IdAllocator } from './engine/id-allocator.ts';
import type { StandbyConnections } from './engine/postgres/standby-connections.ts';
import { StoredNotifications } from './notifications/notifications.ts';
import { StoredOrderIndex } from './order-index/order-index.ts';
import { StoredOrders } from './orders/orders.ts';
import type { StoredProcesses } from './processes/processes.ts';
import { StoredReconciliation } from './reconciliation/reconciliation.ts';
import { StoredPayouts } from './settlement/payouts.ts';
import { type ExaminedStandby, examineStandby } from './standby/examine.ts';
import { Reading } from './standby/reading.ts';
import { Standby } from './standby/standby.ts';
import type { OrderChanges } from './transactions/order-changes.ts';

/** The connections to a standby, and the bound on its age. */
export interface OpenStandby {
  readonly connections: StandbyConnections;
  readonly ageMsMax: number;
}

/** The settings of the standbys. */
export interface ReadAddress {
  /** `postgres://…`, with one or several hosts */
  readonly url: string;
  readonly ageMsMax: number;
}

/** Opens no connection: a gateway starts without its standby. */
export async function openStandby(
  read: ReadAddress | undefined,
  schema: string | undefined,
): Promise<OpenStandby | undefined> {
  if (read === undefined) {
    return undefined;
  }
  const { StandbyConnections } = await import('./engine/postgres/standby-connections.ts');
  return { connections: new StandbyConnections(read.url, schema), ageMsMax: read.ageMsMax };
}

interface StandbyParts extends OpenStandby {
  readonly primary: Engine;
  readonly keys: IdAllocator;
  readonly processes: StoredProcesses;
  readonly changes: OrderChanges;
}

/** The records of one page or answer. Those that write reject every write. */
export interface StoredReading {
  readonly orderIndex: StoredOrderIndex;
  readonly orders: StoredOrders;
  readonly payouts: StoredPayouts;
  readonly disputes: StoredDisputes;
  readonly notifications: StoredNotifications;
  /**
   * The age of the oldest data that was read so far, in milliseconds; undefined if all was read from the primary. Every
   * change that was confirmed before is in the data.
   */
  ageMs(): number | undefined;
}

export interface StoreStandby extends Pick<Standby, 'ageMs' | 'check' | 'condition' | 'counts'> {
  /** Older data is not read from it. */
  readonly ageMsMax: number;
  newReading(): StoredReading;
  /** Examines it once, without the checks of a running gateway. */
  examine(): Promise<ExaminedStandby>;
  close(): Promise<void>;
}

export class StandbyOfStore implements StoreStandby {
  readonly #parts: StandbyParts;
  readonly #standby: Standby;

  constructor(parts: StandbyParts) {
    this.#parts = parts;
    const { processes: process, changes } = parts;
    this.#standby = new Standby({ ...parts, process, behindSince: () => changes.oldestAt });
  }

  get ageMsMax() {
    return this.#parts.ageMsMax;
  }

  get ageMs() {
    return this.#standby.ageMs;
  }

  get condition() {
    return this.#standby.condition;
  }

  get counts() {
    return this.#standby.counts;
  }

  check(heartbeatAt: number | undefined) {
    return this.#standby.check(heartbeatAt);
  }

  newReading(): StoredReading {
    const { primary, connections, keys, processes, changes } = this.#parts;
    const reading = new Reading(primary, this.#standby);
    const ageMs = () => reading.mark && performance.now() - reading.mark.at;
    const engine = new ArchiveReader(reading, connections.piecesOver(reading));
    const indexed = {
      get oldestAt() {
        return reading.mark?.indexedUntil ?? changes.oldestAt;
      },
    };
    const now = () => Date.now() - (ageMs() ?? 0);
    return {
      orderIndex: new StoredOrderIndex(engine, { process: processes, changes: indexed, now }),
      orders: new StoredOrders(engine, keys, processes, changes),
      payouts: new StoredPayouts(engine, keys, new StoredReconciliation(engine)),
      disputes: new StoredDisputes(engine, keys),
      notifications: new StoredNotifications(engine, keys, processes),
      ageMs,
    };
  }

  examine(): Promise<ExaminedStandby> {
    return examineStandby(this.#parts.primary, this.#parts.connections);
  }

  close(): Promise<void> {
    return this.#standby.close();
  }
}
