/** Reads the timeline of a browser payment: its events, and the last answer of its provider. */
import type { FoundPayment, StoredEvent } from '../ports/index.ts';

export function hasEvent({ events }: Pick<FoundPayment, 'events'>, kind: string, outcome?: string): boolean {
  return events.some((one) => one.kind === kind && (outcome === undefined || one.outcome === outcome));
}

/**
 * The newest status query; its outcome is the provider's status, NO_ANSWER or NOT_SENT. Undefined before the first
 * query.
 */
export function lastQuery({ events }: Pick<FoundPayment, 'events'>): StoredEvent | undefined {
  const queried = events.filter(({ kind }) => kind === 'ASKED');
  return queried.toSorted((one, other) => one.lastAt - other.lastAt).at(-1);
}

/** The outcome of the last status query, including NO_ANSWER and NOT_SENT. Undefined before the first query. */
export function lastStatus(found: Pick<FoundPayment, 'events'>): string | undefined {
  return lastQuery(found)?.outcome;
}

/** The number of times that the payer was sent back to the provider to choose another way to pay. */
export function timesSentBack(found: Pick<FoundPayment, 'events'>): number {
  return timesOf(found, 'SENT_BACK');
}

/** The number of times that the payer chose an option. */
export function timesChosen(found: Pick<FoundPayment, 'events'>): number {
  return timesOf(found, 'CHOSEN');
}

function timesOf({ events }: Pick<FoundPayment, 'events'>, wanted: string): number {
  return events.filter(({ kind }) => kind === wanted).reduce((times, event) => times + event.times, 0);
}

/** The number of declines after which the payer counts as having chosen again, even without a second return. */
const SENT_BACK_MAX = 5;

/**
 * True if the current decline is of the payer's second choice. A callback is no proof: it may be about the first
 * choice, and arrive before or after the payer's first return. A second return is.
 */
export function hasChosenTwice(found: Pick<FoundPayment, 'events'>): boolean {
  const sentBack = timesSentBack(found);
  return sentBack >= SENT_BACK_MAX || (sentBack > 0 && timesOf(found, 'CAME_BACK') > 1);
}

/**
 * True if the payer was sent back to the provider, and has not returned since, nor has the provider sent a callback.
 * Until then the declined choice is not confirmed again. The payer's first return does not count: it belongs to the
 * first choice, which a callback may have reported as declined before that return.
 */
export function awaitsAnotherChoice(found: Pick<FoundPayment, 'events'>): boolean {
  const lastOf = (wanted: string) =>
    Math.max(...found.events.filter(({ kind }) => kind === wanted).map(({ lastAt }) => lastAt), 0);
  const sentBackAt = lastOf('SENT_BACK');
  const cameBackAt = timesOf(found, 'CAME_BACK') > 1 ? lastOf('CAME_BACK') : 0;
  return sentBackAt > 0 && Math.max(lastOf('CALLED_BACK'), cameBackAt) <= sentBackAt;
}

/** True if the provider did not answer, so the status is unknown. */
export function isUnanswered(status: string | undefined): boolean {
  return status === 'NO_ANSWER' || status === 'NOT_SENT';
}
