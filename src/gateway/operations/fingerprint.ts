/** What makes two requests the same one, or not. */
import { canonicalText, without } from '../../contract/values.ts';
import type { Gateway, OrderAddress } from '../gateway.ts';
import { isHash } from '../ports/index.ts';
import { terminalRead } from './merged-values.ts';
import type { TransactionCall } from './plan.ts';

type FingerprintedCall = Pick<TransactionCall, 'asSent' | 'entryPoint' | 'merchant' | 'values'> & {
  readonly operation: string;
};

/**
 * The fingerprint omits a terminal's data, as it is sensitive, and includes the card that it names. How the answer is
 * to be shown is no part of the request's meaning. Nor is the id by which our own page knows its session: whoever takes
 * a payment on has another one, and the session's version says what is paid with.
 *
 * Card numbers in texts are not masked in it: a release that masked none has stored fingerprints too, and its requests
 * may be repeated to this one.
 */
export function fingerprintOf(gateway: Gateway, call: FingerprintedCall): Uint8Array {
  return gateway.sealer.hash(PURPOSE, fingerprintedText(gateway, call));
}

/** @param fingerprint as it was stored, perhaps by a key that is no longer in use */
export function isFingerprintOf(gateway: Gateway, call: FingerprintedCall, fingerprint: Uint8Array): boolean {
  return isHash(gateway.sealer, PURPOSE, fingerprintedText(gateway, call), fingerprint);
}

const PURPOSE = 'meaning';

function fingerprintedText(
  gateway: Gateway,
  { operation, values, asSent, merchant, entryPoint }: FingerprintedCall,
): string {
  const {
    apiOperation: _operation,
    correlationId: _correlationId,
    responseControls: _responseControls,
    ...fields
  } = terminalRead(gateway, merchant, asSent?.() ?? values).values;
  const meant = entryPoint === 'HOSTED_PAGE' ? without(fields, ['session.id']) : fields;
  return `${operation} ${canonicalText(meant)}`;
}

/** Identifies a transaction in the in-flight registry; the length keeps `a`, `bc` and `ab`, `c` apart. */
export function idempotencyKey({
  merchant,
  orderId,
  transactionId,
}: OrderAddress & Pick<TransactionCall, 'transactionId'>): string {
  return `${merchant.key} ${orderId.length} ${orderId}${transactionId}`;
}
