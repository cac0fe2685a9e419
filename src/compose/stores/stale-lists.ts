/**
 * Ends the lists of changed rows of moves whose command was cut off: they would grow until it is called again. The
 * command finds out, and compares all rows.
 */
import type { Store, StoredMove } from '../../adapters/store/index.ts';

/** A command that goes on counts a beat each second. */
const STILL_MS = 60_000;

export class StaleLists {
  readonly #seen = new Map<string, { readonly beats: number; readonly since: number; isEnded: boolean }>();
  readonly #monotonic: () => number;

  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** @param all the moves of the store as they were just read */
  async end(moves: Pick<Store['moves'], 'stopListing'>, all: readonly StoredMove[]): Promise<void> {
    const stale: StoredMove[] = [];
    for (const move of all.filter(({ step }) => step === 'OPEN')) {
      const name = `${move.merchantKey} ${move.runner}`;
      const seen = this.#seen.get(name);
      if (seen?.beats !== move.beats) {
        this.#seen.set(name, { beats: move.beats, since: this.#monotonic(), isEnded: false });
      } else if (!seen.isEnded && this.#monotonic() - seen.since > STILL_MS) {
        seen.isEnded = true;
        stale.push(move);
      }
    }
    await Promise.all(stale.map((move) => moves.stopListing(move)));
  }
}
