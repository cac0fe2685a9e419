/**
 * Tells a payer before Pay that the shop refuses such cards. The request has only the first digits of the number. It
 * answers only reasons of the shop's own policy, so that it is no table of card ranges for everybody.
 */
import type { CardRefusal } from '../../contract/card-names.ts';
import { cardRefusal, possibleCardRefusals } from '../../core/index.ts';
import type { PayPage } from '../../web/views/index.ts';
import { isOwnForm, type PostedForm } from '../payer/posted-form.ts';
import { cardRefusalAddress } from '../session/page-addresses.ts';
import type { CheckoutSession } from '../session/session.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';
import { currentStatus } from '../status/payment-link.ts';

/** The field with the first eight digits of the number: an issuer's identification number (ISO/IEC 7812-1). */
const PREFIX_FIELD = 'prefix';
const PREFIX = /^\d{8}$/;

/** The part of the page that asks; absent unless the shop tells payers a reason. */
export function cardRefusalsOf(
  { gateway }: PayerDependencies,
  { merchant, session }: CheckoutStatus,
): PayPage['cardRefusals'] {
  const reasons = hasRules(session) ? possibleCardRefusals(gateway, merchant.profile, session.fields) : [];
  return reasons.length === 0 ? undefined : { address: cardRefusalAddress(session.id), reasons };
}

/** @returns the reason for which all cards with these first digits are refused; undefined too for too many questions */
export async function postedCardRefusal(
  dependencies: PayerDependencies,
  posted: PostedForm,
): Promise<CardRefusal | undefined> {
  const prefix = posted.fields.get(PREFIX_FIELD) ?? '';
  if (!PREFIX.test(prefix) || !isOwnForm(posted) || dependencies.asksCardsTooOften(posted)) {
    return undefined;
  }
  const found = await currentStatus(dependencies, posted.sessionId, posted.payer);
  return found?.state.kind === 'pay' && hasRules(found.session)
    ? cardRefusal(dependencies.gateway, found.merchant.profile, found.session.fields, prefix)
    : undefined;
}

/** Rules are for payments and verifications: a card that is only stored is not refused. */
function hasRules({ checkout }: CheckoutSession): boolean {
  return checkout.operation !== 'NONE';
}
