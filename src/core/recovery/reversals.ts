/**
 * Sends each stored reversal advice until the acquirer acknowledges it: at once, then with growing pauses and without a
 * limit. An advice is not dropped or closed silently. After six attempts an alert is logged, and `alert-logger.ts`
 * repeats it hourly.
 */

import {
  type Acquirer,
  type Acquirers,
  type Clock,
  DEFAULT_ACQUIRER,
  type Log,
  type Orders,
  type PendingReversal,
} from '../ports/index.ts';
import { acquirerNamed } from '../processing/acquirers.ts';
import { ALERT_AFTER_TRIES } from '../workers/alert-rules.ts';
import { DueWorker } from '../workers/due-worker.ts';

const FIRST_PAUSE_MS = 1_000;
/** The maximum pause between attempts, so that an acquirer receives every reversal within a minute after an outage. */
const PAUSE_MAX_MS = 60_000;

export interface ReversalDependencies {
  readonly clock: Clock;
  readonly orders: Orders;
  readonly acquirers: Acquirers;
  readonly log: Log;
}

/**
 * Creates the worker of one acquirer. Each acquirer has its own, so that an outage of one does not delay the reversals
 * of others.
 */
export function reversalWorker(
  dependencies: ReversalDependencies,
  name: string = DEFAULT_ACQUIRER,
): DueWorker<PendingReversal> {
  const { clock, orders, log } = dependencies;
  const acquirer = acquirerNamed(dependencies, name);
  return new DueWorker({
    name: 'reversals',
    log,
    queue: { kind: 'REVERSAL', acquirer: name },
    possible: () => acquirer.ready(),
    due: (limit) => orders.dueReversals(name, clock.now(), limit),
    work: (reversal) => send(dependencies, acquirer, reversal),
  });
}

async function send(
  { clock, orders, log }: ReversalDependencies,
  acquirer: Acquirer,
  { key, advice, attempts }: PendingReversal,
): Promise<void> {
  // The acquirer has disconnected, or another reversal of the batch is its trial message. Leave this one due without
  // counting an attempt; another process may claim it.
  if (!acquirer.ready()) {
    return orders.reversalTried(key, attempts, clock.now());
  }
  if (await acquirer.reverse(advice, attempts > 0)) {
    await orders.reversalAcknowledged(key, clock.now());
    log.info({ reversal: key, receipt: advice.original.receipt }, 'reversal acknowledged');
    return;
  }
  const tries = attempts + 1;
  const fields = { reversal: key, receipt: advice.original.receipt, tries };
  if (tries === ALERT_AFTER_TRIES) {
    log.error(fields, 'a reversal is not acknowledged: the acquirer may hold funds of a declined payment');
  } else if (tries < ALERT_AFTER_TRIES) {
    log.warn(fields, 'reversal not acknowledged, trying again');
  }
  await orders.reversalTried(key, tries, clock.now() + reversalPause(tries));
}

/** Returns the pause in milliseconds after this many attempts. */
export function reversalPause(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), PAUSE_MAX_MS);
}
