/** The processor of a transaction: an acquirer, or the browser-payment provider that the payer chose. */

import { DEFAULT_ACQUIRER, type TransactionRequest } from '../ports/index.ts';
import { acquirerName } from './acquirers.ts';
import { adviceKind } from './message-kinds.ts';

const PREFIX = 'acquirer:';

/** The provider that processes it, by id; undefined: an acquirer does. */
export function providerOf({ instrument }: Pick<TransactionRequest, 'instrument'>): string | undefined {
  return instrument.type === 'BROWSER_PAYMENT' ? instrument.provider : undefined;
}

/** The processor's name in a follow-up. */
export function processorOf(request: Pick<TransactionRequest, 'acquirer' | 'instrument'>): string {
  return providerOf(request) ?? acquirerProcessor(acquirerName(request));
}

/**
 * An acquirer's name in a follow-up: empty for the default one, which rows had before there were others. No provider's
 * id has a colon, so an older process beside this one queries neither a provider nor its own acquirer for another's.
 */
export function acquirerProcessor(acquirer: string): string {
  return acquirer === DEFAULT_ACQUIRER ? '' : PREFIX + acquirer;
}

/** The acquirer's name, by the one that follow-ups give it; undefined: a provider. */
export function acquirerOfProcessor(processor: string): string | undefined {
  if (processor === '') {
    return DEFAULT_ACQUIRER;
  }
  return processor.startsWith(PREFIX) ? processor.slice(PREFIX.length) : undefined;
}

export function isBrowserPayment({ operation }: Pick<TransactionRequest, 'operation'>): boolean {
  return operation === 'INITIATE_BROWSER_PAYMENT';
}

/**
 * An advice: retried until it is answered, never reversed for want of an answer. All that follows a provider's payment
 * is sent to the provider as an advice.
 */
export function isAdvised(request: Pick<TransactionRequest, 'instrument' | 'operation' | 'type'>): boolean {
  return providerOf(request) === undefined ? adviceKind(request.type) !== undefined : !isBrowserPayment(request);
}
