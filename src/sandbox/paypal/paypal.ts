/** The sandbox's PayPal simulator: its accounts, ledger, webhooks, and timer. */
import type { SandboxLog } from '../kit/log.ts';
import { type PayPalAccount, PayPalAccounts } from './accounts.ts';
import { PayPalDescriptionValidator } from './description.ts';
import { nextDueAtPayPal, resolveDueAtPayPal } from './due.ts';
import { type PayPalFault, PayPalFaults } from './faults.ts';
import { PayPalLedger } from './ledger/ledger.ts';
import type { PayPalWork, Reporting } from './operation.ts';
import { PayPalOutcomes } from './outcomes.ts';
import { PayPalResources } from './resources.ts';
import { queueEvent } from './webhooks/events.ts';
import { type WebhookSender, webhookSender } from './webhooks/sender.ts';
import { Signers } from './webhooks/signers.ts';

/** The delay before a failed ledger write is retried. */
const AGAIN_MS = 1_000;
/** The maximum delay of a timer, which is then set again for later events. */
const WAIT_MS_MAX = 60_000;
/** PayPal's honor period of an authorization. */
const HONOR_MS = 3 * 86_400_000;
/** PayPal's own limit. A search with more results is refused. */
const RESULTS_MAX = 10_000;

export interface PayPalOptions {
  /** Undefined: an in-memory ledger. */
  readonly ledgerFile?: string;
  readonly accounts: readonly PayPalAccount[];
  /** Divides the simulator's own durations; above 0. */
  readonly speed: number;
  readonly log: SandboxLog;
}

export class PayPal {
  readonly ledger: PayPalLedger;
  readonly accounts: PayPalAccounts;
  readonly faults = new PayPalFaults();
  readonly outcomes = new PayPalOutcomes();
  readonly validator: PayPalDescriptionValidator;
  readonly log: SandboxLog;
  readonly signers = new Signers();
  readonly #speed: number;
  readonly #sender: WebhookSender;
  /** For authorizations made from now on. */
  honorMs = HONOR_MS;
  reporting: Reporting = { afterMs: 0, resultsMax: RESULTS_MAX };
  #base: (() => string) | undefined;
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, accounts, speed, log }: PayPalOptions) {
    this.ledger = new PayPalLedger(ledgerFile);
    this.accounts = new PayPalAccounts(accounts);
    this.validator = new PayPalDescriptionValidator(log);
    this.log = log;
    this.#speed = speed;
    const { ledger, faults, signers } = this;
    const changed = () => this.wake();
    this.#sender = webhookSender({
      ...{ ledger, faults, signers, log, changed },
      base: () => this.base,
    });
    for (const account of accounts) {
      this.putAccount(account);
    }
  }

  /** Its base address, known once it listens. */
  get base(): string {
    return this.#base?.() ?? '';
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

  listensAt(base: () => string): void {
    this.#base = base;
    this.wake();
  }

  /** Adds or replaces an account and the address of its webhook. */
  putAccount(account: PayPalAccount): void {
    this.accounts.put(account);
    const { webhookId: id, webhookUrl: url, merchantId: merchant } = account;
    if (url === undefined) {
      return;
    }
    const known = this.ledger.webhooks.find({ id });
    if (known === undefined) {
      this.ledger.webhooks.add({ id, merchant, url });
    } else {
      this.ledger.webhooks.change(known, { url });
    }
  }

  /** Sets a fault, and releases the delivery that the previous one held back. */
  setFault(fault: PayPalFault): void {
    this.faults.set(fault);
    this.#sender.release();
    this.wake();
  }

  /** One commit, after the commit of all due events. @throws the error of `work`, without storing its changes */
  change<Result>(work: (given: PayPalWork) => Result): Result {
    const { ledger, base, now } = this;
    const given: PayPalWork = {
      ledger,
      now,
      resources: new PayPalResources(ledger, base),
      speed: this.#speed,
      honorMs: this.honorMs,
      reporting: this.reporting,
      emit: (merchant, type, resource) => {
        this.validator.checkEvent(type, queueEvent(ledger, { merchant, type, resource, now, base }));
      },
    };
    // Due events stay committed even if the work fails.
    ledger.commit(() => resolveDueAtPayPal(given));
    const result = ledger.commit(() => work(given));
    this.wake();
    return result;
  }

  /** Executes due events, and sets the timer for the next ones. */
  wake(): void {
    if (this.#isClosed || this.#base === undefined) {
      return;
    }
    clearTimeout(this.#timer);
    try {
      const due = nextDueAtPayPal(this);
      if (due !== undefined && due <= this.now) {
        this.change(() => undefined);
        return;
      }
      this.#sender.pump(Date.now());
      const next = [this.#sender.nextAt(), due === undefined ? undefined : due - this.#aheadMs];
      this.#wakeAt(Math.min(...next.map((at) => at ?? Number.POSITIVE_INFINITY)));
    } catch (error) {
      this.log.error({ err: error }, 'PayPal’s stand-in could not write its ledger');
      this.#wakeAt(Date.now() + AGAIN_MS);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#sender.close();
    this.ledger.close();
  }

  #wakeAt(at: number): void {
    if (at !== Number.POSITIVE_INFINITY) {
      this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(0, at - Date.now()), WAIT_MS_MAX));
      this.#timer.unref();
    }
  }
}
