/**
 * Limits the log lines of refusals. Anyone can cause thousands of refusals a second, and a line for each would fill the
 * disk. In each interval, the first refusals of a kind get a line each; the further ones are only counted, in one line.
 */
import type { Logger } from 'pino';
import { networkOf } from '../../platform/limits/index.ts';

/** The interval in which refusals of the same kind are counted together. */
const INTERVAL_MS = 10_000;
/** The number of log lines per kind and interval: enough to recognise a caller's behaviour. */
const LISTED_MAX = 20;
/** The maximum number of kinds in one interval. All further kinds are counted as one. */
const KINDS_MAX = 200;
/**
 * The maximum number of log lines for failures (status 500) in one interval. A failure is the gateway's fault, and its
 * caller has a support code that must be found in the log, so each gets a line. The maximum protects the disk: with
 * stacks, it is a few megabytes per interval.
 */
const FAILURES_LISTED_MAX = 1_000;

/** The properties that refusals of one kind share. The log line with the count contains them. */
export interface RefusalKind {
  readonly status?: number;
  readonly route?: string;
  /** The parser's error code, if the request is not HTTP. */
  readonly code?: string;
  /** The reason of a failed login. */
  readonly failedLogin?: string;
  readonly from: string;
}

interface RefusalCount {
  readonly kind: RefusalKind;
  readonly listedMax: number;
  seen: number;
}

const OTHERS: RefusalKind = { from: 'others' };

export class RepeatedRefusals {
  readonly #log: Logger;
  /** Failed logins are counted separately, so that many kinds of other refusals cannot use up the number of kinds. */
  readonly #logins = new Map<string, RefusalCount>();
  readonly #others = new Map<string, RefusalCount>();
  #failures: RefusalCount = failures();
  #interval: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Counts a refusal. @returns true if it gets its own log line */
  isListed(kind: RefusalKind): boolean {
    const counted = kind.status === 500 ? this.#failures : this.#of(kind);
    counted.seen += 1;
    this.#interval ??= setTimeout(() => this.end(), INTERVAL_MS).unref();
    return counted.seen <= counted.listedMax;
  }

  /** Ends the interval: logs the counts and resets them. */
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

  #of({ from, ...what }: RefusalKind): RefusalCount {
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

function failures(): RefusalCount {
  return { kind: { status: 500, from: 'all' }, listedMax: FAILURES_LISTED_MAX, seen: 0 };
}
