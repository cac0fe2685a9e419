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
export function timesSentBack(found: Pick<FoundPayment, 'events'>): number {
  return timesOf(found, 'SENT_BACK');
}

/** How often the payer chose with whom to pay. */
export function timesChosen(found: Pick<FoundPayment, 'events'>): number {
  return timesOf(found, 'CHOSEN');
}

function timesOf({ events }: Pick<FoundPayment, 'events'>, wanted: string): number {
  return events.filter(({ kind }) => kind === wanted).reduce((times, event) => times + event.times, 0);
}

/** A payer who never comes home again has chosen after so many declines. */
const SENT_BACK_MAX = 5;

/**
 * Whether what was declined now is the payer's second choice. A provider's call may be about the first one still, and
 * come before or after the payer's return from it; that the payer came back twice shows a second choice.
 */
export function hasChosenTwice(found: Pick<FoundPayment, 'events'>): boolean {
  const sentBack = timesSentBack(found);
  return sentBack >= SENT_BACK_MAX || (sentBack > 0 && timesOf(found, 'CAME_BACK') > 1);
}

/**
 * The payer was sent back, and neither returned from there nor did the provider call since: what was agreed to before
 * is not asked for again. The first return of all is from the first choice, whose decline a call may have brought
 * before.
 */
export function awaitsAnotherChoice(found: Pick<FoundPayment, 'events'>): boolean {
  const lastOf = (wanted: string) =>
    Math.max(...found.events.filter(({ kind }) => kind === wanted).map(({ lastAt }) => lastAt), 0);
  const sentBackAt = lastOf('SENT_BACK');
  const cameBackAt = timesOf(found, 'CAME_BACK') > 1 ? lastOf('CAME_BACK') : 0;
  return sentBackAt > 0 && Math.max(lastOf('CALLED_BACK'), cameBackAt) <= sentBackAt;
}

/** The provider did not answer: the status is unknown. */
export function isUnanswered(status: string | undefined): boolean {
  return status === 'NO_ANSWER' || status === 'NOT_SENT';
}
