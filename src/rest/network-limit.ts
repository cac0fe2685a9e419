/** Calls that need no password of a merchant are counted by the caller's network. */
import { namedError } from '../contract/errors/catalogue.ts';
import { LeakyBuckets, networkOf } from '../limits/index.ts';

/**
 * By a session's id, a minute. A payer needs a handful; an office, or what a mobile network's phones share, has many
 * payers at once. Beyond it somebody writes rows and seals cards for no payment.
 */
const PAYERS_CALLS = { size: 300, drainMs: 60_000 } as const;

/** @throws InterfaceError 503 with the seconds to wait, by the given name */
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
 * Of calls whose password is a session's id, beside the session's own `authenticationLimit`.
 *
 * @param now monotonic, in milliseconds
 */
export function payersCallsOf(now: () => number): LeakyBuckets {
  return new LeakyBuckets({ ...PAYERS_CALLS, now });
}
