/** The dependencies of every part of the composition. */
import type { Logger } from 'pino';
import type { SteadyClock } from '../adapters/steady-clock.ts';
import type { TurnsOnServers } from '../adapters/store/index.ts';
import type { Tracer } from '../platform/tracing/index.ts';
import type { Settings } from '../settings/index.ts';

export interface Foundation {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: SteadyClock;
  /** Absent: requests are not traced. */
  readonly spans?: Tracer | undefined;
  /** The commits of the process's stores on one server take turns. */
  readonly turns: TurnsOnServers;
}
