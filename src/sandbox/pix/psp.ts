/** The sandbox's payment service provider for Pix: its clients, ledger, callbacks, and timer. */
import type { SandboxLog } from '../kit/log.ts';
import { PspAccounts, type PspClientAccount } from './accounts.ts';
import { type CallbackSender, callbackSender } from './callback-sender.ts';
import { PspDescriptionValidator } from './description.ts';
import { type PspFault, PspFaults } from './faults.ts';
import { newRowId } from './ids.ts';
import { PspLedger } from './ledger/ledger.ts';
import type { PspWork } from './operation.ts';
import { nextDueAtPsp, resolveDueAtPsp } from './payments.ts';
import { PspResources } from './resources.ts';

/** The delay before a failed ledger write is retried. */
const AGAIN_MS = 1_000;
/** The maximum delay of a timer, which is then set again for later events. */
const WAIT_MS_MAX = 60_000;
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

export class Psp {
  readonly ledger: PspLedger;
  readonly accounts: PspAccounts;
  readonly faults = new PspFaults();
  readonly validator: PspDescriptionValidator;
  readonly log: SandboxLog;
  readonly ca: string | undefined;
  readonly resources: PspResources;
  refundMs: number;
  readonly #sender: CallbackSender;
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, accounts, ca, speed, log }: PspOptions) {
    this.ledger = new PspLedger(ledgerFile);
    this.accounts = new PspAccounts(accounts);
    this.validator = new PspDescriptionValidator(log);
    this.log = log;
    this.ca = ca;
    this.refundMs = REFUND_MS / speed;
    const { ledger, faults } = this;
    this.resources = new PspResources(ledger, this.accounts);
    this.#sender = callbackSender({ ledger, faults, log, changed: () => this.wake() });
    this.wake();
  }

  /** Milliseconds since 1970, by the simulator's clock. */
  get now(): number {
    return Date.now() + this.#aheadMs;
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Sets the simulator's clock ahead of the real one, and executes all that becomes due. */
  setAhead(ms: number): void {
    this.#aheadMs = ms;
    this.change(() => undefined);
  }

  /** Sets a fault, and releases the delivery that the previous one held back. */
  setFault(fault: PspFault): void {
    this.faults.set(fault);
    this.#sender.release();
    this.wake();
  }

  /** One commit, after the commit of all due events. @throws the error of `work`, without storing its changes */
  change<Result>(work: (given: PspWork) => Result): Result {
    const { ledger, resources, now, refundMs, faults } = this;
    const given: PspWork = {
      ...{ ledger, resources, now, refundMs },
      nextRefund: () => (faults.refunds.take().mode === 'NONE' ? 'DEVOLVIDO' : 'NAO_REALIZADO'),
      callBack: (key, pix) => this.#callBack(key, pix),
    };
    // Due events stay committed even if the work fails.
    ledger.commit(() => resolveDueAtPsp(given));
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
      const due = nextDueAtPsp(this);
      if (due !== undefined && due <= this.now) {
        this.change(() => undefined);
        return;
      }
      this.#sender.pump(Date.now());
      const next = [this.#sender.nextAt(), due === undefined ? undefined : due - this.#aheadMs];
      this.#wakeAt(Math.min(...next.map((at) => at ?? Number.POSITIVE_INFINITY)));
    } catch (error) {
      this.log.error({ err: error }, 'The sandbox’s PSP could not write its ledger');
      this.#wakeAt(Date.now() + AGAIN_MS);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#sender.close();
    this.ledger.close();
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

  #wakeAt(at: number): void {
    if (at !== Number.POSITIVE_INFINITY) {
      this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(0, at - Date.now()), WAIT_MS_MAX));
      this.#timer.unref();
    }
  }
}
