/**
 * The sandbox's payment service provider for Pix: its clients, its ledger, its callbacks, and the timer that runs it.
 */
import type { SandboxLog } from '../log.ts';
import { Accounts, type PspClientAccount } from './accounts.ts';
import { type CallbackSender, callbackSender } from './callback-sender.ts';
import { DescriptionJudge } from './description.ts';
import { type PspFault, PspFaults } from './faults.ts';
import { newRowId } from './ids.ts';
import { PspLedger } from './ledger/ledger.ts';
import type { Work } from './operation.ts';
import { nextDue, resolveDue } from './payments.ts';
import { Resources } from './resources.ts';

/** A ledger that could not be written is tried again after it. */
const AGAIN_MS = 1_000;
/** No timer waits longer; what is due later is looked at again. */
const WAIT_MS_MAX = 60_000;
/** How long a refund takes. */
const REFUND_MS = 3_000;

export interface PspOptions {
  /** Undefined keeps the ledger in memory. */
  readonly ledgerFile?: string;
  readonly accounts: readonly PspClientAccount[];
  /** PEM of the authority that issues to callers; absent: whoever connects by TLS is let in. */
  readonly ca?: string;
  /** Divides the stand-in's own times; above 0. */
  readonly speed: number;
  readonly log: SandboxLog;
}

export class Psp {
  readonly ledger: PspLedger;
  readonly accounts: Accounts;
  readonly faults = new PspFaults();
  readonly judge: DescriptionJudge;
  readonly log: SandboxLog;
  readonly ca: string | undefined;
  readonly resources: Resources;
  refundMs: number;
  readonly #sender: CallbackSender;
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, accounts, ca, speed, log }: PspOptions) {
    this.ledger = new PspLedger(ledgerFile);
    this.accounts = new Accounts(accounts);
    this.judge = new DescriptionJudge(log);
    this.log = log;
    this.ca = ca;
    this.refundMs = REFUND_MS / speed;
    const { ledger, faults } = this;
    this.resources = new Resources(ledger, this.accounts);
    this.#sender = callbackSender({ ledger, faults, log, changed: () => this.wake() });
    this.wake();
  }

  /** Milliseconds since 1970, by the stand-in's clock. */
  get now(): number {
    return Date.now() + this.#aheadMs;
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Puts the stand-in's clock ahead of the real one; what has become due happens. */
  setAhead(ms: number): void {
    this.#aheadMs = ms;
    this.change(() => undefined);
  }

  /** A fault that ends releases what it held back. */
  setFault(fault: PspFault): void {
    this.faults.set(fault);
    this.#sender.release();
    this.wake();
  }

  /** One commit, after everything that is due. @throws what `work` throws; nothing was stored then */
  change<Result>(work: (given: Work) => Result): Result {
    const { ledger, resources, now, refundMs, faults } = this;
    const given: Work = {
      ...{ ledger, resources, now, refundMs },
      nextRefund: () => (faults.refunds.take().mode === 'NONE' ? 'DEVOLVIDO' : 'NAO_REALIZADO'),
      callBack: (key, pix) => this.#callBack(key, pix),
    };
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

  /** A key without an address is told nothing. */
  #callBack(key: string, pix: object): void {
    const webhook = this.ledger.webhooks.find({ id: key });
    if (webhook === undefined) {
      return;
    }
    const message = { pix: [pix] };
    this.judge.checkCallback(message);
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
