/**
 * The way home from the bank, and what goes on without a browser. An authentication of the page names the session that
 * holds the card; a merchant's own has none of ours to go on with.
 */
import type { FoundAuthentication } from '../../gateway/ports/index.ts';
import type { PayerDependencies } from '../checkout-status.ts';
import { doneAddress } from '../page-addresses.ts';
import type { Session } from '../session.ts';
import { advance } from './advance.ts';
import { checkedBankAddress } from './checked-bank.ts';

type OfPage = Pick<FoundAuthentication, 'authentication'>;

/** @returns where the payer's browser goes on; undefined where a merchant's server has asked for the authentication */
export async function homeFromBank(dependencies: PayerDependencies, found: OfPage): Promise<string | undefined> {
  if (found.authentication.purpose.checked !== undefined) {
    return checkedBankAddress(dependencies.gateway, found);
  }
  const key = sessionKeyOf(found);
  // The bank has the address that was requested, and learns no more by it than an alias.
  const session = key === undefined ? undefined : await dependencies.sessionService.findAliased(key);
  return session && doneAddress(session.id);
}

/**
 * The bank has answered: the payment is made, if nobody has made it yet and the payer has not given it up. For whoever
 * hears of it without a browser.
 *
 * @returns false where another operation has the order, and it is to be tried again
 * @throws what the gateway throws for a fault of its own
 */
export async function payFromBank(dependencies: PayerDependencies, found: OfPage): Promise<boolean> {
  const session = await sessionOf(dependencies, found);
  return session === undefined || advance(dependencies, session);
}

/** The session of the hosted page that has asked for it. */
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
