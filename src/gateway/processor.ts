/** Who carries a transaction out: the acquirer, or the browser-payment provider that the payer chose. */
import { adviceKind } from './message-kinds.ts';
import type { TransactionRequest } from './order-records.ts';

/** As a follow-up names it; a provider is named by its id. */
export const ACQUIRER = '';

export function processorOf({ instrument }: Pick<TransactionRequest, 'instrument'>): string {
  return instrument.type === 'BROWSER_PAYMENT' ? instrument.provider : ACQUIRER;
}

export function isBrowserPayment({ operation }: Pick<TransactionRequest, 'operation'>): boolean {
  return operation === 'INITIATE_BROWSER_PAYMENT';
}

/**
 * Told rather than asked: repeated until it is answered, never reversed for want of an answer. A provider is told of
 * all that follows a payment.
 */
export function isAdvised(request: Pick<TransactionRequest, 'instrument' | 'operation' | 'type'>): boolean {
  return processorOf(request) === ACQUIRER ? adviceKind(request.type) !== undefined : !isBrowserPayment(request);
}
