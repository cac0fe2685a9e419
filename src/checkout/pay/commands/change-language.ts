import { formToShow } from '../../payer/posted-form.ts';
import { payAddress } from '../../session/page-addresses.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { readEntered } from '../entered-form.ts';
import { refuseOutdated } from '../refusal.ts';
import type { OpenSubmission } from '../submission.ts';

/** The answer's cookie has the language. The page shows the errors and the notice again, to be read in it. */
export async function changeLanguage(dependencies: PayerDependencies, submission: OpenSubmission): Promise<string> {
  const { posted, found } = submission;
  const { session } = found;
  const { form } = readEntered(dependencies, submission);
  const refused = await refuseOutdated(dependencies, submission, form);
  if (refused !== undefined) {
    return refused;
  }
  const { errors, notice, before } = formToShow(posted, session);
  await dependencies.sessions.setForm(session.key, { ...form, errors, notice, before });
  return payAddress(session.id);
}
