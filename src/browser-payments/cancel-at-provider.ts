/**
 * The payer wants to pay in another way: the payment at the provider is withdrawn there, so that it cannot be made
 * twice.
 */
import type { FoundPayment } from '../gateway/browser/browser-payment-records.ts';
import { isUndecided } from './conclude.ts';
import { type BrowserPaymentDependencies, event } from './dependencies.ts';
import { applyStatus, withProvider } from './query-status.ts';

/** @returns how the payment stands then: undecided where the provider could not be reached, or does not let it go */
export async function cancelAtProvider(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  from: string,
): Promise<FoundPayment> {
  if (!isUndecided(found)) {
    return found;
  }
  const state = await withProvider(dependencies, found, (provider, reference) => provider.cancel(reference));
  const noted = event(dependencies, 'WITHDRAWN', 'PAYER', from, state.status);
  await dependencies.gateway.browser.payments.note(found.payment.transactionKey, [noted]);
  return applyStatus(dependencies, found, state, 'WITHDRAWAL');
}
