/** The dependencies of every part of the composition. */
import type { Logger } from 'pino';
import type { Settings } from '../settings/index.ts';
import type { SteadyClock } from '../steady-clock.ts';

export interface Foundation {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: SteadyClock;
}
