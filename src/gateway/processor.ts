/** The processor of a transaction: the acquirer, or the browser-payment provider that the payer chose. */
import { adviceKind } from './message-kinds.ts';
import type { TransactionRequest } from './ports/index.ts';

/** The acquirer's name in a follow-up; a provider is named by its id. */
export const ACQUIRER = '';

export function processorOf({ instrument }: Pick<TransactionRequest, 'instrument'>): string {
  return instrument.type === 'BROWSER_PAYMENT' ? instrument.provider : ACQUIRER;
}

export function isBrowserPayment({ operation }: Pick<TransactionRequest, 'operation'>): boolean {
  return operation === 'INITIATE_BROWSER_PAYMENT';
}

/**
 * An advice: retried until it is answered, never reversed for want of an answer. All that follows a provider's payment
 * is sent to the provider as an advice.
 */
export function isAdvised(request: Pick<TransactionRequest, 'instrument' | 'operation' | 'type'>): boolean {
  return processorOf(request) === ACQUIRER ? adviceKind(request.type) !== undefined : !isBrowserPayment(request);
}
