/**
 * Logs an error for each acquirer that a profile or a stored transaction names but the settings do not configure. Runs
 * once at the start, because settings do not change later. Payments that are routed to such an acquirer fail, and its
 * pending messages wait.
 */

import type { Merchant } from '../merchant/merchant.ts';
import type { Log } from '../ports/index.ts';

export interface NamedAcquirers {
  readonly configured: { has(name: string): boolean };
  readonly merchants: () => Promise<readonly Merchant[]>;
  /** The names of the acquirers from which an acknowledgement or a result is pending. */
  readonly awaited: () => Promise<ReadonlySet<string>>;
}

/** Does not throw: a row that cannot be read does not prevent the start. */
export async function logMissingAcquirers(named: NamedAcquirers, log: Log): Promise<void> {
  try {
    logMissing(named.configured, await named.merchants(), await named.awaited(), log);
  } catch (err) {
    log.warn({ err }, 'whether every acquirer that is named is configured could not be read');
  }
}

function logMissing(
  configured: NamedAcquirers['configured'],
  merchants: readonly Merchant[],
  awaited: ReadonlySet<string>,
  log: Log,
): void {
  for (const { id, profile } of merchants) {
    const missing = new Set(
      profile.acquirerRoutes.map(({ acquirer }) => acquirer).filter((one) => !configured.has(one)),
    );
    for (const acquirer of missing) {
      log.error({ acquirer, merchant: id }, 'a merchant routes payments to an acquirer that is not configured');
    }
  }
  for (const acquirer of awaited) {
    if (!configured.has(acquirer)) {
      log.error({ acquirer }, 'transactions wait for an acquirer that is not configured');
    }
  }
}
