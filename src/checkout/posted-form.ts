/** A form as a payer's browser sent it, and whether it is the payer's own. */
import type { BrowserAgent } from './authentication/told-browser.ts';
import { type Payer, payerMark, readFormProof } from './payer-cookie.ts';
import type { PayerLanguages } from './payer-languages.ts';
import type { FormState } from './session.ts';
import { attemptsKey, type CheckoutSession } from './state.ts';

export interface Posted {
  readonly sessionId: string;
  readonly fields: URLSearchParams;
  readonly payer: Payer | undefined;
  /** The browser states that our own page sent it. */
  readonly sameOrigin: boolean;
  /** Network address of the browser. */
  readonly from: string;
  readonly languages: PayerLanguages;
  readonly agent?: BrowserAgent;
}

export const BLANK_FORM: FormState = { method: 'card', kept: {}, errors: {} };

/** Who sent the form, as the session keeps it. Without a cookie nobody can be told from others. */
export function sentBy({ payer }: Pick<Posted, 'payer'>, session: CheckoutSession): Pick<FormState, 'typedBy'> {
  return payer === undefined ? {} : { typedBy: session.alias ? markByAlias(payer, session) : ownMark(payer, session) };
}

/** The payer had the session's own id when the form was sent: no form by an alias proves that. */
export function isSentByOwnId(payer: Payer, session: CheckoutSession): boolean {
  return session.form?.typedBy === ownMark(payer, session);
}

/** This payer sent the form that the session keeps, by whichever id. */
export function isSentBy(payer: Payer, session: CheckoutSession): boolean {
  return isSentByOwnId(payer, session) || session.form?.typedBy === markByAlias(payer, session);
}

function ownMark(payer: Payer, session: CheckoutSession): string {
  return payerMark(payer, attemptsKey(session).toString());
}

function markByAlias(payer: Payer, session: CheckoutSession): string {
  return payerMark(payer, `alias of ${attemptsKey(session)}`);
}

/** Nothing typed, and this to be told to its payer alone. */
export function blankForm(
  posted: Pick<Posted, 'payer'>,
  session: CheckoutSession,
  notice?: FormState['notice'],
): FormState {
  return { ...BLANK_FORM, ...sentBy(posted, session), ...(notice && { notice }) };
}

/** What the page that sent it has shown: what was kept of an earlier form, where it was this payer's. */
export function shownForm(posted: Pick<Posted, 'payer'>, session: CheckoutSession): FormState {
  const { form } = session;
  const isTheirs = posted.payer === undefined ? form?.typedBy === undefined : isSentBy(posted.payer, session);
  return form !== null && isTheirs ? form : BLANK_FORM;
}

/** The form is this payer's own, or the browser states that our own page sent it. */
export function isOwnForm({ payer, sessionId, fields, sameOrigin }: Posted): boolean {
  return sameOrigin || readFormProof(payer, sessionId, fields.get('csrf') ?? '').genuine;
}
