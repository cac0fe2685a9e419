/** A payer's visit to a checkout, from which the page of its state is made. */
import type { CheckoutPage, FrameColors, PageAnswer } from '../../web/views/index.ts';
import type { PayerSecret } from '../payer/payer-cookie.ts';
import type { PayerLanguages } from '../payer/payer-languages.ts';
import { isSentBy } from '../payer/posted-form.ts';
import type { CheckoutSession, FormState } from '../session/session.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';
import type { StateOf } from '../status/state.ts';
import type { StateKind } from '../status/states.ts';
import { authenticationDecline } from './authentication-decline.ts';
import { disclosedRefusal } from './disclosed-refusal.ts';
import { type PageContext, pageContext } from './page-context.ts';

export interface PageRequest {
  readonly sessionId: string;
  readonly languages: PayerLanguages;
  /** Colours of the frame of the shop's page; absent outside of frames. */
  readonly colors?: FrameColors | undefined;
}

export type Visit<Kind extends StateKind = StateKind> = VisitIn<StateOf<Kind>>;

/** Covariant in the state, so that a page's maker may serve several. */
interface VisitIn<State> {
  readonly dependencies: PayerDependencies;
  readonly found: CheckoutStatus;
  /** The state of `found`. */
  readonly state: State;
  /** Its session has the form as this payer may see it. */
  readonly context: PageContext;
  readonly languages: PayerLanguages;
  /** Signs the page's forms. */
  readonly payer: PayerSecret;
  /** `done` redirects its payer to the shop after the payment; `pay` is the checkout's own address. */
  readonly address: 'done' | 'pay';
}

export type PageMaker<Kind extends StateKind> = (
  visit: Visit<Kind>,
) => PageAnswer<CheckoutPage> | Promise<PageAnswer<CheckoutPage>>;

export async function visitOf({
  dependencies,
  found,
  languages,
  payer,
  address,
}: Omit<Visit, 'context' | 'state'>): Promise<Visit> {
  const session = { ...found.session, form: formFor(payer, found.session) };
  const [unconfirmed, refusal] = await Promise.all([
    authenticationDecline(dependencies, found),
    disclosedRefusal(dependencies, found),
  ]);
  const context = { ...pageContext(dependencies, { ...found, session }, languages), unconfirmed, refusal };
  return { dependencies, found, state: found.state, context, languages, payer, address };
}

/**
 * The form as this payer may see it. Another payer's form, with its errors and notices, is hidden. A form that was sent
 * without a cookie shows its errors and notices, without typed values.
 */
function formFor(payer: PayerSecret, session: CheckoutSession): FormState | null {
  const { form } = session;
  if (form === null || isSentBy(payer, session)) {
    return form;
  }
  const { balance: _balance, ...shown } = form;
  return form.typedBy === undefined ? { ...shown, kept: {} } : null;
}
