/** Creates the browser payments of a process: the shared dependencies, and a reconciler for each provider. */
import { BROWSER_PAYMENT_PROVIDERS } from '../../contract/providers/index.ts';
import type { FollowUp } from '../ports/index.ts';
import type { DueWorker } from '../workers/due-worker.ts';
import type { BrowserPaymentDependencies } from './dependencies.ts';
import { reconciler } from './reconciler.ts';

/** @returns the workers too, for the caller to start and close */
export function createBrowserPayments({
  gateway,
  merchantByKey,
}: Pick<BrowserPaymentDependencies, 'gateway' | 'merchantByKey'>): {
  readonly browserPayments: BrowserPaymentDependencies;
  readonly reconcilers: readonly DueWorker<FollowUp>[];
} {
  const reconcilers = new Map<string, DueWorker<FollowUp>>();
  const browserPayments: BrowserPaymentDependencies = {
    gateway,
    merchantByKey,
    inFlightQueries: new Map(),
    wake: (provider) => reconcilers.get(provider)?.wake(),
  };
  // Includes disabled providers: their payments still expire.
  for (const id of Object.keys(BROWSER_PAYMENT_PROVIDERS)) {
    reconcilers.set(id, reconciler(browserPayments, id));
  }
  return { browserPayments, reconcilers: [...reconcilers.values()] };
}
