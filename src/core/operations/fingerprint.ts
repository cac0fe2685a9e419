/** The fingerprint that identifies a request. */
import { canonicalText, without } from '../../contract/values.ts';
import { paymentTokenOf } from '../cards/one-card.ts';
import type { Gateway } from '../gateway.ts';
import { isHash } from '../ports/index.ts';
import { terminalRead } from './merged-values.ts';
import type { TransactionCall } from './plan.ts';

type FingerprintedCall = Pick<TransactionCall, 'asSent' | 'entryPoint' | 'merchant' | 'values'> & {
  readonly operation: string;
};

/**
 * The fingerprint covers the card that a terminal read, but not the terminal's other data, which is sensitive. It
 * excludes `responseControls`, which only affects the response. For the hosted page it excludes the session's id: a
 * continued payment has another session id, and the session's version identifies the payment data.
 *
 * The fingerprint covers texts before card numbers in them are masked. Older releases did not mask them, and a request
 * to such a release may be repeated to this one.
 */
export function requestFingerprint(gateway: Gateway, call: FingerprintedCall): Uint8Array {
  return gateway.sealer.hash(PURPOSE, fingerprintedText(gateway, call));
}

/** @param fingerprint the stored fingerprint, perhaps made with a former key */
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
  // The token names the card, as a number does.
  const token = paymentTokenOf(values)?.reveal() ?? '';
  return `${operation} ${canonicalText(meant)}${token}`;
}
