/**
 * The 3DS method: a page of the ACS that collects data of the payer's browser in a hidden frame before the
 * authentication request. It returns to an address with a signed state. A call to that address can only report that the
 * page has ended.
 */
import type { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../gateway.ts';
import type { AuthenticationView, StoredAuthentication } from '../ports/index.ts';
import type { BrowserStep, ShownAuthentication } from './calls.ts';
import { authenticationAt } from './shown-authentication.ts';
import { authenticationAddresses, authenticationState } from './state.ts';
import { changeState, openState } from './stored-authentication.ts';

/** Undefined if the ACS has no method, or it has completed. */
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

/** The same for a page of the gateway, as long as the gateway waits for the method. */
export function methodUnderWay(
  gateway: Gateway,
  { authentication, view }: ShownAuthentication,
): Extract<BrowserStep, { readonly kind: 'METHOD' }> | undefined {
  return view.wakeAt === undefined
    ? undefined
    : methodStep(gateway, authentication, openState(gateway, authentication), view);
}

/**
 * The method's page has posted to the address with this state.
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
