/**
 * Removes what is older than its merchant's profile keeps it. It walks over the rows of each kind by their keys, in
 * steps that payments do not feel, and stores how far it is: a process that dies leaves the walk to the next one. Of
 * several processes one walks at a time. Everything that it removes is guarded by what it has read of the row.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { IntervalWorker } from '../gateway/index.ts';
import type { Clock, Log } from '../gateway/ports/index.ts';
import type { RetainedRow, RetentionMerchants, RetentionStore, Sweep, SweepKind } from './ports.ts';
import { DEFAULT_PERIODS, type KeptBy, RETENTION_RULES, type RetentionRule } from './rules.ts';

const STEP_INTERVAL_MS = 250;
/** Read at a time: about a millisecond. */
const ROWS_PER_READ = 100;
/** Of rows with nothing to remove. With the interval that is 4,000 rows a second, and 400 where each has something. */
const READS_PER_STEP = 10;
/** A walk that is not due, or that another process does. */
const ASK_AGAIN_MS = 60_000;

export interface RetentionWorkerDependencies {
  readonly store: RetentionStore;
  readonly merchants: RetentionMerchants;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after a walk that removed something: what the store logged before still has it. */
  readonly emptyLog?: () => Promise<boolean>;
}

/** A walk that this process does. */
interface Walk {
  sweep: Sweep;
  rows: number;
  removed: number;
}

export class RetentionWorker extends IntervalWorker {
  /** Since the process started. */
  readonly counts: Record<SweepKind, number> = { SESSION: 0, NOTIFICATION: 0, BROWSER_PAYMENT: 0, CARD: 0, ARCHIVE: 0 };
  readonly #dependencies: RetentionWorkerDependencies;
  readonly #walks = new Map<SweepKind, Walk>();
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

  /**
   * One step of each walk. A walk that fails goes on in a minute, from where it was, and the others at once: a full
   * disk below the archive keeps no card.
   *
   * @throws whatever the store did first
   */
  async step(): Promise<void> {
    const failures: unknown[] = [];
    for (const rule of RETENTION_RULES) {
      try {
        const walk = this.#walks.get(rule.kind) ?? (await this.#begun(rule.kind));
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

  async #begun(kind: SweepKind): Promise<Walk | undefined> {
    const { store, clock } = this.#dependencies;
    const now = clock.now();
    const since = now - (this.#askedAt.get(kind) ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back does not keep it waiting.
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

  async #advance(rule: RetentionRule, walk: Walk): Promise<void> {
    const { store } = this.#dependencies;
    let { cursor, leftAt } = walk.sweep;
    for (let read = 0, due = 0; read < READS_PER_STEP && due === 0; read += 1) {
      const rows = await store.rows(rule.kind, cursor, rule.rowsPerRead ?? ROWS_PER_READ);
      const last = rows.at(-1);
      if (last === undefined) {
        return this.#ended(rule, { ...walk.sweep, cursor, leftAt }, walk);
      }
      const done = await this.#remove(rule, rows);
      due = done.due;
      walk.removed += done.removed;
      walk.rows += rows.length;
      leftAt = lowest(leftAt, done.leftAt);
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
    const profiles = new Map<number, KeptBy>();
    for (const { merchantKey } of rows) {
      if (!profiles.has(merchantKey)) {
        profiles.set(merchantKey, (await merchants.byKey(merchantKey))?.profile ?? DEFAULT_PERIODS);
      }
    }
    const profileOf = ({ merchantKey }: RetainedRow) => profiles.get(merchantKey) ?? DEFAULT_PERIODS;
    const filled = rows.filter(({ isEmpty }) => !isEmpty);
    const due = filled.filter((row) => row.since !== null && endOf(row, row.since, rule.keptMs(profileOf(row))) <= now);
    const removed = await Promise.all(
      due.map(async (row) => ((await rule.remove(store, row, profileOf(row), now)) ? [row.key] : [])),
    );
    const gone = new Set(removed.flat());
    this.counts[rule.kind] += gone.size;
    const leftAt = filled.find(({ key }) => !gone.has(key))?.key ?? null;
    return { due: due.length, removed: gone.size, leftAt };
  }

  async #ended(rule: RetentionRule, sweep: Sweep, { rows, removed }: Walk): Promise<void> {
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

/** A row that was noted beside the walks may be above what this walk has yet to read. */
function lowest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function endOf({ keptMoreMs = 0 }: RetainedRow, since: number, keptMs: number): number {
  return since + keptMs + keptMoreMs;
}
