import { formToShow } from '../../payer/posted-form.ts';
import { payAddress } from '../../session/page-addresses.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { readEntered } from '../entered-form.ts';
import { refuseOutdated } from '../refusal.ts';
import type { OpenSubmission } from '../submission.ts';

/** The HTTP answer stores the choice in a cookie. The page shows its errors and its notice again, translated. */
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
