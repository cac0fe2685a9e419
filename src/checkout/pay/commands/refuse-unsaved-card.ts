import { blankForm } from '../../payer/posted-form.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { showNotice } from '../attempt.ts';
import { refuseOutdated } from '../refusal.ts';
import type { OpenSubmission } from '../submission.ts';

/** The chosen card was deleted, has expired, or may not be kept any more since the form was shown. */
export async function refuseUnsavedCard(dependencies: PayerDependencies, submission: OpenSubmission): Promise<string> {
  const { posted, found } = submission;
  const refused = await refuseOutdated(dependencies, submission, blankForm(posted, found.session));
  return refused ?? showNotice(dependencies, posted, found.session, 'unsaved');
}
