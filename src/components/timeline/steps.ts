/** The payment timeline at a provider, step by step. */
import type { PaymentOutcome, StatusPage } from '../../checkout/checkout-page.ts';
import { fill } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';

export interface ReadableStep {
  readonly label: string;
  /** `passed`: it did not happen, and is no longer awaited. */
  readonly state: 'done' | 'open' | 'passed';
  /** ISO 8601 instant of a step that is done. */
  readonly at: string | undefined;
}

/** With any other outcome no further step of the payer is awaited. */
const UNDECIDED: ReadonlySet<PaymentOutcome['kind']> = new Set(['open', 'agreed', 'waiting']);

/** A missing step is `passed` once a later one has happened: a payer who closed the tab never comes back. */
export function readableSteps({ steps, outcome, provider }: StatusPage, { timeline }: Text): ReadableStep[] {
  const last = UNDECIDED.has(outcome.kind) ? steps.findLastIndex(({ at }) => at !== undefined) : steps.length;
  return steps.map(({ step, at }, index) => ({
    label: fill(timeline.step[step], { provider }),
    state: at !== undefined ? 'done' : index < last ? 'passed' : 'open',
    at,
  }));
}
