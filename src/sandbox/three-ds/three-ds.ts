/**
 * The sandbox's side of EMV 3-D Secure: directory servers and an ACS with one ledger, their faults and testers'
 * choices.
 */
import { randomBytes } from 'node:crypto';
import { TestAuthority } from '../../platform/x509/index.ts';
import type { SandboxThreeDSCertificates } from '../../settings/sandbox/index.ts';
import type { SandboxLog } from '../kit/log.ts';
import { Simulator } from '../kit/simulator.ts';
import { endExpired } from './acs/ending.ts';
import { AcsOutcomes } from './acs/outcomes.ts';
import { Results } from './directory-server/results.ts';
import { SCHEMES } from './directory-server/schemes.ts';
import { listInitialRanges } from './directory-server/serials.ts';
import { ThreeDSFaults } from './faults.ts';
import { ThreeDSLedger } from './ledger/ledger.ts';
import { Records } from './records.ts';
import type { ThreeDSBaseUrls, ThreeDSWork } from './work.ts';

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

export class ThreeDS extends Simulator<ThreeDSLedger, ThreeDSWork> {
  readonly faults = new ThreeDSFaults();
  readonly outcomes = new AcsOutcomes();
  readonly records: Records;
  readonly results: Results;
  /** The key of authentication values. */
  readonly key: string;
  /** The time from the ARes to the first CReq. */
  firstCReqMs = FIRST_CREQ_MS;
  /** Undefined if the directory servers are not served. */
  door: Door | undefined;
  #bases: ThreeDSBaseUrls = { api: '', pages: '' };

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, certificates, log }: ThreeDSOptions) {
    const ledger = new ThreeDSLedger(ledgerFile);
    super({ ledger, log, writeFailure: 'The sandbox’s 3-D Secure could not write its ledger' });
    this.records = new Records(ledger, log);
    this.results = new Results(this, {
      ca: certificates.ca,
      certificate: certificates.directoryServer,
      foreign: () => new TestAuthority('Nobody’s Authority').issueClient('Nobody’s directory server'),
    });
    this.key = ledger.commit(() =>
      ledger.storedValue('authentication-key', () => randomBytes(KEY_BYTES).toString('hex')),
    );
    ledger.commit(() => {
      for (const scheme of SCHEMES) {
        listInitialRanges(ledger, scheme, this.now);
      }
      this.results.resume();
    });
  }

  /** The base addresses of the directory servers and the pages, known once the servers listen. */
  get bases(): ThreeDSBaseUrls {
    return this.#bases;
  }

  listensAt(bases: Partial<ThreeDSBaseUrls>): void {
    this.#bases = { ...this.#bases, ...bases };
    this.wake();
  }

  protected override workAt(now: number): ThreeDSWork {
    const { ledger, records, faults, outcomes, bases, key, firstCReqMs } = this;
    return { ledger, records, faults, outcomes, bases, key, now, firstCReqMs };
  }

  protected override resolveDue(work: ThreeDSWork): void {
    endExpired(work);
  }

  protected override nextDue(): number | undefined {
    return this.ledger.transactions.next('expires_at');
  }

  protected override sendDue(): number | undefined {
    this.results.sendDue();
    const due = this.ledger.results.next('due_at');
    return due === undefined ? undefined : due - this.aheadMs;
  }

  protected override closeSending(): Promise<void> {
    return this.results.close();
  }
}
