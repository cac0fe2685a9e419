/**
 * The metrics for Prometheus: each family with its name, help text and source of values. Labels contain no ids except
 * the number of a data key.
 */
import { memoryUsage } from 'node:process';
import { DIRECTORY_FAMILIES } from './directory-families.ts';
import {
  buckets,
  byLabel,
  counter,
  type Family,
  gauge,
  info,
  type MetricValue,
  ofDataKey,
  ofStore,
  type Sources,
  singleValue,
} from './family.ts';
import { gaugeOfStores, rows, sumOfStores } from './of-stores.ts';
import { PARTNER_FAMILIES } from './partner-families.ts';
import { WATCHED_FAMILIES } from './watched-families.ts';

/** The states of a further store in a process. */
const STORE_STATES = ['open', 'asleep', 'away', 'refused'] as const;

function countsByState({ stores }: Sources): readonly MetricValue[] {
  const listed = stores?.listed() ?? [];
  return listed.length === 0
    ? []
    : STORE_STATES.map((state) => ({
        labels: { state },
        value: listed.filter((store) => store.state === state).length,
      }));
}

const GATEWAY_FAMILIES: readonly Family[] = [
  {
    name: 'turnpike_request_duration_seconds',
    help: 'Requests by operation and class of status, and how long they took.',
    type: 'histogram',
    values: ({ requests }) =>
      requests
        .cells()
        .flatMap(({ operation, statusClass, seconds }) =>
          buckets('turnpike_request_duration_seconds', seconds, { operation, status_class: statusClass }),
        ),
  },
  counter('turnpike_failed_logins_total', 'Requests without valid credentials, by reason.', ({ failedLogins }) =>
    [...failedLogins()].map(([reason, value]) => ({ labels: { reason }, value })),
  ),
  sumOfStores('turnpike_declines_total', 'Payments that issuers declined, by class.', 'counter', ({ declines }) =>
    byLabel('class', declines()),
  ),
  sumOfStores(
    'turnpike_limited_attempts_total',
    'Payments that reached a limit on declines and were not sent, by rule.',
    'counter',
    ({ limitedAttempts }) => byLabel('rule', limitedAttempts()),
  ),
  gaugeOfStores(
    'turnpike_decline_alarms',
    'Merchants, and ranges of cards at one, of which most payments were declined in the last five minutes.',
    ({ declineAlarms }) => byLabel('of', declineAlarms()),
  ),
  counter(
    'turnpike_suspicious_payments_total',
    'Payments on payment pages that had to wait or to prove work, by rule.',
    ({ suspiciousPayments }) =>
      Object.entries(suspiciousPayments().suspected).map(([rule, value]) => ({
        labels: { rule: rule.toLowerCase() },
        value,
      })),
  ),
  counter(
    'turnpike_suspicious_payments_ended_total',
    'How the waits of such payments ended.',
    ({ suspiciousPayments }) =>
      Object.entries(suspiciousPayments().ended).map(([end, value]) => ({ labels: { end: end.toLowerCase() }, value })),
  ),
  gauge('turnpike_connections', 'Connections of clients that are open.', ({ connections }) =>
    singleValue(connections.open()),
  ),
  counter(
    'turnpike_connections_given_up_total',
    'Connections closed because their address, or all together, had too many.',
    ({ connections }) =>
      Object.entries(connections.closedCounts()).map(([reason, value]) => ({ labels: { reason }, value })),
  ),
  counter(
    'turnpike_policy_reports_total',
    "Browsers' reports of what a page's policy refused, by directive.",
    ({ policyReports }) => [...policyReports()].map(([directive, value]) => ({ labels: { directive }, value })),
  ),
  sumOfStores(
    'turnpike_store_commit_duration_seconds',
    'Durable commits of this process, and how long each took.',
    'histogram',
    ({ commits }) => buckets('turnpike_store_commit_duration_seconds', commits.seconds),
  ),
  sumOfStores('turnpike_store_commit_units', 'How many units of work shared a commit.', 'histogram', ({ commits }) =>
    buckets('turnpike_store_commit_units', commits.units),
  ),
  gaugeOfStores(
    'turnpike_store_up',
    'Whether the store answers and takes writes.',
    async ({ store, storeCondition }) =>
      singleValue((await store()) !== undefined && storeCondition() === 'WRITABLE' ? 1 : 0),
    { isZeroShown: true },
  ),
  gaugeOfStores('turnpike_store_corrupt', 'Whether a damaged page was met since the start.', ({ storeCondition }) =>
    singleValue(storeCondition() === 'CORRUPT' ? 1 : 0),
  ),
  gauge('turnpike_stores', 'Further stores of the directory, by their state in this process.', countsByState),
  ...PARTNER_FAMILIES,
  rows('turnpike_reversals_due', 'Reversals that the acquirer has not acknowledged.', 'reversalsDue'),
  rows('turnpike_reversal_alerts', 'Of those, the ones that were tried six times and more.', 'reversalAlerts'),
  rows('turnpike_open_results', 'Transactions whose status is queried, or that are sent again.', 'openResults'),
  ofStore(
    gaugeOfStores(
      'turnpike_alerts',
      'Open tasks of the operator, by kind, as turnpike reconcile lists them.',
      ({ alerts }, { alertKinds }) =>
        alertKinds.map((kind) => ({ labels: { kind: kind.toLowerCase() }, value: alerts().get(kind) ?? 0 })),
    ),
  ),
  sumOfStores(
    'turnpike_transactions_recovered_total',
    'Transactions of dead processes that this one completed.',
    'counter',
    ({ recovered }) => singleValue(recovered()),
  ),
  counter(
    'turnpike_invariants_broken_total',
    'Damaged records and impossible sums that this process met, and refused.',
    ({ invariantsBroken }) => singleValue(invariantsBroken()),
  ),
  sumOfStores(
    'turnpike_checkout_events_total',
    'Checkouts that ended without a payment and were notified, by event.',
    'counter',
    ({ checkoutEvents }) => byLabel('event', checkoutEvents()),
  ),
  sumOfStores(
    'turnpike_notification_tries_total',
    'Deliveries of notifications, by outcome; given up and switched off are counted beside their last try.',
    'counter',
    ({ notificationTries }) => byLabel('outcome', notificationTries()),
  ),
  rows('turnpike_notifications_due', 'Orders that still have notifications to deliver.', 'notificationsDue'),
  sumOfStores(
    'turnpike_receipt_mail_tries_total',
    'Attempts to mail a receipt, by outcome: sent, failed, refused for good by the mail server; given up is counted beside the last try.',
    'counter',
    ({ receiptTries }) => byLabel('outcome', receiptTries()),
  ),
  sumOfStores(
    'turnpike_staff_mail_tries_total',
    'Attempts to mail a person of the console, by outcome, as those to mail a receipt.',
    'counter',
    ({ staffMailTries }) => byLabel('outcome', staffMailTries()),
  ),
  rows('turnpike_receipt_mails_due', 'Receipts that are not mailed yet.', 'receiptsDue'),
  sumOfStores(
    'turnpike_retention_removed_total',
    'Rows removed at the end of their retention period, by kind: sessions, bodies of notifications, pages of browser payments, orders whose card numbers are erased, orders moved to the archive, saved views.',
    'counter',
    ({ retentionRemoved }) => byLabel('kind', retentionRemoved()),
  ),
  ofStore(
    gauge('turnpike_processes', 'Gateway processes that live on this store.', async ({ store }) => {
      const gauges = await store();
      return gauges === undefined ? [] : singleValue(gauges.processes);
    }),
  ),
  ofStore({
    ...gaugeOfStores(
      'turnpike_data_key_uses_total',
      'How often the data key that is used now has sealed, at least roughly.',
      ({ dataKeys }) =>
        dataKeys().flatMap((key) => (key.uses === undefined ? [] : [{ labels: ofDataKey(key), value: key.uses }])),
    ),
    type: 'counter',
  }),
  ofStore(
    gauge('turnpike_data_key_uses_max', 'How often a data key seals before a new one is made.', ({ dataKeyUsesMax }) =>
      singleValue(dataKeyUsesMax),
    ),
  ),
  ofStore(
    gaugeOfStores(
      'turnpike_data_key_age_seconds',
      'For how long each data key that is used now has been.',
      ({ dataKeys }) => dataKeys().map((key) => ({ labels: ofDataKey(key), value: key.ageMs / 1_000 })),
    ),
  ),
  gauge(
    'turnpike_key_service_up',
    'Whether every key of TURNPIKE_KEYS answered when it was asked last.',
    ({ keyServiceUp }) => singleValue(keyServiceUp() ? 1 : 0),
  ),
  sumOfStores(
    'turnpike_audit_entries_total',
    'Entries that this process added to the audit trail.',
    'counter',
    ({ audit }) => singleValue(audit().entries),
  ),
  sumOfStores(
    'turnpike_audit_head_failures_total',
    'Heads of the audit trail that could not be written to their file.',
    'counter',
    ({ audit }) => singleValue(audit().headFailures),
  ),
  gauge('turnpike_clock_step_seconds', "How far the machine's clock is ahead of the process's.", ({ clockStepMs }) =>
    singleValue(clockStepMs() / 1_000),
  ),
  gauge(
    'turnpike_event_loop_lag_median_seconds',
    'How late half of the event loop’s timers were at most, since the last scrape.',
    ({ lag }) => singleValue(lag.read().median),
  ),
  gauge(
    'turnpike_event_loop_lag_p99_seconds',
    'How late 99 of 100 of the event loop’s timers were at most, since the last scrape.',
    ({ lag }) => singleValue(lag.read().p99),
  ),
  gauge(
    'turnpike_event_loop_lag_max_seconds',
    'How late the event loop’s latest timer was, since the last scrape.',
    ({ lag }) => singleValue(lag.read().max),
  ),
  gauge(
    'turnpike_event_loop_lag_seconds',
    'Deprecated, goes with the next release: the three metrics above have its values.',
    ({ lag }) => {
      const { median, p99, max } = lag.read();
      const values = { '0.5': median, '0.99': p99, 1: max };
      return Object.entries(values).map(([quantile, value]) => ({ labels: { quantile }, value }));
    },
  ),
  gauge('turnpike_build_info', 'Which build this process is, on which Node.', ({ build }) => info(build)),
  gauge(
    'turnpike_process_info',
    'The number of this process on its store, where it runs, and its mode.',
    ({ process }) => info(process()),
  ),
  gauge('turnpike_resident_memory_bytes', 'Memory of this process.', () => singleValue(memoryUsage.rss())),
  gauge('turnpike_heap_used_bytes', 'JavaScript objects of this process.', () => singleValue(memoryUsage().heapUsed)),
];

/**
 * The families' names in the previous release, for existing dashboards, by their new names. Until the next release,
 * which removes the former names, each value is exported under both.
 */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  turnpike_alerts: 'turnpike_concerns',
  turnpike_reversal_alerts: 'turnpike_reversal_alarms',
};

export const FAMILIES: readonly Family[] = [
  ...GATEWAY_FAMILIES,
  ...WATCHED_FAMILIES,
  ...DIRECTORY_FAMILIES,
  ...GATEWAY_FAMILIES.flatMap((family) => {
    const name = FORMER_NAMES[family.name];
    return name === undefined ? [] : [{ ...family, name, help: `Deprecated: read ${family.name} instead.` }];
  }),
];
