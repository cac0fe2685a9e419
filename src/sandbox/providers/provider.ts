/** One provider of the sandbox: its ledger, its callbacks, and the timer for both. */
import { EventEmitter, once } from 'node:events';
import type { SandboxLog } from '../kit/log.ts';
import { Callbacks } from './callbacks.ts';
import type { ProviderKind } from './kinds.ts';
import { move } from './movements.ts';
import { type Choice, Payments } from './payments.ts';
import { type ProviderFault, ProviderFaults } from './provider-faults.ts';
import { ProviderLedger } from './provider-ledger.ts';
import type { MovementRow, ProviderPaymentRow } from './provider-ledger-rows.ts';
import type { MovementRequest, ProviderPaymentRequest } from './provider-requests.ts';

/** The delay before a failed ledger write is retried, for example on a full disk. */
const AGAIN_MS = 1_000;

/** How a payer returns: by a redirect, or by a form that the provider's page sends to the gateway. */
export type ReturnMethod = 'GET' | 'POST';

export interface ProviderDependencies {
  readonly kind: ProviderKind;
  /** Undefined: an in-memory ledger. */
  readonly ledgerFile: string | undefined;
  readonly secret: string;
  readonly speed: number;
  readonly log: SandboxLog;
}

export class SandboxProvider {
  readonly kind: ProviderKind;
  readonly ledger: ProviderLedger;
  readonly faults = new ProviderFaults();
  returnMethod: ReturnMethod = 'GET';
  readonly #dependencies: ProviderDependencies;
  readonly #payments: Payments;
  readonly #callbacks: Callbacks;
  readonly #events = new EventEmitter();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @throws when the ledger cannot be opened */
  constructor(dependencies: ProviderDependencies) {
    const { kind, ledgerFile, secret, speed, log } = dependencies;
    this.kind = kind;
    this.#dependencies = dependencies;
    this.ledger = new ProviderLedger(kind.name, ledgerFile);
    const { ledger, faults } = this;
    const callbackDelayMs = () => faults.callbacks.inForce.delayMs;
    this.#payments = new Payments({ kind, ledger, speed, callbackDelayMs });
    this.#callbacks = new Callbacks({ ledger, faults, secret, log, changed: () => this.#wake() });
    this.#wake();
  }

  /** @returns undefined if another request has used the reference */
  create(reference: string, request: ProviderPaymentRequest): ProviderPaymentRow | undefined {
    return this.#change((now) => this.#payments.create(reference, request, now));
  }

  /** Finds a payment in its current state. */
  find(column: 'reference' | 'handle', value: string): ProviderPaymentRow | undefined {
    return this.#change(() => this.ledger.paymentBy(column, value));
  }

  arrive(payment: ProviderPaymentRow): ProviderPaymentRow {
    return this.#with(payment, (current, now) => this.#payments.arrive(current, now));
  }

  choose(payment: ProviderPaymentRow, choice: Choice): ProviderPaymentRow {
    return this.#with(payment, (current, now) => this.#payments.choose(current, choice, now));
  }

  confirm(payment: ProviderPaymentRow): ProviderPaymentRow {
    return this.#with(payment, (current, now) => this.#payments.confirm(current, now));
  }

  cancel(payment: ProviderPaymentRow): ProviderPaymentRow {
    return this.#with(payment, (current) => this.#payments.cancel(current));
  }

  /** @returns undefined if another request has used the reference */
  move(payment: ProviderPaymentRow, reference: string, request: MovementRequest): MovementRow | undefined {
    const { kind, speed } = this.#dependencies;
    const { ledger } = this;
    return this.#with(payment, (current, now) =>
      move({ kind, ledger, speed }, { payment: current, reference, request, now }),
    );
  }

  /** Notes that the payer was redirected to the shop. */
  noteReturn(payment: ProviderPaymentRow): void {
    this.#with(payment, (current, now) => {
      if (current.returned_at !== null) {
        return;
      }
      this.ledger.changePayment(current, { returned_at: now });
      const { mode, delayMs } = this.faults.callbacks.inForce;
      if (mode !== 'AFTER_RETURN') {
        return;
      }
      const owed = this.ledger.callbacksOf(current.id).filter(({ due_at }) => due_at !== null);
      for (const row of owed) {
        this.ledger.changeCallback(row, { due_at: now + delayMs });
      }
    });
  }

  /** Resolves when a callback of the payment is acknowledged, when no more will come, or when `given` aborts. */
  async callbacksOf(payment: ProviderPaymentRow, given: AbortSignal): Promise<void> {
    while (!given.aborted && this.#isCallbackDue(payment.id)) {
      await once(this.#events, 'change', { signal: given }).catch(() => undefined);
    }
  }

  /** Sets a fault, and releases the callbacks that the previous one held back. */
  setFaults(fault: ProviderFault): void {
    this.faults.set(fault);
    this.#wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#callbacks.close();
    this.ledger.close();
  }

  #isCallbackDue(payment: number): boolean {
    const callbacks = this.ledger.callbacksOf(payment);
    if (callbacks.some(({ is_acknowledged }) => is_acknowledged === 1)) {
      return false;
    }
    return callbacks.some(({ due_at }) => due_at !== null) || this.ledger.hasSteps(payment);
  }

  /** One commit, which first executes all that is due. */
  #change<Result>(work: (now: number) => Result): Result {
    const result = this.ledger.commit(() => {
      const now = Date.now();
      this.#payments.resolve(now);
      return work(now);
    });
    this.#wake();
    return result;
  }

  /** Like `#change`, with the payment's current state. */
  #with<Result>({ id }: ProviderPaymentRow, work: (current: ProviderPaymentRow, now: number) => Result): Result {
    return this.#change((now) => work(this.ledger.paymentBy('id', id) as ProviderPaymentRow, now));
  }

  /** Executes all that is due, and sets the timer for the next due time. */
  #wake(): void {
    if (this.#isClosed) {
      return;
    }
    clearTimeout(this.#timer);
    const now = Date.now();
    const next = this.#doWhatIsDue(now);
    if (next !== undefined) {
      this.#timer = setTimeout(() => this.#wake(), Math.max(next - now, 1));
    }
    this.#events.emit('change');
  }

  /** @returns when the next work is due */
  #doWhatIsDue(now: number): number | undefined {
    try {
      this.ledger.commit(() => this.#payments.resolve(now));
      this.#callbacks.pump(now);
      const times = [this.ledger.nextStepAt(), this.#callbacks.nextAt()].filter((at) => at !== undefined);
      return times.length === 0 ? undefined : Math.min(...times);
    } catch (error) {
      this.#dependencies.log.error({ err: error, provider: this.kind.id }, 'a provider could not write its ledger');
      return now + AGAIN_MS;
    }
  }
}
