/**
 * Counts refusals in place of repeating them in the log. Anybody can cause thousands of refusals a second, and a line
 * for each would fill the disk. The first ones of a kind are listed; the rest is one line with their count.
 */
import type { Logger } from 'pino';
import { networkOf } from '../rest/guess-budget.ts';

/** How long equal refusals are counted together. */
const INTERVAL_MS = 10_000;
/** Enough to see what somebody does; the rest of it looks the same. */
const LISTED_MAX = 20;
/** Kinds in one interval. All further ones are one kind. */
const KINDS_MAX = 200;

/** What makes refusals equal, and what the line with the count says. */
export interface RefusalKind {
  readonly status?: number;
  readonly route?: string;
  /** The parser's, where the request is not HTTP. */
  readonly code?: string;
  /** The caller's address. */
  readonly from: string;
}

const OTHERS: RefusalKind = { from: 'others' };

export class RepeatedRefusals {
  readonly #log: Logger;
  readonly #kinds = new Map<string, { readonly kind: RefusalKind; seen: number }>();
  #interval: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Counts a refusal. @returns whether it gets a line of its own */
  isListed(kind: RefusalKind): boolean {
    const counted = this.#of(kind);
    counted.seen += 1;
    this.#interval ??= setTimeout(() => this.end(), INTERVAL_MS).unref();
    return counted.seen <= LISTED_MAX;
  }

  /** Writes the counts, and begins anew. */
  end(): void {
    clearTimeout(this.#interval);
    this.#interval = undefined;
    for (const { kind, seen } of this.#kinds.values()) {
      if (seen > LISTED_MAX) {
        this.#log.info({ ...kind, repeats: seen - LISTED_MAX }, 'refused in the same way, not listed');
      }
    }
    this.#kinds.clear();
  }

  #of({ from, ...what }: RefusalKind) {
    const kind = { ...what, from: networkOf(from) };
    const name = Object.values(kind).join(' ');
    const known = this.#kinds.get(name);
    if (known !== undefined) {
      return known;
    }
    const isFull = this.#kinds.size >= KINDS_MAX;
    const [newName, newKind] = isFull ? ['', OTHERS] : [name, kind];
    const counted = this.#kinds.get(newName) ?? { kind: newKind, seen: 0 };
    this.#kinds.set(newName, counted);
    return counted;
  }
}
