/**
 * Counts declines on payment pages by the payer's network and browser, and for the whole merchant. Payers above a limit
 * must solve a proof of work or wait; no payment is refused here.
 */
import type { Secret } from '../../contract/secret.ts';
import type { LimitsProfile } from '../merchant/limits-profile.ts';
import type { Clock, Sealer } from '../ports/index.ts';
import { AttemptCounter } from './attempt-counter.ts';
import { BIN_DIGITS, keyedSubjects } from './attempt-limits.ts';
import { type Suspicion, type SuspicionRule, suspicionOf } from './payer-rules.ts';
import { isCounted, TestCards } from './test-cards.ts';
import type { CountedKind } from './windows.ts';

/** Keyed hashes: first under the key in use, then under former keys, so that a key change does not reset counts. */
export interface PayerSubjects {
  readonly address: readonly string[];
  /** Absent for a browser without a cookie. */
  readonly device?: readonly string[];
}

/** The end of a payer's wait: `SOLVED` by a proof of work, `WAITED` by time, `FULL` because too many payers waited. */
export type WaitEnd = 'FULL' | 'SOLVED' | 'WAITED';

interface Shop {
  readonly merchantKey: number;
  readonly limits: LimitsProfile;
}

/** The maximum number of subjects in the counts of this process only. Declines are also in the shared counts. */
const HERE_MAX = 100_000;
const FORGET_EVERY_MS = 600_000;
/** The subject for all of a merchant's payment pages. */
const ALL_PAGES = 'pages';
/** The number of characters of a hash that operators see: enough to distinguish a merchant's payers within an hour. */
const SHOWN_CHARACTERS = 12;

export class PayerLimits {
  /** Counters since this process started. */
  readonly counts: {
    readonly suspected: Record<SuspicionRule, number>;
    readonly ended: Record<WaitEnd, number>;
  } = {
    suspected: { ADDRESS: 0, BIN: 0, DEVICE: 0, MERCHANT: 0 },
    ended: { FULL: 0, SOLVED: 0, WAITED: 0 },
  };
  readonly #clock: Clock;
  readonly #sealer: Pick<Sealer, 'hashes'>;
  readonly #counted: AttemptCounter;
  readonly #testCards: TestCards;
  /**
   * The counts of this process only. They are separate, so that attempts of honest payers do not displace the counts
   * that all processes share.
   */
  readonly #here = new AttemptCounter(HERE_MAX);
  #forgottenAt = 0;

  /** @param dependencies `counted` has the counts that this process exchanges with the others */
  constructor(dependencies: {
    readonly clock: Clock;
    readonly sealer: Pick<Sealer, 'hashes'>;
    readonly counted: AttemptCounter;
    readonly testCards?: ReadonlySet<string>;
  }) {
    this.#clock = dependencies.clock;
    this.#sealer = dependencies.sealer;
    this.#counted = dependencies.counted;
    this.#testCards = new TestCards(dependencies.testCards ?? new Set());
  }

  /**
   * @param network the network of the browser's address @param device the secret in the browser's cookie, if it sent
   *   one
   */
  subjectsOf(network: string, device?: string): PayerSubjects {
    return {
      address: keyedSubjects(this.#sealer, 'payer address', network),
      device: device === undefined ? undefined : keyedSubjects(this.#sealer, 'payer device', device),
    };
  }

  /** @param number the number of the card to be charged @returns undefined if the payer is not suspicious */
  suspicion(
    { merchantKey, limits: ofProfile }: Shop,
    { address, device = [] }: PayerSubjects,
    number: Secret,
  ): Suspicion | undefined {
    const now = this.#clock.now();
    const { limits } = this.#testCards.limitsFor(ofProfile, number);
    const bin = [number.reveal().slice(0, BIN_DIGITS)];
    const subjects = { ADDRESS: address, BIN: bin, DEVICE: device, PAGE: [ALL_PAGES], CARD: [], NEVER: [] };
    return suspicionOf(limits, (kind) => {
      const isHere = kind.endsWith('_HERE') && !kind.startsWith('BIN');
      const counted = isHere ? this.#here : this.#counted;
      const of: readonly string[] = subjects[kind.split('_', 1)[0] as keyof typeof subjects];
      return of.reduce((sum, subject) => sum + counted.sum(merchantKey, kind, subject, now), 0);
    });
  }

  /**
   * Counts an attempt that an issuer answered or a limit declined. @param number the card number; undefined if it is no
   * longer stored
   */
  countAttempt(
    { merchantKey, limits }: Shop,
    { address, device }: PayerSubjects,
    number: Secret | undefined,
    isDeclined: boolean,
  ): void {
    const now = this.#clock.now();
    if (now - this.#forgottenAt > FORGET_EVERY_MS) {
      this.#forgottenAt = now;
      this.#here.forget(now);
    }
    const subjects = { ADDRESS: address[0], DEVICE: device?.[0], PAGE: ALL_PAGES };
    const applied = number && this.#testCards.limitsFor(limits, number);
    for (const kind of ['ADDRESS', 'DEVICE', 'PAGE'] as const) {
      if (applied === undefined || isCounted(applied, kind)) {
        this.#count(merchantKey, kind, subjects[kind], isDeclined);
      }
    }
  }

  #count(
    merchantKey: number,
    kind: 'ADDRESS' | 'DEVICE' | 'PAGE',
    subject: string | undefined,
    isDeclined: boolean,
  ): void {
    if (subject === undefined) {
      return;
    }
    const now = this.#clock.now();
    const shown = subjectLabel(kind, subject);
    const addHere = (held: CountedKind) => this.#here.add(merchantKey, held, subject, shown, now);
    addHere(`${kind}_TRIED_HERE`);
    if (isDeclined) {
      addHere(`${kind}_DECLINED_HERE`);
      this.#counted.add(merchantKey, kind, subject, shown, now);
    }
  }
}

/** The subject's label in the operator's list, and in the command that resets its counts. */
function subjectLabel(kind: 'ADDRESS' | 'DEVICE' | 'PAGE', subject: string): string {
  return kind === 'PAGE' ? ALL_PAGES : `${kind.toLowerCase()}:${subject.slice(0, SHOWN_CHARACTERS)}`;
}
