/** One provider of the sandbox: its ledger and its callbacks. */
import { EventEmitter, once } from 'node:events';
import type { SandboxLog } from '../kit/log.ts';
import { Simulator } from '../kit/simulator.ts';
import { type Callbacks, callbackQueue } from './callbacks.ts';
import type { ProviderKind } from './kinds.ts';
import { move } from './movements.ts';
import { type Choice, Payments } from './payments.ts';
import { type ProviderFault, ProviderFaults } from './provider-faults.ts';
import { ProviderLedger } from './provider-ledger.ts';
import type { MovementRow, ProviderPaymentRow } from './provider-ledger-rows.ts';
import type { MovementRequest, ProviderPaymentRequest } from './provider-requests.ts';

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

/** A provider of the sandbox. The context of a change is only its time. */
export class SandboxProvider extends Simulator<ProviderLedger, number> {
  readonly kind: ProviderKind;
  readonly faults = new ProviderFaults();
  returnMethod: ReturnMethod = 'GET';
  readonly #speed: number;
  readonly #payments: Payments;
  readonly #callbacks: Callbacks;
  readonly #events = new EventEmitter();

  /** @throws when the ledger cannot be opened */
  constructor({ kind, ledgerFile, secret, speed, log }: ProviderDependencies) {
    const ledger = new ProviderLedger(kind.name, ledgerFile);
    super({ ledger, log, writeFailure: `The sandbox’s ${kind.name} could not write its ledger` });
    this.kind = kind;
    this.#speed = speed;
    const { faults } = this;
    this.#payments = new Payments({ kind, ledger, speed, callbackDelayMs: () => faults.callbacks.inForce.delayMs });
    this.#callbacks = callbackQueue({ ledger, faults, secret, log, changed: () => this.wake() });
    this.wake();
  }

  /** @returns undefined if another request has used the reference */
  create(reference: string, request: ProviderPaymentRequest): ProviderPaymentRow | undefined {
    return this.change((now) => this.#payments.create(reference, request, now));
  }

  /** Finds a payment in its current state. */
  find(column: 'reference' | 'handle', value: string): ProviderPaymentRow | undefined {
    return this.change(() => this.ledger.paymentBy(column, value));
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
    const { kind, ledger } = this;
    return this.#with(payment, (current, now) =>
      move({ kind, ledger, speed: this.#speed }, { payment: current, reference, request, now }),
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
    this.wake();
  }

  override wake(): void {
    super.wake();
    if (!this.isClosed) {
      this.#events.emit('change');
    }
  }

  protected override workAt(now: number): number {
    return now;
  }

  protected override resolveDue(now: number): void {
    this.#payments.resolve(now);
  }

  protected override nextDue(): number | undefined {
    return this.ledger.nextStepAt();
  }

  protected override sendDue(): number | undefined {
    this.#callbacks.pump(Date.now());
    return this.#callbacks.nextAt();
  }

  protected override closeSending(): Promise<void> {
    return this.#callbacks.close();
  }

  #isCallbackDue(payment: number): boolean {
    const callbacks = this.ledger.callbacksOf(payment);
    if (callbacks.some(({ is_acknowledged }) => is_acknowledged === 1)) {
      return false;
    }
    return callbacks.some(({ due_at }) => due_at !== null) || this.ledger.hasSteps(payment);
  }

  /** Like `change`, but passes the payment's current row to `work`. */
  #with<Result>({ id }: ProviderPaymentRow, work: (current: ProviderPaymentRow, now: number) => Result): Result {
    return this.change((now) => work(this.ledger.paymentBy('id', id) as ProviderPaymentRow, now));
  }
}
