/** Outcomes that a tester forces on a movement. */
import type { PayPalOutcome } from '../outcomes.ts';
import { unprocessable } from '../refusal.ts';

/**
 * Applies a forced refusal before PayPal's own rules, because it changes no state. Other outcomes obey the rules.
 *
 * @throws PayPalRefusal
 */
export function notRefused(outcome: PayPalOutcome): PayPalOutcome {
  if (outcome.issue !== undefined) {
    throw unprocessable(outcome.issue);
  }
  return outcome;
}
