/** The sources of a store's metrics. */
import type { NotificationDispatcher } from '../adapters/notifications/index.ts';
import type { Store } from '../adapters/store/index.ts';
import type { RetentionWorker } from '../back-office/retention/index.ts';
import type { CheckoutEventWorker } from '../checkout/index.ts';
import type { AlertLogger, Gateway } from '../core/index.ts';
import type { StoreSources } from '../platform/metrics/index.ts';
import type { ComposedAudit } from './audit.ts';
import type { Foundation } from './foundation.ts';
import type { PayerMails } from './receipts.ts';
import type { StaffMailWorkers } from './staff-mails.ts';
import type { WatchedKeys } from './workers.ts';

/** The parts of a store's gateway that its metrics read. */
export interface StoreMetricParts {
  readonly store: Store;
  readonly gateway: Gateway;
  readonly alertLogger: AlertLogger;
  readonly dispatcher: NotificationDispatcher;
  readonly receipts: PayerMails | undefined;
  readonly staffMails: StaffMailWorkers | undefined;
  readonly retention: RetentionWorker;
  readonly checkoutEvents: CheckoutEventWorker;
  readonly keys: WatchedKeys;
  readonly audit: ComposedAudit;
}

export function storeSources(
  { clock }: Pick<Foundation, 'clock'>,
  {
    store,
    gateway,
    alertLogger,
    dispatcher,
    receipts,
    staffMails,
    retention,
    checkoutEvents,
    keys,
    audit,
  }: StoreMetricParts,
): StoreSources {
  return {
    commits: store.commits,
    store: () => store.reconciliation.gauges(),
    storeCondition: () => store.health.condition,
    alerts: () => alertLogger.counts(),
    recovered: () => gateway.counts.recovered,
    results: () => gateway.counts.results.read(),
    checkoutEvents: () => checkoutEvents.counts,
    notificationTries: () => dispatcher.counts,
    receiptTries: () => receipts?.counts() ?? {},
    staffMailTries: () => staffMails?.counts() ?? {},
    retentionRemoved: () => retention.counts,
    dataKeys: () => keys.inUse(),
    audit: () => audit.counts(),
    declines: () => gateway.attemptLimits.counts.declines,
    limitedAttempts: () => gateway.attemptLimits.counts.limited,
    declineAlarms: () => gateway.attemptLimits.alarms.counts(clock.now()),
  };
}

/** Only keys that seal wear out, so that a page of many stores leaves out the others. */
export function furtherStoreSources(foundation: Pick<Foundation, 'clock'>, parts: StoreMetricParts): StoreSources {
  return {
    ...storeSources(foundation, parts),
    dataKeys: () => parts.keys.inUse().filter(({ purpose }) => purpose === 'SEAL'),
  };
}
