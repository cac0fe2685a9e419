/** Plays one history, and says how it ended. */
import type { History } from '../histories/step.ts';
import type { MistakeName } from '../mistakes.ts';
import { REFERENCES } from '../payer/cards.ts';
import { NotOffered, ShopProblem } from '../shop/shop.ts';
import type { PlayDependencies } from './dependencies.ts';
import { Made } from './failed.ts';
import { Player } from './player.ts';

export interface Outcome {
  readonly history: History;
  readonly result: 'failed' | 'left-out' | 'passed';
  /** Absent: the shop answered in a way that ends the history. */
  readonly mistake?: MistakeName;
  /** Why it failed, or was left out. */
  readonly sentence?: string;
  /** The shop's id of the order. */
  readonly order?: string;
  /** Remarks on a history that passed. */
  readonly advice: readonly string[];
  readonly ms: number;
}

export async function play(history: History, dependencies: PlayDependencies): Promise<Outcome> {
  const began = performance.now();
  const { door } = dependencies;
  const player = new Player(dependencies);
  const outcome = (result: Outcome['result'], more: Partial<Outcome> = {}): Outcome => ({
    history,
    result,
    advice: player.advice,
    ms: Math.round(performance.now() - began),
    ...more,
  });
  door.reference = history.steps.flatMap((step) => (step.do === 'pay' ? (REFERENCES[step.with] ?? []) : []))[0];
  try {
    for (const step of history.steps) {
      await player.take(step);
    }
    await player.lookAgain();
    return outcome('passed');
  } catch (error) {
    if (error instanceof Made) {
      return outcome('failed', { mistake: error.mistake, sentence: error.message, order: error.order });
    }
    if (error instanceof NotOffered) {
      return outcome('left-out', { sentence: error.message });
    }
    if (error instanceof ShopProblem) {
      return outcome('failed', { sentence: error.message, ...player.lastOrder });
    }
    throw error;
  } finally {
    door.reference = undefined;
    door.isAway = false;
  }
}
