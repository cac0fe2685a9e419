/**
 * Copies the write-ahead log home while the event loop goes on. A checkpoint of the connection that writes holds every
 * request for as long as the disk takes to write all pages that changed, twenty milliseconds and more. So a thread
 * copies them over a connection of its own, and what was written meanwhile, which is little, is copied here: only when
 * nothing is left to copy does the log begin anew. The thread starts when the log is long for the first time: a tool,
 * and a gateway with little to do, never need it.
 */
import { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';

/** Pages of the log, 4 KiB each. Tests make them fewer; nothing else does. */
export interface LogPages {
  /** So many are copied by the thread. */
  readonly copiedFrom: number;
  /** So many, left over from what the thread copied, are copied here. More go to the thread once more. */
  readonly copiedHereMax: number;
  /** From here on the connection that writes copies them itself, and so is slowed. */
  readonly max: number;
}

const LOG_PAGES: LogPages = {
  // 32 MB: pages that many commits touch are copied once.
  copiedFrom: 8_000,
  // Two milliseconds' work.
  copiedHereMax: 500,
  // 128 MB: written faster than the thread copies.
  max: 32_000,
};
/** It waits, and tells SQLite to copy: a few objects. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 } as const;
/** A page changes with nearly every commit, so the log cannot grow by much between two looks at it. */
const COMMITS_BETWEEN_CHECKS = 16;

export class Checkpoints {
  readonly #db: Database.Database;
  readonly #file: string;
  #thread: { readonly worker: Worker; readonly ended: Promise<unknown> } | undefined;
  readonly #pages: LogPages;
  readonly #check: Database.Statement<[], { log: number; checkpointed: number }>;
  #commits = 0;
  #isCopying = false;
  /** The thread has copied most, and what was written meanwhile is still too much to copy here. */
  #isCatchingUp = false;

  /** @param db the connection that writes @param file its database */
  constructor(db: Database.Database, file: string, pages: LogPages = LOG_PAGES) {
    this.#db = db;
    this.#file = file;
    this.#pages = pages;
    this.#check = db.prepare('PRAGMA wal_checkpoint(NOOP)');
    db.pragma(`wal_autocheckpoint = ${pages.max}`);
  }

  /** To be called after each commit. Never throws: what cannot be copied now is looked at again. */
  committed(): void {
    this.#commits += 1;
    if (this.#isCopying || this.#commits % COMMITS_BETWEEN_CHECKS !== 0) {
      return;
    }
    const { copiedFrom, copiedHereMax } = this.#pages;
    if (this.#left() < (this.#isCatchingUp ? copiedHereMax : copiedFrom)) {
      return;
    }
    this.#isCopying = true;
    this.#thread ??= this.#startThread();
    this.#thread.worker.postMessage('COPY');
  }

  /**
   * To be called before the connection is closed: the last one to be closed copies what is left and removes the log.
   */
  async close(): Promise<void> {
    if (this.#thread === undefined) {
      return;
    }
    const { worker, ended } = this.#thread;
    // Nothing else may keep the process alive by now, and the close is not over before the thread's.
    worker.ref();
    worker.postMessage('END');
    await ended;
  }

  #startThread(): { worker: Worker; ended: Promise<unknown> } {
    // Neither the process's options nor its settings, keys among them, are any business of the thread.
    const options = { workerData: this.#file, execArgv: [], env: {}, resourceLimits: THREAD_MEMORY };
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), options);
    worker.unref();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.on('message', () => this.#copied());
    // Without the thread everything is copied here, as if it had never been.
    worker.on('error', () => this.#db.open && this.#db.pragma(`wal_autocheckpoint = ${this.#pages.copiedFrom}`));
    return { worker, ended };
  }

  #left(): number {
    try {
      const { log, checkpointed } = this.#check.get() ?? { log: 0, checkpointed: 0 };
      return log - checkpointed;
    } catch {
      return 0;
    }
  }

  #copied(): void {
    this.#isCopying = false;
    if (!this.#db.open) {
      return;
    }
    this.#isCatchingUp = this.#left() > this.#pages.copiedHereMax;
    if (this.#isCatchingUp) {
      return;
    }
    try {
      this.#db.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // The disk is full, say. The log keeps what could not be copied, and the next round copies it.
    }
  }
}
