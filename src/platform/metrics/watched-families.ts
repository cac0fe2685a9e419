/**
 * The metrics of payments' results, of dates, such as the ends of certificates and the age of the last backup, and of
 * the standby.
 */
import { byLabel, counter, type Family, gauge, ofStore, singleValue } from './family.ts';
import { gaugeOfStores, sumOfStores } from './of-stores.ts';
import { STANDBY_FAMILIES } from './standby-families.ts';

export const WATCHED_FAMILIES: readonly Family[] = [
  sumOfStores(
    'turnpike_transactions_total',
    'Transactions that this process completed, by type and first result.',
    'counter',
    ({ results }) =>
      results().map(({ type, result, count }) => ({
        labels: { type: type.toLowerCase(), result: result.toLowerCase() },
        value: count,
      })),
  ),
  ofStore(
    gauge(
      'turnpike_certificate_expiry_timestamp_seconds',
      'When the first certificate or key of a setting ends, in seconds since 1970.',
      ({ certificateEnds }) =>
        [...certificateEnds()].map(([setting, at]) => ({ labels: { setting }, value: Math.round(at / 1_000) })),
    ),
  ),
  ofStore(
    gauge(
      'turnpike_backup_age_seconds',
      'How long ago the last backup was noted in BACKUP_DONE_FILE.',
      ({ backedUpAt, now }) => {
        const at = backedUpAt();
        return at === undefined ? [] : singleValue(Math.max(0, now() - at) / 1_000);
      },
    ),
  ),
  ofStore(
    gaugeOfStores(
      'turnpike_notifications_oldest_seconds',
      'How long the oldest notification has waited to be delivered; 0 if none is waiting.',
      async ({ store }, { now }) => {
        const gauges = await store();
        if (gauges === undefined) {
          return [];
        }
        const { notificationsSince: since } = gauges;
        return singleValue(since === null ? 0 : Math.max(0, now() - since) / 1_000);
      },
    ),
  ),
  counter(
    'turnpike_trace_spans_total',
    'Spans of traces: sent; dropped because too many waited; failed because the receiver did not accept them.',
    ({ spanCounts }) => byLabel('outcome', spanCounts()),
  ),
  ...STANDBY_FAMILIES,
];
