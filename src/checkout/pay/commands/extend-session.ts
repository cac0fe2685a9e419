import { payAddress } from '../../session/page-addresses.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { readEntered } from '../entered-form.ts';
import { refuseOutdated } from '../refusal.ts';
import type { OpenSubmission } from '../submission.ts';

/** Loading the next page extends the session. Entered values are stored for it, and are not validated yet. */
export async function extendSession(dependencies: PayerDependencies, submission: OpenSubmission): Promise<string> {
  const { session } = submission.found;
  const { form } = readEntered(dependencies, submission);
  const refused = await refuseOutdated(dependencies, submission, form);
  if (refused !== undefined) {
    return refused;
  }
  await dependencies.sessions.setForm(session.key, form);
  return payAddress(session.id);
}
