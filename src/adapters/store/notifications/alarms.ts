/** Stored receivers that keep failing, or were switched off: implements their port over any engine. */
import { receiverOf } from '../../../core/index.ts';
import type { LongFailing, NotificationState, ReceiverAlarm, ReceiverAlarms } from '../../../core/ports/index.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import * as alarmStatements from './alarm-statements.ts';
import { receivers } from './statements.ts';

const WAITING: NotificationState = 'WAITING';

export class StoredReceiverAlarms implements ReceiverAlarms {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async receivers(): ReturnType<ReceiverAlarms['receivers']> {
    return (await this.#engine.read(receivers, {})).map(({ receiver }) => ({ receiver: receiver ?? '' }));
  }

  async longFailing(receiver: string, after: number): Promise<LongFailing | undefined> {
    const [row] = await this.#engine.read(alarmStatements.longFailing, { receiver, after, waiting: WAITING, one: 1 });
    return row === undefined || row.first_at === null
      ? undefined
      : {
          notificationKey: Number(row.key),
          url: row.url,
          tries: Number(row.tries),
          firstTryAt: Number(row.first_at),
        };
  }

  async isFailing(receiver: string): Promise<boolean> {
    return (await this.#engine.read(alarmStatements.failing, { receiver, waiting: WAITING, one: 1 })).length > 0;
  }

  async countWaiting(receiver: string, limit: number): Promise<number> {
    const [row] = await this.#engine.read(alarmStatements.waitingAt, { receiver, waiting: WAITING, limit });
    return Number(row?.count ?? 0);
  }

  async openAlarms(): Promise<readonly ReceiverAlarm[]> {
    return (await this.#engine.read(alarmStatements.openAlarms, {})).map((row) => ({
      receiver: row.receiver,
      kind: row.kind,
      merchantKey: Number(row.merchant_key),
      url: row.url,
      notificationKey: numberOrNull(row.notification_key),
      since: Number(row.since),
      givenUp: Number(row.given_up),
      owedAt: Number(row.owed_at),
      mailedAt: numberOrNull(row.mailed_at),
      endedAt: null,
    }));
  }

  async raiseAlarm(alarm: Parameters<ReceiverAlarms['raiseAlarm']>[0], now: number): Promise<void> {
    const { receiver, merchantKey, url, notificationKey, since } = alarm;
    const row = { receiver, merchantKey, url, notificationKey, since, kind: 'FAILING', none: 0, now } as const;
    await this.#engine.commit({ writes: [write(alarmStatements.raise, row)] });
  }

  async forgetAlarms(now: number): Promise<void> {
    await this.#engine.commit({ writes: [write(alarmStatements.forgetEnded, { now })] });
  }
}

/** The write that commits with the end of an address that answered 410 Gone. @param url without the query string */
export function switchedOffAlarm(merchantKey: number, url: string, at: number): Write {
  return write(alarmStatements.raise, {
    receiver: receiverOf(merchantKey, url),
    kind: 'SWITCHED_OFF',
    merchantKey,
    url,
    notificationKey: null,
    since: at,
    none: 0,
    now: at,
  });
}

/** The write that commits with the last failed try of a notification. */
export function givenUpCount(merchantKey: number, url: string): Write {
  return write(alarmStatements.countGivenUp, { receiver: receiverOf(merchantKey, url), kind: 'FAILING' });
}
