/**
 * Delivers notifications: at least once, in sequence and one attempt at a time for each order, and to each receiver no
 * more at a time than it answers. Due notifications are found by receiver, so that receivers never delay each other.
 */

import { IntervalWorker } from '../gateway/interval-worker.ts';
import type { Clock, Log, NewNotification, StoredNotification } from '../gateway/ports/index.ts';
import { DisabledEndpoints } from './disabled-endpoints.ts';
import type { DeliveryResult, HttpSender } from './http-sender.ts';
import {
  type ClaimedNotification,
  type NotificationTry,
  notificationId,
  type Outbox,
  TRIES_MAX,
} from './notification-records.ts';
import { Receiver } from './receivers.ts';
import { pauses } from './retry-schedule.ts';
import { signature } from './signature.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Polls for what becomes due and what a dead process left. Notifications stored by this process are sent at once. */
const POLL_INTERVAL_MS = 1_000;
/** Sockets. Each silent receiver holds one. */
const AT_ONCE_MAX = 1_000;

export interface NotificationDispatcherDependencies {
  readonly outbox: Outbox;
  readonly httpSender: Pick<HttpSender, 'deliver'>;
  readonly keys: Pick<SigningKeys, 'of'>;
  /** The secret sent with a merchant's notifications, if there is one. */
  readonly secret: (merchantKey: number) => Promise<string | undefined>;
  readonly clock: Clock;
  /** False: this process may have been evicted, and another one may have claimed its rows. */
  readonly isAlive: () => boolean;
  /** From 0 to below 1. */
  readonly chance: () => number;
  readonly log: Log;
}

/** Results of attempts, counted since the process started. */
export type TryOutcome = 'DELIVERED' | 'FAILED' | 'GIVEN_UP' | 'SWITCHED_OFF';

export class NotificationDispatcher extends IntervalWorker {
  readonly counts: Record<TryOutcome, number> = { DELIVERED: 0, FAILED: 0, GIVEN_UP: 0, SWITCHED_OFF: 0 };
  readonly #dependencies: NotificationDispatcherDependencies;
  readonly #disabled: DisabledEndpoints;
  readonly #receivers = new Map<string, Receiver>();
  /** Receivers whose notifications are being claimed; true: claim once more afterwards. */
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
    this.#disabled = new DisabledEndpoints(dependencies.outbox);
  }

  /**
   * Reserves room for one more notification to this receiver.
   * @returns when it is due again, should its first attempt fail; undefined if there is no room
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

  /** The notification is durable. If room was reserved, it is sent from memory. */
  stored({ receiver: name, claimedUntil, key, orderKey, merchantKey, url, body }: StoredNotification): void {
    if (claimedUntil === undefined) {
      this.feed(name);
      return;
    }
    // Whichever process polls when it is due finds it.
    if (this.isClosed) {
      this.#receiver(name).unused();
      return;
    }
    const claimed = { key, orderKey, merchantKey, url, body, tries: 1, resentAt: null, changes: 0 };
    this.#track(this.#send(name, this.#receiver(name), claimed, claimedUntil));
  }

  /** The notification is not durable, or in doubt. If it is durable, polling finds it when it is due again. */
  dropped({ receiver, claimedUntil }: NewNotification): void {
    if (claimedUntil !== undefined) {
      this.#receiver(receiver).unused();
    }
  }

  /** Something may be due for this receiver. */
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

  /** Starts every delivery that is due, as far as there is room. @throws whatever the store throws */
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

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) {
      await Promise.all(this.#inFlight);
    }
  }

  override async close(): Promise<void> {
    await super.close();
    await this.idle();
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        // Claimed rows already have their next due time, so nothing is lost.
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
        receiver.unused();
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
    let ended: Parameters<Receiver['ended']>[0] = { isSilent: false };
    let next: string | undefined;
    try {
      const at = this.#dependencies.clock.now();
      if (!(await this.#shouldSend(claimed, at))) {
        return;
      }
      const result = await this.#deliver(claimed, at);
      const heldUntil = result.retryAfterMs === undefined ? {} : { heldUntil: at + result.retryAfterMs };
      ended = { isSilent: result.isSilent, ...heldUntil };
      next = await this.#record(claimed, result, at, presumedDueAt);
    } finally {
      receiver.ended(ended);
      if (next !== undefined) {
        this.feed(next);
      }
      if (receiver.hasMore && next !== name && receiver.isHungry(this.#dependencies.clock.now())) {
        this.feed(name);
      }
    }
  }

  /** False: nothing is to be sent, and that is recorded. */
  async #shouldSend(claimed: ClaimedNotification, at: number): Promise<boolean> {
    const { outbox, isAlive } = this.#dependencies;
    // Another process sends it at its next due time.
    if (!isAlive()) {
      return false;
    }
    const disabledAt = await this.#disabled.since(claimed.merchantKey, claimed.url);
    const isDisabled = disabledAt !== undefined && (claimed.resentAt === null || claimed.resentAt < disabledAt);
    // If a process died during the last attempt, that attempt was not counted.
    const end = isDisabled ? 'SWITCHED_OFF' : claimed.tries > TRIES_MAX ? 'GIVEN_UP' : undefined;
    if (end === undefined) {
      return true;
    }
    this.counts[end] += 1;
    const next = await outbox.ended(claimed, end, at);
    if (next !== undefined) {
      this.feed(next);
    }
    return false;
  }

  async #deliver({ key, merchantKey, url, body, tries }: ClaimedNotification, at: number): Promise<DeliveryResult> {
    const { httpSender, keys } = this.#dependencies;
    const [signedWith, secret] = [await keys.of(merchantKey), await this.#dependencies.secret(merchantKey)];
    const [id, seconds] = [notificationId(key), Math.floor(at / 1_000)];
    return httpSender.deliver({
      url,
      body,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'Turnpike',
        'webhook-id': id,
        'webhook-timestamp': `${seconds}`,
        'webhook-signature': signature(signedWith, id, seconds, body),
        'X-Notification-Id': id,
        'X-Notification-Attempt': `${tries}`,
        // Plain http can be read on the network, and reaches this machine alone: the sender sees to that.
        ...(secret !== undefined && { 'X-Notification-Secret': secret }),
      },
    });
  }

  /** @returns the receiver of the order's next notification, if there is one */
  async #record(
    claimed: ClaimedNotification,
    result: DeliveryResult,
    at: number,
    presumedDueAt: number,
  ): Promise<string | undefined> {
    const { outbox, clock, log } = this.#dependencies;
    const { status, failure, answer, durationMs } = result;
    const tried: NotificationTry = { number: claimed.tries, at, durationMs, status, failure, answer };
    const about = { notification: notificationId(claimed.key), tries: claimed.tries, failure };
    if (result.isDelivered) {
      this.counts.DELIVERED += 1;
      await this.#disabled.switchOn(claimed.merchantKey, claimed.url);
      return outbox.ended(claimed, 'DELIVERED', clock.now(), tried);
    }
    this.counts.FAILED += 1;
    if (result.detail !== undefined) {
      log.info({ ...about, detail: result.detail }, 'a notification was not delivered');
    }
    if (status === GONE) {
      this.counts.SWITCHED_OFF += 1;
      log.warn(
        { ...about, merchant: claimed.merchantKey },
        'a notification endpoint answered 410 Gone and is disabled',
      );
      await this.#disabled.switchOff(claimed.merchantKey, claimed.url, at);
      return outbox.ended(claimed, 'SWITCHED_OFF', clock.now(), tried);
    }
    if (claimed.tries >= TRIES_MAX) {
      this.counts.GIVEN_UP += 1;
      log.warn(about, 'a notification is given up');
      return outbox.ended(claimed, 'GIVEN_UP', clock.now(), tried);
    }
    await outbox.failed(claimed, tried, Math.max(presumedDueAt, at + (result.retryAfterMs ?? 0)));
    return undefined;
  }
}

const GONE = 410;
