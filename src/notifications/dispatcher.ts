/**
 * Sends what merchants are told: at least once, in order for each order, one try at a time of an order, and to each
 * receiver no more at a time than it answers. What is due is found by receiver, so nobody waits behind somebody else's.
 */

import type { StoredNotification } from '../gateway/enqueue-notification.ts';
import type { Log } from '../gateway/gateway.ts';
import { IntervalWorker } from '../gateway/interval-worker.ts';
import type { NewNotification } from '../gateway/order-records.ts';
import type { Clock } from '../gateway/ports.ts';
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

/** What becomes due, or is left by a dead process, is found this soon; what is stored here is sent at once. */
const POLL_INTERVAL_MS = 1_000;
/** Sockets. Silent receivers hold one each. */
const AT_ONCE_MAX = 1_000;

export interface NotificationDispatcherDependencies {
  readonly outbox: Outbox;
  readonly httpSender: Pick<HttpSender, 'deliver'>;
  readonly keys: Pick<SigningKeys, 'of'>;
  /** What goes with a merchant's notifications, if anything does. */
  readonly secret: (merchantKey: number) => Promise<string | undefined>;
  readonly clock: Clock;
  /** False: another process may have taken over what this one took. */
  readonly isAlive: () => boolean;
  /** From 0 to below 1. */
  readonly chance: () => number;
  readonly log: Log;
}

/** How tries went, since this process began. */
export type TryOutcome = 'DELIVERED' | 'FAILED' | 'GIVEN_UP' | 'SWITCHED_OFF';

export class NotificationDispatcher extends IntervalWorker {
  readonly counts: Record<TryOutcome, number> = { DELIVERED: 0, FAILED: 0, GIVEN_UP: 0, SWITCHED_OFF: 0 };
  readonly #dependencies: NotificationDispatcherDependencies;
  readonly #gone: DisabledEndpoints;
  readonly #receivers = new Map<string, Receiver>();
  /** Receivers of which more is being taken; true: look once more afterwards. */
  readonly #claiming = new Map<string, boolean>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(dependencies: NotificationDispatcherDependencies) {
    super({
      intervalMs: POLL_INTERVAL_MS,
      run: () => this.poll(),
      log: dependencies.log,
      failure: 'notifications that are due could not be read; trying again',
    });
    this.#dependencies = dependencies;
    this.#gone = new DisabledEndpoints(dependencies.outbox);
  }

  /**
   * Room for one more at this receiver.
   * @returns when it is due again, should its first try fail; undefined where there is no room
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

  /** It is durable; where there was room for it, it is sent from memory. */
  stored({ receiver: name, claimedUntil, key, orderKey, merchantKey, url, body }: StoredNotification): void {
    if (claimedUntil === undefined) {
      this.feed(name);
      return;
    }
    // Whoever is there when it is due again finds it.
    if (this.isClosed) {
      this.#receiver(name).unused();
      return;
    }
    const claimed = { key, orderKey, merchantKey, url, body, tries: 1, resentAt: null, changes: 0 };
    this.#carry(this.#send(name, this.#receiver(name), claimed, claimedUntil));
  }

  /** It is not durable, or nobody knows: then it is found when it is due again. */
  dropped({ receiver, claimedUntil }: NewNotification): void {
    if (claimedUntil !== undefined) {
      this.#receiver(receiver).unused();
    }
  }

  /** Something can be sent to this receiver. */
  feed(receiver: string): void {
    if (this.isClosed) {
      return;
    }
    if (this.#claiming.has(receiver)) {
      this.#claiming.set(receiver, true);
      return;
    }
    this.#carry(this.#fill(receiver));
  }

  /** Everything that is due by now is begun, as far as there is room. @throws whatever the store does */
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

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.all(this.#underWay);
    }
  }

  override async close(): Promise<void> {
    await super.close();
    await this.idle();
  }

  #carry(work: Promise<void>): void {
    const carried = work
      .catch((error: unknown) => {
        // What was taken has its next time already, so nothing is lost.
        this.#dependencies.log.error({ err: error }, 'a notification could not be read or stored; trying again');
      })
      .finally(() => this.#underWay.delete(carried));
    this.#underWay.add(carried);
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
      this.#carry(this.#send(name, receiver, one, now + (presumed[one.tries - 1] ?? 0)));
    }
  }

  #roomAt(receiver: Receiver, now: number): number {
    return Math.min(receiver.room(now), AT_ONCE_MAX - this.#underWay.size);
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
      if (!(await this.#isWanted(claimed, at))) {
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
  async #isWanted(claimed: ClaimedNotification, at: number): Promise<boolean> {
    const { outbox, isAlive } = this.#dependencies;
    // Another process tries it when its next time has come.
    if (!isAlive()) {
      return false;
    }
    const offAt = await this.#gone.since(claimed.merchantKey, claimed.url);
    const isOff = offAt !== undefined && (claimed.resentAt === null || claimed.resentAt < offAt);
    // Where a process died in the middle of the last try, nobody has counted it.
    const end = isOff ? 'SWITCHED_OFF' : claimed.tries > TRIES_MAX ? 'GIVEN_UP' : undefined;
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
        // Anybody on the way reads what goes over http.
        ...(secret !== undefined && url.startsWith('https:') && { 'X-Notification-Secret': secret }),
      },
    });
  }

  /** @returns the receiver of what its order tells next, if anything */
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
      await this.#gone.switchOn(claimed.merchantKey, claimed.url);
      return outbox.ended(claimed, 'DELIVERED', clock.now(), tried);
    }
    this.counts.FAILED += 1;
    if (status === GONE) {
      this.counts.SWITCHED_OFF += 1;
      log.warn(
        { ...about, merchant: claimed.merchantKey },
        'a notification address says that it is gone: it is switched off',
      );
      await this.#gone.switchOff(claimed.merchantKey, claimed.url, at);
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
