/**
 * Ids in payers' addresses name the store that has made them, which their merchant may have left since. Such a store
 * keeps a row for each merchant that has gone. Only its payers' requests are looked up; all others go on at once.
 */
import type { Store } from '../../adapters/store/index.ts';
import type { Directory } from '../../core/directory/index.ts';

type Moves = Pick<Store['moves'], 'all' | 'hasPayerId'>;

export interface ForwardingParts {
  readonly directory: Pick<Directory, 'numberOf'>;
  /** The open stores of the process, by their numbers. */
  readonly open: () => ReadonlyMap<number, Moves>;
  /** Opens a store that sleeps. @returns undefined if the directory does not have it */
  readonly opened: (number: number) => Promise<Moves | undefined>;
}

export class Forwarding {
  readonly #parts: ForwardingParts;
  /** The stores that merchants have moved to, by the store that they have left. */
  readonly #left = new Map<number, ReadonlySet<number>>();
  readonly #read = new WeakSet<Moves>();

  constructor(parts: ForwardingParts) {
    this.#parts = parts;
  }

  /**
   * Begins to read the merchants that have left the open stores. Those of a store that sleeps or does not answer are
   * the ones that were read last.
   *
   * @param isChanged whether the directory has changed; otherwise only stores that were not read yet are read
   */
  refresh(isChanged: boolean): void {
    for (const [number, moves] of this.#parts.open()) {
      if (isChanged || !this.#read.has(moves)) {
        this.#read.add(moves);
        // A store that does not answer is read at the next call.
        this.#refresh(number, moves).catch(() => this.#read.delete(moves));
      }
    }
  }

  async #refresh(number: number, moves: Moves): Promise<void> {
    const now = (await moves.all()).map(({ merchantId }) => this.#parts.directory.numberOf(merchantId));
    const others = new Set(now.filter((other) => other !== number));
    if (others.size > 0) {
      this.#left.set(number, others);
    } else {
      this.#left.delete(number);
    }
  }

  /** Whether a merchant has left the store. */
  concerns(number: number): boolean {
    return this.#left.has(number);
  }

  /**
   * @param number the store that the id in the address names
   * @param url path and query, as in the request line
   * @returns the number of the store that has the id now; that of `number` if none has it
   */
  async storeOf(number: number, url: string): Promise<number> {
    const ids =
      url
        .split(/[?#]/, 1)[0]
        ?.split('/')
        .filter((segment) => segment.length >= ID_LENGTH_MIN) ?? [];
    for (const candidate of [number, ...(this.#left.get(number) ?? [])]) {
      const moves = await this.#parts.opened(candidate);
      const found = await Promise.all(ids.map((id) => moves?.hasPayerId(id)));
      if (found.includes(true)) {
        return candidate;
      }
    }
    return number;
  }
}

/** Ids are longer, and names of pages are shorter, except for `authentication`. */
const ID_LENGTH_MIN = 16;
