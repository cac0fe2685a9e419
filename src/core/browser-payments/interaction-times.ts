/**
 * `browserPayment.interaction`: a pure function of four times, each stored once. The result does not depend on their
 * order of arrival.
 */
import type { EventKind, StoredEvent } from '../ports/index.ts';

export type InteractionStatus = 'COMPLETED' | 'INITIATED' | 'REDIRECTED_TO_PROVIDER' | 'RETURNED_TO_MERCHANT';

/** Milliseconds since 1970. */
export interface InteractionTimes {
  /** Absent if the provider did not accept the payment. */
  readonly timeInitiated?: number;
  readonly timeRedirected?: number;
  readonly timeReturned?: number;
  readonly timeCompleted?: number;
}

const TIMES = {
  INITIATED: 'timeInitiated',
  REDIRECTED: 'timeRedirected',
  RETURNED: 'timeReturned',
  COMPLETED: 'timeCompleted',
} as const satisfies Partial<Record<EventKind, keyof InteractionTimes>>;

export function interactionTimes(events: readonly StoredEvent[]): InteractionTimes {
  return Object.fromEntries(
    Object.entries(TIMES).flatMap(([kind, name]) => {
      const instants = events.filter((event) => event.kind === kind).map(({ at }) => at);
      return instants.length === 0 ? [] : [[name, Math.min(...instants)]];
    }),
  );
}

/** The furthest step that the payer reached; undefined if the payment could not be initiated. */
const STATUSES: readonly (readonly [keyof InteractionTimes, InteractionStatus])[] = [
  ['timeCompleted', 'COMPLETED'],
  ['timeReturned', 'RETURNED_TO_MERCHANT'],
  ['timeRedirected', 'REDIRECTED_TO_PROVIDER'],
  ['timeInitiated', 'INITIATED'],
];

export function interactionStatus(times: InteractionTimes): InteractionStatus | undefined {
  return STATUSES.find(([name]) => times[name] !== undefined)?.[1];
}
