/** What the files of heads say about a chain: which entries a process of ours wrote, and how far it once went. */
import type { AuditEntry } from './entry.ts';
import type { HeadLine } from './ports.ts';

type Range = readonly [from: number, to: number];

/** What contradicts the heads. */
export interface HeadProblems {
  /** The first entry whose hash is not the one that was stored. */
  readonly rewritten: HeadLine | undefined;
  /** The furthest that was once stored, where it is beyond the chain's end. */
  readonly cut: HeadLine | undefined;
  /** Entries that no process wrote. */
  readonly foreign: readonly Range[];
}

/** Lines of every file, read twice: while processes append, each reading is right about one thing. */
export interface ReadLines {
  /** From before the chain's end was looked up: what they call stored is in the chain. */
  readonly stored: readonly HeadLine[];
  /** From after that: what is in the chain is in them. */
  readonly named: readonly HeadLine[];
}

/** Reads a chain, entry by entry, beside its heads. */
export class HeadReader {
  /** By the last entry that they name. */
  readonly #lines: ReadonlyMap<number, readonly HeadLine[]>;
  /** Those that must be true: stored, and not gone with a restored backup. */
  readonly #stored: ReadonlyMap<number, HeadLine>;
  #rewritten: HeadLine | undefined;
  /** Read, and named by no line yet. */
  #unnamed: number[] = [];
  readonly #foreign: number[] = [];

  constructor({ stored, named }: ReadLines) {
    this.#lines = Map.groupBy(inTime(named), ({ to }) => to);
    this.#stored = new Map(stillStored(inTime(stored)).map((line) => [line.to, line]));
  }

  /** In the order of the chain. */
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

  /** @param last the sequence of the chain's last entry, 0 where there is none */
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

  /** What was read before the line's first entry is named by no other: lines come in the order of the chain. */
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

/** @param sequences growing */
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

/** @param lines in the order of time @returns what was stored, without what a restored backup did not have */
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
