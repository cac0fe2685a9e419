/** The processor of a transaction: an acquirer, or the browser-payment provider that the payer chose. */

import { DEFAULT_ACQUIRER, type TransactionRequest } from '../ports/index.ts';
import { acquirerName } from './acquirers.ts';
import { adviceKind } from './message-kinds.ts';

const PREFIX = 'acquirer:';

/** The id of the provider that processes the transaction; undefined if an acquirer does. */
export function providerIdOf({ instrument }: Pick<TransactionRequest, 'instrument'>): string | undefined {
  return instrument.type === 'BROWSER_PAYMENT' ? instrument.provider : undefined;
}

/** The processor's name in a follow-up. */
export function processorOf(request: Pick<TransactionRequest, 'acquirer' | 'instrument'>): string {
  return providerIdOf(request) ?? acquirerProcessor(acquirerName(request));
}

/**
 * An acquirer's name in a follow-up. It is empty for the default acquirer, as in rows that were stored before there
 * were several acquirers. The other names have a prefix with a colon, which provider ids cannot have. So a process of
 * an older version on the same store does not send the queries of another acquirer to a provider or to its own
 * acquirer.
 */
export function acquirerProcessor(acquirer: string): string {
  return acquirer === DEFAULT_ACQUIRER ? '' : PREFIX + acquirer;
}

/** The acquirer's name from a follow-up's processor; undefined for a provider. */
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
 * True for an advice, which is retried until it is answered and is not reversed. All transactions after a provider's
 * payment are sent to the provider as advices.
 */
export function isAdvised(request: Pick<TransactionRequest, 'instrument' | 'operation' | 'type'>): boolean {
  return providerIdOf(request) === undefined ? adviceKind(request.type) !== undefined : !isBrowserPayment(request);
}
