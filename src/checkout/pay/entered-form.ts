/** The instrument and the details that a payer entered into the form. */
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import { type ReadForm, readForm } from '../payer/form.ts';
import { formToShow, type PostedForm, sentBy } from '../payer/posted-form.ts';
import { merchantFields } from '../session/given-details.ts';
import { payAddress } from '../session/page-addresses.ts';
import { detailGroups, type ReadDetails, readDetails } from '../session/payer-details.ts';
import type { CheckoutSession, FormState } from '../session/session.ts';
import { type PayerDependencies, thisMonth } from '../status/checkout-status.ts';
import { showNotice } from './attempt.ts';
import { refuseOutdated } from './refusal.ts';
import { STORED_CARD, storedGiftCard } from './stored-gift-card.ts';
import type { OpenSubmission, Submission } from './submission.ts';

export interface EnteredForm {
  /** Undefined where the input is invalid. */
  readonly sourceOfFunds: SourceOfFundsFields | undefined;
  readonly details: ReadDetails;
  /** Problems of the instrument and the details, by input. */
  readonly errors: FormState['errors'];
  /** To show again: without errors and card data. */
  readonly form: FormState;
}

export function readEntered(
  dependencies: PayerDependencies,
  { posted, found: { session } }: Pick<Submission, 'found' | 'posted'>,
): EnteredForm {
  const read = readStoredGiftCard(dependencies, posted, session) ?? readForm(posted.fields, thisMonth(dependencies));
  const { method, sourceOfFunds } = read;
  const known = merchantFields(session);
  const details = readDetails(posted.fields, detailGroups(known, method), known);
  const kept = details.paths.length === 0 ? read.kept : { ...read.kept, details: details.typed };
  return {
    sourceOfFunds,
    details,
    errors: { ...read.errors, ...details.errors },
    // Without a cookie, payers cannot be distinguished: no value is stored that another payer would see.
    form: { method, kept: posted.payer === undefined ? {} : kept, ...sentBy(posted, session), errors: {} },
  };
}

/** Reads a form that pays with the gift card of a balance inquiry. */
function readStoredGiftCard(
  dependencies: PayerDependencies,
  posted: PostedForm,
  session: CheckoutSession,
): ReadForm | undefined {
  const sourceOfFunds = posted.fields.has(STORED_CARD)
    ? storedGiftCard(dependencies, session, formToShow(posted, session))
    : undefined;
  return sourceOfFunds && { method: 'giftCard', errors: {}, kept: {}, sourceOfFunds };
}

/** A valid form. */
export type AcceptedForm = EnteredForm & { readonly sourceOfFunds: SourceOfFundsFields };

/** @returns the form if it is valid and for the checkout as it is now; else the address that shows it again */
export async function acceptEntered(
  dependencies: PayerDependencies,
  submission: OpenSubmission,
): Promise<AcceptedForm | string> {
  const { posted, found, state } = submission;
  const entered = readEntered(dependencies, submission);
  const { sourceOfFunds, errors, form } = entered;
  const refused = await refuseOutdated(dependencies, submission, form);
  if (refused !== undefined) {
    return refused;
  }
  if (sourceOfFunds === undefined || Object.keys(errors).length > 0) {
    return showErrors(dependencies, found.session, entered);
  }
  // The page offers only one gift card, so a second one is refused without a charge.
  return state.held !== undefined && form.method === 'giftCard'
    ? showNotice(dependencies, posted, found.session, 'elsewhere')
    : { ...entered, form: withoutExpiry(form), sourceOfFunds };
}

/** The form to show if the payment fails. Its number is blank, so the expiry would be that of another card. */
function withoutExpiry(form: FormState): FormState {
  const { expiry: _expiry, ...kept } = form.kept;
  return { ...form, kept };
}

/** @returns the address of the form, which shows the errors at their inputs */
export async function showErrors(
  { sessions }: PayerDependencies,
  session: CheckoutSession,
  { form, errors }: EnteredForm,
): Promise<string> {
  await sessions.setForm(session.key, { ...form, errors });
  return payAddress(session.id);
}
