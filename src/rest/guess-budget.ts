/**
 * Counts wrong passwords by a name, such as an address, in a table of fixed size: a count-min sketch of leaky buckets.
 *
 * An attacker chooses the names, so an entry for each would be memory for the asking. Here each name has one cell in
 * each row, by a hash under a key of this process. Names share cells, and the smallest of a name's cells counts. So a
 * count can be too high, never too low; too high a count slows wrong passwords only.
 */
import { hash, randomBytes } from 'node:crypto';

/**
 * Four rows of 65,536 cells: 2 MB. A name is taken for a guesser if all its cells are shared with guessers: one name in
 * 70,000 while 4,096 others guess, one in six while 65,536 do.
 */
const ROWS = 4;
const CELLS = 65_536;
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
  /** When each bucket is empty: its level as a time, so that one number is enough. */
  readonly #emptyAt = new Float64Array(ROWS * CELLS).fill(Number.NEGATIVE_INFINITY);

  constructor(options: GuessBudgetOptions) {
    this.#options = options;
  }

  /** Counts one wrong password. @returns whether the name has now more than its budget */
  isSpentBy(name: string): boolean {
    return this.count(name) > 0;
  }

  /** Counts one wrong password. @returns 0 within the budget; beyond it, the ms after which it has room for another */
  count(name: string): number {
    const { guesses, drainMs, now } = this.#options;
    const oneMs = drainMs / guesses;
    const time = now();
    const digest = hash('sha256', `${this.#key}${name}`, 'buffer');
    let earliest = Number.POSITIVE_INFINITY;
    for (let row = 0; row < ROWS; row += 1) {
      const cell = row * CELLS + (digest.readUInt32LE(row * 4) % CELLS);
      const emptyAt = Math.min(Math.max(time, this.#emptyAt[cell]!) + oneMs, time + drainMs * LEVEL_MAX_BUDGETS);
      this.#emptyAt[cell] = emptyAt;
      earliest = Math.min(earliest, emptyAt);
    }
    const overMs = earliest - time - drainMs;
    // Sums of times are exact to some nanoseconds only.
    return overMs > oneMs / 1_000 ? overMs + oneMs : 0;
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
