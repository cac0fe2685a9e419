/**
 * The sandbox's side of EMV 3-D Secure: directory servers and an ACS with one ledger, their faults, what testers want,
 * and the timer that ends what nobody answers.
 */
import { randomBytes } from 'node:crypto';
import type { SandboxThreeDSCertificates } from '../../settings/sandbox/index.ts';
import { TestAuthority } from '../../x509/index.ts';
import type { SandboxLog } from '../log.ts';
import { endExpired } from './acs/ending.ts';
import { Outcomes } from './acs/outcomes.ts';
import { Results } from './directory-server/results.ts';
import { SCHEMES } from './directory-server/schemes.ts';
import { listInitialRanges } from './directory-server/serials.ts';
import { ThreeDSFaults } from './faults.ts';
import { ThreeDSLedger } from './ledger/ledger.ts';
import { Records } from './records.ts';
import type { Bases, Work } from './work.ts';

/** A ledger that could not be written is tried again after it. */
const AGAIN_MS = 1_000;
/** No timer waits longer; what is due later is looked at again. */
const WAIT_MS_MAX = 60_000;
/** As long as the output of HMAC-SHA256. */
const KEY_BYTES = 32;
/** The standard's own time, which a tester may lengthen for slow browsers. */
const FIRST_CREQ_MS = 30_000;

export interface ThreeDSOptions {
  /** Undefined keeps the ledger in memory. */
  readonly ledgerFile?: string;
  readonly certificates: Pick<SandboxThreeDSCertificates, 'ca' | 'directoryServer'>;
  readonly log: SandboxLog;
}

/** The way to the directory servers, as a tester may want it. */
export interface Door {
  /** @param away cuts each connection before a word is said */
  stay(away: boolean): void;
  /** @param isForeign shows a certificate of an authority that nobody trusts in place of its own */
  show(isForeign: boolean): void;
}

export class ThreeDS {
  readonly ledger: ThreeDSLedger;
  readonly faults = new ThreeDSFaults();
  readonly outcomes = new Outcomes();
  readonly records: Records;
  readonly results: Results;
  readonly log: SandboxLog;
  /** The first CReq has to come so soon after the ARes. */
  firstCReqMs = FIRST_CREQ_MS;
  /** Undefined where the directory servers are not served. */
  door: Door | undefined;
  readonly #key: string;
  #bases: Bases = { api: '', pages: '' };
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, certificates, log }: ThreeDSOptions) {
    const ledger = new ThreeDSLedger(ledgerFile);
    this.ledger = ledger;
    this.log = log;
    this.records = new Records(ledger, log);
    this.results = new Results(this, {
      ca: certificates.ca,
      certificate: certificates.directoryServer,
      foreign: () => new TestAuthority('Nobody’s Authority').issueClient('Nobody’s directory server'),
    });
    this.#key = ledger.commit(() => ledger.kept('authentication-key', () => randomBytes(KEY_BYTES).toString('hex')));
    ledger.commit(() => {
      for (const scheme of SCHEMES) {
        listInitialRanges(ledger, scheme, this.now);
      }
      this.results.resume();
    });
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

  get key(): string {
    return this.#key;
  }

  get isClosed(): boolean {
    return this.#isClosed;
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

  /** One commit, after everything that is due. @throws what `work` throws; nothing was stored then */
  change<Result>(work: (given: Work) => Result): Result {
    const { ledger, records, faults, outcomes, bases, key, now, firstCReqMs } = this;
    const given: Work = { ledger, records, faults, outcomes, bases, key, now, firstCReqMs };
    // What was due stays done, whatever becomes of the work.
    ledger.commit(() => endExpired(given));
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
      const { ledger } = this;
      const expiry = ledger.transactions.next('expires_at');
      if (expiry !== undefined && expiry <= this.now) {
        this.change(() => undefined);
        return;
      }
      this.results.sendDue();
      const times = [expiry, ledger.results.next('due_at')].filter((at) => at !== undefined);
      if (times.length > 0) {
        this.#wakeAt(Math.min(...times) - this.#aheadMs);
      }
    } catch (error) {
      this.log.error({ err: error }, 'The sandbox’s 3-D Secure could not write its ledger');
      this.#wakeAt(Date.now() + AGAIN_MS);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.results.close();
    this.ledger.close();
  }

  #wakeAt(at: number): void {
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(0, at - Date.now()), WAIT_MS_MAX));
    this.#timer.unref();
  }
}
