import { SENSITIVE_PATHS } from '../../../contract/secret-paths.ts';
import { without } from '../../../contract/values.ts';
import { doneAddress } from '../../session/page-addresses.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { acceptEntered } from '../entered-form.ts';
import { refuseOvertaken } from '../refusal.ts';
import type { OpenSubmission } from '../submission.ts';

/** Stores card and details in the session, for an operation of the merchant's server. */
export async function storeEntered(dependencies: PayerDependencies, submission: OpenSubmission): Promise<string> {
  const entered = await acceptEntered(dependencies, submission);
  if (typeof entered === 'string') {
    return entered;
  }
  const { session, owner } = submission.found;
  const { sessionService, gateway } = dependencies;
  // Without a payment, a security code typed on the page is not stored.
  const { sourceOfFunds } = without({ sourceOfFunds: entered.sourceOfFunds }, SENSITIVE_PATHS);
  const values = { sourceOfFunds, details: entered.details, storedAt: gateway.clock.now() };
  const stored = await sessionService.collect(owner, values, null);
  return stored === undefined ? refuseOvertaken(dependencies, submission) : doneAddress(session.id);
}
