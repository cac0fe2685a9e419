/**
 * Without script, a CSS animation shows the announcement of a session's end in time. The page's policy allows no inline
 * style, so the delay is the sum of some classes, each of which adds a number of minutes.
 */
import { AHEAD_SECONDS } from './ahead-seconds.ts';

/** Minutes of each class. Their sum exceeds the maximum lifetime of a session, a day. */
const MINUTES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];

/**
 * @param endsIn seconds
 * @returns `m4 m8` for twelve minutes; undefined beyond the sum of all classes
 */
export function delayClasses(endsIn: number): string | undefined {
  const minutes = Math.floor(Math.max(0, endsIn - AHEAD_SECONDS) / 60);
  if (minutes >= 2 * (MINUTES.at(-1) ?? 0)) {
    return undefined;
  }
  const parts = MINUTES.filter((part) => Math.floor(minutes / part) % 2 === 1);
  return ['timed', ...parts.map((part) => `m${part}`)].join(' ');
}
