/**
 * Delivers notifications: at least once, in sequence with one attempt at a time for each order, and to each receiver
 * only as many concurrently as it can answer. Due notifications are claimed by receiver, so that receivers do not delay
 * each other.
 */

import { IntervalWorker } from '../../core/index.ts';
import type { NewNotification, StoredNotification } from '../../core/ports/index.ts';
import { Delivery, type DeliveryDependencies, type TryOutcome } from './delivery.ts';
import type { ClaimedNotification } from './notification-records.ts';
import { Receiver } from './receivers.ts';
import { pauses } from './retry-schedule.ts';

/**
 * The interval of polls for notifications that become due or that a dead process left. Notifications that this process
 * stores are sent without a poll.
 */
const POLL_INTERVAL_MS = 1_000;
/**
 * The time that a payer's browser gets to reach the shop after the redirect: on a mobile network, to look up its name
 * and to connect with TLS.
 */
const HEAD_START_MS = 1_000;
/** Maximum number of sockets. Each silent receiver occupies one. */
const AT_ONCE_MAX = 1_000;

export interface NotificationDispatcherDependencies extends DeliveryDependencies {
  /** Returns a random number, at least 0 and less than 1. */
  readonly chance: () => number;
}

export class NotificationDispatcher extends IntervalWorker {
  readonly #dependencies: NotificationDispatcherDependencies;
  readonly #delivery: Delivery;
  readonly #receivers = new Map<string, Receiver>();
  /** Receivers whose notifications are being claimed; true requests one more claim afterwards. */
  readonly #claiming = new Map<string, boolean>();
  readonly #inFlight = new Set<Promise<void>>();

  constructor(dependencies: NotificationDispatcherDependencies) {
    super({
      intervalMs: POLL_INTERVAL_MS,
      run: () => this.poll(),
      log: dependencies.log,
      failure: 'notifications that are due could not be read; trying again',
    });
    this.#dependencies = dependencies;
    this.#delivery = new Delivery(dependencies);
  }

  /** Results of attempts since the process started. */
  get counts(): Readonly<Record<TryOutcome, number>> {
    return this.#delivery.counts;
  }

  /**
   * Reserves room for one more notification to this receiver.
   * @returns the next due time in case the first attempt fails; undefined if there is no room
   */
  reserve(name: string): number | undefined {
    const now = this.#dependencies.clock.now();
    const receiver = this.#receiver(name);
    if (this.isClosed || this.#roomAt(receiver, now) <= 0) {
      return undefined;
    }
    receiver.began(1);
    return now + pauses(this.#dependencies.chance())[0]!;
  }

  /** Call once the notification is durable. If room was reserved, it is sent from memory. */
  dispatch({ receiver: name, claimedUntil, heldUntil, ...notification }: StoredNotification): void {
    const { key, orderKey, merchantKey, url, body } = notification;
    if (heldUntil !== undefined) {
      this.#feedAt(name, heldUntil);
      return;
    }
    if (claimedUntil === undefined) {
      this.feed(name);
      return;
    }
    // The process that polls at the next due time claims the notification.
    if (this.isClosed) {
      this.#receiver(name).releaseRoom();
      return;
    }
    const first = { tries: 1, resentAt: null, changes: 0 };
    const claimed = { key, orderKey, codeOrderKey: orderKey, merchantKey, url, body, ...first };
    this.#track(this.#send(name, this.#receiver(name), claimed, claimedUntil));
  }

  /**
   * Call if the notification is not durable, or its durability is unknown. If it is durable, a poll finds it when it is
   * due.
   */
  discard({ receiver, claimedUntil }: NewNotification): void {
    if (claimedUntil !== undefined) {
      this.#receiver(receiver).releaseRoom();
    }
  }

  /**
   * Call when the payer was redirected to the shop: sends the order's held notifications after a head start for the
   * payer, or at the end of their hold if that is earlier.
   */
  shortenHold(orderKey: number): void {
    if (this.isClosed) {
      return;
    }
    const at = this.#dependencies.clock.now() + HEAD_START_MS;
    const shortened = this.#dependencies.outbox.shortenHold(orderKey, at);
    this.#track(shortened.then((receiver) => (receiver === undefined ? undefined : this.#feedAt(receiver, at))));
  }

  /** Call if a notification may be due for this receiver. */
  feed(receiver: string): void {
    if (this.isClosed) {
      return;
    }
    if (this.#claiming.has(receiver)) {
      this.#claiming.set(receiver, true);
      return;
    }
    this.#track(this.#fill(receiver));
  }

  /** Starts every due delivery for which there is room. @throws any error of the store */
  async poll(): Promise<void> {
    const now = this.#dependencies.clock.now();
    const waiting = await this.#dependencies.outbox.receivers();
    for (const { receiver, dueAt } of waiting) {
      if (dueAt <= now) {
        this.feed(receiver);
      }
    }
    const names = new Set(waiting.map(({ receiver }) => receiver));
    for (const [name, receiver] of this.#receivers) {
      if (receiver.isIdle(now) && (receiver.answers || !names.has(name))) {
        this.#receivers.delete(name);
      }
    }
  }

  /** Resolves once no delivery is in flight. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) {
      await Promise.all(this.#inFlight);
    }
  }

  override async close(): Promise<void> {
    await super.close();
    await this.idle();
  }

  /** If the process ends before, a poll of another process finds the notification. */
  #feedAt(receiver: string, at: number): void {
    const waitMs = Math.max(0, at - this.#dependencies.clock.now());
    // A timer may fire a millisecond early.
    setTimeout(() => this.feed(receiver), waitMs + 1).unref();
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        // Claimed rows already have their next due time, so the notifications are not lost.
        this.#dependencies.log.error({ err: error }, 'a notification could not be read or stored; trying again');
      })
      .finally(() => this.#inFlight.delete(tracked));
    this.#inFlight.add(tracked);
  }

  async #fill(name: string): Promise<void> {
    const receiver = this.#receiver(name);
    try {
      do {
        this.#claiming.set(name, false);
        await this.#claim(name, receiver);
      } while (this.#claiming.get(name) === true);
    } finally {
      this.#claiming.delete(name);
    }
  }

  async #claim(name: string, receiver: Receiver): Promise<void> {
    const { outbox, clock, chance } = this.#dependencies;
    const now = clock.now();
    const room = this.#roomAt(receiver, now);
    receiver.hasMore = true;
    if (room <= 0) {
      return;
    }
    receiver.began(room);
    const presumed = pauses(chance());
    let claimed: ClaimedNotification[] = [];
    try {
      claimed = await outbox.claim(name, now, room, presumed);
    } finally {
      for (let unused = claimed.length; unused < room; unused += 1) {
        receiver.releaseRoom();
      }
    }
    receiver.hasMore = claimed.length === room;
    for (const one of claimed) {
      this.#track(this.#send(name, receiver, one, now + (presumed[one.tries - 1] ?? 0)));
    }
  }

  #roomAt(receiver: Receiver, now: number): number {
    return Math.min(receiver.room(now), AT_ONCE_MAX - this.#inFlight.size);
  }

  #receiver(name: string): Receiver {
    const known = this.#receivers.get(name) ?? new Receiver();
    this.#receivers.set(name, known);
    return known;
  }

  async #send(name: string, receiver: Receiver, claimed: ClaimedNotification, presumedDueAt: number): Promise<void> {
    let ended: Parameters<Receiver['recordEnd']>[0] = { isSilent: false };
    let next: string | undefined;
    try {
      const at = this.#dependencies.clock.now();
      const end = await this.#delivery.endWithoutTry(claimed, at);
      if (end !== undefined) {
        this.#feedNext(end.next);
        return;
      }
      const result = await this.#delivery.deliver(claimed, at);
      const heldUntil = result.retryAfterMs === undefined ? {} : { heldUntil: at + result.retryAfterMs };
      ended = { isSilent: result.isSilent, ...heldUntil };
      next = await this.#delivery.record(claimed, result, at, presumedDueAt);
    } finally {
      receiver.recordEnd(ended);
      this.#feedNext(next);
      if (receiver.hasMore && next !== name && receiver.isHungry(this.#dependencies.clock.now())) {
        this.feed(name);
      }
    }
  }

  #feedNext(receiver: string | undefined): void {
    if (receiver !== undefined) {
      this.feed(receiver);
    }
  }
}
