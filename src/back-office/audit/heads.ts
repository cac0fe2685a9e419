/**
 * Compares a chain with its heads, which prove the entries that the gateway's own processes wrote, and the furthest end
 * that the chain has had.
 */
import type { AuditEntry } from './entry.ts';
import type { HeadLine } from './ports.ts';

type Range = readonly [from: number, to: number];

/** Contradictions between a chain and its heads. */
export interface HeadProblems {
  /** The first head whose hash differs from that of its entry in the chain. */
  readonly rewritten: HeadLine | undefined;
  /** The last head that was stored, if it is beyond the chain's end. */
  readonly cut: HeadLine | undefined;
  /** Entries that are not in any head. */
  readonly foreign: readonly Range[];
}

/** The lines of all head files, read twice, because processes may append meanwhile. */
export interface ReadLines {
  /**
   * The lines that were read before the chain's end: entries that these lines report as stored must be in the chain.
   */
  readonly stored: readonly HeadLine[];
  /** The lines that were read after the chain's end: every entry of the chain must be in them. */
  readonly named: readonly HeadLine[];
}

/** Reads a chain entry by entry and compares it with its heads. */
export class HeadReader {
  /** Lines by the last entry of their range. */
  readonly #lines: ReadonlyMap<number, readonly HeadLine[]>;
  /** Lines that must match: stored, and not lost with a restored backup. */
  readonly #stored: ReadonlyMap<number, HeadLine>;
  #rewritten: HeadLine | undefined;
  /** Entries read so far that are not in any line's range yet. */
  #unnamed: number[] = [];
  readonly #foreign: number[] = [];

  constructor({ stored, named }: ReadLines) {
    this.#lines = Map.groupBy(inTime(named), ({ to }) => to);
    this.#stored = new Map(stillStored(inTime(stored)).map((line) => [line.to, line]));
  }

  /** Call for each entry, in the order of the chain. */
  read({ sequence, hash }: Pick<AuditEntry, 'hash' | 'sequence'>): void {
    this.#unnamed.push(sequence);
    const stored = this.#stored.get(sequence);
    if (stored !== undefined && stored.hash !== hash) {
      this.#rewritten ??= stored;
      this.#name(stored);
      return;
    }
    const line = this.#lines.get(sequence)?.find((one) => one.hash === hash);
    if (line !== undefined) {
      this.#name(line);
    }
  }

  /** @param last sequence of the chain's last entry; 0 if it is empty */
  end(last: number): HeadProblems {
    const gone = [...this.#stored.values()].filter(({ to }) => to > last).sort((one, other) => one.to - other.to);
    for (const line of gone) {
      this.#name(line);
    }
    return {
      rewritten: this.#rewritten,
      cut: gone.at(-1),
      foreign: rangesOf([...this.#foreign, ...this.#unnamed].sort((one, other) => one - other)),
    };
  }

  /**
   * Accepts the range of a line. Entries before the range that no line has named are foreign, since lines come in the
   * order of the chain.
   */
  #name({ from }: HeadLine): void {
    for (const sequence of this.#unnamed) {
      if (sequence < from) {
        this.#foreign.push(sequence);
      }
    }
    this.#unnamed = [];
  }
}

function inTime(lines: readonly HeadLine[]): readonly HeadLine[] {
  return lines.toSorted((one, other) => one.time.localeCompare(other.time));
}

/** @param sequences sequence numbers in ascending order */
function rangesOf(sequences: readonly number[]): readonly Range[] {
  const ranges: [number, number][] = [];
  for (const sequence of sequences) {
    const last = ranges.at(-1);
    if (last !== undefined && sequence === last[1] + 1) {
      last[1] = sequence;
    } else {
      ranges.push([sequence, sequence]);
    }
  }
  return ranges;
}

/** @param lines the heads' lines, oldest first @returns the lines of stored entries that no restored backup has lost */
function stillStored(lines: readonly HeadLine[]): readonly HeadLine[] {
  let end = Number.POSITIVE_INFINITY;
  const kept: HeadLine[] = [];
  for (const line of lines.toReversed()) {
    if (line.state === 'RESTORED') {
      end = Math.min(end, line.to);
    } else if (line.state === 'COMMITTED' && line.to <= end) {
      kept.push(line);
    }
  }
  return kept.reverse();
}
