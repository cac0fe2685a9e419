/** The sandbox's stand-in of PayPal: its accounts, its ledger, its webhooks, and the timer that runs them. */
import type { SandboxLog } from '../log.ts';
import { Accounts, type PayPalAccount } from './accounts.ts';
import { PayPalLedger } from './ledger/ledger.ts';
import { type Authority, createAuthority } from './webhooks/authority.ts';
import { EventQueue } from './webhooks/events.ts';
import { WebhookSender } from './webhooks/sender.ts';

/** A ledger that could not be written is tried again after it. */
const AGAIN_MS = 1_000;

export interface PayPalOptions {
  /** Undefined keeps the ledger in memory. */
  readonly ledgerFile?: string;
  readonly accounts: readonly PayPalAccount[];
  /** Divides the stand-in's own times; above 0. */
  readonly speed: number;
  readonly log: SandboxLog;
}

export class PayPal {
  readonly ledger: PayPalLedger;
  readonly accounts: Accounts;
  readonly events: EventQueue;
  readonly speed: number;
  readonly log: SandboxLog;
  readonly #sender: WebhookSender;
  #authority: Authority | undefined;
  #base = '';
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, accounts, speed, log }: PayPalOptions) {
    this.ledger = new PayPalLedger(ledgerFile);
    this.accounts = new Accounts(accounts);
    this.speed = speed;
    this.log = log;
    this.events = new EventQueue(this.ledger, () => 0);
    const stand = this;
    this.#sender = new WebhookSender({
      ledger: this.ledger,
      get authority() {
        return stand.authority;
      },
      base: () => this.#base,
      log,
      changed: () => this.wake(),
    });
    for (const account of accounts) {
      this.#register(account);
    }
  }

  /** Made when it is first needed: a key of RSA takes a while. */
  get authority(): Authority {
    this.#authority ??= createAuthority('Sandbox PayPal');
    return this.#authority;
  }

  /** Of its addresses, once it listens. */
  get base(): string {
    return this.#base;
  }

  listensAt(base: string): void {
    this.#base = base;
    this.wake();
  }

  /** One commit, after everything that is due. @throws what `work` throws; nothing was stored then */
  change<Result>(work: (now: number) => Result): Result {
    const result = this.ledger.commit(() => work(Date.now()));
    this.wake();
    return result;
  }

  /** Sends what is due, and waits for what is due next. */
  wake(): void {
    if (this.#isClosed || this.#base === '') {
      return;
    }
    clearTimeout(this.#timer);
    try {
      this.#sender.pump(Date.now());
      this.#wakeAt(this.#sender.nextAt());
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

  #wakeAt(at: number | undefined): void {
    if (at !== undefined) {
      this.#timer = setTimeout(() => this.wake(), Math.max(0, at - Date.now()));
      this.#timer.unref();
    }
  }

  #register({ webhookId: id, webhookUrl: url, merchantId: merchant }: PayPalAccount): void {
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
}
