/** The payer wants to pay in another way: the payment at the provider is withdrawn there, so that it cannot be made twice. */
import type { FoundPayment } from '../gateway/browser/records.ts';
import { take, withProvider } from './ask.ts';
import { isUndecided } from './conclude.ts';
import { type BrowserPaymentParts, event } from './parts.ts';

/** @returns how the payment stands then: undecided where the provider could not be reached, or does not let it go */
export async function giveUp(parts: BrowserPaymentParts, found: FoundPayment, from: string): Promise<FoundPayment> {
  if (!isUndecided(found)) return found;
  const state = await withProvider(parts, found, (provider, reference) => provider.withdraw(reference));
  const noted = event(parts, 'WITHDRAWN', 'PAYER', from, state.status);
  await parts.gateway.browser.payments.note(found.payment.transactionKey, [noted]);
  return take(parts, found, state, 'WITHDRAWAL');
}
