import { BLANK_FORM } from '../../payer/posted-form.ts';
import type { FormState } from '../../session/session.ts';
import type { CheckoutStatus, PayerDependencies } from '../../status/checkout-status.ts';
import { storedSession } from '../../status/payment-link.ts';

/**
 * Ends an attempt before anything was paid: the order can be paid as before. A later answer of the bank finds no
 * waiting attempt.
 *
 * @param notice undefined where the order itself shows the payer the reason
 * @returns false if the session was changed meanwhile and the attempt was not ended
 */
export async function abandon(
  dependencies: PayerDependencies,
  { session }: CheckoutStatus,
  notice: FormState['notice'],
): Promise<boolean> {
  const stored = await storedSession(dependencies, session);
  // Another process ended the attempt, and the payer has sent another card since.
  if (stored.checkout.authentication?.version !== session.checkout.authentication?.version) {
    return false;
  }
  const form: FormState = { ...BLANK_FORM, typedBy: stored.form?.typedBy, notice };
  return (await dependencies.sessionService.collect(stored, {}, form)) !== undefined;
}
