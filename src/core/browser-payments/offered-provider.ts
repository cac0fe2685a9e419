import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { needsAccount } from '../merchant/provider-accounts.ts';
import type { Provider } from '../ports/index.ts';

/** The provider, if this gateway has it configured and the merchant's profile includes it. */
export function offeredProvider({ browser }: Gateway, { profile }: Merchant, id: string): Provider | undefined {
  const hasAccount = !needsAccount(id) || profile.providerAccounts[id] !== undefined;
  return hasAccount && profile.browserPayments.includes(id) ? browser.providers.get(id) : undefined;
}
