/**
 * SQLite in WAL mode, every commit flushed, and all writes of one iteration of the event loop in one commit: the bare
 * servers' store.
 */
import Database from 'better-sqlite3';

/** Opens a new database with this schema. */
export function openDatabase(file: string, schema: string): Database.Database {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(schema);
  return db;
}

interface Waiting {
  readonly write: () => void;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

export class SharedCommits {
  readonly #run: (batch: readonly Waiting[]) => void;
  #waiting: Waiting[] = [];

  constructor(db: Database.Database) {
    this.#run = db.transaction((batch: readonly Waiting[]) => {
      for (const { write } of batch) {
        write();
      }
    }).immediate;
  }

  /** Resolves when the writes are durable. Rejects with the first error of its commit's writes. */
  commit(write: () => void): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ write, done, failed });
      if (this.#waiting.length === 1) {
        setImmediate(() => this.#flush());
      }
    });
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      this.#run(batch);
    } catch (error) {
      for (const { failed } of batch) {
        failed(error);
      }
      return;
    }
    for (const { done } of batch) {
      done();
    }
  }
}
