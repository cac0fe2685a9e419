import type { CheckoutStatus, PayerDependencies } from '../checkout-status.ts';
import { storedSession } from '../payment-link.ts';
import { BLANK_FORM } from '../posted-form.ts';
import type { FormState } from '../session.ts';

/**
 * The attempt ends before anything was paid: the order can be paid as before. What the bank says afterwards finds no
 * attempt that waits for it.
 *
 * @param notice undefined where the order itself tells the payer why
 * @returns false where the attempt was not given up: the session was changed meanwhile
 */
export async function abandon(
  dependencies: PayerDependencies,
  { session }: CheckoutStatus,
  notice: FormState['notice'],
): Promise<boolean> {
  const stored = await storedSession(dependencies, session);
  // Another process gave it up, and the payer has sent another card since.
  if (stored.checkout.authentication?.version !== session.checkout.authentication?.version) {
    return false;
  }
  const typedBy = stored.form?.typedBy;
  const form = { ...BLANK_FORM, ...(typedBy !== undefined && { typedBy }), ...(notice && { notice }) };
  return (await dependencies.sessionService.collect(stored, {}, form)) !== undefined;
}
