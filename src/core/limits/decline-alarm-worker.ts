/** Logs a line for each new alarm of declines, every 15 seconds. */
import type { Clock, Log } from '../ports/index.ts';
import { IntervalWorker } from '../workers/interval-worker.ts';
import type { DeclineAlarms } from './decline-alarms.ts';

const EVERY_MS = 15_000;

interface Dependencies {
  readonly alarms: DeclineAlarms;
  readonly merchantByKey: (key: number) => Promise<{ readonly id: string } | undefined>;
  readonly clock: Clock;
  readonly log: Log;
}

export function declineAlarmWorker({ alarms, merchantByKey, clock, log }: Dependencies): IntervalWorker {
  return new IntervalWorker({
    intervalMs: EVERY_MS,
    async run() {
      for (const { of, merchantKey, ...alarm } of alarms.dueAlarms(clock.now())) {
        const merchant = (await merchantByKey(merchantKey))?.id;
        log.error({ alert: 'CARD_TESTING', of, merchant, ...alarm }, WHAT);
      }
    },
    log,
    failure: 'alarms of declines could not be told; trying again',
  });
}

const WHAT = 'most payments of a merchant, or with cards of one range, are declined: somebody may be testing cards';
