/** Whether a payment by card asks the payer's bank first, and what it begins with. */
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import { authenticatesPayers, hasDirectoryServer } from '../../gateway/payer-authentication/index.ts';
import type { CheckoutStatus, PayerDependencies } from '../checkout-status.ts';
import { subjectsOf } from '../lane/tried.ts';
import { payerPage } from '../payer-page.ts';
import type { Posted } from '../posted-form.ts';
import { merchantVersion } from '../state.ts';
import { authenticationId, type PendingAuthentication } from './pending.ts';
import { toldBrowser } from './told-browser.ts';

/** Whether the page asks for what a bank wants to know of the browser. */
export function mayAuthenticate(
  { gateway }: PayerDependencies,
  { merchant, session }: Pick<CheckoutStatus, 'merchant' | 'session'>,
): boolean {
  const { payerAuthentication } = merchant.profile;
  return (
    payerAuthentication !== null &&
    payerAuthentication.when !== 'NEVER' &&
    session.checkout.operation !== 'NONE' &&
    authenticatesPayers(gateway, merchant)
  );
}

/** Whether there is somebody to ask for this card. */
export function isAuthenticated(
  dependencies: PayerDependencies,
  found: CheckoutStatus,
  { provided }: SourceOfFundsFields,
): boolean {
  const number = provided?.card?.number;
  return (
    number !== undefined && mayAuthenticate(dependencies, found) && hasDirectoryServer(dependencies.gateway, number)
  );
}

export function firstAuthentication(
  dependencies: PayerDependencies,
  posted: Posted,
  { session, merchant, order }: CheckoutStatus,
  attempt: string,
  { isRest, isSaved }: { readonly isRest: boolean; readonly isSaved: boolean },
): Omit<PendingAuthentication, 'version'> {
  const { isScripted, device } = toldBrowser(posted.fields.get('browser') ?? '', posted.agent ?? {}, posted.from);
  return {
    attempt,
    transactionId: authenticationId(attempt, order?.state.authentications),
    merchantVersion: merchantVersion(session),
    ...(isRest && { isRest }),
    ...(isScripted && { isScripted }),
    ...(isSaved && { savesCard: true }),
    device,
    page: payerPage(dependencies, posted, merchant, session),
    payer: subjectsOf(dependencies, posted).subjects,
  };
}
