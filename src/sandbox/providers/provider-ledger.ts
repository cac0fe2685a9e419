/**
 * A provider's own ledger of all its payments and movements. The gateway's ledger is checked against it, so the two are
 * independent.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { ResultCode } from './codes.ts';
import { openProviderLedger } from './provider-ledger-file.ts';
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
}

/** Within the same millisecond, payments come before the movements that depend on them. */
const ENTRIES = `
  SELECT 0 AS place, id, kind, reference, merchant, order_id, amount, currency, state, at FROM payment
  UNION ALL
  SELECT 1, m.id, m.kind, m.reference, p.merchant, p.order_id, m.amount, m.currency, m.state, m.at
  FROM movement m JOIN payment p ON p.id = m.payment`;

export class ProviderLedger {
  readonly #database: Database;
  readonly #prepared = new Map<string, Statement>();

  /** @param name the provider's @param file undefined for an in-memory ledger */
  constructor(name: string, file: string | undefined) {
    this.#database = openProviderLedger(name, file);
  }

  /** Runs `work` as one commit. Send its result only after this returns; if it throws, the ledger is unchanged. */
  commit<Result>(work: () => Result): Result {
    return this.#database.transaction(work).immediate();
  }

  paymentBy(column: 'id' | 'reference' | 'handle', value: string | number): ProviderPaymentRow | undefined {
    return this.#statement(`SELECT * FROM payment WHERE ${column} = ?`).get(value) as ProviderPaymentRow | undefined;
  }

  addPayment(row: Omit<ProviderPaymentRow, 'id'>): ProviderPaymentRow {
    return this.#add('payment', row) as ProviderPaymentRow;
  }

  changePayment({ id }: ProviderPaymentRow, changes: Partial<Omit<ProviderPaymentRow, 'id'>>): ProviderPaymentRow {
    return this.#change('payment', id, changes) as ProviderPaymentRow;
  }

  movement(reference: string): MovementRow | undefined {
    return this.#statement('SELECT * FROM movement WHERE reference = ?').get(reference) as MovementRow | undefined;
  }

  movementsOf({ id }: ProviderPaymentRow): MovementRow[] {
    return this.#statement('SELECT * FROM movement WHERE payment = ? ORDER BY id').all(id) as MovementRow[];
  }

  addMovement(row: Omit<MovementRow, 'id'>): MovementRow {
    return this.#add('movement', row) as MovementRow;
  }

  changeMovement({ id }: MovementRow, changes: Partial<Omit<MovementRow, 'id'>>): MovementRow {
    return this.#change('movement', id, changes) as MovementRow;
  }

  addStep(payment: ProviderPaymentRow, code: ResultCode, dueAt: number): void {
    this.#add('step', { payment: payment.id, code, due_at: dueAt });
  }

  dropStep(id: number): void {
    this.#statement('DELETE FROM step WHERE id = ?').run(id);
  }

  dropStepsOf({ id }: ProviderPaymentRow): void {
    this.#statement('DELETE FROM step WHERE payment = ?').run(id);
  }

  dueStep(now: number): StepRow | undefined {
    const sql = 'SELECT id, payment, code FROM step WHERE due_at <= ? ORDER BY due_at, id LIMIT 1';
    return this.#statement(sql).get(now) as StepRow | undefined;
  }

  nextStepAt(): number | undefined {
    const { at } = this.#statement('SELECT MIN(due_at) AS at FROM step').get() as { at: number | null };
    return at ?? undefined;
  }

  addCallback(payment: ProviderPaymentRow, body: string, dueAt: number): void {
    this.#add('callback', { payment: payment.id, body, due_at: dueAt });
  }

  changeCallback({ id }: CallbackRow, changes: Partial<Omit<CallbackRow, 'id'>>): void {
    this.#change('callback', id, changes);
  }

  /** The earliest due callbacks. @param onlyReturned omits those of payers who were not redirected yet */
  owedCallbacks(onlyReturned: boolean, limit: number): CallbackRow[] {
    return this.#statement(
      `SELECT c.* FROM callback c JOIN payment p ON p.id = c.payment
       WHERE c.due_at IS NOT NULL AND ($onlyReturned = 0 OR p.returned_at IS NOT NULL) ORDER BY c.due_at, c.id LIMIT $limit`,
    ).all({ onlyReturned: onlyReturned ? 1 : 0, limit }) as CallbackRow[];
  }

  callbacksOf(payment: number): CallbackRow[] {
    return this.#statement('SELECT * FROM callback WHERE payment = ?').all(payment) as CallbackRow[];
  }

  hasSteps(payment: number): boolean {
    return this.#statement('SELECT 1 FROM step WHERE payment = ? LIMIT 1').get(payment) !== undefined;
  }

  /** Entries in order of time. */
  entries({ merchant, order }: ProviderLedgerFilter): ProviderLedgerEntry[] {
    const rows = this.#statement(
      `SELECT * FROM (${ENTRIES}) WHERE (order_id = $order OR $order IS NULL) AND (merchant = $merchant OR $merchant IS NULL)
       ORDER BY at, place, id`,
    ).all({ order: order ?? null, merchant: merchant ?? null }) as ProviderEntryRow[];
    return rows.map(providerEntryOf);
  }

  close(): void {
    this.#database.close();
  }

  #add(table: string, row: object): unknown {
    const columns = Object.keys(row);
    const places = columns.map((column) => `$${column}`);
    return this.#statement(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING *`,
    ).get(row);
  }

  #change(table: string, id: number, changes: object): unknown {
    const set = Object.keys(changes).map((column) => `${column} = $${column}`);
    return this.#statement(`UPDATE ${table} SET ${set.join(', ')} WHERE id = $id RETURNING *`).get({ ...changes, id });
  }

  /** Caches prepared statements: their texts are constants of this file, and few. */
  #statement(sql: string): Statement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}
