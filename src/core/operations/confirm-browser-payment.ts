/**
 * CONFIRM_BROWSER_PAYMENT: completes a payment that the payer has agreed to at the provider and the merchant confirms.
 */
import { namedError } from '../../contract/errors/catalogue.ts';
import { providerSettings } from '../../contract/fields/browser-payment-fields.ts';
import { type InterfaceError, invalidField } from '../../contract/interface-error.ts';
import {
  applyStatus,
  type BrowserPaymentDependencies,
  confirmAtProvider,
  event,
  firstQueryAt,
  isAmountMismatch,
  isResultOpen,
  providerMoneyText,
  reloadPayment,
  withProvider,
} from '../browser-payments/index.ts';
import {
  type FoundPayment,
  type ProviderMoney,
  type StateOutcome,
  type StoredOrder,
  type StoredTransaction,
  supportCode,
} from '../ports/index.ts';
import { isBrowserPayment } from '../processing/processor.ts';
import type { TransactionResult } from './plan.ts';

/**
 * Idempotent: for a decided payment, returns its result.
 *
 * @param transactionId the id of the transaction that initiated the payment
 * @param from the caller's IP address
 * @throws InterfaceError if there is no payment to confirm, or the payer has not agreed; no change is made
 */
export async function confirmBrowserPayment(
  dependencies: BrowserPaymentDependencies,
  order: StoredOrder,
  transactionId: string,
  from: string,
): Promise<TransactionResult> {
  const transaction = await dependencies.gateway.orders.transaction(order.key, transactionId);
  if (transaction === undefined) {
    throw namedError('TRANSACTION_UNKNOWN', { transactionId, orderId: order.orderId });
  }
  if (order.lockedBy !== null) {
    return { kind: 'LOCKED', order };
  }
  requireConfirmable(transaction);
  const confirmed = await confirmAgreed(dependencies, order, transaction, from);
  return { kind: 'DONE', transaction: confirmed.transaction, repeated: false };
}

/** @returns the payment's state afterwards */
async function confirmAgreed(
  dependencies: BrowserPaymentDependencies,
  order: StoredOrder,
  transaction: StoredTransaction,
  from: string,
): Promise<FoundPayment> {
  const { payments } = dependencies.gateway.browser;
  const found = await reloadPayment(dependencies, transaction.key);
  if (!isResultOpen(found)) {
    return found;
  }
  const state = await withProvider(dependencies, found, (provider, payment) => provider.state(payment));
  if (state.status === 'DECIDED' || state.status === 'WAITING') {
    return applyStatus(dependencies, found, state, 'CONFIRMATION');
  }
  if (state.status !== 'AGREED') {
    throw notNow(state, order.orderId);
  }
  if (isAmountMismatch(found, state)) {
    throw await amountMismatch(dependencies, found, state);
  }
  // Store the event before the request to the provider: from then on the reconciler follows it up.
  const queryAt = firstQueryAt(dependencies.gateway.clock.now());
  await payments.note(transaction.key, [event(dependencies, 'CONFIRMATION_ASKED', 'MERCHANT', from)], queryAt);
  const confirmed = await confirmAtProvider(dependencies, found);
  return applyStatus(dependencies, found, confirmed, 'CONFIRMATION');
}

function requireConfirmable({ request, transactionId }: StoredTransaction): void {
  if (!isBrowserPayment(request) || request.instrument.type !== 'BROWSER_PAYMENT') {
    throw notPossible(`transaction '${transactionId}' is no browser payment`);
  }
  const field = `browserPayment.${request.instrument.provider}.paymentConfirmation`;
  if (providerSettings(request.details, request.instrument.provider)?.paymentConfirmation !== 'CONFIRM_AT_MERCHANT') {
    throw invalidField(
      field,
      'CONFIRM_AT_MERCHANT when the payment was initiated: this one is confirmed at the provider',
    );
  }
}

/** With an amount mismatch a confirmation would capture an amount that the merchant did not request. */
async function amountMismatch(
  dependencies: BrowserPaymentDependencies,
  { order, transaction }: FoundPayment,
  state: { readonly money: ProviderMoney },
): Promise<InterfaceError> {
  const { gateway } = dependencies;
  const noted = event(dependencies, 'OTHER_MONEY', 'PROVIDER', 'CONFIRMATION', providerMoneyText(state));
  await gateway.browser.payments.note(transaction.key, [noted]);
  gateway.log.error(
    { transaction: transaction.key, paymentCode: supportCode(gateway.sealer, order.key) },
    'the amount of a browser payment differs at its provider',
  );
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
