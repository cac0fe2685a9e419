/** What makes two requests the same one, or not. */
import { canonicalText } from '../../contract/values.ts';
import type { Gateway, OrderAddress } from '../gateway.ts';
import { terminalRead } from './merged-values.ts';
import type { TransactionCall } from './plan.ts';

/**
 * The fingerprint omits a terminal's data, as it is sensitive, and includes the card that it names. How the answer is
 * to be shown is no part of the request's meaning.
 */
export function fingerprintOf(
  gateway: Gateway,
  { operation, values, merchant }: Pick<TransactionCall, 'merchant' | 'values'> & { readonly operation: string },
): Uint8Array {
  const {
    apiOperation: _operation,
    correlationId: _correlationId,
    responseControls: _responseControls,
    ...fields
  } = terminalRead(gateway, merchant, values).values;
  return gateway.sealer.hash('meaning', `${operation} ${canonicalText(fields)}`);
}

/** Identifies a transaction in the in-flight registry; the length keeps `a`, `bc` and `ab`, `c` apart. */
export function idempotencyKey({
  merchant,
  orderId,
  transactionId,
}: OrderAddress & Pick<TransactionCall, 'transactionId'>): string {
  return `${merchant.key} ${orderId.length} ${orderId}${transactionId}`;
}
