/** Stored receipts, which may be sent once more. */
import { type Engine, write } from '../engine/engine.ts';
import { StoredMailQueue } from './mail-queue.ts';
import { RECEIPTS } from './mail-statements.ts';

export class StoredReceiptQueue extends StoredMailQueue {
  readonly #commits: Pick<Engine, 'commit'>;

  constructor(engine: Engine, process: { readonly key: number }) {
    super(engine, process, RECEIPTS);
    this.#commits = engine;
  }

  /**
   * Adds a receipt that is sent once more, at once.
   *
   * @returns false if one waits already
   */
  async add(transactionKey: number, at: number): Promise<boolean> {
    if ((await this.stateOf(transactionKey)) === 'ABANDONED') {
      await this.remove(transactionKey);
    }
    const row = { transactionKey, none: 0, dueAt: at, createdAt: at };
    return this.#commits.commit({ guard: write(RECEIPTS.insert, row), writes: [] });
  }
}
