/** The payment timeline at a provider, step by step. */

import { fill } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { PaymentOutcome, StatusPage } from '../../views/index.ts';
import { followUpSteps } from '../money/follow-ups.ts';
import { providerIn } from '../provider-names.ts';
import type { ReadableStep } from './readable-step.ts';

/** Outcomes after which further steps of the payer are expected. */
const UNDECIDED_OUTCOMES: ReadonlySet<PaymentOutcome['kind']> = new Set([
  'open',
  'asked',
  'accepted',
  'agreed',
  'unknown',
  'unsettled',
  'waiting',
]);
/** The payment ended without money. */
const FAILED_OUTCOMES: ReadonlySet<PaymentOutcome['kind']> = new Set(['notCharged', 'released']);

/** A late capture that is kept, or not refunded yet, counts as money. */
function isWithoutMoney(outcome: PaymentOutcome): boolean {
  return FAILED_OUTCOMES.has(outcome.kind) || (outcome.kind === 'late' && outcome.money === 'returned');
}

/**
 * A missing step is `passed` once a later one has happened, since a payer who closed the tab may not return. Only a
 * refund stays expected.
 */
export function readableSteps(page: StatusPage, text: Text): ReadableStep[] {
  const { steps, outcome, provider = '', followUps = [] } = page;
  const { timeline } = text;
  const named = providerIn(text, provider);
  const last = UNDECIDED_OUTCOMES.has(outcome.kind) ? steps.findLastIndex(({ at }) => at !== undefined) : steps.length;
  const own = steps.map(({ step, at }, index): ReadableStep => {
    const isFailed = step === 'completed' && at !== undefined && isWithoutMoney(outcome);
    const state = isFailed
      ? 'failed'
      : at !== undefined
        ? 'done'
        : index < last && step !== 'refunded'
          ? 'passed'
          : 'open';
    const isAwaited = step === 'completed' && state === 'open';
    return {
      label: fill(timeline.step[isFailed ? 'failed' : isAwaited ? 'awaited' : step], { provider: named }),
      state,
      at,
    };
  });
  return [...own, ...followUpSteps(followUps, page, text)];
}
