/**
 * A thread that writes and flushes for a busy process, over its own connection, while the process continues with
 * requests. The units that arrive during one flush form the next batch. A process with little to write does not start
 * the thread, because sending a single unit to it takes longer than writing the unit.
 */
import type { Worker } from 'node:worker_threads';
import { readModules, startThread } from '../../../../platform/module-sources.ts';
import { type CommitThreadData, type FromCommitThread, resultsOf, type ToCommitThread } from './commit-messages.ts';
import { withDriver } from './driver-version.ts';
import type { NumberedUnit, StatementText, UnitResult } from './unit-writer.ts';

const MODULES = readModules(new URL('./commit-worker.ts', import.meta.url));
/** The heap of the thread, enough for two batches of 512 large units. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 } as const;

/** The thread ended before it confirmed the batch, which may be durable. */
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

  /** @param texts the statements by number; the caller may append further ones */
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
  async write(units: readonly NumberedUnit[]): Promise<UnitResult[]> {
    const texts = this.#texts.slice(this.#textsSent);
    this.#textsSent = this.#texts.length;
    // Keep the process alive until the results have arrived.
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

  /** Sets the number of log pages from which the thread's connection copies pages into the database itself. */
  copyLogFrom(pages: number): void {
    this.#send({ ask: 'COPY_LOG_FROM', pages });
  }

  /** Ends the thread. Resolves when its connection is closed. */
  async end(): Promise<void> {
    // Keep the process alive until the thread has ended, even if nothing else does.
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
