/**
 * Queues the mails about disputes: when one opens, and before its deadline. Any process may run it beside others,
 * because the store lets one of them queue each mail.
 */
import { MINUTE_MS } from '../../contract/durations.ts';
import { IntervalWorker } from '../../core/index.ts';
import { type Clock, type Log, REMINDED_BEFORE_MS } from '../../core/ports/index.ts';
import { type AlarmRecipientDependencies, alarmRecipients } from './alarm-recipients.ts';
import type { StaffMails } from './ports.ts';

const RUN_INTERVAL_MS = MINUTE_MS;
/** Disputes of one run. The others follow in the next one. */
const DISPUTES_MAX = 100;

export interface DisputeWatchDependencies extends AlarmRecipientDependencies {
  /** The queue of the store whose disputes are looked at. */
  readonly staffMails: Pick<StaffMails, 'mailDispute' | 'owedDisputes'>;
  readonly clock: Clock;
  readonly log: Log;
}

export class DisputeWatch extends IntervalWorker {
  readonly #dependencies: DisputeWatchDependencies;

  constructor(dependencies: DisputeWatchDependencies) {
    super({
      intervalMs: RUN_INTERVAL_MS,
      run: () => this.look(),
      log: dependencies.log,
      failure: 'disputes about which mails are owed could not be read; trying again',
    });
    this.#dependencies = dependencies;
  }

  /** Runs at once, for mails that are owed since an earlier process died. */
  override start(): void {
    super.start();
    this.wake();
  }

  /** Queues the mails that are owed. @throws any error of the store */
  async look(): Promise<void> {
    const { staffMails, clock } = this.#dependencies;
    const now = clock.now();
    for (const owed of await staffMails.owedDisputes(now, DISPUTES_MAX)) {
      const remindAt = (owed.dueAt ?? 0) - REMINDED_BEFORE_MS;
      const to = await alarmRecipients('disputes', this.#dependencies, { key: owed.merchantKey });
      await staffMails.mailDispute(owed, to, remindAt > now ? remindAt : null, now);
    }
  }
}
