/**
 * A thread that writes and flushes for a busy process, over a connection of its own. Meanwhile the process continues
 * with requests, and the units that arrive during one flush form the next batch. A process with little to write does
 * not start it: handing over a single unit costs more than writing it.
 */
import type { Worker } from 'node:worker_threads';
import { readModules, startThread } from '../../../../platform/module-sources.ts';
import { type CommitThreadData, type FromCommitThread, resultsOf, type ToCommitThread } from './commit-messages.ts';
import { withDriver } from './driver-version.ts';
import type { NumberedUnit, StatementText, UnitResult } from './unit-writer.ts';

const MODULES = readModules(new URL('./commit-worker.ts', import.meta.url));
/** Fits two batches of 512 large units. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 } as const;

/** The thread ended while it had this batch, which may be durable or not. */
export class ThreadEnded extends Error {}

interface Outstanding {
  readonly written: (results: UnitResult[]) => void;
  readonly failed: (error: ThreadEnded) => void;
}

export class CommitThread {
  readonly #worker: Worker;
  readonly #texts: readonly StatementText[];
  readonly #ended: Promise<unknown>;
  #textsSent = 0;
  #state: 'STARTING' | 'READY' | 'ENDED' = 'STARTING';
  readonly #outstanding: Outstanding[] = [];

  /** @param texts of statements, by number; the caller may append more */
  constructor(data: CommitThreadData, texts: readonly StatementText[]) {
    this.#texts = texts;
    this.#worker = startThread(MODULES, withDriver(data), { resourceLimits: THREAD_MEMORY });
    this.#worker.unref();
    this.#ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.on('message', (message: FromCommitThread) => this.#heard(message));
    let cause: unknown;
    this.#worker.on('error', (error) => {
      cause = error;
    });
    this.#worker.once('exit', () => this.#end(cause));
  }

  /** True once the thread has opened the database. */
  get isReady(): boolean {
    return this.#state === 'READY';
  }

  /** True once the thread is unusable and its connection is closed. */
  get hasEnded(): boolean {
    return this.#state === 'ENDED';
  }

  /** Writes the batches one after the other. Call it only while `isReady`. Rejects with `ThreadEnded`. */
  write(units: readonly NumberedUnit[]): Promise<UnitResult[]> {
    const texts = this.#texts.slice(this.#textsSent);
    this.#textsSent = this.#texts.length;
    // Keeps the process alive until it knows the results.
    this.#worker.ref();
    this.#send({ ask: 'WRITE', texts, units });
    return new Promise((written, failed) => {
      this.#outstanding.push({ written, failed });
    });
  }

  /** Copies the rest of the log into the database, before the next batch. */
  copyLog(): void {
    this.#send({ ask: 'COPY_LOG' });
  }

  /** Sets the number of log pages from which the thread's connection copies them itself. */
  copyLogFrom(pages: number): void {
    this.#send({ ask: 'COPY_LOG_FROM', pages });
  }

  /** Resolves when its connection is closed. */
  async end(): Promise<void> {
    // By now the process may have no other reason to stay alive, and the close must wait for the thread's end.
    this.#worker.ref();
    this.#send({ ask: 'END' });
    await this.#ended;
  }

  #send(message: ToCommitThread): void {
    this.#worker.postMessage(message);
  }

  #heard(message: FromCommitThread): void {
    if (message.is === 'READY') {
      this.#state = 'READY';
      return;
    }
    const outstanding = this.#outstanding.shift();
    if (this.#outstanding.length === 0) {
      this.#worker.unref();
    }
    outstanding?.written(resultsOf(message));
  }

  #end(cause: unknown): void {
    this.#state = 'ENDED';
    for (const { failed } of this.#outstanding.splice(0)) {
      failed(new ThreadEnded('The thread that commits has ended.', { cause }));
    }
  }
}
