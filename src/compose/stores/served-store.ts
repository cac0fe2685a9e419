/**
 * A further store of the process: closed, open, or away. Its gateway is opened by the first request, or ahead of it.
 * While it cannot be opened, its merchants get SERVER_BUSY, and it is tried again at growing intervals.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { HOUR_MS } from '../../contract/durations.ts';
import { DRAIN_MS } from '../../http/index.ts';
import { waitAtMost } from '../wait-at-most.ts';
import { type StoreGateway, StoreRefused, StoreRestored } from './store-gateway.ts';
import type { StoreTimes } from './store-times.ts';

/** The longest wait of a request for its store. A store opens within a second, unless its server is slow. */
const OPENED_MS_MAX = 5_000;
/** The interval of log lines about a store that is away or refused, as of other alerts. */
const REMINDER_INTERVAL_MS = HOUR_MS;

/** The intervals of attempts to open a store that is away. */
const RETRY_MS = { min: 1_000, max: 30_000 } as const;

export interface ServedStoreParts {
  readonly name: string;
  readonly open: (end: () => void) => Promise<StoreGateway>;
  readonly log: Logger;
  readonly now: () => number;
  readonly times: StoreTimes;
}

/** The state of a store in this process, with the reason of a failure to open it. */
export interface StoreState {
  readonly state: 'asleep' | 'away' | 'open' | 'refused';
  /** Why the store is away or refused. */
  readonly reason?: StoreRefused['reason'] | 'CLOSED' | 'RESTORED' | 'UNREACHABLE' | undefined;
}

type Failure = { readonly error: Error; readonly tries: number; readonly at: number; readonly loggedAt: number };

export class ServedStore {
  readonly #parts: ServedStoreParts;
  #gateway: StoreGateway | undefined;
  #opening: Promise<StoreGateway> | undefined;
  #closing: Promise<void> | undefined;
  #failed: Failure | undefined;
  #isEnded = false;
  /** Whether the directory has the store closed. */
  #isClosed = false;
  /** The time from which the store is opened without a request. */
  #wakeAt = Number.NEGATIVE_INFINITY;
  /** The time of the last use. */
  #usedAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** The uses of the open store, such as requests in progress. They resolve at their ends. */
  readonly #uses = new Set<Promise<void>>();

  constructor(parts: ServedStoreParts) {
    this.#parts = parts;
  }

  get name(): string {
    return this.#parts.name;
  }

  get state(): StoreState {
    if (this.#gateway !== undefined) {
      return { state: 'open' };
    }
    if (this.#isClosed) {
      return { state: 'away', reason: 'CLOSED' };
    }
    const error = this.#failed?.error;
    if (error === undefined) {
      return { state: 'asleep' };
    }
    return error instanceof StoreRefused
      ? { state: 'refused', reason: error.reason }
      : { state: 'away', reason: error instanceof StoreRestored ? 'RESTORED' : 'UNREACHABLE' };
  }

  /** The open gateway. */
  get gateway(): StoreGateway | undefined {
    return this.#gateway;
  }

  /** Whether it is to be opened now without a request. */
  get isDue(): boolean {
    const now = this.#parts.now();
    const isClosed = this.#gateway === undefined && this.#opening === undefined;
    return isClosed && !this.#isClosed && now >= Math.max(this.#retryAt(), this.#wakeAt);
  }

  /** Opens a sleeping store soon: there may be work in it. */
  wake(): void {
    this.#wakeAt = Number.NEGATIVE_INFINITY;
  }

  /** Closes the store if it has been idle for long, and has no work. */
  async sleepIfIdle(): Promise<void> {
    const { now, times, log } = this.#parts;
    const gateway = this.#gateway;
    if (
      gateway === undefined ||
      this.#closing !== undefined ||
      !this.#isIdle() ||
      now() - this.#askedAt < times.askedEveryMs
    ) {
      return;
    }
    this.#askedAt = now();
    // Before the question, so that a store that is woken meanwhile is opened again.
    this.#wakeAt = now() + times.sleptMsMax;
    try {
      if ((await gateway.parts.hasWork()) || !this.#isIdle()) {
        return;
      }
    } catch (error) {
      log.warn({ err: error }, 'the store does not say whether it has work; it stays open');
      return;
    }
    await this.close();
  }

  #isIdle(): boolean {
    const { now, times } = this.#parts;
    return this.#uses.size === 0 && now() - this.#usedAt >= times.idleMs;
  }

  /** @param refuse answers if the store cannot be opened in time */
  pass(request: IncomingMessage, response: ServerResponse, refuse: () => void): void {
    if (this.#gateway !== undefined && this.#closing === undefined) {
      this.#hand(this.#gateway, request, response);
      return;
    }
    this.#openedInTime().then(
      (gateway) => this.#hand(gateway, request, response),
      () => refuse(),
    );
  }

  /**
   * Opens the store, as for a request, and keeps it open.
   *
   * @returns the gateway, and the end of the use
   * @throws Error if the store cannot be opened in time
   */
  async use(): Promise<{ readonly gateway: StoreGateway; readonly end: () => void }> {
    const gateway =
      this.#gateway !== undefined && this.#closing === undefined ? this.#gateway : await this.#openedInTime();
    return { gateway, end: this.#beginUse() };
  }

  /** @returns the gateway for a request, which is opened if the last attempt was long enough ago */
  async opened(): Promise<StoreGateway> {
    const gateway = await this.look();
    this.#usedAt = this.#parts.now();
    return gateway;
  }

  /** Like `opened`, without a request: the store sleeps again soon, unless there is work in it. */
  async look(): Promise<StoreGateway> {
    // A store that the directory has closed refuses at once, while its requests in progress end.
    await (this.#isClosed ? undefined : this.#closing);
    if (this.#gateway !== undefined && !this.#isClosed) {
      return this.#gateway;
    }
    if (this.#isEnded || this.#isClosed || (this.#failed !== undefined && this.#parts.now() < this.#retryAt())) {
      throw this.#failed?.error ?? new Error('The store is closed.');
    }
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Makes an attempt possible at once: the directory has changed. */
  retry(): void {
    this.#failed = this.#failed && { ...this.#failed, at: Number.NEGATIVE_INFINITY };
  }

  /** Completes the requests in progress, and closes the store. It is opened again by the next request. */
  close(): Promise<void> {
    this.#closing ??= this.#close().finally(() => {
      this.#closing = undefined;
    });
    return this.#closing;
  }

  /** Follows the directory, in which the store is closed or open. Requests in progress end first. */
  setClosed(isClosed: boolean): void {
    if (isClosed === this.#isClosed) {
      return;
    }
    this.#isClosed = isClosed;
    if (isClosed) {
      void this.#closeWhenOpened();
    } else {
      this.wake();
    }
  }

  /** Closes the store and opens it again, at the address that the directory has now. */
  async reopen(): Promise<void> {
    await this.#closeWhenOpened();
    this.wake();
  }

  /** Closes the store for good. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#closeWhenOpened();
  }

  async #closeWhenOpened(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    await this.close();
  }

  #hand({ handle }: StoreGateway, request: IncomingMessage, response: ServerResponse): void {
    const end = this.#beginUse();
    if (response.closed) {
      end();
    } else {
      response.once('close', end);
    }
    handle(request, response);
  }

  /** @returns a function that ends the use */
  #beginUse(): () => void {
    this.#usedAt = this.#parts.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#uses.add(promise);
    return () => {
      this.#usedAt = this.#parts.now();
      this.#uses.delete(promise);
      resolve();
    };
  }

  #retryAt(): number {
    if (this.#failed === undefined) {
      return Number.NEGATIVE_INFINITY;
    }
    const { tries, at } = this.#failed;
    return at + Math.min(RETRY_MS.max, RETRY_MS.min * 2 ** (tries - 1));
  }

  async #openedInTime(): Promise<StoreGateway> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('The store did not open in time.')), OPENED_MS_MAX);
    try {
      return await Promise.race([this.opened(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #open(): Promise<StoreGateway> {
    const { open, log, now } = this.#parts;
    try {
      const gateway = await open(() => {
        this.wake();
        void this.close();
      });
      this.#failed = undefined;
      this.#gateway = gateway;
      log.info({}, 'the store is open');
      return gateway;
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const { error: before, loggedAt = 0 } = this.#failed ?? {};
      const isLogged = error.message === before?.message && now() - loggedAt < REMINDER_INTERVAL_MS;
      if (!isLogged) {
        const isRefused = error instanceof StoreRefused;
        log.error(
          { reason: error.message },
          isRefused ? 'the store is refused: it is not served' : 'the store cannot be opened; trying again',
        );
      }
      this.#failed = {
        error,
        tries: (this.#failed?.tries ?? 0) + 1,
        at: now(),
        loggedAt: isLogged ? loggedAt : now(),
      };
      // A store that has slept is tried again too, although it was not due.
      this.wake();
      throw error;
    }
  }

  async #close(): Promise<void> {
    const gateway = this.#gateway;
    if (gateway === undefined) {
      return;
    }
    const { log } = this.#parts;
    await waitAtMost(DRAIN_MS, Promise.all(this.#uses), log);
    this.#gateway = undefined;
    try {
      await gateway.close();
      log.info({}, 'the store is closed');
    } catch (error) {
      log.error({ err: error }, 'the store could not be closed completely; its next opening recovers it');
    }
  }
}
