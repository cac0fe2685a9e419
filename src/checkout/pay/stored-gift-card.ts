/**
 * The gift card of a balance inquiry, stored in the session so that the payer need not enter it again to pay (WCAG
 * 3.3.7). Number and PIN are sealed like those of an API update: the PIN is erased by the payment that uses it, or
 * after fifteen minutes.
 */
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import { blankForm, formToShow, type PostedForm } from '../payer/posted-form.ts';
import type { AskedBalance, CheckoutSession, FormState } from '../session/session.ts';
import { checkoutStatus, type PayerDependencies } from '../status/checkout-status.ts';
import { storedSession } from '../status/payment-link.ts';

/** Names of the form's inputs that pay with the stored gift card, and that discard it to enter another. */
export const STORED_CARD = 'keptCard';
export const OTHER_CARD = 'otherCard';

/**
 * @param form with the balance that the next page shows
 * @returns false if the session has changed meanwhile: the card is not stored, and the payer enters it again
 */
export async function storeGiftCard(
  dependencies: PayerDependencies,
  { id, version }: CheckoutSession,
  sourceOfFunds: SourceOfFundsFields,
  form: FormState,
): Promise<boolean> {
  // Counting the inquiry has changed the session since.
  const found = await checkoutStatus(dependencies, id);
  if (found?.state.kind !== 'pay' || found.session.version !== version) {
    return false;
  }
  const stored = await storedSession(dependencies, found.session);
  return (await dependencies.sessionService.collect(stored, { sourceOfFunds }, form)) !== undefined;
}

/**
 * @param form as it is shown to this payer
 * @returns undefined if no gift card is stored, or its PIN was erased
 */
export function storedGiftCard(
  { sessionService, gateway }: PayerDependencies,
  session: CheckoutSession,
  form: Pick<FormState, 'balance'> | null,
): SourceOfFundsFields | undefined {
  const { sealedCard, sensitiveUntil } = session;
  const isOver = sensitiveUntil !== null && sensitiveUntil <= gateway.clock.now();
  const balance = form?.balance;
  if (!hasMoney(balance) || sealedCard === null || isOver) {
    return undefined;
  }
  const { sourceOfFunds } = sessionService.values(session);
  const number = sourceOfFunds?.provided?.giftCard?.number?.reveal();
  return number?.slice(-4) === balance.lastFour ? sourceOfFunds : undefined;
}

/** Discards the stored gift card, for a payer who enters another one. */
export async function discardGiftCard(
  dependencies: PayerDependencies,
  posted: PostedForm,
  session: CheckoutSession,
): Promise<void> {
  const form: FormState = { ...blankForm(posted, session), method: 'giftCard' };
  if (storedGiftCard(dependencies, session, formToShow(posted, session)) !== undefined) {
    const stored = await storedSession(dependencies, session);
    await dependencies.sessionService.collect(stored, {}, form);
  }
  await dependencies.sessions.setForm(session.key, form);
}

function hasMoney(balance: AskedBalance | undefined): balance is AskedBalance & { readonly kind: 'known' } {
  return balance?.kind === 'known' && !/^[0.]*$/.test(balance.value);
}
