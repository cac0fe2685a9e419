/**
 * Dates the data of the standby from which lists are read, once a second, and logs when it begins and ends to be used.
 * A standby that is late or away for some seconds is not logged: lists are read from the primary meanwhile.
 */
import { SECOND_MS } from '../../contract/durations.ts';
import type { Log, WatchedStandby } from '../ports/index.ts';
import { IntervalWorker } from './interval-worker.ts';

const CHECK_INTERVAL_MS = SECOND_MS;
/** A restart of the standby takes less. */
const PATIENCE_MS = 15 * SECOND_MS;

export interface StandbyWatchDependencies {
  readonly standby: WatchedStandby;
  /** The monotonic time before the last confirmed heartbeat was sent; undefined before the first one. */
  readonly heartbeatAt: () => number | undefined;
  readonly log: Log;
  /** Milliseconds. */
  readonly monotonic?: () => number;
}

type State = Awaited<ReturnType<WatchedStandby['check']>>;

export class StandbyWatch extends IntervalWorker {
  readonly #dependencies: StandbyWatchDependencies;
  readonly #monotonic: () => number;
  #logged: State['condition'] | undefined;
  #unusedSince: number | undefined;

  constructor(dependencies: StandbyWatchDependencies) {
    super({
      intervalMs: CHECK_INTERVAL_MS,
      run: () => this.check(),
      log: dependencies.log,
      failure: 'the standby could not be compared with the primary; trying again',
    });
    this.#dependencies = dependencies;
    this.#monotonic = dependencies.monotonic ?? (() => performance.now());
  }

  /** @throws StoreError if the primary does not answer */
  async check(): Promise<void> {
    const { standby, heartbeatAt } = this.#dependencies;
    this.#report(await standby.check(heartbeatAt()));
  }

  #report({ condition, cause }: State): void {
    const { log } = this.#dependencies;
    const now = this.#monotonic();
    this.#unusedSince = condition === 'READY' ? undefined : (this.#unusedSince ?? now);
    const isPassing = condition === 'AWAY' || condition === 'LATE';
    if (condition === this.#logged || (isPassing && now - (this.#unusedSince ?? now) < PATIENCE_MS)) {
      return;
    }
    this.#logged = condition;
    if (condition === 'READY') {
      log.info({}, 'lists are read from the standby');
    } else {
      log.error({ cause }, SENTENCES[condition]);
    }
  }
}

const SENTENCES: Readonly<Record<Exclude<State['condition'], 'READY'>, string>> = {
  AWAY: 'the standby of DATABASE_READ_URL does not answer: lists are read from the primary',
  FOREIGN: 'DATABASE_READ_URL names no standby of this store: lists are read from the primary',
  LATE: 'the standby of DATABASE_READ_URL is too far behind: lists are read from the primary',
  OLDER: 'the standby of DATABASE_READ_URL lacks migrations: lists are read from the primary',
};
