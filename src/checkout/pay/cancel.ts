/** Cancels a checkout, or a payment that has started at a provider. */

import { blankForm, isOwnForm, type PostedForm } from '../payer/posted-form.ts';
import { cancelAddress, payAddress } from '../session/page-addresses.ts';
import { checkoutStatus, type PayerDependencies } from '../status/checkout-status.ts';
import { currentStatus, noteLeft, oneAtATime } from '../status/payment-link.ts';
import { abandon } from './authentication/abandon.ts';
import { takeGiftCardOff } from './part-payment.ts';
import { cancelProviderPayment } from './provider-payment.ts';

/**
 * "Cancel and return": the payer returns to the shop, and a payment started at a provider is cancelled there. The
 * checkout does not end: its link can be opened again as long as the order can be paid. Forms that were shown before
 * are refused.
 *
 * @returns the address to redirect to: of the page that leads to the shop, or of the status if money may have moved
 */
export function cancelAndReturn(dependencies: PayerDependencies, posted: PostedForm): Promise<string> {
  return oneAtATime(dependencies, posted.sessionId, () => cancelCheckout(dependencies, posted));
}

async function cancelCheckout(dependencies: PayerDependencies, posted: PostedForm): Promise<string> {
  const found = await currentStatus(dependencies, posted.sessionId, posted.payer);
  if (found === undefined || !isOwnForm(posted)) {
    return payAddress(posted.sessionId);
  }
  const { session, state } = found;
  if (state.kind === 'atProvider') {
    const end = await cancelProviderPayment(dependencies, state.found, posted.from);
    if (end !== 'cancelled') {
      const notice = end === 'refused' ? 'standing' : 'uncancelled';
      await dependencies.sessions.setForm(session.key, blankForm(posted, session, notice));
      return payAddress(session.id);
    }
  }
  // The payer may have agreed at the provider meanwhile.
  const after = state.kind === 'atProvider' ? await currentStatus(dependencies, session.id, posted.payer) : found;
  // A form that waits has charged no card: it will see that the payer left, and stop.
  if (after?.state.kind !== 'pay' && after?.state.kind !== 'waiting') {
    return payAddress(session.id);
  }
  // While the rest is being paid, the gift card cannot be released.
  if (!(await takeGiftCardOff(dependencies, after))) {
    return payAddress(session.id);
  }
  await dependencies.sessions.setForm(after.session.key, blankForm(posted, after.session, 'cancelled'));
  await noteLeft(dependencies, after.owner);
  return cancelAddress(after.session.id);
}

/**
 * "Pay another way": cancels the payment at the provider, or abandons the authentication by the payer's bank.
 * @returns the address to redirect to
 */
export function submitCancelAtProvider(dependencies: PayerDependencies, posted: PostedForm): Promise<string> {
  return oneAtATime(dependencies, posted.sessionId, () => cancelLockedAtProvider(dependencies, posted));
}

async function cancelLockedAtProvider(dependencies: PayerDependencies, posted: PostedForm): Promise<string> {
  const found = await checkoutStatus(dependencies, posted.sessionId);
  if (found?.state.kind === 'authenticating' && isOwnForm(posted)) {
    await abandon(dependencies, found, 'cancelled');
  }
  if (found?.state.kind === 'atProvider') {
    const { session } = found;
    const end = isOwnForm(posted)
      ? await cancelProviderPayment(dependencies, found.state.found, posted.from)
      : 'unreached';
    const notice = NOTICES[end];
    await dependencies.sessions.setForm(session.key, blankForm(posted, session, notice));
  }
  return payAddress(posted.sessionId);
}

const NOTICES = { cancelled: undefined, refused: 'standing', unreached: 'unreached' } as const;
