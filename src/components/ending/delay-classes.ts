/**
 * Without script, an animation shows the note of a session's end in time. No style may be made for one page alone, so
 * its delay is the sum of those of some classes, each of which stands for minutes.
 */
import { AHEAD_SECONDS } from './ahead-seconds.ts';

/** Together more than the day that a session lasts at most. */
const MINUTES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];

/**
 * @param endsIn seconds
 * @returns `m4 m8` for twelve minutes; undefined beyond what the classes add up to, where no page is open so long
 */
export function delayClasses(endsIn: number): string | undefined {
  const minutes = Math.floor(Math.max(0, endsIn - AHEAD_SECONDS) / 60);
  if (minutes >= 2 * (MINUTES.at(-1) ?? 0)) {
    return undefined;
  }
  const parts = MINUTES.filter((part) => Math.floor(minutes / part) % 2 === 1);
  return ['timed', ...parts.map((part) => `m${part}`)].join(' ');
}
