/** The events that a page may listen to, in addition to the callback of each call. */
import type { CallOutcome } from './outcome.ts';

/** The calls by their function names, with the interface's operations. */
export const INTERFACE_OPERATIONS = {
  authenticatePayer: 'AUTHENTICATE_PAYER',
  initiateAuthentication: 'INITIATE_AUTHENTICATION',
} as const;
export type CallName = keyof typeof INTERFACE_OPERATIONS;

/** The data of a `BEFORE_…` event: the call that is about to be sent. */
export interface CallStart {
  readonly method: CallName;
  readonly orderId: string;
  readonly transactionId: string;
}

/** `error` is emitted for any failed call. A call's own name is an alias of its `AFTER_…`. */
export type EventName = `${'AFTER' | 'BEFORE'}_${(typeof INTERFACE_OPERATIONS)[CallName]}` | CallName | 'error';
type Listener = (data: CallStart | CallOutcome) => void;

const listeners = new Map<string, Listener[]>();

export function onEvent(name: EventName, listener: Listener): void {
  listeners.set(name, [...(listeners.get(name) ?? []), listener]);
}

/** Notifies the listeners. An exception in one is reported, and does not stop the others. */
export function emit(name: EventName, data: CallStart | CallOutcome): void {
  for (const listener of listeners.get(name) ?? []) {
    try {
      listener(data);
    } catch (error) {
      reportError(error);
    }
  }
}
