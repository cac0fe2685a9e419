/** Writes the counts of this process and reads those of other processes, once a second. */
import type { AttemptCounts, Clock, Log } from '../ports/index.ts';
import { IntervalWorker } from '../workers/interval-worker.ts';
import type { AttemptCounter } from './attempt-counter.ts';
import { LONGEST_MS } from './windows.ts';

const EVERY_MS = 1_000;
const FORGET_EVERY_MS = 600_000;
/**
 * The time by which reads overlap. It covers clock differences between processes, and commits that end later than their
 * timestamp.
 */
const OVERLAP_MS = 10_000;
const ROWS_MAX = 5_000;

interface Dependencies {
  readonly stored: AttemptCounts;
  readonly counted: AttemptCounter;
  readonly clock: Clock;
  readonly log: Log;
}

export class CountsWorker extends IntervalWorker {
  readonly #dependencies: Dependencies;
  #readTo: number;
  #forgottenAt = 0;

  constructor(dependencies: Dependencies) {
    super({
      intervalMs: EVERY_MS,
      run: () => this.exchange(),
      log: dependencies.log,
      failure: 'counts of declines could not be exchanged with the store; trying again',
    });
    this.#dependencies = dependencies;
    this.#readTo = dependencies.clock.now() - LONGEST_MS;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.exchange().catch((error: unknown) =>
      this.#dependencies.log.error({ err: error }, 'the last counts of declines could not be stored'),
    );
  }

  /** Resolves when earlier counts of this process are durable, and earlier stored counts of others are loaded. */
  async exchange(): Promise<void> {
    const { stored, counted, clock } = this.#dependencies;
    const now = clock.now();
    const { counts, written } = counted.unwritten();
    if (counts.length > 0) {
      await stored.add(counts, now);
      written();
    }
    await this.#read();
    if (now - this.#forgottenAt > FORGET_EVERY_MS) {
      this.#forgottenAt = now;
      counted.forget(now);
      await stored.forget(now - LONGEST_MS);
    }
  }

  async #read(): Promise<void> {
    const { stored, counted, clock } = this.#dependencies;
    for (let since = this.#readTo; ; ) {
      const rows = await stored.changedSince(since, ROWS_MAX);
      counted.load(rows);
      const last = rows.at(-1)?.updatedAt;
      // If one timestamp has more rows than a query returns, continues with the next timestamp.
      const next = last === since ? since + 1 : last;
      if (rows.length < ROWS_MAX || next === undefined) {
        break;
      }
      since = next;
    }
    this.#readTo = clock.now() - OVERLAP_MS;
  }
}
