/** Reads the index by which orders are found, and starts its builds. */
import type { IndexAge, OrderCounts, OrderIndex, OrderPage, OrderSearch } from '../../../core/ports/index.ts';
import { type Engine, write } from '../engine/engine.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import type { OrderChanges } from '../transactions/order-changes.ts';
import * as progress from './feed-statements.ts';
import { behindSince } from './index-age.ts';
import { volumeOf } from './rows.ts';
import { SEARCH_LIMITS, type SearchLimits, searchOrders } from './search.ts';
import { countsBetween } from './search-statements.ts';

interface Dependencies {
  readonly process: { readonly key: number };
  readonly changes: Pick<OrderChanges, 'oldestAt'>;
  /** The time of the data that is read, milliseconds since 1970. Absent: the present. */
  readonly now?: () => number;
}

/** The build under way, for the operator. */
export interface BuildProgress {
  readonly isBuilding: boolean;
  /** The key of the last order that it has read. */
  readonly cursor: number;
}

export class StoredOrderIndex implements OrderIndex {
  readonly #engine: Engine;
  readonly #process: { readonly key: number };
  readonly #changes: Pick<OrderChanges, 'oldestAt'>;
  readonly #now: () => number;

  constructor(engine: Engine, { process, changes, now = () => Date.now() }: Dependencies) {
    this.#engine = engine;
    this.#process = process;
    this.#changes = changes;
    this.#now = now;
  }

  /** The time of the oldest change of this process that the index lacks. */
  behindSince(): number | undefined {
    return this.#changes.oldestAt;
  }

  search(search: OrderSearch, limits: SearchLimits = SEARCH_LIMITS): Promise<OrderPage> {
    return searchOrders(this.#engine, search, limits);
  }

  async counters(merchantKey: number | 'ALL', from: string, to: string): Promise<OrderCounts> {
    const [build] = await this.#engine.read(progress.readBuild, {});
    const isAll = merchantKey === 'ALL';
    const rows = await this.#engine.read(countsBetween(isAll ? 'ALL' : 'MERCHANT'), {
      generation: Number(build?.served ?? 0),
      merchantKey: isAll ? 0 : merchantKey,
      from,
      to,
      zero: 0,
    });
    const [dayRows, namedRows] = [rows.filter(({ day }) => day !== ''), rows.filter(({ day }) => day === '')];
    return {
      byDay: dayRows.map(({ day, currency, kind, result, times, volume_billions: billions, volume_units: units }) => ({
        ...{ day, currency, kind, result, times: Number(times) },
        amount: volumeOf({ volume_billions: Number(billions), volume_units: Number(units) }),
      })),
      byName: namedRows.map(({ kind, result, method, brand, processor, reason, times }) => ({
        ...{ kind, result, method, brand, processor, reason, times: Number(times) },
      })),
    };
  }

  async age(): Promise<IndexAge> {
    const reads = Promise.all([
      this.#engine.read(progress.readBuild, {}),
      this.#engine.read(progress.oldestChange, {}),
      this.#engine.read(progress.feedAges, {}),
    ]);
    const now = this.#now();
    const [[build], [noted], feeds] = await reads;
    const others = feeds.filter((feed) => Number(feed.process_key) !== this.#process.key);
    const times = [
      this.#changes.oldestAt ?? null,
      numberOrNull(noted?.at ?? null),
      ...others.map((feed) => behindSince(feed, now)),
    ];
    const known = times.filter((time) => time !== null);
    return { behindSince: known.length === 0 ? null : Math.min(...known), isComplete: Number(build?.served ?? 0) > 0 };
  }

  /** Starts a build of the whole index beside the one that searches read. The gateways' workers make it. */
  async rebuild(): Promise<void> {
    await this.#engine.commit({ writes: [write(progress.startBuild, { none: null, zero: 0 })] });
  }

  async build(): Promise<BuildProgress> {
    const [row] = await this.#engine.read(progress.readBuild, {});
    return { isBuilding: row?.building != null, cursor: Number(row?.cursor ?? 0) };
  }
}
