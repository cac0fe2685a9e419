/**
 * Tells the log of what needs a person: a line at error level when it begins to, one each hour while it does, and one
 * at its end. It looks at what is stored, so a restart forgets nothing. Of several gateway processes one alone speaks.
 */
import type { BrokenInvariants } from '../contract/invariant.ts';
import { ALERT_RULES, type Alert, type AlertKind, type AlertSource } from './alert-rules.ts';
import type { Log } from './gateway.ts';
import { IntervalWorker } from './interval-worker.ts';
import type { Clock } from './ports.ts';

/** What is looked for has waited for ten seconds at the least, and most of it for an hour. */
const CHECK_INTERVAL_MS = 30_000;
const REMINDER_INTERVAL_MS = 3_600_000;
/** Of each kind. Where there are more, the lines say enough. */
const LISTED_MAX = 1_000;

export interface AlertLoggerDependencies {
  readonly alerts: AlertSource;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this is the process that speaks. */
  readonly isLeader: () => Promise<boolean>;
  /** Of this process, since it began. */
  readonly invariants: () => BrokenInvariants;
}

interface LoggedAlert {
  readonly alert: Alert;
  readonly at: number;
}

export class AlertLogger extends IntervalWorker {
  readonly #dependencies: AlertLoggerDependencies;
  #logged: Map<string, LoggedAlert> | undefined;
  #invariantsTold = 0;
  #counts: ReadonlyMap<AlertKind, number> = new Map();

  constructor(dependencies: AlertLoggerDependencies) {
    super({
      intervalMs: CHECK_INTERVAL_MS,
      run: () => this.check(),
      log: dependencies.log,
      failure: 'alarms: could not be read; trying again',
    });
    this.#dependencies = dependencies;
  }

  /** The first look at once: what an earlier process left needs a person now. */
  override start(): void {
    super.start();
    this.wake();
  }

  /** How many there were of each kind at the last look, at most a thousand. */
  counts(): ReadonlyMap<AlertKind, number> {
    return this.#counts;
  }

  /** One look. @throws whatever the store does */
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
        log.info(fieldsOf(alert), 'needs no person any more');
      }
    }
  }

  /** By each process for itself, and before the store is asked, which may be what is damaged. */
  #alertOfInvariants(): void {
    const { count, last } = this.#dependencies.invariants();
    if (count > this.#invariantsTold) {
      this.#dependencies.log.error({ alarm: 'INVARIANT_BROKEN', times: count, last }, INVARIANT_BROKEN);
    }
    this.#invariantsTold = count;
  }
}

const INVARIANT_BROKEN = 'a record is damaged or a sum is impossible: what met it was refused, and nothing was changed';

/**
 * Who sends reversals tells of the sixth try itself, at once. What was there before this process began is told by
 * nobody else.
 */
function isLoggedByItsWorker({ kind }: Alert, before: ReadonlyMap<string, LoggedAlert> | undefined): boolean {
  return kind === 'REVERSAL_UNACKNOWLEDGED' && before !== undefined;
}

function nameOf({ kind, key }: Alert): string {
  return `${kind} ${key}`;
}

function fieldsOf({ kind, key, receipt, since, tries }: Alert): object {
  return { alarm: kind, key, receipt, since: new Date(since).toISOString(), tries };
}
