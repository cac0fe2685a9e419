/**
 * The sandbox's side of EMV 3-D Secure: directory servers and an ACS with one ledger, their faults, testers' choices,
 * and the timer for expiries and results.
 */
import { randomBytes } from 'node:crypto';
import { TestAuthority } from '../../platform/x509/index.ts';
import type { SandboxThreeDSCertificates } from '../../settings/sandbox/index.ts';
import type { SandboxLog } from '../kit/log.ts';
import { endExpired } from './acs/ending.ts';
import { AcsOutcomes } from './acs/outcomes.ts';
import { Results } from './directory-server/results.ts';
import { SCHEMES } from './directory-server/schemes.ts';
import { listInitialRanges } from './directory-server/serials.ts';
import { ThreeDSFaults } from './faults.ts';
import { ThreeDSLedger } from './ledger/ledger.ts';
import { Records } from './records.ts';
import type { ThreeDSBaseUrls, ThreeDSWork } from './work.ts';

/** The delay before a failed ledger write is retried. */
const AGAIN_MS = 1_000;
/** The maximum delay of a timer, which is then set again for later events. */
const WAIT_MS_MAX = 60_000;
/** The length of HMAC-SHA256's output. */
const KEY_BYTES = 32;
/** The standard's timeout for the first CReq. A tester may extend it for slow browsers. */
const FIRST_CREQ_MS = 30_000;

export interface ThreeDSOptions {
  /** Undefined: an in-memory ledger. */
  readonly ledgerFile?: string;
  readonly certificates: Pick<SandboxThreeDSCertificates, 'ca' | 'directoryServer'>;
  readonly log: SandboxLog;
}

/** Controls the connections to the directory servers, for testers. */
export interface Door {
  /** @param away disconnects every client before any exchange */
  stay(away: boolean): void;
  /** @param isForeign presents a certificate of an untrusted authority */
  show(isForeign: boolean): void;
}

export class ThreeDS {
  readonly ledger: ThreeDSLedger;
  readonly faults = new ThreeDSFaults();
  readonly outcomes = new AcsOutcomes();
  readonly records: Records;
  readonly results: Results;
  readonly log: SandboxLog;
  /** The time from the ARes to the first CReq. */
  firstCReqMs = FIRST_CREQ_MS;
  /** Undefined if the directory servers are not served. */
  door: Door | undefined;
  readonly #key: string;
  #bases: ThreeDSBaseUrls = { api: '', pages: '' };
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
    this.#key = ledger.commit(() =>
      ledger.storedValue('authentication-key', () => randomBytes(KEY_BYTES).toString('hex')),
    );
    ledger.commit(() => {
      for (const scheme of SCHEMES) {
        listInitialRanges(ledger, scheme, this.now);
      }
      this.results.resume();
    });
  }

  /** Its base addresses, known once it listens. */
  get bases(): ThreeDSBaseUrls {
    return this.#bases;
  }

  /** Milliseconds since 1970, by the simulator's clock. */
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

  /** Sets the simulator's clock ahead of the real one, and executes all that becomes due. */
  setAhead(ms: number): void {
    this.#aheadMs = ms;
    this.change(() => undefined);
  }

  listensAt(bases: Partial<ThreeDSBaseUrls>): void {
    this.#bases = { ...this.#bases, ...bases };
    this.wake();
  }

  /** One commit, after the commit of all due events. @throws the error of `work`, without storing its changes */
  change<Result>(work: (given: ThreeDSWork) => Result): Result {
    const { ledger, records, faults, outcomes, bases, key, now, firstCReqMs } = this;
    const given: ThreeDSWork = { ledger, records, faults, outcomes, bases, key, now, firstCReqMs };
    // Due events stay committed even if the work fails.
    ledger.commit(() => endExpired(given));
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
