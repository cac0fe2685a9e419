/**
 * Queues the reports that people have chosen, once each: the store notes the last reported day in the same commit. A
 * gateway that was down makes up for the newest ones. Any process may run it beside others.
 */
import { MINUTE_MS } from '../../contract/durations.ts';
import { IntervalWorker } from '../../core/index.ts';
import type { Clock, Log, OrderIndex } from '../../core/ports/index.ts';
import type { StaffMails } from './ports.ts';
import { type RecipientDependencies, recipientAt } from './role-there.ts';
import { daysToReport, mayReport, newestDay } from './schedule.ts';

/** Reports are due at a full hour, and people do not wait for them. */
const RUN_INTERVAL_MS = MINUTE_MS;
/** Read at a time. The next ones follow in the same run. */
const BATCH_SIZE = 100;
/** Limits a run, which would not end while the store does not note reports. */
const BATCHES_MAX = 1_000;

export interface ReportWorkerDependencies extends Pick<RecipientDependencies, 'people'> {
  readonly staffMails: StaffMails;
  readonly orderIndex: Pick<OrderIndex, 'age'>;
  readonly clock: Clock;
  readonly log: Log;
}

export class ReportWorker extends IntervalWorker {
  readonly #dependencies: ReportWorkerDependencies;

  constructor(dependencies: ReportWorkerDependencies) {
    super({
      intervalMs: RUN_INTERVAL_MS,
      run: () => this.queueReports(),
      log: dependencies.log,
      failure: 'reports by mail could not be queued; trying again',
    });
    this.#dependencies = dependencies;
  }

  /** Runs at once, for reports that were missed while no gateway ran. */
  override start(): void {
    super.start();
    this.wake();
  }

  /** Queues all reports that are due. @throws any error of the store */
  async queueReports(): Promise<void> {
    const { people, staffMails, orderIndex, clock } = this.#dependencies;
    const now = clock.now();
    const { behindSince, isComplete } = await orderIndex.age();
    const newest = { DAILY: newestDay('DAILY', now), WEEKLY: newestDay('WEEKLY', now) };
    if (!mayReport(newest.DAILY, isComplete ? behindSince : 0, now)) {
      return;
    }
    for (let batch = 0; batch < BATCHES_MAX && !this.isClosed; batch += 1) {
      const chosen = await staffMails.lackingReports(newest, BATCH_SIZE);
      for (const one of chosen) {
        if ((await recipientAt({ people, choices: staffMails }, one)) === undefined) {
          await staffMails.forgetChoice(one);
        } else {
          await staffMails.queueReports(one, daysToReport(one, now), now);
        }
      }
      if (chosen.length < BATCH_SIZE) {
        return;
      }
    }
  }
}
