/**
 * The right to move a merchant, which one command has at a time. It is recorded in both stores. A command that goes on
 * counts beats; another one takes a move over only if the beats stand still.
 */
import type { StoredMove, StoredMoves } from '../../adapters/store/index.ts';

/** The interval of beats. */
const BEAT_MS = 1_000;
/** The time without a beat after which a command counts as dead. Each write of a copy is a beat, too. */
const STILL_MS = 5_000;
const LOOK_MS = 500;

/**
 * Takes a stored move over, if no command goes on with it.
 *
 * @returns the move as it is then
 * @throws Error with one line for the operator, if another command goes on
 */
export async function takeOver(
  moves: StoredMoves,
  stored: StoredMove,
  runner: string,
  pause: (ms: number) => Promise<unknown>,
): Promise<StoredMove> {
  for (let waited = 0; stored.runner !== runner && waited < STILL_MS; waited += LOOK_MS) {
    await pause(LOOK_MS);
    const now = await moves.find(stored.merchantId);
    if (now?.beats !== stored.beats) {
      throw new Error(underWay(stored));
    }
  }
  if (!(await moves.takeOver(stored, runner))) {
    throw new Error(underWay(stored));
  }
  return { ...stored, runner, beats: stored.beats + 1 };
}

export function underWay({ merchantId, runner }: Pick<StoredMove, 'merchantId' | 'runner'>): string {
  return `Another command moves ${merchantId} at present: ${runner}.`;
}

/**
 * Counts beats until it is stopped. A failed beat is made up for by the next one. @returns stops, after the last beat
 */
export function beat(
  stores: readonly Pick<StoredMoves, 'renew'>[],
  own: Pick<StoredMove, 'merchantKey' | 'runner'>,
): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = Promise.allSettled([last, ...stores.map((moves) => moves.renew(own))]);
  }, BEAT_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}
