/**
 * Copies the write-ahead log into the database without blocking the event loop. A checkpoint on the writing connection
 * blocks every request while the disk writes all changed pages, for twenty milliseconds and more. A thread therefore
 * copies the pages over its own connection. The writing connection copies only the few pages that were written during
 * that time, because the log restarts only once it was copied completely. The thread is started when the log is long
 * for the first time, so tools and gateways with little load do not start it.
 */
import type { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { readModules, startThread } from '../../../../platform/module-sources.ts';
import { withDriver } from './driver-version.ts';

/** Sizes of the log in pages of 4 KiB. Only tests lower them. */
export interface LogPages {
  /** From this size on, the thread copies pages. */
  readonly copiedFrom: number;
  /**
   * The maximum number of remaining pages that the writing connection copies. If more remain, the thread copies again.
   */
  readonly copiedHereMax: number;
  /** From this size on, the writing connection copies pages itself, which slows it down. */
  readonly max: number;
}

const LOG_PAGES: LogPages = {
  // 8,000 pages are 32 MB. Pages that many commits changed are copied only once.
  copiedFrom: 8_000,
  // Copying 500 pages takes two milliseconds.
  copiedHereMax: 500,
  // 32,000 pages are 128 MB. The log reaches this size only if pages are written faster than the thread copies them.
  max: 32_000,
};
const MODULES = readModules(new URL('./checkpoint-worker.ts', import.meta.url));
/** The heap of the thread. It is small, because the thread only waits and calls SQLite. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 } as const;
/** The number of commits between two checks of the log's size. Each commit changes few pages. */
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
  /** True if too many pages were written while the thread copied, so that the thread copies again. */
  #isCatchingUp = false;

  /**
   * @param db a connection of this thread @param file the database file @param writer the engine that writes to the
   *   database
   */
  constructor(db: Database.Database, file: string, writer: WritersLog, pages: LogPages = LOG_PAGES) {
    this.#db = db;
    this.#writer = writer;
    this.#file = file;
    this.#pages = pages;
    this.#check = db.prepare('PRAGMA wal_checkpoint(NOOP)');
    writer.copyLogFrom(pages.max);
  }

  /** Call after each commit. Does not throw: copying is retried later if it fails. */
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
    // Keep the process alive until the thread has ended, even if nothing else does.
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
      // Copying may fail, for example if the disk is full. The pages stay in the log, and the next check copies them.
    }
  }
}
