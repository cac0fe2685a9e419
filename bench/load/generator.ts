/**
 * The load generator's client. The generator runs in a process of its own, so that its CPU time is not the server's.
 */
import { type Child, isListening } from '../processes/child.ts';
import type { LoadJob, LoadResult } from './job.ts';

/** Time limit of a job: enough for the longest one, that of the memory measure, on a slow machine. */
const JOB_MS_MAX = 240_000;

export class LoadGenerator {
  readonly child: Child;
  readonly #ready: Promise<unknown>;

  constructor(child: Child) {
    this.child = child;
    this.#ready = child.message(isListening);
  }

  /** @throws Error when any request failed: a rate that includes errors is meaningless */
  async run(job: LoadJob): Promise<LoadResult> {
    const result = await this.tried(job);
    if (result.failed > 0 || result.answered === 0) {
      throw new Error(`${job.method} ${job.origin}: ${result.failed} of ${result.answered} requests failed.`);
    }
    return result;
  }

  /** @returns the result, including failed requests */
  async tried(job: LoadJob): Promise<LoadResult> {
    await this.#ready;
    const answer = this.child.message(isResult, JOB_MS_MAX);
    this.child.send({ job });
    return (await answer).result;
  }
}

function isResult(message: unknown): message is { result: LoadResult } {
  return typeof (message as { result?: unknown }).result === 'object';
}
