/**
 * A provider's own ledger of all its payments and movements. The gateway's ledger is checked against it, so the two are
 * independent.
 */
import { Ledger } from '../kit/ledger/ledger.ts';
import type { ResultCode } from './codes.ts';
import { PROVIDER_LEDGER_STEPS } from './provider-ledger-file.ts';
import {
  type CallbackRow,
  type MovementRow,
  type ProviderEntryRow,
  type ProviderLedgerEntry,
  type ProviderPaymentRow,
  providerEntryOf,
} from './provider-ledger-rows.ts';

export interface ProviderLedgerFilter {
  readonly merchant?: string | undefined;
  readonly order?: string | undefined;
}

export interface StepRow {
  readonly id: number;
  readonly payment: number;
  readonly code: ResultCode;
  readonly due_at: number;
}

/** Within the same millisecond, payments come before the movements that depend on them. */
const ENTRIES = `
  SELECT * FROM (
    SELECT 0 AS place, id, kind, reference, merchant, order_id, amount, currency, state, at FROM payment
    UNION ALL
    SELECT 1, m.id, m.kind, m.reference, p.merchant, p.order_id, m.amount, m.currency, m.state, m.at
    FROM movement m JOIN payment p ON p.id = m.payment
  ) WHERE (order_id = $order OR $order IS NULL) AND (merchant = $merchant OR $merchant IS NULL)
  ORDER BY at, place, id`;

const OWED_CALLBACKS = `
  SELECT c.* FROM callback c JOIN payment p ON p.id = c.payment
  WHERE c.due_at IS NOT NULL AND ($onlyReturned = 0 OR p.returned_at IS NOT NULL)
  ORDER BY c.due_at, c.id LIMIT $limit`;

type WithoutId<Row> = Omit<Row, 'id'>;

export class ProviderLedger extends Ledger {
  readonly #payments = this.table<ProviderPaymentRow, WithoutId<ProviderPaymentRow>>('payment');
  readonly #movements = this.table<MovementRow, WithoutId<MovementRow>>('movement');
  readonly #steps = this.table<StepRow, WithoutId<StepRow>>('step');
  readonly #callbacks = this.table<CallbackRow, Pick<CallbackRow, 'body' | 'due_at' | 'payment'>>('callback');
  readonly #owed = this.prepare(OWED_CALLBACKS);
  readonly #entries = this.prepare(ENTRIES);

  /** @param name the provider's @param file undefined for an in-memory ledger */
  constructor(name: string, file: string | undefined) {
    super(file, { owner: `the sandbox’s ${name}`, steps: PROVIDER_LEDGER_STEPS });
  }

  paymentBy(column: 'id' | 'reference' | 'handle', value: string | number): ProviderPaymentRow | undefined {
    return this.#payments.find({ [column]: value });
  }

  addPayment(row: WithoutId<ProviderPaymentRow>): ProviderPaymentRow {
    return this.#payments.add(row);
  }

  changePayment(row: ProviderPaymentRow, changes: Partial<WithoutId<ProviderPaymentRow>>): ProviderPaymentRow {
    return this.#payments.change(row, changes);
  }

  movement(reference: string): MovementRow | undefined {
    return this.#movements.find({ reference });
  }

  movementsOf({ id }: ProviderPaymentRow): MovementRow[] {
    return this.#movements.all({ payment: id });
  }

  addMovement(row: WithoutId<MovementRow>): MovementRow {
    return this.#movements.add(row);
  }

  changeMovement(row: MovementRow, changes: Partial<WithoutId<MovementRow>>): MovementRow {
    return this.#movements.change(row, changes);
  }

  addStep(payment: ProviderPaymentRow, code: ResultCode, dueAt: number): void {
    this.#steps.add({ payment: payment.id, code, due_at: dueAt });
  }

  dropStep(id: number): void {
    this.#steps.remove({ id });
  }

  dropStepsOf({ id }: ProviderPaymentRow): void {
    for (const step of this.#steps.all({ payment: id })) {
      this.#steps.remove(step);
    }
  }

  dueStep(now: number): StepRow | undefined {
    return this.#steps.due('due_at', now)[0];
  }

  nextStepAt(): number | undefined {
    return this.#steps.next('due_at');
  }

  addCallback(payment: ProviderPaymentRow, body: string, dueAt: number): void {
    this.#callbacks.add({ payment: payment.id, body, due_at: dueAt });
  }

  changeCallback(row: CallbackRow, changes: Partial<WithoutId<CallbackRow>>): void {
    this.#callbacks.change(row, changes);
  }

  /** The earliest due callbacks. @param onlyReturned omits those of payers who were not redirected yet */
  owedCallbacks(onlyReturned: boolean, limit: number): CallbackRow[] {
    return this.#owed.all({ onlyReturned: onlyReturned ? 1 : 0, limit }) as CallbackRow[];
  }

  callbacksOf(payment: number): CallbackRow[] {
    return this.#callbacks.all({ payment });
  }

  hasSteps(payment: number): boolean {
    return this.#steps.find({ payment }) !== undefined;
  }

  /** Entries in order of time. */
  entries({ merchant, order }: ProviderLedgerFilter): ProviderLedgerEntry[] {
    const rows = this.#entries.all({ order: order ?? null, merchant: merchant ?? null }) as ProviderEntryRow[];
    return rows.map(providerEntryOf);
  }
}
