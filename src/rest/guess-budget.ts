/**
 * Counts wrong passwords by a name, such as an address, in a table of fixed size: a count-min sketch of leaky buckets.
 *
 * An attacker chooses the names, so an entry for each would be memory for the asking. Here each name has one cell in
 * each row, by a hash under a key of this process. Names share cells, and the smallest of a name's cells counts. So a
 * count can be too high, never too low; too high a count slows wrong passwords only.
 */
import { hash, randomBytes } from 'node:crypto';

/** Four rows of 4,096 cells: 256 KB, and a count that 4,096 other names raise is one in a thousand. */
const ROWS = 4;
const CELLS = 4_096;
/** A name that guessed for hours is as any other after twice the time. */
const LEVEL_MAX_BUDGETS = 2;

export interface GuessBudgetOptions {
  /** So many at once; then one more each time that so many drain. */
  readonly guesses: number;
  /** A full bucket is empty after it. */
  readonly drainMs: number;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

export class GuessBudget {
  readonly #options: GuessBudgetOptions;
  readonly #key = randomBytes(16).toString('hex');
  readonly #levels = new Float64Array(ROWS * CELLS);
  readonly #times = new Float64Array(ROWS * CELLS);

  constructor(options: GuessBudgetOptions) {
    this.#options = options;
  }

  /** Counts one wrong password. @returns whether the name has now more than its budget */
  isSpentBy(name: string): boolean {
    const { guesses, drainMs, now } = this.#options;
    const time = now();
    const digest = hash('sha256', `${this.#key}${name}`, 'buffer');
    let lowest = Number.POSITIVE_INFINITY;
    for (let row = 0; row < ROWS; row += 1) {
      const cell = row * CELLS + (digest.readUInt32LE(row * 4) % CELLS);
      const drained = ((time - this.#times[cell]!) / drainMs) * guesses;
      const level = Math.min(Math.max(0, this.#levels[cell]! - drained) + 1, guesses * LEVEL_MAX_BUDGETS);
      this.#levels[cell] = level;
      this.#times[cell] = time;
      lowest = Math.min(lowest, level);
    }
    return lowest > guesses;
  }
}

/**
 * The name by which an address is counted. A host of IPv6 has a whole /64 to itself, so that network is one name.
 *
 * @param address as of a socket: perhaps with a zone, perhaps IPv4 in IPv6 form
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped !== undefined || !bare.includes(':')) {
    return mapped ?? bare;
  }
  const [head = '', tail = ''] = bare.split('::');
  const [first, last] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
