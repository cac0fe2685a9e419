/** A form as a payer's browser sent it, and whether it belongs to the payer. */

import type { FormState } from '../session/session.ts';
import { attemptsKey, type CheckoutSession } from '../session/session.ts';
import type { BrowserAgent } from './browser-data.ts';
import { type PayerSecret, payerMark, readFormProof } from './payer-cookie.ts';
import type { PayerLanguages } from './payer-languages.ts';

export interface PostedForm {
  readonly sessionId: string;
  readonly fields: URLSearchParams;
  readonly payer: PayerSecret | undefined;
  /** The browser's headers state that our own page sent it. */
  readonly sameOrigin: boolean;
  /** Network address of the browser. */
  readonly from: string;
  readonly languages: PayerLanguages;
  readonly agent?: BrowserAgent;
}

export const BLANK_FORM: FormState = { method: 'card', kept: {}, errors: {} };

/** The sender's mark, as the session stores it. Without a cookie payers cannot be distinguished. */
export function sentBy({ payer }: Pick<PostedForm, 'payer'>, session: CheckoutSession): Pick<FormState, 'typedBy'> {
  return payer === undefined ? {} : { typedBy: session.alias ? markByAlias(payer, session) : ownMark(payer, session) };
}

/** Whether the payer sent the form with the session's own id; a form sent by an alias is no proof of knowing the id. */
export function isSentByOwnId(payer: PayerSecret, session: CheckoutSession): boolean {
  const typedBy = session.form?.typedBy;
  return typedBy !== undefined && typedBy === ownMark(payer, session);
}

/** Whether this payer sent the form that the session stores, by its own id or an alias. */
export function isSentBy(payer: PayerSecret, session: CheckoutSession): boolean {
  const typedBy = session.form?.typedBy;
  return isSentByOwnId(payer, session) || (typedBy !== undefined && typedBy === markByAlias(payer, session));
}

function ownMark(payer: PayerSecret, session: CheckoutSession): string {
  return payerMark(payer, attemptsKey(session).toString());
}

function markByAlias(payer: PayerSecret, session: CheckoutSession): string {
  return payerMark(payer, `alias of ${attemptsKey(session)}`);
}

/** A blank form with a notice for its payer only. */
export function blankForm(
  posted: Pick<PostedForm, 'payer'>,
  session: CheckoutSession,
  notice?: FormState['notice'],
): FormState {
  return { ...BLANK_FORM, ...sentBy(posted, session), ...(notice && { notice }) };
}

/** The form as the sending page showed it: the stored form, if it is this payer's. */
export function formToShow(posted: Pick<PostedForm, 'payer'>, session: CheckoutSession): FormState {
  const { form } = session;
  const isTheirs = posted.payer === undefined ? form?.typedBy === undefined : isSentBy(posted.payer, session);
  return form !== null && isTheirs ? form : BLANK_FORM;
}

/** Whether the form is this payer's own, or the browser states that our own page sent it. */
export function isOwnForm({ payer, sessionId, fields, sameOrigin }: PostedForm): boolean {
  return sameOrigin || readFormProof(payer, sessionId, fields.get('csrf') ?? '').genuine;
}
