/** What a page may listen to, beside the callback of each call. */
import type { Outcome } from './outcome.ts';

/** The calls, as their functions are named, with the interface's name of their operation. */
export const OPERATIONS = {
  authenticatePayer: 'AUTHENTICATE_PAYER',
  initiateAuthentication: 'INITIATE_AUTHENTICATION',
} as const;
export type Call = keyof typeof OPERATIONS;

/** The data of a `BEFORE_…` event: the call that is about to be sent. */
export interface Beginning {
  readonly method: Call;
  readonly orderId: string;
  readonly transactionId: string;
}

/** `error` is any call's that has failed. A call's own name stands for its `AFTER_…`. */
export type EventName = `${'AFTER' | 'BEFORE'}_${(typeof OPERATIONS)[Call]}` | Call | 'error';
type Listener = (data: Beginning | Outcome) => void;

const listeners = new Map<string, Listener[]>();

export function onEvent(name: EventName, listener: Listener): void {
  listeners.set(name, [...(listeners.get(name) ?? []), listener]);
}

/** A listener that throws is the page's own mistake: it keeps nobody else from hearing. */
export function tell(name: EventName, data: Beginning | Outcome): void {
  for (const listener of listeners.get(name) ?? []) {
    try {
      listener(data);
    } catch (error) {
      reportError(error);
    }
  }
}
