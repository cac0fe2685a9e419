/** The sandbox's payment service provider for Pix: its clients, ledger and callbacks. */
import type { SandboxLog } from '../kit/log.ts';
import { Simulator } from '../kit/simulator.ts';
import { PspAccounts, type PspClientAccount } from './accounts.ts';
import { type CallbackSender, callbackSender } from './callback-sender.ts';
import { PspDescriptionValidator } from './description.ts';
import { type PspFault, PspFaults } from './faults.ts';
import { newRowId } from './ids.ts';
import { PspLedger } from './ledger/ledger.ts';
import type { PspWork } from './operation.ts';
import { nextDueAtPsp, resolveDueAtPsp } from './payments.ts';
import { PspResources } from './resources.ts';

/** Milliseconds that a refund takes. */
const REFUND_MS = 3_000;

export interface PspOptions {
  /** Undefined: an in-memory ledger. */
  readonly ledgerFile?: string;
  readonly accounts: readonly PspClientAccount[];
  /** PEM of the authority that issues callers' certificates. Absent: every TLS client is accepted. */
  readonly ca?: string;
  /** Divides the simulator's own durations; above 0. */
  readonly speed: number;
  readonly log: SandboxLog;
}

export class Psp extends Simulator<PspLedger, PspWork> {
  readonly accounts: PspAccounts;
  readonly faults = new PspFaults();
  readonly validator: PspDescriptionValidator;
  readonly ca: string | undefined;
  readonly resources: PspResources;
  refundMs: number;
  readonly #sender: CallbackSender;

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, accounts, ca, speed, log }: PspOptions) {
    const ledger = new PspLedger(ledgerFile);
    super({ ledger, log, writeFailure: 'The sandbox’s PSP could not write its ledger' });
    this.accounts = new PspAccounts(accounts);
    this.validator = new PspDescriptionValidator(log);
    this.ca = ca;
    this.refundMs = REFUND_MS / speed;
    this.resources = new PspResources(ledger, this.accounts);
    this.#sender = callbackSender({ ledger, faults: this.faults, log, changed: () => this.wake() });
    this.wake();
  }

  /** Sets a fault, and releases the delivery that the previous one held back. */
  setFault(fault: PspFault): void {
    this.faults.set(fault);
    this.#sender.release();
    this.wake();
  }

  protected override workAt(now: number): PspWork {
    const { ledger, resources, refundMs, faults } = this;
    return {
      ledger,
      resources,
      now,
      refundMs,
      nextRefund: () => (faults.refunds.take().mode === 'NONE' ? 'DEVOLVIDO' : 'NAO_REALIZADO'),
      callBack: (key, pix) => this.#callBack(key, pix),
    };
  }

  protected override resolveDue(work: PspWork): void {
    resolveDueAtPsp(work);
  }

  protected override nextDue(): number | undefined {
    return nextDueAtPsp(this);
  }

  protected override sendDue(): number | undefined {
    this.#sender.pump(Date.now());
    return this.#sender.nextAt();
  }

  protected override closeSending(): Promise<void> {
    return this.#sender.close();
  }

  /** Queues a callback if the key has an address for it. */
  #callBack(key: string, pix: object): void {
    const webhook = this.ledger.webhooks.find({ id: key });
    if (webhook === undefined) {
      return;
    }
    const message = { pix: [pix] };
    this.validator.checkCallback(message);
    const body = JSON.stringify(message);
    this.ledger.deliveries.add({
      ...{ id: newRowId(), url: webhook.url, body },
      ...{ tries: 0, due_at: Date.now(), is_acknowledged: 0 },
    });
  }
}
