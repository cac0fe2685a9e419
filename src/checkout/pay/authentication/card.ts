/**
 * Decides whether a card payment is authenticated with the payer's bank, and makes the first pending authentication.
 */
import type { SourceOfFundsFields } from '../../../contract/request-fields.ts';
import { makesAgreement } from '../../../core/index.ts';
import { authenticatesPayers, hasDirectoryServer } from '../../../core/payer-authentication/index.ts';
import type { CardSaving, DeviceTokenUse } from '../../../core/ports/index.ts';
import { readBrowserData } from '../../payer/browser-data.ts';
import type { PostedForm } from '../../payer/posted-form.ts';
import { merchantFields } from '../../session/given-details.ts';
import { authenticationId, type PendingAuthentication } from '../../session/pending-authentication.ts';
import { type CheckoutSession, merchantVersion } from '../../session/session.ts';
import type { CheckoutStatus, PayerDependencies } from '../../status/checkout-status.ts';
import { subjectsOf } from '../challenge-queue/payer-attempt.ts';
import { payerPage } from '../payer-page.ts';
import { savingOf } from '../saved-cards.ts';

/**
 * Whether the page collects the browser data that 3DS needs.
 *
 * @param isSaved the payment is made with a saved card, for which the profile may demand an authentication
 */
export function mayAuthenticate(
  { gateway }: PayerDependencies,
  { merchant, session }: Pick<CheckoutStatus, 'merchant' | 'session'>,
  isSaved: boolean,
): boolean {
  const { payerAuthentication } = merchant.profile;
  const isDemanded = isSaved && demandsForSaved(merchant);
  return (
    payerAuthentication !== null &&
    (isDemanded || isMandatory(session) || payerAuthentication.when !== 'NEVER') &&
    (isDemanded || !isBypassed({ merchant, session })) &&
    session.checkout.operation !== 'NONE' &&
    authenticatesPayers(gateway, merchant)
  );
}

/** Whether the profile demands an authenticated cardholder for each payment with a saved card. */
export function demandsForSaved({ profile }: CheckoutStatus['merchant']): boolean {
  return profile.savedCards?.authentication === true;
}

/** `interaction.action.3DSecure`, as the merchant's server gave it. */
function wishOf(session: CheckoutSession): string | undefined {
  return merchantFields(session).interaction?.action?.['3DSecure'];
}

/** Whether the merchant requires an authenticated cardholder (`3DSecure` MANDATORY). */
export function isMandatory(session: CheckoutSession): boolean {
  return wishOf(session) === 'MANDATORY';
}

/**
 * Whether authentication is bypassed. A profile or an agreement that demands authentication overrides the merchant's
 * BYPASS.
 */
function isBypassed(found: Pick<CheckoutStatus, 'merchant' | 'session'>): boolean {
  const { payerAuthentication } = found.merchant.profile;
  const isDemanded =
    payerAuthentication?.when === 'ALWAYS' ||
    payerAuthentication?.requireLiabilityShift === true ||
    makesAgreement(found.session.fields) ||
    savingOf(found) === 'SAID';
  return wishOf(found.session) === 'BYPASS' && !isDemanded;
}

/** Whether this card can be authenticated: its scheme has a directory server. */
export function isAuthenticated(
  dependencies: PayerDependencies,
  found: CheckoutStatus,
  { provided }: SourceOfFundsFields,
  isSaved: boolean,
): boolean {
  const number = provided?.card?.number;
  return (
    number !== undefined &&
    mayAuthenticate(dependencies, found, isSaved) &&
    hasDirectoryServer(dependencies.gateway, number)
  );
}

interface FirstAuthentication {
  /** A gift card pays the other part of the order. */
  readonly isRest: boolean;
  readonly savesCard: CardSaving | undefined;
  /** The payer pays with a saved card. */
  readonly isSaved: boolean;
  /** The card is from a wallet's token. */
  readonly deviceToken?: DeviceTokenUse | undefined;
}

export function firstAuthentication(
  dependencies: PayerDependencies,
  posted: PostedForm,
  { session, merchant, order }: CheckoutStatus,
  attempt: string,
  { isRest, savesCard, isSaved, deviceToken }: FirstAuthentication,
): Omit<PendingAuthentication, 'version'> {
  const { isScripted, device } = readBrowserData(posted.fields.get('browser') ?? '', posted.agent ?? {}, posted.from);
  return {
    attempt,
    transactionId: authenticationId(attempt, order?.state.authentications),
    merchantVersion: merchantVersion(session),
    isRest: isRest ? true : undefined,
    isScripted: isScripted ? true : undefined,
    savesCard,
    mustAuthenticate: isSaved && demandsForSaved(merchant) ? true : undefined,
    deviceToken,
    device,
    page: payerPage(dependencies, posted, merchant, session),
    payer: subjectsOf(dependencies, posted).subjects,
  };
}
