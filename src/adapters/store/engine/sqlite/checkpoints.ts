/**
 * Copies the write-ahead log into the database without blocking the event loop. A checkpoint on the writing connection
 * blocks every request while the disk writes all changed pages, for twenty milliseconds and more. Therefore a thread
 * copies them over a connection of its own, and the writing connection copies only the few pages written meanwhile: the
 * log restarts only after all of it was copied. The thread starts when the log is long for the first time, so a tool,
 * or a gateway with little load, does without it.
 */
import type { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { readModules, startThread } from '../../../../platform/module-sources.ts';
import { withDriver } from './driver-version.ts';

/** Sizes of the log in pages of 4 KiB. Only tests lower them. */
export interface LogPages {
  /** From this size on, the thread copies pages. */
  readonly copiedFrom: number;
  /** Up to this many pages left over by the thread are copied here. With more, the thread copies once more. */
  readonly copiedHereMax: number;
  /** From this size on, the writing connection copies pages itself, and is slowed down by it. */
  readonly max: number;
}

const LOG_PAGES: LogPages = {
  // 32 MB: pages changed by many commits are copied only once.
  copiedFrom: 8_000,
  // Copying them takes two milliseconds.
  copiedHereMax: 500,
  // 128 MB: pages are written faster than the thread copies them.
  max: 32_000,
};
const MODULES = readModules(new URL('./checkpoint-worker.ts', import.meta.url));
/** The thread only waits and calls SQLite, so its heap is small. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 } as const;
/** Each commit changes few pages, so the log grows only a little between two checks. */
const COMMITS_BETWEEN_CHECKS = 16;

/** Access to the log of the writing connection, in this thread or another. */
export interface WritersLog {
  /** Copies the rest of the log into the database. @throws SQLite's error */
  copyLog(): void;
  /** Sets the number of pages from which the writing connection copies them itself. */
  copyLogFrom(pages: number): void;
}

export class Checkpoints {
  readonly #db: Database.Database;
  readonly #writer: WritersLog;
  readonly #file: string;
  #thread: { readonly worker: Worker; readonly ended: Promise<unknown> } | undefined;
  readonly #pages: LogPages;
  readonly #check: Database.Statement<[], { log: number; checkpointed: number }>;
  #commits = 0;
  #isCopying = false;
  /** The thread has copied most pages, but those written meanwhile are still too many to copy here. */
  #isCatchingUp = false;

  /** @param db a connection of this thread @param file its database @param writer the engine that writes to it */
  constructor(db: Database.Database, file: string, writer: WritersLog, pages: LogPages = LOG_PAGES) {
    this.#db = db;
    this.#writer = writer;
    this.#file = file;
    this.#pages = pages;
    this.#check = db.prepare('PRAGMA wal_checkpoint(NOOP)');
    writer.copyLogFrom(pages.max);
  }

  /** Call after each commit. Does not throw: pages that cannot be copied now are tried again. */
  afterCommit(): void {
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

  /** Resolves when the thread has copied the log, so that the writing connection has little left to copy. */
  async copyAll(): Promise<void> {
    this.#thread ??= this.#startThread();
    const { worker, ended } = this.#thread;
    const copied = new Promise((resolve) => worker.once('message', resolve));
    this.#isCopying = true;
    worker.postMessage('COPY');
    await Promise.race([copied, ended]);
  }

  /** Call before closing the connection: the last connection to close copies the rest of the log and removes it. */
  async close(): Promise<void> {
    if (this.#thread === undefined) {
      return;
    }
    const { worker, ended } = this.#thread;
    // By now the process may have no other reason to stay alive, and the close must wait for the thread's end.
    worker.ref();
    worker.postMessage('END');
    await ended;
  }

  #startThread(): { worker: Worker; ended: Promise<unknown> } {
    const worker = startThread(MODULES, withDriver({ file: this.#file }), { resourceLimits: THREAD_MEMORY });
    worker.unref();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.on('message', () => this.#copied());
    // Without the thread, the writing connection copies all pages.
    worker.on('error', () => this.#db.open && this.#writer.copyLogFrom(this.#pages.copiedFrom));
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
      this.#writer.copyLog();
    } catch {
      // For example, the disk is full. The pages stay in the log, and the next check copies them.
    }
  }
}
