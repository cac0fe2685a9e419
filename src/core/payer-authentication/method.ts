/**
 * The 3DS method: a page of the ACS that collects data of the payer's browser in a hidden frame before the
 * authentication request. The page then posts to a gateway URL with a signed state. A request to that URL can only
 * report that the method has ended.
 */
import type { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../gateway.ts';
import type { AuthenticationView, StoredAuthentication } from '../ports/index.ts';
import type { BrowserStep, ShownAuthentication } from './calls.ts';
import { authenticationAt } from './shown-authentication.ts';
import { authenticationAddresses, authenticationState } from './state.ts';
import { changeState, openState } from './stored-authentication.ts';

/** Returns undefined if the ACS has no 3DS method, or the method has completed. */
export function methodStep(
  gateway: Gateway,
  authentication: Pick<StoredAuthentication, 'key' | 'threeDSServerTransID'>,
  stored: Secret,
  { method, stage }: AuthenticationView,
): Extract<BrowserStep, { readonly kind: 'METHOD' }> | undefined {
  if (method === undefined || stage !== 'ENROLLED' || method.completed === 'Y') {
    return undefined;
  }
  const { methodUrl } = authenticationAddresses(
    gateway.browser.publicOrigin,
    authenticationState(gateway, authentication),
  );
  const data = gateway.payerAuthentication.authenticator.methodData(stored, methodUrl);
  return { kind: 'METHOD', url: method.url, data };
}

/** Like `methodStep`, but returns the step only while the gateway waits for the method. */
export function methodUnderWay(
  gateway: Gateway,
  { authentication, view }: ShownAuthentication,
): Extract<BrowserStep, { readonly kind: 'METHOD' }> | undefined {
  return view.wakeAt === undefined
    ? undefined
    : methodStep(gateway, authentication, openState(gateway, authentication), view);
}

/**
 * Handles the post of the method's page to the URL with this state.
 * @returns false for an invalid state or data; no change is made
 */
export async function methodCameBack(gateway: Gateway, state: string, data: string): Promise<boolean> {
  const { authenticator } = gateway.payerAuthentication;
  const notified = authenticator.methodNotified(data);
  const found = notified && (await authenticationAt(gateway, state));
  if (found === undefined || found.authentication.threeDSServerTransID !== notified?.threeDSServerTransID) {
    return false;
  }
  await changeState(gateway, found, (stored) => ({ changed: authenticator.methodCompleted(stored) }));
  return true;
}
