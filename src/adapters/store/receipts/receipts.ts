/** Stored mails to payers: implements the outbox of the receipt mailer. */
import {
  ABANDONED_RECEIPT_MS,
  type DueReceipt,
  RECEIPT_LIFE_MS,
  type ReceiptOutbox,
} from '../../../core/ports/index.ts';
import { type Engine, write } from '../engine/engine.ts';
import type { MailStatements } from './mail-statements.ts';

export class StoredReceipts implements ReceiptOutbox {
  readonly #engine: Engine;
  readonly #process: { readonly key: number };
  readonly #statements: MailStatements;

  /**
   * @param process the owner of rows that are claimed through this object @param statements of the table of the mails
   */
  constructor(engine: Engine, process: { readonly key: number }, statements: MailStatements) {
    this.#engine = engine;
    this.#process = process;
    this.#statements = statements;
  }

  async claim(now: number, limit: number, dueAt: number): Promise<DueReceipt[]> {
    const owner = this.#process.key;
    const rows = await this.#engine.claim(this.#statements.claim, { owner, now, limit, dueAt });
    return rows.map(({ transaction_key, tries, created_at }) => ({
      transactionKey: Number(transaction_key),
      tries: Number(tries),
      createdAt: Number(created_at),
    }));
  }

  async recordFailure(transactionKey: number, dueAt: number): Promise<void> {
    const owner = this.#process.key;
    await this.#engine.commit({ writes: [write(this.#statements.failed, { transactionKey, owner, dueAt })] });
  }

  async postpone(transactionKey: number, dueAt: number): Promise<void> {
    const owner = this.#process.key;
    const postponed = { transactionKey, owner, dueAt, owedFrom: dueAt, none: 0 };
    await this.#engine.commit({ writes: [write(this.#statements.postponed, postponed)] });
  }

  /** Removes the row regardless of its owner, because the mail has been sent even if this process was evicted. */
  async remove(transactionKey: number): Promise<void> {
    await this.#engine.commit({ writes: [write(this.#statements.remove, { transactionKey })] });
  }

  /** Regardless of the row's owner, because the mail server has refused this mail even if this process was evicted. */
  async abandon(transactionKey: number): Promise<void> {
    await this.#engine.commit({
      writes: [write(this.#statements.abandon, { transactionKey, keptMs: ABANDONED_RECEIPT_MS })],
    });
  }

  async stateOf(transactionKey: number): ReturnType<ReceiptOutbox['stateOf']> {
    const [row] = await this.#engine.read(this.#statements.find, { transactionKey });
    if (row === undefined) {
      return undefined;
    }
    return Number(row.due_at) - Number(row.created_at) < RECEIPT_LIFE_MS ? 'WAITING' : 'ABANDONED';
  }
}
