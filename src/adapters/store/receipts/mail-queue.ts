/** Stored mails: implements the outbox of their worker. */
import { ABANDONED_RECEIPT_MS, type DueMail, type MailOutbox, RECEIPT_LIFE_MS } from '../../../core/ports/index.ts';
import { type Engine, write } from '../engine/engine.ts';
import type { MailQueueStatements } from './queue-statements.ts';

export class StoredMailQueue implements MailOutbox {
  readonly #engine: Engine;
  readonly #process: { readonly key: number };
  readonly #statements: MailQueueStatements;

  /**
   * @param process the owner of rows that are claimed through this object
   * @param statements of the table of the mails
   */
  constructor(engine: Engine, process: { readonly key: number }, statements: MailQueueStatements) {
    this.#engine = engine;
    this.#process = process;
    this.#statements = statements;
  }

  async claim(now: number, limit: number, dueAt: number): Promise<DueMail[]> {
    const owner = this.#process.key;
    const rows = await this.#engine.claim(this.#statements.claim, { owner, now, limit, dueAt });
    return rows.map(({ key, tries, created_at }) => ({
      key: Number(key),
      tries: Number(tries),
      createdAt: Number(created_at),
    }));
  }

  async recordFailure(key: number, dueAt: number): Promise<void> {
    const owner = this.#process.key;
    await this.#engine.commit({ writes: [write(this.#statements.failed, { key, owner, dueAt })] });
  }

  async postpone(key: number, dueAt: number): Promise<void> {
    const owner = this.#process.key;
    const postponed = { key, owner, dueAt, owedFrom: dueAt, none: 0 };
    await this.#engine.commit({ writes: [write(this.#statements.postponed, postponed)] });
  }

  /** Removes the row regardless of its owner, because the mail has been sent even if this process was evicted. */
  async remove(key: number): Promise<void> {
    await this.#engine.commit({ writes: [write(this.#statements.remove, { key })] });
  }

  /** Regardless of the row's owner, because the mail server has refused this mail even if this process was evicted. */
  async abandon(key: number): Promise<void> {
    await this.#engine.commit({
      writes: [write(this.#statements.abandon, { key, keptMs: ABANDONED_RECEIPT_MS })],
    });
  }

  async stateOf(key: number): ReturnType<MailOutbox['stateOf']> {
    const [row] = await this.#engine.read(this.#statements.find, { key });
    if (row === undefined) {
      return undefined;
    }
    return Number(row.due_at) - Number(row.created_at) < RECEIPT_LIFE_MS ? 'WAITING' : 'ABANDONED';
  }
}
