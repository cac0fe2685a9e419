/** Payments at providers: what their pages and callbacks share, and a reconciler a provider. */
import type { BrowserPaymentDependencies } from '../browser-payments/dependencies.ts';
import { reconciler } from '../browser-payments/reconciler.ts';
import { BROWSER_PAYMENT_PROVIDERS } from '../contract/fields/browser-payment-fields.ts';
import type { DueWorker } from '../gateway/due-worker.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { FollowUp } from '../gateway/order-records.ts';
import type { Store } from '../store/store.ts';

export interface ComposedBrowserPayments {
  readonly browserPayments: BrowserPaymentDependencies;
  /** Not started. */
  readonly reconcilers: readonly DueWorker<FollowUp>[];
}

export function composeBrowserPayments(gateway: Gateway, store: Store): ComposedBrowserPayments {
  const reconcilers = new Map<string, DueWorker<FollowUp>>();
  const browserPayments: BrowserPaymentDependencies = {
    gateway,
    merchantByKey: (key) => store.merchants.byKey(key),
    inFlightQueries: new Map(),
    wake: (provider) => reconcilers.get(provider)?.wake(),
  };
  // Includes disabled providers: their payments still expire.
  for (const id of Object.keys(BROWSER_PAYMENT_PROVIDERS)) {
    reconcilers.set(id, reconciler(browserPayments, id));
  }
  return { browserPayments, reconcilers: [...reconcilers.values()] };
}
