/**
 * Finds receivers of notifications that keep failing, and queues mails about them: at once, then at most once a day,
 * and one at the end. Any process may run it beside others, because the store lets one of them queue each mail.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { IntervalWorker, merchantKeyOf } from '../../core/index.ts';
import type {
  Clock,
  Log,
  NotificationState,
  NotificationView,
  ReceiverAlarm,
  ReceiverAlarms,
} from '../../core/ports/index.ts';
import { type AlarmMailKind, alarmNote } from './alarm-note.ts';
import { type AlarmRecipientDependencies, alarmRecipients } from './alarm-recipients.ts';
import type { StaffMails } from './ports.ts';

const RUN_INTERVAL_MS = MINUTE_MS;
/** A receiver keeps failing if a notification has failed for this time, in this many tries at least. */
const FAILING_MS_MIN = HOUR_MS;
const TRIES_MIN = 3;
/** The pauses after the first two tries are shorter, so fewer rows are read. */
const PAUSE_MS_MIN = 10 * MINUTE_MS;
const MAILS_EVERY_MS = DAY_MS;

/** An address that is switched off has an alarm of its own. */
const KIND_OF_END: Readonly<Partial<Record<NotificationState, AlarmMailKind>>> = {
  DELIVERED: 'WORKING',
  GIVEN_UP: 'GIVEN_UP',
};

export interface ReceiverWatchDependencies extends AlarmRecipientDependencies {
  readonly receiverAlarms: ReceiverAlarms;
  /** The queue of the store whose receivers are looked at. */
  readonly staffMails: Pick<StaffMails, 'endAlarm' | 'mailAlarm'>;
  readonly notifications: { find(key: number): Promise<NotificationView | undefined> };
  readonly clock: Clock;
  readonly log: Log;
}

export class ReceiverWatch extends IntervalWorker {
  readonly #dependencies: ReceiverWatchDependencies;

  constructor(dependencies: ReceiverWatchDependencies) {
    super({
      intervalMs: RUN_INTERVAL_MS,
      run: () => this.look(),
      log: dependencies.log,
      failure: 'receivers of notifications that keep failing could not be read; trying again',
    });
    this.#dependencies = dependencies;
  }

  /** Runs at once, for mails that are owed since an earlier process died. */
  override start(): void {
    super.start();
    this.wake();
  }

  /** Looks once at all receivers. @throws any error of the store */
  async look(): Promise<void> {
    const { receiverAlarms, clock } = this.#dependencies;
    const now = clock.now();
    await this.#raise(now);
    for (const alarm of await receiverAlarms.openAlarms()) {
      if (alarm.kind === 'SWITCHED_OFF' || (await receiverAlarms.isFailing(alarm.receiver))) {
        await this.#mailIfOwed(alarm, now);
      } else {
        await this.#end(alarm, now);
      }
    }
    await receiverAlarms.forgetAlarms(now);
  }

  async #raise(now: number): Promise<void> {
    const { receiverAlarms } = this.#dependencies;
    const open = await receiverAlarms.openAlarms();
    const known = new Map(open.map(({ receiver, kind, notificationKey }) => [`${kind} ${receiver}`, notificationKey]));
    for (const { receiver } of await receiverAlarms.receivers()) {
      const found = await receiverAlarms.longFailing(receiver, now + PAUSE_MS_MIN);
      const isLong = found !== undefined && found.tries >= TRIES_MIN && now - found.firstTryAt >= FAILING_MS_MIN;
      if (isLong && known.get(`FAILING ${receiver}`) !== found.notificationKey) {
        const { notificationKey, firstTryAt: since } = found;
        const merchantKey = merchantKeyOf(receiver);
        await receiverAlarms.raiseAlarm(
          { receiver, merchantKey, url: withoutQuery(found.url), notificationKey, since },
          now,
        );
      }
    }
  }

  /** Nobody gets a mail about the end of an alarm of which nobody got one. */
  async #end(alarm: ReceiverAlarm, now: number): Promise<void> {
    const { notifications, staffMails } = this.#dependencies;
    const { notificationKey, mailedAt } = alarm;
    const state = notificationKey === null ? undefined : (await notifications.find(notificationKey))?.state;
    const kind = state && KIND_OF_END[state];
    const mails =
      kind === undefined || mailedAt === null
        ? undefined
        : { kind, about: alarmNote(alarm), to: await this.#recipients(alarm) };
    await staffMails.endAlarm(alarm, mails, now);
  }

  async #mailIfOwed(alarm: ReceiverAlarm, now: number): Promise<void> {
    const { kind, owedAt } = alarm;
    if (owedAt > now) {
      return;
    }
    const mails = { kind, about: alarmNote(alarm), to: await this.#recipients(alarm) };
    // One mail says all about an address that is switched off.
    const endedAt = kind === 'SWITCHED_OFF' ? now : null;
    await this.#dependencies.staffMails.mailAlarm(alarm, mails, { now, next: now + MAILS_EVERY_MS, endedAt });
  }

  #recipients({ merchantKey }: ReceiverAlarm): Promise<readonly number[]> {
    return alarmRecipients('alarms', this.#dependencies, { key: merchantKey });
  }
}

/** A query may have secrets of the merchant's server. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
