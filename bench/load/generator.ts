/**
 * The load generator's client. The generator runs in a process of its own, so that its CPU time is not the server's.
 */
import { type Child, isListening } from '../processes/child.ts';
import type { LoadJob, LoadResult, NumberedJob } from './job.ts';

/** Time limit of a job: enough for the longest one, that of the memory measure, on a slow machine. */
const JOB_MS_MAX = 240_000;

export class LoadGenerator {
  readonly child: Child;
  readonly #ready: Promise<unknown>;
  #jobs = 0;

  constructor(child: Child) {
    this.child = child;
    this.#ready = child.message(isListening);
  }

  /**
   * Jobs may run at the same time. @throws Error when any request failed: a rate that includes errors is meaningless
   */
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
    this.#jobs += 1;
    const numbered: NumberedJob = { id: this.#jobs, job };
    const isResult = (message: unknown): message is { result: LoadResult } => {
      const { id, result } = message as { id?: unknown; result?: unknown };
      return id === numbered.id && typeof result === 'object';
    };
    const answer = this.child.message(isResult, JOB_MS_MAX);
    this.child.send(numbered);
    return (await answer).result;
  }
}
