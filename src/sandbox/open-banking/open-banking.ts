/** The sandbox's banks: their ledger, faults and trusted certificates. */
import type { SandboxLog } from '../kit/log.ts';
import { Simulator } from '../kit/simulator.ts';
import { type CertificateStatus, Trust } from './callers/certificates.ts';
import { BankDescriptionValidator } from './description.ts';
import { BankFaults } from './faults.ts';
import { BankLedger } from './ledger/ledger.ts';
import type { BankWork } from './operation.ts';
import { nextDueAtBanks, resolveDueAtBanks } from './payments.ts';
import { type BankBaseUrls, BankResources } from './resources.ts';

export interface SandboxBanksOptions {
  /** Undefined: an in-memory ledger. */
  readonly ledgerFile?: string;
  /** PEM of the authority that issues callers' certificates. */
  readonly ca: string;
  /** Divides the simulator's own durations; above 0. */
  readonly speed: number;
  readonly log: SandboxLog;
}

export class OpenBanking extends Simulator<BankLedger, BankWork> {
  readonly faults = new BankFaults();
  readonly trust: Trust;
  readonly validator: BankDescriptionValidator;
  readonly speed: number;
  /** Milliseconds by which every bank's answers lag behind a status, in addition to the bank's own delay. */
  quietMs = 0;
  #bases: BankBaseUrls = { api: '', pages: '' };

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, ca, speed, log }: SandboxBanksOptions) {
    const ledger = new BankLedger(ledgerFile);
    super({ ledger, log, writeFailure: 'The sandbox’s banks could not write their ledger' });
    this.trust = new Trust(ca);
    this.validator = new BankDescriptionValidator(log);
    this.speed = speed;
  }

  /** The base addresses of the interface and the pages, known once the servers listen. */
  get bases(): BankBaseUrls {
    return this.#bases;
  }

  listensAt(bases: Partial<BankBaseUrls>): void {
    this.#bases = { ...this.#bases, ...bases };
    this.wake();
  }

  setStanding(fingerprint: string, standing: CertificateStatus): void {
    this.trust.setStanding(fingerprint, standing);
  }

  protected override workAt(now: number): BankWork {
    const { ledger, speed, quietMs, bases } = this;
    return { ledger, now, speed, resources: new BankResources(ledger, bases, { now, speed, quietMs }) };
  }

  protected override resolveDue(work: BankWork): void {
    resolveDueAtBanks(work);
  }

  protected override nextDue(): number | undefined {
    return nextDueAtBanks(this);
  }
}
