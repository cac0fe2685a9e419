/**
 * Counts refusals in place of repeating them in the log. Anybody can cause thousands of refusals a second, and a line
 * for each would fill the disk. The first ones of a kind are listed; the rest is one line with their count.
 */
import type { Logger } from 'pino';
import { networkOf } from '../limits/index.ts';

/** How long equal refusals are counted together. */
const INTERVAL_MS = 10_000;
/** Enough to see what somebody does; the rest of it looks the same. */
const LISTED_MAX = 20;
/** Kinds in one interval. All further ones are one kind. */
const KINDS_MAX = 200;
/**
 * A failure is the gateway's own, and its caller was told that the log has the support code. So all get a line, but for
 * so many that the disk would fill: a few megabytes in an interval, with their stacks.
 */
const FAILURES_LISTED_MAX = 1_000;

/** What makes refusals equal, and what the line with the count says. */
export interface RefusalKind {
  readonly status?: number;
  readonly route?: string;
  /** The parser's, where the request is not HTTP. */
  readonly code?: string;
  /** Why a login failed, where one did. */
  readonly failedLogin?: string;
  /** The caller's address. */
  readonly from: string;
}

interface Counted {
  readonly kind: RefusalKind;
  readonly listedMax: number;
  seen: number;
}

const OTHERS: RefusalKind = { from: 'others' };

export class RepeatedRefusals {
  readonly #log: Logger;
  /** Failed logins apart: no other refusals, however many kinds of them somebody causes, take their places. */
  readonly #logins = new Map<string, Counted>();
  readonly #others = new Map<string, Counted>();
  #failures: Counted = failures();
  #interval: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Counts a refusal. @returns whether it gets a line of its own */
  isListed(kind: RefusalKind): boolean {
    const counted = kind.status === 500 ? this.#failures : this.#of(kind);
    counted.seen += 1;
    this.#interval ??= setTimeout(() => this.end(), INTERVAL_MS).unref();
    return counted.seen <= counted.listedMax;
  }

  /** Writes the counts, and begins anew. */
  end(): void {
    clearTimeout(this.#interval);
    this.#interval = undefined;
    for (const { kind, listedMax, seen } of [...this.#logins.values(), ...this.#others.values(), this.#failures]) {
      if (seen > listedMax) {
        this.#log.info({ ...kind, repeats: seen - listedMax }, 'refused in the same way, not listed');
      }
    }
    this.#logins.clear();
    this.#others.clear();
    this.#failures = failures();
  }

  #of({ from, ...what }: RefusalKind): Counted {
    const kinds = what.failedLogin === undefined ? this.#others : this.#logins;
    const kind = { ...what, from: networkOf(from) };
    const name = Object.values(kind).join(' ');
    const known = kinds.get(name);
    if (known !== undefined) {
      return known;
    }
    const isFull = kinds.size >= KINDS_MAX;
    const [newName, newKind] = isFull ? ['', OTHERS] : [name, kind];
    const counted = kinds.get(newName) ?? { kind: newKind, listedMax: LISTED_MAX, seen: 0 };
    kinds.set(newName, counted);
    return counted;
  }
}

function failures(): Counted {
  return { kind: { status: 500, from: 'all' }, listedMax: FAILURES_LISTED_MAX, seen: 0 };
}
