/**
 * Removes data older than its merchant's profile allows. It walks over the rows of each kind by key, in steps too small
 * to affect payments, and stores its progress, so that another process continues the walk of one that died. Only one
 * process walks at a time. Each removal is guarded by the row's state as it was read.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { IntervalWorker } from '../../core/index.ts';
import type { Clock, Log } from '../../core/ports/index.ts';
import type { RetainedRow, RetentionMerchants, RetentionStore, Sweep, SweepKind } from './ports.ts';
import type { RetentionProfile } from './retention-profile.ts';
import { DEFAULT_PERIODS, RETENTION_RULES, type RetentionRule } from './rules.ts';

const STEP_INTERVAL_MS = 250;
/** Rows of one read, which takes about a millisecond. */
const ROWS_PER_READ = 100;
/**
 * A step ends earlier if it has read rows with data to remove. With the interval between steps, a walk reads 4,000 rows
 * a second, or 400 if every row has data to remove.
 */
const READS_PER_STEP = 10;
/** Pause before the next try to claim a walk that was not due, or that another process had. */
const ASK_AGAIN_MS = 60_000;

export interface RetentionWorkerDependencies {
  readonly store: RetentionStore;
  readonly merchants: RetentionMerchants;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after a walk that removed data, because the store's log still has it. */
  readonly emptyLog?: () => Promise<boolean>;
}

/** A walk of this process. */
interface SweepProgress {
  sweep: Sweep;
  rows: number;
  removed: number;
}

export class RetentionWorker extends IntervalWorker {
  /** Removed rows since the process started. */
  readonly counts: Record<SweepKind, number> = {
    SESSION: 0,
    NOTIFICATION: 0,
    BROWSER_PAYMENT: 0,
    CARD: 0,
    SAVED_CARD: 0,
    LINK_ORDER: 0,
    LINK: 0,
    CONSOLE_VIEW: 0,
    ARCHIVE: 0,
  };
  readonly #dependencies: RetentionWorkerDependencies;
  readonly #walks = new Map<SweepKind, SweepProgress>();
  readonly #askedAt = new Map<SweepKind, number>();

  constructor(dependencies: RetentionWorkerDependencies) {
    super({
      intervalMs: STEP_INTERVAL_MS,
      run: () => this.step(),
      log: dependencies.log,
      failure: 'what is due to be removed could not be; trying again',
    });
    this.#dependencies = dependencies;
  }

  /** True while this process walks. Closing the store would leave the walk to the next process. */
  get isWalking(): boolean {
    return this.#walks.size > 0;
  }

  /**
   * Runs one step of each walk. A failed walk continues in a minute from its last position, and the others at once, so
   * that a full disk below the archive does not delay the erasure of cards.
   *
   * @throws the first error of the store
   */
  async step(): Promise<void> {
    const failures: unknown[] = [];
    for (const rule of RETENTION_RULES) {
      try {
        const walk = this.#walks.get(rule.kind) ?? (await this.#startSweep(rule.kind));
        if (walk !== undefined && !this.isClosed) {
          await this.#advance(rule, walk);
        }
      } catch (error) {
        this.#askedAt.set(rule.kind, this.#dependencies.clock.now());
        this.#walks.delete(rule.kind);
        failures.push(error);
      }
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  async #startSweep(kind: SweepKind): Promise<SweepProgress | undefined> {
    const { store, clock } = this.#dependencies;
    const now = clock.now();
    const since = now - (this.#askedAt.get(kind) ?? Number.NEGATIVE_INFINITY);
    // A negative difference means that the clock was set back, which must not delay the walk.
    if (since >= 0 && since < ASK_AGAIN_MS) {
      return undefined;
    }
    this.#askedAt.set(kind, now);
    const sweep = await store.claim(kind, now);
    if (sweep === undefined) {
      return undefined;
    }
    const walk = { sweep, rows: 0, removed: 0 };
    this.#walks.set(kind, walk);
    return walk;
  }

  async #advance(rule: RetentionRule, walk: SweepProgress): Promise<void> {
    const { store } = this.#dependencies;
    let { cursor, leftAt } = walk.sweep;
    for (let read = 0, due = 0; read < READS_PER_STEP && due === 0; read += 1) {
      const rows = await store.rows(rule.kind, cursor, rule.rowsPerRead ?? ROWS_PER_READ);
      const last = rows.at(-1);
      if (last === undefined) {
        return this.#finishSweep(rule, { ...walk.sweep, cursor, leftAt }, walk);
      }
      const done = await this.#remove(rule, rows);
      due = done.due;
      walk.removed += done.removed;
      walk.rows += rows.length;
      leftAt = lowestKey(leftAt, done.leftAt);
      cursor = last.key;
      await turn();
    }
    const after = { ...walk.sweep, cursor, leftAt };
    if (await store.advance(walk.sweep, after)) {
      walk.sweep = after;
    } else {
      this.#walks.delete(rule.kind);
    }
  }

  async #remove(rule: RetentionRule, rows: readonly RetainedRow[]) {
    const { store, merchants, clock } = this.#dependencies;
    const now = clock.now();
    const profiles = new Map<number, RetentionProfile>();
    for (const { merchantKey } of rows) {
      if (!profiles.has(merchantKey)) {
        profiles.set(merchantKey, (await merchants.byKey(merchantKey))?.profile ?? DEFAULT_PERIODS);
      }
    }
    const profileOf = ({ merchantKey }: RetainedRow) => profiles.get(merchantKey) ?? DEFAULT_PERIODS;
    const filled = rows.filter(({ isEmpty }) => !isEmpty);
    const due = filled.filter(
      (row) => row.since !== null && endOf(row, row.since, rule.keptMs(profileOf(row), row)) <= now,
    );
    const removed = await Promise.all(
      due.map(async (row) => ((await rule.remove(store, row, profileOf(row), now)) ? [row.key] : [])),
    );
    const gone = new Set(removed.flat());
    this.counts[rule.kind] += gone.size;
    const leftAt = filled.find(({ key }) => !gone.has(key))?.key ?? null;
    return { due: due.length, removed: gone.size, leftAt };
  }

  async #finishSweep(rule: RetentionRule, sweep: Sweep, { rows, removed }: SweepProgress): Promise<void> {
    const { store, clock, log, emptyLog } = this.#dependencies;
    this.#walks.delete(rule.kind);
    const nextAt = clock.now() + rule.pauseMs;
    if ((await store.end(sweep, nextAt)) && removed > 0) {
      log.info({ kind: rule.kind, rows, removed }, 'what was kept for long enough is removed');
    }
    if (removed > 0) {
      await emptyLog?.();
    }
  }
}

/** The lower of two keys. `one` may be higher: it may be of a row that the store noted and the walk has yet to read. */
function lowestKey(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function endOf({ keptMoreMs = 0 }: RetainedRow, since: number, keptMs: number): number {
  return since + keptMs + keptMoreMs;
}
