/**
 * CONFIRM_BROWSER_PAYMENT: completes a payment that the payer agreed to at the provider and that the merchant confirms.
 */
import { namedError } from '../contract/errors/catalogue.ts';
import { type InterfaceError, invalidField } from '../contract/interface-error.ts';
import { textAt } from '../contract/values.ts';
import type { FoundPayment } from '../gateway/browser/browser-payment-records.ts';
import { queryPause } from '../gateway/browser/query-schedule.ts';
import type { StoredOrder, StoredTransaction } from '../gateway/order-records.ts';
import { isBrowserPayment } from '../gateway/processor.ts';
import type { ProviderMoney, StateOutcome } from '../gateway/provider-port.ts';
import { isAmountMismatch, isUndecided, moneyText, reload } from './conclude.ts';
import { type BrowserPaymentDependencies, event } from './dependencies.ts';
import { applyStatus, withProvider } from './query-status.ts';

/**
 * An idempotent retry is safe: a decided payment is returned as it is.
 *
 * @param from network address of the caller
 * @throws InterfaceError when there is nothing to confirm, or the payer has not agreed; nothing changes then
 */
export async function confirmBrowserPayment(
  dependencies: BrowserPaymentDependencies,
  order: StoredOrder,
  transaction: StoredTransaction,
  from: string,
): Promise<FoundPayment> {
  const { payments } = dependencies.gateway.browser;
  requireConfirmable(transaction);
  const found = await reload(dependencies, transaction.key);
  if (!isUndecided(found)) {
    return found;
  }
  const state = await withProvider(dependencies, found, (provider, reference) => provider.state(reference));
  if (state.status === 'DECIDED' || state.status === 'WAITING') {
    return applyStatus(dependencies, found, state, 'CONFIRMATION');
  }
  if (state.status !== 'AGREED') {
    throw notNow(state, order.orderId);
  }
  if (isAmountMismatch(found, state)) {
    throw await amountMismatch(dependencies, found, state);
  }
  // Persist the event before the request is sent to the provider: from now on the reconciler follows it up.
  const queryAt = dependencies.gateway.clock.now() + queryPause(0, false);
  await payments.note(transaction.key, [event(dependencies, 'CONFIRMATION_ASKED', 'MERCHANT', from)], queryAt);
  const confirmed = await withProvider(dependencies, found, (provider, reference) => provider.confirm(reference));
  return applyStatus(dependencies, found, confirmed, 'CONFIRMATION');
}

function requireConfirmable({ request, transactionId }: StoredTransaction): void {
  if (!isBrowserPayment(request) || request.instrument.type !== 'BROWSER_PAYMENT') {
    throw notPossible(`transaction '${transactionId}' is no browser payment`);
  }
  const field = `browserPayment.${request.instrument.provider}.paymentConfirmation`;
  if (textAt(request.details, field) !== 'CONFIRM_AT_MERCHANT') {
    throw invalidField(
      field,
      'CONFIRM_AT_MERCHANT when the payment was initiated: this one is confirmed at the provider',
    );
  }
}

/** Confirming would capture an amount that was never requested. */
async function amountMismatch(
  dependencies: BrowserPaymentDependencies,
  { order, transaction }: FoundPayment,
  state: { readonly money: ProviderMoney },
): Promise<InterfaceError> {
  const { gateway } = dependencies;
  const noted = event(dependencies, 'OTHER_MONEY', 'PROVIDER', 'CONFIRMATION', moneyText(state));
  await gateway.browser.payments.note(transaction.key, [noted]);
  gateway.log.error({ transaction: transaction.key }, 'the amount of a browser payment differs at its provider');
  return notPossible(`the provider has other money down for order '${order.orderId}'`);
}

function notNow({ status }: StateOutcome, orderId: string): InterfaceError {
  if (status === 'OPEN' || status === 'UNKNOWN_PAYMENT') {
    return namedError('NOT_AGREED_YET', { orderId });
  }
  return namedError('PROVIDER_SILENT');
}

function notPossible(why: string): InterfaceError {
  return namedError('NOT_POSSIBLE', { operation: 'CONFIRM_BROWSER_PAYMENT', why });
}
