/**
 * The limits against card testing. All payment attempts with a card number pass through here on the way to the
 * acquirer. The answers are counted, and attempts beyond a limit are not sent.
 */
import type { Secret } from '../../contract/secret.ts';
import type { LimitsProfile } from '../merchant/limits-profile.ts';
import type { Clock, Sealer } from '../ports/index.ts';
import { AttemptCounter } from './attempt-counter.ts';
import { DeclineAlarms } from './decline-alarms.ts';
import type { DeclineClass } from './decline-classes.ts';
import { type LimitRule, limitReached, type Sums, triesAtOnce } from './limit-rules.ts';
import { isCounted, TestCards } from './test-cards.ts';
import type { CountedKind } from './windows.ts';

export interface CardAttempt {
  readonly merchantKey: number;
  readonly limits: LimitsProfile;
  readonly number: Secret;
  /** The subject in masked form, for operators. */
  readonly shown: string;
  /** True if the payer takes part; false for merchant-initiated and card-present payments. */
  readonly isPayers: boolean;
}

/** `waited`: the wait for other attempts was too long, so this one was not sent. */
export type AttemptResult<Answer> =
  | { readonly answer: Answer }
  | { readonly limited: LimitRule }
  | { readonly waited: true };

interface Subjects {
  /** Keyed hash of the number under the key in use. */
  readonly card: string;
  /** Hashes under former keys, so that a key change does not reset a card's counts. */
  readonly earlier: readonly string[];
  readonly bin: string;
}

/**
 * The longest wait for other attempts. Clients give up after that time and do not expect a payment any more. The limit
 * is checked whenever an attempt ends, and each attempt ends within the acquirer's answer time.
 */
export const ATTEMPT_WAIT_MS_MAX = 30_000;

/**
 * The number of digits that identify an issuer's range: the original BIN length, and the digits that a masked number
 * shows.
 */
export const BIN_DIGITS = 6;
/**
 * The number of stored bytes of a keyed hash, enough to avoid collisions among a merchant's cards or payers in one day.
 */
const SUBJECT_BYTES = 16;

/** @returns the hashes under which a text is counted: first under the key in use, then under former keys */
export function keyedSubjects(sealer: Pick<Sealer, 'hashes'>, purpose: string, text: string): string[] {
  return sealer.hashes(purpose, text).map((hash) => Buffer.from(hash).subarray(0, SUBJECT_BYTES).toString('base64url'));
}

export class AttemptLimits {
  readonly counted = new AttemptCounter();
  readonly alarms = new DeclineAlarms();
  /** The numbers of declines and of refused attempts since this process started. */
  readonly counts: { readonly declines: Record<DeclineClass, number>; readonly limited: Record<LimitRule, number> } = {
    declines: { ISSUER: 0, NEVER: 0 },
    limited: { BIN: 0, CARD: 0, NEVER_RETRY: 0 },
  };
  readonly #clock: Clock;
  readonly #sealer: Pick<Sealer, 'hashes'>;
  readonly #testCards: TestCards;
  /** Attempts in progress by subject, with the callbacks that wait for their end. */
  readonly #underWay = new Map<string, { tries: number; waiting: (() => void)[] }>();

  constructor({
    clock,
    sealer,
    testCards = new Set(),
  }: {
    readonly clock: Clock;
    readonly sealer: Pick<Sealer, 'hashes'>;
    readonly testCards?: ReadonlySet<string>;
  }) {
    this.#clock = clock;
    this.#sealer = sealer;
    this.#testCards = new TestCards(testCards);
  }

  /**
   * Sends an attempt unless a limit is reached. Waits, up to `ATTEMPT_WAIT_MS_MAX`, while the attempts in progress may
   * reach a limit.
   *
   * @param classify returns the class of an issuer's decline; 'NONE' without an issuer's answer
   * @throws errors of `send`; the attempt is not counted then
   */
  async run<Answer>(
    attempt: CardAttempt,
    send: () => Promise<Answer>,
    classify: (answer: Answer) => DeclineClass | 'NONE' | undefined,
  ): Promise<AttemptResult<Answer>> {
    const subjects = this.#subjectsOf(attempt);
    const { limits } = this.#testCards.limitsFor(attempt.limits, attempt.number);
    const began = this.#clock.now();
    let now = began;
    const card = `${attempt.merchantKey} ${subjects.card}`;
    // Attempts without the payer do not count for the card range, so that they do not delay payers.
    const bin = attempt.isPayers ? `${attempt.merchantKey} ${subjects.bin}` : undefined;
    for (;;) {
      const sums = this.#sums(attempt, subjects, now);
      const limited = limitReached(limits, sums, attempt.isPayers);
      if (limited !== undefined) {
        this.counts.limited[limited] += 1;
        return { limited };
      }
      const most = triesAtOnce(limits, sums);
      const full = [
        ...(this.#tries(card) >= most.card ? [card] : []),
        ...(bin !== undefined && this.#tries(bin) >= most.bin ? [bin] : []),
      ];
      if (full.length === 0) {
        break;
      }
      await this.#end(full[0]!);
      now = this.#clock.now();
      if (now - began > ATTEMPT_WAIT_MS_MAX) {
        return { waited: true };
      }
    }
    const tried = bin === undefined ? [card] : [card, bin];
    for (const subject of tried) {
      this.#begin(subject);
    }
    try {
      const answer = await send();
      this.#count(attempt, subjects, classify(answer));
      return { answer };
    } finally {
      for (const subject of tried) {
        this.#done(subject);
      }
    }
  }

  #subjectsOf({ number }: CardAttempt): Subjects {
    const digits = number.reveal();
    const [card = '', ...earlier] = keyedSubjects(this.#sealer, 'tried card', digits);
    return { card, earlier, bin: digits.slice(0, BIN_DIGITS) };
  }

  #sums({ merchantKey }: CardAttempt, { card, earlier, bin }: Subjects, now: number): Sums {
    const [cards, bins] = [[card, ...earlier], [bin]];
    const subjects: Readonly<Partial<Record<CountedKind, readonly string[]>>> = {
      BIN: bins,
      BIN_DECLINED_HERE: bins,
      BIN_TRIED_HERE: bins,
      CARD: cards,
      NEVER: cards,
    };
    return (kind) =>
      (subjects[kind] ?? []).reduce((sum, one) => sum + this.counted.sum(merchantKey, kind, one, now), 0);
  }

  #count(attempt: CardAttempt, subjects: Subjects, declineClass: DeclineClass | 'NONE' | undefined): void {
    if (declineClass === 'NONE') {
      return;
    }
    const { merchantKey, shown, isPayers } = attempt;
    const { card, bin } = subjects;
    const now = this.#clock.now();
    const applied = this.#testCards.limitsFor(attempt.limits, attempt.number);
    const add = (kind: CountedKind, subject: string, text: string) => {
      if (isCounted(applied, kind)) {
        this.counted.add(merchantKey, kind, subject, text, now);
      }
    };
    if (isPayers) {
      add('BIN_TRIED_HERE', bin, bin);
    }
    if (isPayers && isCounted(applied, 'PAGE')) {
      this.alarms.countAttempt(merchantKey, declineClass !== undefined, now);
    }
    if (declineClass === undefined) {
      return;
    }
    this.counts.declines[declineClass] += 1;
    add('CARD', card, shown);
    if (declineClass === 'NEVER') {
      add('NEVER', card, shown);
    }
    if (isPayers) {
      add('BIN', bin, bin);
      add('BIN_DECLINED_HERE', bin, bin);
      this.#evaluateAlarms(attempt, bin, now);
    }
  }

  #evaluateAlarms({ merchantKey, limits }: CardAttempt, bin: string, now: number): void {
    const sum = (kind: CountedKind, subject: string) => this.counted.sum(merchantKey, kind, subject, now);
    const ofRange = { declines: sum('BIN_DECLINED_HERE', bin), tries: sum('BIN_TRIED_HERE', bin) };
    this.alarms.evaluate({ of: 'RANGE', merchantKey, range: bin, ...ofRange }, limits.declinesPerBin, limits, now);
    const ofAll = this.alarms.triesOf(merchantKey, now);
    this.alarms.evaluate({ of: 'MERCHANT', merchantKey, ...ofAll }, limits.declinesPerMerchant, limits, now);
  }

  #tries(subject: string): number {
    return this.#underWay.get(subject)?.tries ?? 0;
  }

  #begin(subject: string): void {
    const known = this.#underWay.get(subject);
    if (known === undefined) {
      this.#underWay.set(subject, { tries: 1, waiting: [] });
    } else {
      known.tries += 1;
    }
  }

  /** Waits until one of the attempts in progress for the subject has ended. */
  #end(subject: string): Promise<void> {
    return new Promise((resolve) => this.#underWay.get(subject)!.waiting.push(resolve));
  }

  #done(subject: string): void {
    const known = this.#underWay.get(subject)!;
    known.tries -= 1;
    const { waiting } = known;
    known.waiting = [];
    if (known.tries === 0) {
      this.#underWay.delete(subject);
    }
    for (const resolve of waiting) {
      resolve();
    }
  }
}
