/** What a page may listen to, beside the callback of each call. */
import type { Outcome } from './outcome.ts';

/** `error` is any call's that has failed; the others are named after their function. */
export type EventName = 'authenticatePayer' | 'error' | 'initiateAuthentication';
type Listener = (outcome: Outcome) => void;

const listeners = new Map<string, Listener[]>();

export function onEvent(name: EventName, listener: Listener): void {
  listeners.set(name, [...(listeners.get(name) ?? []), listener]);
}

/** A listener that throws is the page's own mistake: it keeps nobody else from hearing. */
export function tell(name: EventName, outcome: Outcome): void {
  for (const listener of listeners.get(name) ?? []) {
    try {
      listener(outcome);
    } catch (error) {
      reportError(error);
    }
  }
}
