/**
 * Copies the write-ahead log into the database without holding up the event loop. A checkpoint on the writing
 * connection holds up every request for as long as the disk takes to write all changed pages, twenty milliseconds and
 * more. So a thread copies them over a connection of its own, and the connection that writes copies the few pages
 * written meanwhile: the log restarts only when nothing is left to copy. The thread starts when the log is long for the
 * first time: a tool, or a gateway with little load, never needs it.
 */
import type { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { readModules, startThread } from '../../module-sources.ts';
import { withDriver } from './driver-version.ts';

/** Pages of the log, 4 KiB each. Only tests lower the numbers. */
export interface LogPages {
  /** From this many on, the thread copies them. */
  readonly copiedFrom: number;
  /** Up to this many pages left over by the thread are copied here. With more, the thread copies once more. */
  readonly copiedHereMax: number;
  /** From this many on, the writing connection copies them itself, and is slowed by it. */
  readonly max: number;
}

const LOG_PAGES: LogPages = {
  // 32 MB: pages that many commits touch are copied once.
  copiedFrom: 8_000,
  // Two milliseconds' work.
  copiedHereMax: 500,
  // 128 MB: pages are written faster than the thread copies.
  max: 32_000,
};
const MODULES = readModules(new URL('./checkpoint-worker.ts', import.meta.url));
/** It only waits and calls SQLite: a few objects. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 } as const;
/** Commits change few pages each, so the log cannot grow by much between two checks. */
const COMMITS_BETWEEN_CHECKS = 16;

/** The log as the connection that writes has it: this one, or that of a thread. */
export interface WritersLog {
  /** Copies what is left of it into the database. @throws what SQLite throws */
  copyLog(): void;
  /** From this many pages on, the connection that writes copies them by itself. */
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
  /** The thread has copied most pages, and those written meanwhile are still too many to copy here. */
  #isCatchingUp = false;

  /** @param db a connection of this thread @param file its database @param writer what writes to it */
  constructor(db: Database.Database, file: string, writer: WritersLog, pages: LogPages = LOG_PAGES) {
    this.#db = db;
    this.#writer = writer;
    this.#file = file;
    this.#pages = pages;
    this.#check = db.prepare('PRAGMA wal_checkpoint(NOOP)');
    writer.copyLogFrom(pages.max);
  }

  /** Call after each commit. Never throws: what cannot be copied now is tried again. */
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
   * Resolves when the thread has copied what there was, so that little is left to copy for the connection that writes.
   */
  async copyAll(): Promise<void> {
    this.#thread ??= this.#startThread();
    const { worker, ended } = this.#thread;
    const copied = new Promise((resolve) => worker.once('message', resolve));
    this.#isCopying = true;
    worker.postMessage('COPY');
    await Promise.race([copied, ended]);
  }

  /** Call before the connection is closed: the last connection to close copies what is left and removes the log. */
  async close(): Promise<void> {
    if (this.#thread === undefined) {
      return;
    }
    const { worker, ended } = this.#thread;
    // Nothing else may keep the process alive by now, and the close must wait for the thread's end.
    worker.ref();
    worker.postMessage('END');
    await ended;
  }

  #startThread(): { worker: Worker; ended: Promise<unknown> } {
    const worker = startThread(MODULES, withDriver({ file: this.#file }), { resourceLimits: THREAD_MEMORY });
    worker.unref();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.on('message', () => this.#copied());
    // Without the thread everything is copied by the connection that writes.
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
      // For example, the disk is full. The log keeps what could not be copied, and the next check copies it.
    }
  }
}
