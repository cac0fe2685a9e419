/**
 * Tells the log of what needs a person: a line at error level when it begins to, one each hour while it does, and one at its end. It looks at
 * what is stored, so a restart forgets nothing. Of several gateway processes one alone speaks.
 */
import { CONCERNS, type Concern, type ConcernKind, type Concerns } from './concerns.ts';
import type { Log } from './gateway.ts';
import type { Clock } from './ports.ts';
import { Rounds } from './rounds.ts';

/** What is looked for has waited for ten seconds at the least, and most of it for an hour. */
const LOOK_EVERY_MS = 30_000;
const REMIND_EVERY_MS = 3_600_000;
/** Of each kind. Where there are more, the lines say enough. */
const LISTED_MAX = 1_000;

export interface AlarmParts {
  readonly concerns: Concerns;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this is the process that speaks. */
  readonly speaks: () => Promise<boolean>;
}

interface Told {
  readonly concern: Concern;
  readonly at: number;
}

export class Alarms extends Rounds {
  readonly #parts: AlarmParts;
  #told: Map<string, Told> | undefined;
  #counts: ReadonlyMap<ConcernKind, number> = new Map();

  constructor(parts: AlarmParts) {
    super({
      everyMs: LOOK_EVERY_MS,
      round: () => this.look(),
      log: parts.log,
      failure: 'alarms: could not be read; trying again',
    });
    this.#parts = parts;
  }

  /** The first look at once: what an earlier process left needs a person now. */
  override start(): void {
    super.start();
    this.wake();
  }

  /** How many there were of each kind at the last look, at most a thousand. */
  counts(): ReadonlyMap<ConcernKind, number> {
    return this.#counts;
  }

  /** One look. @throws whatever the store does */
  async look(): Promise<void> {
    const { concerns, clock, log, speaks } = this.#parts;
    const now = clock.now();
    const listed = await concerns.list(now, LISTED_MAX);
    this.#counts = new Map([...Map.groupBy(listed, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]));
    const before = this.#told;
    const told = new Map<string, Told>();
    const spoken = await speaks();
    for (const concern of listed) {
      if (!CONCERNS[concern.kind].isAlarm) continue;
      const name = nameOf(concern);
      const last = before?.get(name)?.at ?? (isToldByItsWorker(concern, before) ? now : undefined);
      const isDue = last === undefined || now - last >= REMIND_EVERY_MS;
      told.set(name, { concern, at: isDue ? now : last });
      if (isDue && spoken) log.error(fieldsOf(concern), CONCERNS[concern.kind].what);
    }
    this.#told = told;
    for (const [name, { concern }] of before ?? [])
      if (spoken && !told.has(name) && (this.#counts.get(concern.kind) ?? 0) < LISTED_MAX)
        log.info(fieldsOf(concern), 'needs no person any more');
  }
}

/** Who sends reversals tells of the sixth try itself, at once. What was there before this process began is told by nobody else. */
function isToldByItsWorker({ kind }: Concern, before: ReadonlyMap<string, Told> | undefined): boolean {
  return kind === 'REVERSAL_UNACKNOWLEDGED' && before !== undefined;
}

function nameOf({ kind, key }: Concern): string {
  return `${kind} ${key}`;
}

function fieldsOf({ kind, key, receipt, since, tries }: Concern): object {
  return { alarm: kind, key, receipt, since: new Date(since).toISOString(), tries };
}
