/**
 * Sends what merchants are told: at least once, in order for each order, one try at a time of an order, and to each receiver no more at a time
 * than it answers. What is due is found by receiver, so nobody waits behind somebody else's.
 */
import type { Log } from '../gateway/gateway.ts';
import type { MerchantProfile } from '../gateway/merchant.ts';
import type { Clock } from '../gateway/ports.ts';
import { Rounds } from '../gateway/rounds.ts';
import type { Courier, Receipt } from './courier.ts';
import { Receiver } from './receivers.ts';
import {
  endpointOf,
  type NotificationTry,
  notificationId,
  type Outbox,
  type TakenNotification,
  TRIES_MAX,
} from './records.ts';
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
  readonly profile: (merchantKey: number) => Promise<MerchantProfile | undefined>;
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
  }

  /** Something is durable for this receiver. */
  stored(receiver: string): void {
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
    for (const { receiver, dueAt } of await this.#parts.outbox.receivers()) if (dueAt <= now) this.stored(receiver);
    for (const [name, receiver] of this.#receivers) if (receiver.isForgettable(now)) this.#receivers.delete(name);
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
    const room = Math.min(receiver.room(now), AT_ONCE_MAX - this.#underWay.size);
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
    for (const one of taken) this.#carry(this.#send(name, receiver, one, presumed));
  }

  #receiver(name: string): Receiver {
    const known = this.#receivers.get(name) ?? new Receiver();
    this.#receivers.set(name, known);
    return known;
  }

  async #send(name: string, receiver: Receiver, taken: TakenNotification, presumed: readonly number[]): Promise<void> {
    let ended: Parameters<Receiver['ended']>[0] = { isSilent: false };
    let next: string | undefined;
    try {
      const at = this.#parts.clock.now();
      if (!(await this.#isWanted(taken, at))) return;
      const receipt = await this.#deliver(taken, at);
      const heldUntil = receipt.retryAfterMs === undefined ? {} : { heldUntil: at + receipt.retryAfterMs };
      ended = { isSilent: receipt.isSilent, ...heldUntil };
      next = await this.#record(taken, receipt, at, presumed);
    } finally {
      receiver.ended(ended);
      if (next !== undefined) this.stored(next);
      if (receiver.hasMore && next !== name) this.stored(name);
    }
  }

  /** False: nothing is to be sent, and that is recorded. */
  async #isWanted(taken: TakenNotification, at: number): Promise<boolean> {
    const { outbox, isAlive } = this.#parts;
    // Another process tries it when its next time has come.
    if (!isAlive()) return false;
    const offAt = await outbox.switchedOffAt(taken.merchantKey, endpointOf(taken.url));
    const isOff = offAt !== undefined && (taken.resentAt === null || taken.resentAt < offAt);
    // Where a process died in the middle of the last try, nobody has counted it.
    const end = isOff ? 'SWITCHED_OFF' : taken.tries > TRIES_MAX ? 'GIVEN_UP' : undefined;
    if (end === undefined) return true;
    this.counts[end] += 1;
    const next = await outbox.ended(taken, end, at);
    if (next !== undefined) this.stored(next);
    return false;
  }

  async #deliver({ key, merchantKey, url, body, tries }: TakenNotification, at: number): Promise<Receipt> {
    const { courier, keys, profile } = this.#parts;
    const [signedWith, merchant] = [await keys.of(merchantKey), await profile(merchantKey)];
    const [id, seconds] = [notificationId(key), Math.floor(at / 1_000)];
    const secret = merchant?.notification?.secret;
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
    presumed: readonly number[],
  ): Promise<string | undefined> {
    const { outbox, clock, log } = this.#parts;
    const { status, failure, answer, durationMs } = receipt;
    const tried: NotificationTry = { number: taken.tries, at, durationMs, status, failure, answer };
    const endpoint = endpointOf(taken.url);
    const about = { notification: notificationId(taken.key), tries: taken.tries, failure };
    if (receipt.isDelivered) {
      this.counts.DELIVERED += 1;
      if (taken.resentAt !== null) await outbox.switchOn(taken.merchantKey, endpoint);
      return outbox.ended(taken, 'DELIVERED', clock.now(), tried);
    }
    this.counts.FAILED += 1;
    if (status === GONE) {
      this.counts.SWITCHED_OFF += 1;
      log.warn(
        { ...about, merchant: taken.merchantKey },
        'a notification address says that it is gone: it is switched off',
      );
      await outbox.switchOff(taken.merchantKey, endpoint, at);
      return outbox.ended(taken, 'SWITCHED_OFF', clock.now(), tried);
    }
    if (taken.tries >= TRIES_MAX) {
      this.counts.GIVEN_UP += 1;
      log.warn(about, 'a notification is given up');
      return outbox.ended(taken, 'GIVEN_UP', clock.now(), tried);
    }
    const dueAt = at + Math.max(presumed[taken.tries - 1] ?? 0, receipt.retryAfterMs ?? 0);
    await outbox.failed(taken, tried, dueAt);
    return undefined;
  }
}

const GONE = 410;
