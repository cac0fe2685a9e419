/**
 * Which merchants and ranges of cards have suspicious shares of declines now: for the operator, whatever the limits
 * make of it. By what this process sees, so nothing is asked of the store.
 */
import type { LimitsProfile } from '../merchant/limits-profile.ts';

export type AlarmOf = 'MERCHANT' | 'RANGE';

export interface DeclineAlarm {
  readonly of: AlarmOf;
  readonly merchantKey: number;
  /** A range's first digits; absent of a merchant. */
  readonly range?: string;
  /** Of the last five minutes. */
  readonly declines: number;
  readonly tries: number;
}

interface Seen {
  readonly alarm: DeclineAlarm;
  readonly at: number;
  /** When it was told last. */
  readonly toldAt?: number;
}

/** Without another decline for so long it is over: the windows of ranges and merchants. */
const LASTS_MS = 5 * 60_000;
const REMINDER_MS = 3_600_000;
/** A range of 4,000 merchants each; more are one attack, and those say enough of it. */
const ALARMS_MAX = 4_000;
/** A share of fewer tries says nothing. */
const TRIES_MIN = 10;

const MINUTE_MS = 60_000;
const MINUTES = 5;

/** Of one merchant in one minute. Every payment is counted here, so it costs no more than two additions. */
interface MinuteTries {
  minute: number;
  tries: number;
  declines: number;
}

export class DeclineAlarms {
  readonly #seen = new Map<string, Seen>();
  /** By merchant: the last minutes, each in its place until its place is needed again. */
  readonly #tries = new Map<number, MinuteTries[]>();

  tried(merchantKey: number, isDeclined: boolean, now: number): void {
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

  /** Within the last five minutes. */
  triesOf(merchantKey: number, now: number): Pick<DeclineAlarm, 'declines' | 'tries'> {
    const since = Math.floor(now / MINUTE_MS) - MINUTES;
    const recent = (this.#tries.get(merchantKey) ?? []).filter(({ minute }) => minute > since);
    return {
      tries: recent.reduce((sum, { tries }) => sum + tries, 0),
      declines: recent.reduce((sum, { declines }) => sum + declines, 0),
    };
  }

  /** Judges one more decline. @param limit of declines; null: none is suspicious */
  judge(alarm: DeclineAlarm, limit: number | null, { declineSharePercent }: LimitsProfile, now: number): void {
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

  /** How many last now. */
  counts(now: number): Readonly<Record<AlarmOf, number>> {
    const lasting = [...this.#seen.values()].filter(({ at }) => now - at < LASTS_MS);
    const of = (one: AlarmOf) => lasting.filter(({ alarm }) => alarm.of === one).length;
    return { MERCHANT: of('MERCHANT'), RANGE: of('RANGE') };
  }

  /** Those that have begun since the last call, or last for an hour. */
  toTell(now: number): DeclineAlarm[] {
    const told: DeclineAlarm[] = [];
    for (const [name, seen] of this.#seen) {
      if (now - seen.at >= LASTS_MS) {
        this.#seen.delete(name);
      } else if (seen.toldAt === undefined || now - seen.toldAt >= REMINDER_MS) {
        this.#seen.set(name, { ...seen, toldAt: now });
        told.push(seen.alarm);
      }
    }
    return told;
  }
}
