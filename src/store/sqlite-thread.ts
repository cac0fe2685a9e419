/**
 * Writes batches in a thread of its own, so that the event loop never waits for the disk: while one batch is flushed, requests
 * are read, cards sealed and answers written.
 */
import { Worker } from 'node:worker_threads';
import { StoreError } from './engine.ts';
import type { BoundUnit, BoundWrite, UnitResult } from './sqlite-batch.ts';
import type { BatchWriter } from './sqlite-engine.ts';

/** What goes to the thread. Statements come before the batches that have them. */
export type ToThread =
  | { readonly prepare: readonly [number: number, sql: string] }
  | { readonly batch: readonly BoundUnit[] }
  | { readonly close: true };

/** It holds one batch at a time and nothing else. */
const HEAP_YOUNG_MB = 4;

/** @param file a database that exists and has its schema */
export function sqliteThread(file: string): BatchWriter {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxYoungGenerationSizeMb: HEAP_YOUNG_MB },
  });
  let answer: { resolve: (results: UnitResult[]) => void; reject: (error: Error) => void } | undefined;
  let broken: StoreError | undefined;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const post = (message: ToThread) => worker.postMessage(message);
  let closing = false;
  const fail = (cause: unknown) => {
    if (broken !== undefined) return;
    const problem = new StoreError('The thread that writes the store has ended.', { cause });
    broken = problem;
    answer?.reject(problem);
    // Without it nothing can be stored any more: the process ends, and its next start recovers.
    if (!closing) {
      queueMicrotask(() => {
        throw problem;
      });
    }
  };
  worker.on('message', (results: UnitResult[]) => answer?.resolve(results));
  worker.on('error', fail);
  worker.on('exit', fail);
  return {
    prepare: (number, sql) => post({ prepare: [number, sql] }),
    write: (batch) =>
      new Promise((resolve, reject) => {
        if (broken !== undefined) return reject(broken);
        answer = { resolve, reject };
        post({ batch: batch.map(movable) });
      }),
    async close() {
      closing = true;
      post({ close: true });
      await ended;
    },
  };
}

/**
 * A Buffer may be a slice of a pool that many share, and crossing to a thread copies the whole of what stands behind it; a copy of
 * its own is a few dozen bytes.
 */
function movable({ guard, writes }: BoundUnit): BoundUnit {
  return { ...(guard && { guard: ownBytes(guard) }), writes: writes.map(ownBytes) };
}

function ownBytes([statement, values]: BoundWrite): BoundWrite {
  return [statement, values.map((value) => (value instanceof Uint8Array ? new Uint8Array(value) : value))];
}
