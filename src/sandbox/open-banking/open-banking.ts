/** The sandbox's banks: their ledger, faults, trusted certificates, and the timer that advances payments. */
import type { SandboxLog } from '../kit/log.ts';
import { type CertificateStatus, Trust } from './callers/certificates.ts';
import { BankDescriptionValidator } from './description.ts';
import { BankFaults } from './faults.ts';
import { BankLedger } from './ledger/ledger.ts';
import type { BankWork } from './operation.ts';
import { nextDueAtBanks, resolveDueAtBanks } from './payments.ts';
import { type BankBaseUrls, BankResources } from './resources.ts';

/** The delay before a failed ledger write is retried. */
const AGAIN_MS = 1_000;
/** The maximum delay of a timer, which is then set again for later events. */
const WAIT_MS_MAX = 60_000;

export interface SandboxBanksOptions {
  /** Undefined: an in-memory ledger. */
  readonly ledgerFile?: string;
  /** PEM of the authority that issues callers' certificates. */
  readonly ca: string;
  /** Divides the simulator's own durations; above 0. */
  readonly speed: number;
  readonly log: SandboxLog;
}

export class OpenBanking {
  readonly ledger: BankLedger;
  readonly faults = new BankFaults();
  readonly trust: Trust;
  readonly validator: BankDescriptionValidator;
  readonly log: SandboxLog;
  readonly #speed: number;
  /** Milliseconds by which every bank's answers lag behind a status, in addition to the bank's own delay. */
  quietMs = 0;
  #bases: BankBaseUrls = { api: '', pages: '' };
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, ca, speed, log }: SandboxBanksOptions) {
    this.ledger = new BankLedger(ledgerFile);
    this.trust = new Trust(ca);
    this.log = log;
    this.validator = new BankDescriptionValidator(log);
    this.#speed = speed;
  }

  /** Its base addresses, known once it listens. */
  get bases(): BankBaseUrls {
    return this.#bases;
  }

  /** Milliseconds since 1970, by the simulator's clock. */
  get now(): number {
    return Date.now() + this.#aheadMs;
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  get speed(): number {
    return this.#speed;
  }

  /** Sets the simulator's clock ahead of the real one, and executes all that becomes due. */
  setAhead(ms: number): void {
    this.#aheadMs = ms;
    this.change(() => undefined);
  }

  listensAt(bases: Partial<BankBaseUrls>): void {
    this.#bases = { ...this.#bases, ...bases };
    this.wake();
  }

  setStanding(fingerprint: string, standing: CertificateStatus): void {
    this.trust.setStanding(fingerprint, standing);
  }

  /** One commit, after the commit of all due events. @throws the error of `work`, without storing its changes */
  change<Result>(work: (given: BankWork) => Result): Result {
    const { ledger, now, quietMs } = this;
    const speed = this.#speed;
    const given: BankWork = {
      ledger,
      now,
      speed,
      resources: new BankResources(ledger, this.#bases, { now, speed, quietMs }),
    };
    // Due events stay committed even if the work fails.
    ledger.commit(() => resolveDueAtBanks(given));
    const result = ledger.commit(() => work(given));
    this.wake();
    return result;
  }

  /** Executes due events, and sets the timer for the next ones. */
  wake(): void {
    if (this.#isClosed) {
      return;
    }
    clearTimeout(this.#timer);
    try {
      const due = nextDueAtBanks(this);
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
