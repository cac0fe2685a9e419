/** Cancels the payment at the provider when the payer wants to pay in another way, so that it cannot be paid twice. */
import type { FoundPayment } from '../ports/index.ts';
import { isResultOpen } from './conclude.ts';
import { type BrowserPaymentDependencies, event } from './dependencies.ts';
import { applyStatus, withProvider } from './query-status.ts';

/** @returns the payment's state afterwards: undecided if the provider is unreachable or refuses to cancel */
export async function cancelAtProvider(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  from: string,
): Promise<FoundPayment> {
  if (!isResultOpen(found)) {
    return found;
  }
  const state = await withProvider(dependencies, found, (provider, payment) => provider.cancel(payment));
  const noted = event(dependencies, 'WITHDRAWN', 'PAYER', from, state.status);
  await dependencies.gateway.browser.payments.note(found.payment.transactionKey, [noted]);
  return applyStatus(dependencies, found, state, 'WITHDRAWAL');
}
