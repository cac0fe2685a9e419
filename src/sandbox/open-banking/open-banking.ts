/** The sandbox's banks: their ledger, their faults, whom they trust, and the timer that moves payments on. */
import type { SandboxLog } from '../log.ts';
import { type Standing, Trust } from './callers/certificates.ts';
import { DescriptionJudge } from './description.ts';
import { BankFaults } from './faults.ts';
import { BankLedger } from './ledger/ledger.ts';
import type { Work } from './operation.ts';
import { nextDue, resolveDue } from './payments.ts';
import { type Bases, Resources } from './resources.ts';

/** A ledger that could not be written is tried again after it. */
const AGAIN_MS = 1_000;
/** No timer waits longer; what is due later is looked at again. */
const WAIT_MS_MAX = 60_000;

export interface OpenBankingOptions {
  /** Undefined keeps the ledger in memory. */
  readonly ledgerFile?: string;
  /** PEM of the authority that issues to callers. */
  readonly ca: string;
  /** Divides the stand-in's own times; above 0. */
  readonly speed: number;
  readonly log: SandboxLog;
}

export class OpenBanking {
  readonly ledger: BankLedger;
  readonly faults = new BankFaults();
  readonly trust: Trust;
  readonly judge: DescriptionJudge;
  readonly log: SandboxLog;
  readonly #speed: number;
  /** How much later every bank tells a status than it is reached, beside what is its own way. */
  quietMs = 0;
  #bases: Bases = { api: '', pages: '' };
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, ca, speed, log }: OpenBankingOptions) {
    this.ledger = new BankLedger(ledgerFile);
    this.trust = new Trust(ca);
    this.log = log;
    this.judge = new DescriptionJudge(log);
    this.#speed = speed;
  }

  /** Of its addresses; they are known once it listens. */
  get bases(): Bases {
    return this.#bases;
  }

  /** Milliseconds since 1970, by the stand-in's clock. */
  get now(): number {
    return Date.now() + this.#aheadMs;
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  get speed(): number {
    return this.#speed;
  }

  /** Puts the stand-in's clock ahead of the real one; what has become due happens. */
  setAhead(ms: number): void {
    this.#aheadMs = ms;
    this.change(() => undefined);
  }

  listensAt(bases: Partial<Bases>): void {
    this.#bases = { ...this.#bases, ...bases };
    this.wake();
  }

  setStanding(fingerprint: string, standing: Standing): void {
    this.trust.setStanding(fingerprint, standing);
  }

  /** One commit, after everything that is due. @throws what `work` throws; nothing was stored then */
  change<Result>(work: (given: Work) => Result): Result {
    const { ledger, now, quietMs } = this;
    const speed = this.#speed;
    const given: Work = { ledger, now, speed, resources: new Resources(ledger, this.#bases, { now, speed, quietMs }) };
    // What was due stays done, whatever becomes of the work.
    ledger.commit(() => resolveDue(given));
    const result = ledger.commit(() => work(given));
    this.wake();
    return result;
  }

  /** Does what is due, and waits for what is due next. */
  wake(): void {
    if (this.#isClosed) {
      return;
    }
    clearTimeout(this.#timer);
    try {
      const due = nextDue(this);
      if (due !== undefined && due <= this.now) {
        this.change(() => undefined);
      } else if (due !== undefined) {
        this.#wakeAt(due - this.#aheadMs);
      }
    } catch (error) {
      this.log.error({ err: error }, 'The sandbox’s banks could not write their ledger');
      this.#wakeAt(Date.now() + AGAIN_MS);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.ledger.close();
  }

  #wakeAt(at: number): void {
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(0, at - Date.now()), WAIT_MS_MAX));
    this.#timer.unref();
  }
}
