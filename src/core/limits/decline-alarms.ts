/**
 * Detects merchants and card ranges with a suspicious share of declines, and alerts the operator independently of the
 * limits. Uses only the attempts of this process, so it does not query the store.
 */
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { LimitsProfile } from '../merchant/limits-profile.ts';

export type AlarmOf = 'MERCHANT' | 'RANGE';

export interface DeclineAlarm {
  readonly of: AlarmOf;
  readonly merchantKey: number;
  /** The range's first digits; absent for a merchant. */
  readonly range?: string;
  /** The number of declines within the last five minutes. */
  readonly declines: number;
  readonly tries: number;
}

interface SeenAlarm {
  readonly alarm: DeclineAlarm;
  readonly at: number;
  /** The time of the last log line. */
  readonly loggedAt?: number;
}

/** An alarm ends this long after the last decline: as long as the window in which declines are counted. */
const LASTS_MS = 5 * MINUTE_MS;
const REMINDER_MS = HOUR_MS;
/**
 * The maximum number of alarms, such as one card range for each of 4,000 merchants. More alarms belong to one attack,
 * which these already show.
 */
const ALARMS_MAX = 4_000;
/** The minimum number of attempts. With fewer, the share of declines is not significant. */
const TRIES_MIN = 10;

const MINUTES = 5;

/** The attempts of one merchant in one minute. Each payment is counted here, at the cost of two additions. */
interface MinuteTries {
  minute: number;
  tries: number;
  declines: number;
}

export class DeclineAlarms {
  readonly #seen = new Map<string, SeenAlarm>();
  /** The attempts of the last minutes by merchant, in a ring buffer. */
  readonly #tries = new Map<number, MinuteTries[]>();

  countAttempt(merchantKey: number, isDeclined: boolean, now: number): void {
    let minutes = this.#tries.get(merchantKey);
    if (minutes === undefined) {
      minutes = Array.from({ length: MINUTES }, () => ({ minute: 0, tries: 0, declines: 0 }));
      this.#tries.set(merchantKey, minutes);
    }
    const minute = Math.floor(now / MINUTE_MS);
    const of = minutes[minute % MINUTES]!;
    if (of.minute !== minute) {
      Object.assign(of, { minute, tries: 0, declines: 0 });
    }
    of.tries += 1;
    of.declines += isDeclined ? 1 : 0;
  }

  /** Returns the attempts and declines of a merchant within the last five minutes. */
  triesOf(merchantKey: number, now: number): Pick<DeclineAlarm, 'declines' | 'tries'> {
    const since = Math.floor(now / MINUTE_MS) - MINUTES;
    const recent = (this.#tries.get(merchantKey) ?? []).filter(({ minute }) => minute > since);
    return {
      tries: recent.reduce((sum, { tries }) => sum + tries, 0),
      declines: recent.reduce((sum, { declines }) => sum + declines, 0),
    };
  }

  /** Evaluates one more decline. @param limit the maximum number of declines; null: no limit, so no alarm */
  evaluate(alarm: DeclineAlarm, limit: number | null, { declineSharePercent }: LimitsProfile, now: number): void {
    const { of, merchantKey, range, declines, tries } = alarm;
    const isSuspicious = tries >= TRIES_MIN && declines * 100 > tries * declineSharePercent;
    if (limit === null || declines < limit || !isSuspicious) {
      return;
    }
    const name = `${of} ${merchantKey} ${range}`;
    const before = this.#seen.get(name);
    if (before !== undefined || this.#seen.size < ALARMS_MAX) {
      this.#seen.set(name, { ...before, alarm, at: now });
    }
  }

  /** Returns the number of current alarms. */
  counts(now: number): Readonly<Record<AlarmOf, number>> {
    const lasting = [...this.#seen.values()].filter(({ at }) => now - at < LASTS_MS);
    const of = (one: AlarmOf) => lasting.filter(({ alarm }) => alarm.of === one).length;
    return { MERCHANT: of('MERCHANT'), RANGE: of('RANGE') };
  }

  /** Alarms that started since the last call, or are due for an hourly reminder. */
  dueAlarms(now: number): DeclineAlarm[] {
    const due: DeclineAlarm[] = [];
    for (const [name, seen] of this.#seen) {
      if (now - seen.at >= LASTS_MS) {
        this.#seen.delete(name);
      } else if (seen.loggedAt === undefined || now - seen.loggedAt >= REMINDER_MS) {
        this.#seen.set(name, { ...seen, loggedAt: now });
        due.push(seen.alarm);
      }
    }
    return due;
  }
}
