/**
 * Logs alerts: a line at error level when an alert starts, one each hour while it lasts, and one when it is resolved.
 * Reads stored data, so a restart loses no alert. Among several gateway processes only the leader logs.
 */
import type { BrokenInvariants } from '../../contract/invariant.ts';
import type { Alert, AlertKind, AlertSource, Clock, Log } from '../ports/index.ts';
import { ALERT_RULES } from './alert-rules.ts';
import { IntervalWorker } from './interval-worker.ts';

/** The interval of checks. Alerts start after ten seconds at the earliest, and most of them after an hour. */
const CHECK_INTERVAL_MS = 30_000;
const REMINDER_INTERVAL_MS = 3_600_000;
/** The maximum number of alerts of each kind to read. Further log lines would add no information. */
const LISTED_MAX = 1_000;

export interface AlertLoggerDependencies {
  readonly alerts: AlertSource;
  readonly clock: Clock;
  readonly log: Log;
  /** True if this process is the leader, the only process that logs alerts. */
  readonly isLeader: () => Promise<boolean>;
  /** The invariants that failed in this process since it started. */
  readonly invariants: () => BrokenInvariants;
}

interface LoggedAlert {
  readonly alert: Alert;
  readonly at: number;
}

export class AlertLogger extends IntervalWorker {
  readonly #dependencies: AlertLoggerDependencies;
  #logged: Map<string, LoggedAlert> | undefined;
  #invariantsLogged = 0;
  #counts: ReadonlyMap<AlertKind, number> = new Map();

  constructor(dependencies: AlertLoggerDependencies) {
    super({
      intervalMs: CHECK_INTERVAL_MS,
      run: () => this.check(),
      log: dependencies.log,
      failure: 'alerts: could not be read; trying again',
    });
    this.#dependencies = dependencies;
  }

  /** Runs the first check at once, for alerts that an earlier process left. */
  override start(processes?: () => number): void {
    super.start(processes);
    this.wake();
  }

  /** The number of alerts of each kind in the last check, at most a thousand. */
  counts(): ReadonlyMap<AlertKind, number> {
    return this.#counts;
  }

  /** Runs one check. @throws all errors of the store */
  async check(): Promise<void> {
    const { alerts, clock, log, isLeader } = this.#dependencies;
    this.#alertOfInvariants();
    const now = clock.now();
    const listed = await alerts.list(now, LISTED_MAX);
    this.#counts = new Map([...Map.groupBy(listed, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]));
    const before = this.#logged;
    const logged = new Map<string, LoggedAlert>();
    const isLeading = await isLeader();
    for (const alert of listed) {
      if (!ALERT_RULES[alert.kind].isFault) {
        continue;
      }
      const name = nameOf(alert);
      const last = before?.get(name)?.at ?? (isLoggedByItsWorker(alert, before) ? now : undefined);
      const isDue = last === undefined || now - last >= REMINDER_INTERVAL_MS;
      logged.set(name, { alert, at: isDue ? now : last });
      if (isDue && isLeading) {
        log.error(fieldsOf(alert), ALERT_RULES[alert.kind].what);
      }
    }
    this.#logged = logged;
    for (const [name, { alert }] of before ?? []) {
      if (isLeading && !logged.has(name) && (this.#counts.get(alert.kind) ?? 0) < LISTED_MAX) {
        log.info(fieldsOf(alert), 'the alert is resolved');
      }
    }
  }

  /** Each process logs its own failed invariants, before it reads the store, because the store may be damaged. */
  #alertOfInvariants(): void {
    const { count, last } = this.#dependencies.invariants();
    if (count > this.#invariantsLogged) {
      this.#dependencies.log.error(
        { alert: 'INVARIANT_BROKEN', alarm: 'INVARIANT_BROKEN', times: count, last },
        INVARIANT_BROKEN,
      );
    }
    this.#invariantsLogged = count;
  }
}

const INVARIANT_BROKEN =
  'a record is damaged or a sum is impossible: the operation was refused, and nothing was changed';

/**
 * True if the reversal worker has logged the alert itself, at its sixth attempt. Reversals that were overdue before
 * this process started are logged only here.
 */
function isLoggedByItsWorker({ kind }: Alert, before: ReadonlyMap<string, LoggedAlert> | undefined): boolean {
  return kind === 'REVERSAL_UNACKNOWLEDGED' && before !== undefined;
}

function nameOf({ kind, key }: Alert): string {
  return `${kind} ${key}`;
}

function fieldsOf({ kind, key, acquirer, receipt, since, tries }: Alert): object {
  const where = acquirer === undefined ? {} : { acquirer };
  return { alert: kind, alarm: kind, key, ...where, receipt, since: new Date(since).toISOString(), tries };
}
