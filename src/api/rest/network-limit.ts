/** Limits for calls without a merchant's password, by the caller's network. */
import { namedError } from '../../contract/errors/catalogue.ts';
import { LeakyBuckets, networkOf } from '../../platform/limits/index.ts';

/**
 * Calls per minute by a session's id. A payer needs a handful, but an office or a mobile network's shared address has
 * many payers. A higher rate indicates abuse: rows written and cards encrypted without a payment.
 */
const PAYERS_CALLS = { size: 300, drainMs: 60_000 } as const;

/** @throws InterfaceError 503 of the given name, with the seconds to wait */
export function limitNetwork(
  buckets: LeakyBuckets,
  remoteAddress: string,
  name: 'FIELDS_BUSY' | 'PAYERS_CALLS_BUSY',
): void {
  const waitMs = buckets.add(networkOf(remoteAddress));
  if (waitMs > 0) {
    throw namedError(name, { seconds: Math.ceil(waitMs / 1_000) });
  }
}

/**
 * The limit for calls authenticated by a session's id, in addition to the session's `authenticationLimit`.
 *
 * @param now monotonic, in milliseconds
 */
export function payersCallsOf(now: () => number): LeakyBuckets {
  return new LeakyBuckets({ ...PAYERS_CALLS, now });
}
