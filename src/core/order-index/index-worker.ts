/**
 * Makes the entries of changed orders again, in small batches. Payments go first: between two batches it pauses for
 * many times the duration of a batch while payments begin (`IndexPace`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { ChangedOrders, Clock, Log, OrderIndexFeed, Sealer } from '../ports/index.ts';
import { PolledWorker } from '../workers/polled-worker.ts';
import type { IndexPace } from './index-pace.ts';
import { orderEntry } from './order-entry.ts';

const RUN_INTERVAL_MS = 500;
/** The longest time between two runs. They also find the changes of dead processes, and builds of the index. */
const RUN_MS_MAX = 5_000;
/** Orders in one commit, which takes a few milliseconds. */
const BATCH_ORDERS = 32;
/** An index that is behind for longer gets more time. */
const BEHIND_MS = MINUTE_MS;
/** Another process that writes the same order at the same moment is rare. */
const TRIES_MAX = 10;
const SAVE_INTERVAL_MS = 2_000;
/** The longest that the end of the process waits for the index. The next process continues. */
const LEAVE_MS_MAX = 2_000;

export interface IndexWorkerDependencies {
  readonly feed: OrderIndexFeed;
  readonly sealer: Pick<Sealer, 'hash'>;
  /** One for all stores of the process. */
  readonly pace: IndexPace;
  /** The time of the oldest change of this process that the index lacks. */
  readonly behindSince: () => number | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

export class OrderIndexWorker extends PolledWorker {
  readonly #dependencies: IndexWorkerDependencies;
  #savedAt = Number.NEGATIVE_INFINITY;
  #ranAt = Number.NEGATIVE_INFINITY;
  #isLeaving = false;
  /** Called at the end of a run that has orders to add. */
  #end: (() => void) | undefined;

  constructor(dependencies: IndexWorkerDependencies) {
    super({
      intervalMs: RUN_INTERVAL_MS,
      run: () => this.run(),
      log: dependencies.log,
      failure: 'changed orders could not be put into the index for searches; trying again',
      queue: { kind: 'ORDER_CHANGE' },
    });
    this.#dependencies = dependencies;
  }

  /** Without changes of this process, it polls for orders that were noted in the store. */
  protected override tick(): void {
    const isRunDue = performance.now() - this.#ranAt >= RUN_MS_MAX;
    if (isRunDue || this.#dependencies.behindSince() !== undefined) {
      this.wake();
    } else {
      this.poll();
    }
  }

  /** Makes the entries of all orders that have changed. */
  async run(): Promise<void> {
    const { feed } = this.#dependencies;
    this.#ranAt = performance.now();
    await feed.prepare();
    await this.#saveProgress();
    try {
      for (let isMore = true; isMore && !this.#isOver; ) {
        isMore = false;
        for (const source of feed.sources) {
          isMore = (await this.#runOnce(() => source.next(BATCH_ORDERS))) || isMore;
        }
        await this.#saveProgress();
      }
    } finally {
      this.#end?.();
      this.#end = undefined;
    }
  }

  override async close(): Promise<void> {
    await super.close();
    const { feed, log } = this.#dependencies;
    this.#isLeaving = true;
    const timer = setTimeout(() => {
      this.#isLeaving = false;
    }, LEAVE_MS_MAX);
    try {
      await this.run();
      await feed.leave();
    } catch (error) {
      log.warn({ err: error }, 'the index for searches lacks the last changes; the next process adds them');
    } finally {
      clearTimeout(timer);
    }
  }

  get #isOver(): boolean {
    return this.isClosed && !this.#isLeaving;
  }

  async #runOnce(next: () => Promise<ChangedOrders | undefined>): Promise<boolean> {
    if (this.#isOver) {
      return false;
    }
    const began = performance.now();
    const changed = await next();
    if (changed === undefined) {
      return false;
    }
    this.#end ??= this.#dependencies.pace.begin();
    try {
      await this.#write(changed.orderKeys);
    } catch (error) {
      changed.failed();
      throw error;
    }
    await changed.done();
    await this.#yield(performance.now() - began);
    return true;
  }

  /** @throws the store's error if it fails for every order */
  async #write(orderKeys: readonly number[]): Promise<void> {
    if (orderKeys.length === 0) {
      return;
    }
    const isWritten = await this.#tryWrite(orderKeys).catch(() => false);
    for (const key of isWritten ? [] : orderKeys) {
      await this.#writeAlone(key);
    }
  }

  async #writeAlone(key: number): Promise<void> {
    const { feed, log } = this.#dependencies;
    try {
      for (let tried = 0; tried < TRIES_MAX; tried += 1) {
        if (await this.#tryWrite([key])) {
          return;
        }
      }
    } catch (error) {
      log.error({ err: error, orderKey: key }, 'an order could not be put into the index for searches; trying later');
    }
    await feed.postpone(key);
  }

  #tryWrite(orderKeys: readonly number[]): Promise<boolean> {
    const { feed, sealer } = this.#dependencies;
    return feed.write(orderKeys, (source) => orderEntry(source, sealer));
  }

  async #yield(batchMs: number): Promise<void> {
    const { feed, pace, behindSince, clock } = this.#dependencies;
    if (this.#isLeaving) {
      return;
    }
    const isLate = clock.now() - (behindSince() ?? clock.now()) > BEHIND_MS;
    await pause(pace.pauseMs(batchMs, { isBusy: feed.isBusy(), isLate }));
  }

  /** Called while no entries are being written. */
  async #saveProgress(): Promise<void> {
    const { feed } = this.#dependencies;
    const now = performance.now();
    if (now - this.#savedAt >= SAVE_INTERVAL_MS) {
      this.#savedAt = now;
      // Under a constant load one run lasts for hours, in which builds begin and end.
      await feed.prepare();
      await feed.saveProgress();
    }
  }
}
