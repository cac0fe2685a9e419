/** What a tester asked of a movement. */
import type { Outcome } from '../outcomes.ts';
import { unprocessable } from '../refusal.ts';

/**
 * Before PayPal's own rules, because a refusal changes nothing; what is not refused obeys them. @throws Refusal
 */
export function notRefused(outcome: Outcome): Outcome {
  if (outcome.issue !== undefined) {
    throw unprocessable(outcome.issue);
  }
  return outcome;
}
