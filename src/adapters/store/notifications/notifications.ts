/** Stored notifications: implements the delivery outbox and the read model. */
import { isReceiverOf, receiverOf } from '../../../core/index.ts';
import type {
  NotificationReadModel,
  NotificationState,
  NotificationTry,
  NotificationView,
} from '../../../core/ports/index.ts';
import {
  type ClaimedNotification,
  type DueReceiver,
  type NotificationEnd,
  type Outbox,
  PAUSE_MS_MIN,
  type SigningKey,
} from '../../notifications/index.ts';
import { type Engine, StoreError, type Write, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import { Repository } from '../engine/repository.ts';
import { givenUpCount, switchedOffAlarm } from './alarms.ts';
import * as endpointStatements from './endpoint-statements.ts';
import * as readStatements from './read-statements.ts';
import * as statements from './statements.ts';

const WAITING: NotificationState = 'WAITING';
/**
 * The maximum number of attempts of a resend. A queue changes with each delivery attempt and each outcome of its order;
 * even two changes during one resend are rare.
 */
const RESEND_TRIES_MAX = 100;

export class StoredNotifications extends Repository implements Outbox, NotificationReadModel {
  readonly #process: { readonly key: number };

  /** @param process the owner of rows that are claimed through this object */
  constructor(engine: Engine, keys: IdAllocator, process: { readonly key: number }) {
    super(engine, keys);
    this.#process = process;
  }

  async receivers(): Promise<DueReceiver[]> {
    const rows = await this.engine.read(statements.receivers, {});
    return rows.map(({ receiver, due_at: dueAt }) => ({ receiver: receiver ?? '', dueAt: Number(dueAt) }));
  }

  async claim(receiver: string, now: number, limit: number, pauses: readonly number[]): Promise<ClaimedNotification[]> {
    const dues = Object.fromEntries(pauses.map((pause, tried) => [`due${tried}`, now + pause]));
    const owner = this.#process.key;
    const claimed = await this.engine.claim(statements.claimDue, { receiver, now, limit, owner, ...dues });
    const found = await Promise.all(
      claimed.map(async ({ order_key, notification_key, tries, changes }) => {
        const row = await this.#toSend(Number(notification_key));
        return row === undefined
          ? []
          : [
              {
                key: Number(row.key),
                orderKey: Number(order_key),
                codeOrderKey: numberOrNull(row.code_order_key),
                merchantKey: Number(row.merchant_key),
                url: row.url,
                body: row.body ?? '',
                tries: Number(tries),
                resentAt: numberOrNull(row.resent_at),
                changes: Number(changes),
              },
            ];
      }),
    );
    return found.flat();
  }

  async #toSend(key: number) {
    const [row] = await this.engine.read(statements.toSend, { key });
    return row ?? (await this.engine.read(statements.eventToSend, { key }))[0];
  }

  async recordFailure({ key, orderKey }: ClaimedNotification, tried: NotificationTry, dueAt: number): Promise<void> {
    const released = write(statements.releaseClaim, { orderKey, owner: this.#process.key, dueAt });
    const { number, at } = tried;
    const noted = write(statements.setTried, { notificationKey: key, number, at });
    await this.engine.commit({ writes: [released, noted, this.#try(key, tried)] });
  }

  async recordEnd(
    claimed: ClaimedNotification,
    end: NotificationEnd,
    at: number,
    tried?: NotificationTry,
  ): Promise<string | undefined> {
    const { key, orderKey } = claimed;
    const owner = this.#process.key;
    const writes = [
      write(statements.endNotification, {
        key,
        end,
        deliveredAt: end === 'DELIVERED' ? at : null,
        tries: claimed.tries,
        triedAt: tried?.at ?? null,
      }),
      ...(tried === undefined ? [] : [this.#try(key, tried)]),
      ...(end === 'GIVEN_UP' ? [givenUpCount(claimed.merchantKey, claimed.url)] : []),
    ];
    for (let { changes } = claimed; ; ) {
      // If `changes` is 0, no other notification was added to the queue.
      const [row] =
        changes === 0 ? [] : await this.engine.read(statements.nextOf, { orderKey, key, waiting: WAITING, one: 1 });
      const next = row && { ...row, receiver: receiverOf(Number(row.merchant_key), row.url) };
      const guard =
        next === undefined
          ? write(statements.dequeue, { orderKey, owner, changes })
          : write(statements.advanceQueue, {
              orderKey,
              owner,
              changes,
              receiver: next.receiver,
              next: Number(next.key),
              tries: Number(next.tries),
              dueAt: Math.max(triableAt(next.tried_at, at), Number(next.held_until ?? 0)),
            });
      if (await this.engine.commit({ guard, writes })) {
        return next?.receiver;
      }
      const [queue] = await this.engine.read(statements.queueOf, { orderKey });
      // Another process evicted this process, and sends the notification again.
      if (queue === undefined || Number(queue.owner) !== owner) {
        return undefined;
      }
      changes = Number(queue.changes);
    }
  }

  async shortenHold(orderKey: number, at: number): Promise<string | undefined> {
    const [queue] = await this.engine.read(statements.queueOf, { orderKey });
    if (queue === undefined) {
      return undefined;
    }
    // A notification that was tried waits for its next attempt, not for the payer.
    const isUntried = queue.tried_at === null;
    const key = Number(queue.notification_key);
    await this.engine.commit({
      writes: [
        write(statements.shortenHolds, { orderKey, at }),
        ...(isUntried ? [write(statements.dueEarlier, { orderKey, key, at, none: 0 })] : []),
      ],
    });
    return queue.receiver;
  }

  #try(notificationKey: number, tried: NotificationTry): Write {
    return write(statements.insertTry, { key: this.newKey(), notificationKey, ...tried });
  }

  async switchedOff(merchantKey: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.engine.read(endpointStatements.endpointsOff, { merchantKey });
    return new Map(rows.map(({ url, off_at: at }) => [url, Number(at)]));
  }

  async switchOff(merchantKey: number, url: string, at: number): Promise<void> {
    const off = write(endpointStatements.switchOff, { merchantKey, url, at });
    // No address is switched off silently: the mail about it is owed from the same commit on.
    await this.engine.commit({ writes: [off, switchedOffAlarm(merchantKey, url, at)] });
  }

  async switchOn(merchantKey: number, url: string): Promise<void> {
    await this.engine.commit({ writes: [write(endpointStatements.switchOn, { merchantKey, url })] });
  }

  async signingKeys(merchantKey: number): Promise<SigningKey[]> {
    return (await this.engine.read(endpointStatements.findSigningKeys, { merchantKey })).map((row) => ({
      generation: Number(row.generation),
      sealed: row.sealed,
      createdAt: Number(row.created_at),
      retiredAt: numberOrNull(row.retired_at),
    }));
  }

  addSigningKey(merchantKey: number, key: Omit<SigningKey, 'retiredAt'>): Promise<boolean> {
    return this.engine.commit({
      guard: write(endpointStatements.insertSigningKey, { merchantKey, ...key }),
      writes: [],
    });
  }

  /** Lets the keys up to this generation sign until `at`, except those that end earlier. */
  async retireSigningKeys(merchantKey: number, upTo: number, at: number): Promise<void> {
    await this.engine.commit({ writes: [write(endpointStatements.retireSigningKeys, { merchantKey, upTo, at })] });
  }

  async ofOrder(orderKey: number): Promise<NotificationView[]> {
    return (await this.engine.read(readStatements.ofOrder, { orderKey })).map(viewFrom);
  }

  async find(key: number): Promise<NotificationView | undefined> {
    const [row] = await this.engine.read(readStatements.byKey, { key });
    return row && viewFrom(row);
  }

  /** Undelivered notifications, the oldest first. */
  async waitingNotifications(limit: number): Promise<NotificationView[]> {
    return (await this.engine.read(readStatements.waitingNotifications, { limit, waiting: WAITING, zero: 0 })).map(
      viewFrom,
    );
  }

  /** Notifications of a merchant that wait after a failed try, by receiver, the one that is due first before others. */
  async failing(merchantKey: number, limit: number): Promise<NotificationView[]> {
    const own = (await this.receivers()).filter(({ receiver }) => isReceiverOf(merchantKey, receiver));
    const found = await Promise.all(
      own.map(({ receiver }) =>
        this.engine.read(readStatements.failingAt, { receiver, none: 0, limit, waiting: WAITING }),
      ),
    );
    return found
      .flat()
      .map(viewFrom)
      .sort((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
      .slice(0, limit);
  }

  async newest(limit: number): Promise<NotificationView[]> {
    return (await this.engine.read(readStatements.newest, { limit, most: Number.MAX_SAFE_INTEGER })).map(viewFrom);
  }

  async body(key: number): Promise<string | null> {
    const [row] = await this.engine.read(readStatements.bodyOf, { key });
    return row?.body ?? null;
  }

  async tries(key: number): Promise<NotificationTry[]> {
    return (await this.engine.read(readStatements.triesOf, { key })).map((row) => ({
      number: Number(row.number),
      at: Number(row.at),
      durationMs: Number(row.duration_ms),
      status: numberOrNull(row.status),
      failure: row.failure,
      answer: row.answer,
    }));
  }

  async resend(key: number, now: number): Promise<string | undefined> {
    const wake = write(readStatements.wakeNotification, { key, now, waiting: WAITING, never: null, none: 0 });
    for (let tried = 0; tried < RESEND_TRIES_MAX; tried += 1) {
      const [requested] = await this.engine.read(readStatements.toResend, { key });
      if (requested === undefined || requested.body === null) {
        return undefined;
      }
      const orderKey = Number(requested.order_key);
      const receiver = receiverOf(Number(requested.merchant_key ?? 0), requested.url);
      const [queue] = await this.engine.read(statements.queueOf, { orderKey });
      const isFirst = queue === undefined || Number(requested.sequence) <= Number(queue.sequence);
      const head = isFirst
        ? { head: key, receiver, dueAt: triableAt(requested.tried_at, now) }
        : { head: Number(queue.notification_key), receiver: queue.receiver, dueAt: triableAt(queue.tried_at, now) };
      const row = { orderKey, ...head, none: 0, changes: Number(queue?.changes ?? 0) };
      const guard = write(guardOf(queue), row);
      if (await this.engine.commit({ guard, furtherGuards: [wake], writes: [] })) {
        return head.receiver;
      }
    }
    throw new StoreError('The notification could not be woken: its queue changed each time.');
  }
}

function guardOf(queue: { readonly owner: number | null } | undefined) {
  if (queue === undefined) {
    return readStatements.queueAlone;
  }
  return queue.owner === null ? readStatements.rearrange : readStatements.touchQueue;
}

function triableAt(triedAt: number | null, now: number): number {
  return triedAt === null ? now : Math.max(now, Number(triedAt) + PAUSE_MS_MIN);
}

type Row = NonNullable<(typeof readStatements.byKey)['row']>;

function viewFrom(row: Row): NotificationView {
  return {
    key: Number(row.key),
    merchantId: row.merchant_id,
    orderId: row.order_id ?? '',
    transactionId: row.transaction_id ?? undefined,
    event: row.event ?? undefined,
    sequence: Number(row.sequence),
    url: row.url,
    state: row.state,
    createdAt: Number(row.created_at),
    deliveredAt: numberOrNull(row.delivered_at),
    dueAt: numberOrNull(row.due_at),
  };
}
