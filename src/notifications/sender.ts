/**
 * Sends what merchants are told: at least once, in order for each order, one try at a time of an order, and to each receiver no more at a time
 * than it answers. What is due is found by receiver, so nobody waits behind somebody else's.
 */
import type { Log } from '../gateway/gateway.ts';
import type { StoredNotification } from '../gateway/notifications.ts';
import type { Clock } from '../gateway/ports.ts';
import type { NewNotification } from '../gateway/records.ts';
import { Rounds } from '../gateway/rounds.ts';
import type { Courier, Receipt } from './courier.ts';
import { GoneAddresses } from './gone-addresses.ts';
import { Receiver } from './receivers.ts';
import { type NotificationTry, notificationId, type Outbox, type TakenNotification, TRIES_MAX } from './records.ts';
import { pauses } from './schedule.ts';
import { signature } from './signature.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What becomes due, or is left by a dead process, is found this soon; what is stored here is sent at once. */
const LOOK_EVERY_MS = 1_000;
/** Sockets. Silent receivers hold one each. */
const AT_ONCE_MAX = 1_000;

export interface SenderParts {
  readonly outbox: Outbox;
  readonly courier: Pick<Courier, 'deliver'>;
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

export class NotificationSender extends Rounds {
  readonly counts: Record<TryOutcome, number> = { DELIVERED: 0, FAILED: 0, GIVEN_UP: 0, SWITCHED_OFF: 0 };
  readonly #parts: SenderParts;
  readonly #gone: GoneAddresses;
  readonly #receivers = new Map<string, Receiver>();
  /** Receivers of which more is being taken; true: look once more afterwards. */
  readonly #taking = new Map<string, boolean>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: SenderParts) {
    super({
      everyMs: LOOK_EVERY_MS,
      round: () => this.look(),
      log: parts.log,
      failure: 'notifications that are due could not be read; trying again',
    });
    this.#parts = parts;
    this.#gone = new GoneAddresses(parts.outbox);
  }

  /** Room for one more at this receiver. @returns when it is due again, should its first try fail; undefined where there is no room */
  reserve(name: string): number | undefined {
    const now = this.#parts.clock.now();
    const receiver = this.#receiver(name);
    if (this.isClosed || this.#roomAt(receiver, now) <= 0) return undefined;
    receiver.began(1);
    return now + pauses(this.#parts.chance())[0]!;
  }

  /** It is durable; where there was room for it, it is sent from memory. */
  stored({ receiver: name, takenUntil, key, orderKey, merchantKey, url, body }: StoredNotification): void {
    if (takenUntil === undefined) {
      this.feed(name);
      return;
    }
    // Whoever is there when it is due again finds it.
    if (this.isClosed) {
      this.#receiver(name).unused();
      return;
    }
    const taken = { key, orderKey, merchantKey, url, body, tries: 1, resentAt: null, changes: 0 };
    this.#carry(this.#send(name, this.#receiver(name), taken, takenUntil));
  }

  /** It is not durable, or nobody knows: then it is found when it is due again. */
  dropped({ receiver, takenUntil }: NewNotification): void {
    if (takenUntil !== undefined) this.#receiver(receiver).unused();
  }

  /** Something can be sent to this receiver. */
  feed(receiver: string): void {
    if (this.isClosed) return;
    if (this.#taking.has(receiver)) {
      this.#taking.set(receiver, true);
      return;
    }
    this.#carry(this.#fill(receiver));
  }

  /** Everything that is due by now is begun, as far as there is room. @throws whatever the store does */
  async look(): Promise<void> {
    const now = this.#parts.clock.now();
    const waiting = await this.#parts.outbox.receivers();
    for (const { receiver, dueAt } of waiting) if (dueAt <= now) this.feed(receiver);
    const names = new Set(waiting.map(({ receiver }) => receiver));
    for (const [name, receiver] of this.#receivers)
      if (receiver.isIdle(now) && (receiver.answers || !names.has(name))) this.#receivers.delete(name);
  }

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.idle();
  }

  #carry(work: Promise<void>): void {
    const carried = work
      .catch((error: unknown) => {
        // What was taken has its next time already, so nothing is lost.
        this.#parts.log.error({ err: error }, 'a notification could not be read or stored; trying again');
      })
      .finally(() => this.#underWay.delete(carried));
    this.#underWay.add(carried);
  }

  async #fill(name: string): Promise<void> {
    const receiver = this.#receiver(name);
    try {
      do {
        this.#taking.set(name, false);
        await this.#take(name, receiver);
      } while (this.#taking.get(name) === true);
    } finally {
      this.#taking.delete(name);
    }
  }

  async #take(name: string, receiver: Receiver): Promise<void> {
    const { outbox, clock, chance } = this.#parts;
    const now = clock.now();
    const room = this.#roomAt(receiver, now);
    receiver.hasMore = true;
    if (room <= 0) return;
    receiver.began(room);
    const presumed = pauses(chance());
    let taken: TakenNotification[] = [];
    try {
      taken = await outbox.take(name, now, room, presumed);
    } finally {
      for (let unused = taken.length; unused < room; unused += 1) receiver.unused();
    }
    receiver.hasMore = taken.length === room;
    for (const one of taken) this.#carry(this.#send(name, receiver, one, now + (presumed[one.tries - 1] ?? 0)));
  }

  #roomAt(receiver: Receiver, now: number): number {
    return Math.min(receiver.room(now), AT_ONCE_MAX - this.#underWay.size);
  }

  #receiver(name: string): Receiver {
    const known = this.#receivers.get(name) ?? new Receiver();
    this.#receivers.set(name, known);
    return known;
  }

  async #send(name: string, receiver: Receiver, taken: TakenNotification, presumedDueAt: number): Promise<void> {
    let ended: Parameters<Receiver['ended']>[0] = { isSilent: false };
    let next: string | undefined;
    try {
      const at = this.#parts.clock.now();
      if (!(await this.#isWanted(taken, at))) return;
      const receipt = await this.#deliver(taken, at);
      const heldUntil = receipt.retryAfterMs === undefined ? {} : { heldUntil: at + receipt.retryAfterMs };
      ended = { isSilent: receipt.isSilent, ...heldUntil };
      next = await this.#record(taken, receipt, at, presumedDueAt);
    } finally {
      receiver.ended(ended);
      if (next !== undefined) this.feed(next);
      if (receiver.hasMore && next !== name && receiver.isHungry(this.#parts.clock.now())) this.feed(name);
    }
  }

  /** False: nothing is to be sent, and that is recorded. */
  async #isWanted(taken: TakenNotification, at: number): Promise<boolean> {
    const { outbox, isAlive } = this.#parts;
    // Another process tries it when its next time has come.
    if (!isAlive()) return false;
    const offAt = await this.#gone.since(taken.merchantKey, taken.url);
    const isOff = offAt !== undefined && (taken.resentAt === null || taken.resentAt < offAt);
    // Where a process died in the middle of the last try, nobody has counted it.
    const end = isOff ? 'SWITCHED_OFF' : taken.tries > TRIES_MAX ? 'GIVEN_UP' : undefined;
    if (end === undefined) return true;
    this.counts[end] += 1;
    const next = await outbox.ended(taken, end, at);
    if (next !== undefined) this.feed(next);
    return false;
  }

  async #deliver({ key, merchantKey, url, body, tries }: TakenNotification, at: number): Promise<Receipt> {
    const { courier, keys } = this.#parts;
    const [signedWith, secret] = [await keys.of(merchantKey), await this.#parts.secret(merchantKey)];
    const [id, seconds] = [notificationId(key), Math.floor(at / 1_000)];
    return courier.deliver({
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
    taken: TakenNotification,
    receipt: Receipt,
    at: number,
    presumedDueAt: number,
  ): Promise<string | undefined> {
    const { outbox, clock, log } = this.#parts;
    const { status, failure, answer, durationMs } = receipt;
    const tried: NotificationTry = { number: taken.tries, at, durationMs, status, failure, answer };
    const about = { notification: notificationId(taken.key), tries: taken.tries, failure };
    if (receipt.isDelivered) {
      this.counts.DELIVERED += 1;
      await this.#gone.switchOn(taken.merchantKey, taken.url);
      return outbox.ended(taken, 'DELIVERED', clock.now(), tried);
    }
    this.counts.FAILED += 1;
    if (status === GONE) {
      this.counts.SWITCHED_OFF += 1;
      log.warn(
        { ...about, merchant: taken.merchantKey },
        'a notification address says that it is gone: it is switched off',
      );
      await this.#gone.switchOff(taken.merchantKey, taken.url, at);
      return outbox.ended(taken, 'SWITCHED_OFF', clock.now(), tried);
    }
    if (taken.tries >= TRIES_MAX) {
      this.counts.GIVEN_UP += 1;
      log.warn(about, 'a notification is given up');
      return outbox.ended(taken, 'GIVEN_UP', clock.now(), tried);
    }
    await outbox.failed(taken, tried, Math.max(presumedDueAt, at + (receipt.retryAfterMs ?? 0)));
    return undefined;
  }
}

const GONE = 410;
