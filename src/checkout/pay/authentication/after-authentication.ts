/**
 * The return from the bank, and the continuation without a browser. An authentication of the hosted page names the
 * session that has the card; one of a merchant's server has no session here.
 */
import type { FoundAuthentication } from '../../../core/ports/index.ts';
import { checkedBankAddress } from '../../return/index.ts';
import { doneAddress } from '../../session/page-addresses.ts';
import type { Session } from '../../session/session.ts';
import type { PayerDependencies } from '../../status/checkout-status.ts';
import { advanceAuthentication } from './advance.ts';

type OfPage = Pick<FoundAuthentication, 'authentication'>;

/** @returns the address for the payer's browser; undefined where a merchant's server asked for the authentication */
export async function addressAfterAuthentication(
  dependencies: PayerDependencies,
  found: OfPage,
): Promise<string | undefined> {
  if (found.authentication.purpose.checked !== undefined) {
    return checkedBankAddress(dependencies.gateway, found);
  }
  const key = sessionKeyOf(found);
  // The bank knows the address that was requested; the redirect shows it only an alias.
  const session = key === undefined ? undefined : await dependencies.sessionService.findAliased(key);
  return session && doneAddress(session.id);
}

/**
 * Makes the payment after the bank's answer, unless it was made already or the payer has cancelled. For callers without
 * a browser.
 *
 * @returns false where another operation has locked the order, and the call must be repeated
 * @throws any internal fault of the gateway
 */
export async function payAfterAuthentication(dependencies: PayerDependencies, found: OfPage): Promise<boolean> {
  const session = await sessionOf(dependencies, found);
  return session === undefined || advanceAuthentication(dependencies, session);
}

/** The hosted page's session that asked for the authentication. */
export async function sessionOf(
  { sessionService }: Pick<PayerDependencies, 'sessionService'>,
  found: OfPage,
): Promise<Session | undefined> {
  const key = sessionKeyOf(found);
  return key === undefined ? undefined : sessionService.findByKey(key);
}

function sessionKeyOf({ authentication: { purpose } }: OfPage): number | undefined {
  return purpose.entryPoint === 'HOSTED_PAGE' ? purpose.session : undefined;
}
