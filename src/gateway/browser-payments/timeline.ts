/** Reads the timeline of a browser payment: what happened to it, and what its provider answered last. */
import type { FoundPayment, StoredEvent } from '../ports/index.ts';

export function hasEvent({ events }: Pick<FoundPayment, 'events'>, kind: string, outcome?: string): boolean {
  return events.some((one) => one.kind === kind && (outcome === undefined || one.outcome === outcome));
}

/** The newest status query, with its answer or its lack of one. Undefined before the first. */
export function lastQuery({ events }: Pick<FoundPayment, 'events'>): StoredEvent | undefined {
  const queried = events.filter(({ kind }) => kind === 'ASKED');
  return queried.toSorted((one, other) => one.lastAt - other.lastAt).at(-1);
}

/** The outcome of the last status query, including NO_ANSWER and NOT_SENT. Undefined before the first. */
export function lastStatus(found: Pick<FoundPayment, 'events'>): string | undefined {
  return lastQuery(found)?.outcome;
}

/** How often the payer was sent back to the provider to choose another way to pay. */
export function timesSentBack({ events }: Pick<FoundPayment, 'events'>): number {
  return timesOf(events, 'SENT_BACK');
}

function timesOf(events: readonly StoredEvent[], kind: string): number {
  return events.filter((event) => event.kind === kind).reduce((times, event) => times + event.times, 0);
}

/** How often the payer chose with whom to pay. */
export function timesChosen({ events }: Pick<FoundPayment, 'events'>): number {
  return timesOf(events, 'CHOSEN');
}

/** What shows that a payer who was sent back may have chosen since. */
const CHOSEN: ReadonlySet<string> = new Set(['CALLED_BACK', 'CAME_BACK']);

/** The payer was sent back, and has not returned since: what was agreed to before is not asked for again. */
export function awaitsAnotherChoice({ events }: Pick<FoundPayment, 'events'>): boolean {
  const lastOf = (isOne: (kind: string) => boolean) =>
    Math.max(...events.filter(({ kind }) => isOne(kind)).map(({ lastAt }) => lastAt), 0);
  const sentBackAt = lastOf((kind) => kind === 'SENT_BACK');
  return sentBackAt > 0 && lastOf((kind) => CHOSEN.has(kind)) <= sentBackAt;
}

/** The provider did not answer: the status is unknown. */
export function isUnanswered(status: string | undefined): boolean {
  return status === 'NO_ANSWER' || status === 'NOT_SENT';
}
