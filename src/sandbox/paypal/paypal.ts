/** The sandbox's PayPal simulator: its accounts, ledger and webhooks. */
import type { SandboxLog } from '../kit/log.ts';
import { Simulator } from '../kit/simulator.ts';
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

export class PayPal extends Simulator<PayPalLedger, PayPalWork> {
  readonly accounts: PayPalAccounts;
  readonly faults = new PayPalFaults();
  readonly outcomes = new PayPalOutcomes();
  readonly validator: PayPalDescriptionValidator;
  readonly signers = new Signers();
  readonly #speed: number;
  readonly #sender: WebhookSender;
  /** The honor period of authorizations made from now on. */
  honorMs = HONOR_MS;
  reporting: Reporting = { afterMs: 0, resultsMax: RESULTS_MAX };
  #base: string | undefined;

  /** @throws when the ledger cannot be opened */
  constructor({ ledgerFile, accounts, speed, log }: PayPalOptions) {
    const ledger = new PayPalLedger(ledgerFile);
    super({ ledger, log, writeFailure: 'PayPal’s stand-in could not write its ledger' });
    this.accounts = new PayPalAccounts(accounts);
    this.validator = new PayPalDescriptionValidator(log);
    this.#speed = speed;
    const { faults, signers } = this;
    const changed = () => this.wake();
    this.#sender = webhookSender({ ledger, faults, signers, log, changed, base: () => this.base });
    for (const account of accounts) {
      this.putAccount(account);
    }
  }

  /** The base address. Empty until the server listens. */
  get base(): string {
    return this.#base ?? '';
  }

  listensAt(base: string): void {
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

  /** Has no effect before the server listens, because webhooks contain its address. */
  override wake(): void {
    if (this.#base !== undefined) {
      super.wake();
    }
  }

  protected override workAt(now: number): PayPalWork {
    const { ledger, base, honorMs, reporting } = this;
    return {
      ledger,
      now,
      resources: new PayPalResources(ledger, base),
      speed: this.#speed,
      honorMs,
      reporting,
      emit: (merchant, type, resource) => {
        this.validator.checkEvent(type, queueEvent(ledger, { merchant, type, resource, now, base }));
      },
    };
  }

  protected override resolveDue(work: PayPalWork): void {
    resolveDueAtPayPal(work);
  }

  protected override nextDue(): number | undefined {
    return nextDueAtPayPal(this);
  }

  protected override sendDue(): number | undefined {
    this.#sender.pump(Date.now());
    return this.#sender.nextAt();
  }

  protected override closeSending(): Promise<void> {
    return this.#sender.close();
  }
}
