/**
 * Dates the data of a standby by this process's heartbeats. The process's row on the primary counts them, and the
 * standby has the row as of the moment up to which it has replayed. So no clocks of machines are compared, and a
 * primary without payments does not look old.
 */

/** The row of this process. A copy that no longer follows the primary has another row, or none. */
export interface ProcessRow {
  readonly key: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly beats: number;
}

/** Everything that was confirmed before `at` is in the data with this mark. */
export interface Mark {
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
  /** The time, milliseconds since 1970, of the oldest change of this process that the index of orders may lack. */
  readonly indexedUntil: number;
}

interface Beat {
  readonly beats: number;
  readonly at: number;
}

interface Sample {
  readonly at: number;
  readonly indexedUntil: number;
}

export class HeartbeatMarks {
  readonly #keptMs: number;
  #of: Pick<ProcessRow, 'key' | 'startedAt'> | undefined;
  #beats: Beat[] = [];
  #samples: Sample[] = [];

  /** @param keptMs the age of the oldest data that is dated */
  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  /**
   * @param row as the primary has it, read after the heartbeat of `heartbeatAt` was confirmed
   * @param heartbeatAt before that heartbeat was sent: the standby has all that was confirmed before, once it has `row`
   * @param sample the state of the index of orders before `row` was read
   */
  note(row: ProcessRow, heartbeatAt: number, sample: Sample): void {
    if (this.#of?.key !== row.key || this.#of.startedAt !== row.startedAt) {
      // The process was evicted, and has joined again.
      this.#of = row;
      this.#beats = [];
    }
    const known = this.#beats.at(-1)?.beats === row.beats ? this.#beats.slice(0, -1) : this.#beats;
    this.#beats = [...known, { beats: row.beats, at: heartbeatAt }];
    this.#samples.push(sample);
    const since = sample.at - this.#keptMs;
    this.#beats = this.#beats.filter(({ at }) => at >= since);
    this.#samples = this.#samples.filter(({ at }) => at >= since);
  }

  /** @param row as the standby has it @returns undefined for data that is too old, and for another process's row */
  markOf(row: ProcessRow): Mark | undefined {
    if (this.#of?.key !== row.key || this.#of.startedAt !== row.startedAt) {
      return undefined;
    }
    const beat = this.#beats.findLast(({ beats }) => beats <= row.beats);
    const sample = beat && this.#samples.findLast(({ at }) => at <= beat.at);
    return beat && sample && { at: beat.at, indexedUntil: sample.indexedUntil };
  }
}
