/** Metrics and probes for the operator, on a separate listener if the settings name one. */
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpenAcquirers } from '../adapters/acquirers/index.ts';
import type { NotificationDispatcher } from '../adapters/notifications/index.ts';
import type { WatchedProviders } from '../adapters/providers/index.ts';
import type { Store } from '../adapters/store/index.ts';
import type { ThreeDsServer } from '../adapters/three-ds-server/index.ts';
import { KEY_USES_MAX } from '../adapters/vault/index.ts';
import type { FailedLoginCounts } from '../api/rest/index.ts';
import type { RetentionWorker } from '../back-office/retention/index.ts';
import type { CheckoutEventWorker } from '../checkout/index.ts';
import type { BrokenInvariants } from '../contract/invariant.ts';
import { ALERT_RULES, type AlertLogger, type Gateway } from '../core/index.ts';
import {
  type ClientCertificates,
  type ConnectionTable,
  createAdminServer,
  METRICS,
  mountMetrics,
  mountProbes,
  type PolicyReportCounts,
  type Probes,
} from '../http/index.ts';
import { idParts } from '../platform/build.ts';
import { EventLoopLag, exposition, mergedPages, type RequestCounts, type Scrapes } from '../platform/metrics/index.ts';
import type { Supervisor } from '../platform/supervision.ts';
import type { ComposedAudit } from './audit.ts';
import { certificateEnds } from './certificate-ends.ts';
import type { Foundation } from './foundation.ts';
import type { PayerMails } from './receipts.ts';
import type { StaffMailWorkers } from './staff-mails.ts';
import type { ComposedTraces } from './traces.ts';
import type { WatchedKeys } from './workers.ts';

/** The parts of the gateway that metrics read. */
export interface MetricSources {
  readonly store: Store;
  readonly acquirers: OpenAcquirers;
  readonly gateway: Gateway;
  readonly providers: WatchedProviders;
  readonly authenticator: ThreeDsServer;
  readonly alertLogger: AlertLogger;
  readonly dispatcher: NotificationDispatcher;
  readonly receipts: PayerMails | undefined;
  readonly staffMails: StaffMailWorkers | undefined;
  readonly retention: RetentionWorker;
  readonly checkoutEvents: CheckoutEventWorker;
  readonly keys: WatchedKeys;
  readonly invariants: () => BrokenInvariants;
  readonly audit: ComposedAudit;
  readonly gatewayVersion: string;
  readonly traces: ComposedTraces | undefined;
  /** Absent: the metrics are those of this process. */
  readonly supervisor: Supervisor | undefined;
}

/** The parts of the listener that metrics read. */
export interface ListenerCounts {
  readonly requests: RequestCounts;
  readonly failedLogins: FailedLoginCounts;
  readonly connections: ConnectionTable;
  readonly policyReports: PolicyReportCounts;
  readonly storesAway: () => Readonly<Record<string, string>>;
  readonly storeCounts: () => Readonly<Record<string, number>>;
}

export interface OperatorEndpoints {
  readonly admin: FastifyInstance | undefined;
  readonly probes: Probes;
  readonly lag: EventLoopLag;
}

export function mountForOperator(
  { settings, log, clock }: Foundation,
  app: FastifyInstance,
  clientCertificates: ClientCertificates,
  { requests, failedLogins, connections, policyReports, storesAway, storeCounts }: ListenerCounts,
  {
    store,
    acquirers,
    gateway,
    providers,
    authenticator,
    alertLogger,
    dispatcher,
    receipts,
    staffMails,
    retention,
    checkoutEvents,
    keys,
    invariants,
    audit,
    gatewayVersion,
    traces,
    supervisor,
  }: MetricSources,
  isLoaded: () => boolean,
): OperatorEndpoints {
  const lag = new EventLoopLag();
  const ends = certificateEnds(settings, gateway.browser.providers);
  const scrapes = exposition({
    requests,
    failedLogins: () => failedLogins.read(),
    connections,
    policyReports: () => policyReports.read(),
    commits: store.commits,
    acquirers,
    providers: providers.counts,
    rangeAges: () => authenticator.rangeAges(),
    store: () => store.reconciliation.gauges(),
    storeCondition: () => store.health.condition,
    stores: storeCounts,
    standby: store.standby,
    alerts: () => alertLogger.counts(),
    alertKinds: Object.keys(ALERT_RULES),
    recovered: () => gateway.counts.recovered,
    invariantsBroken: () => invariants().count,
    results: () => gateway.counts.results.read(),
    notificationTries: () => dispatcher.counts,
    receiptTries: () => receipts?.counts() ?? {},
    staffMailTries: () => staffMails?.counts() ?? {},
    retentionRemoved: () => retention.counts,
    checkoutEvents: () => checkoutEvents.counts,
    dataKeys: () => keys.inUse(),
    dataKeyUsesMax: KEY_USES_MAX,
    keyServiceUp: () => keys.isServiceUp(),
    audit: () => audit.counts(),
    declines: () => gateway.attemptLimits.counts.declines,
    limitedAttempts: () => gateway.attemptLimits.counts.limited,
    declineAlarms: () => gateway.attemptLimits.alarms.counts(clock.now()),
    suspiciousPayments: () => gateway.payerLimits.counts,
    clockStepMs: () => clock.stepMs(),
    certificateEnds: () => ends,
    backedUpAt: () => timeOf(settings.backupDoneFile),
    now: () => clock.now(),
    spanCounts: () => ({ ...traces?.counts() }),
    lag,
    build: { build: gatewayVersion, ...idParts(gatewayVersion), node: process.version },
    process: () => ({
      process: store.processes.key.toString(),
      host: hostname(),
      pid: process.pid.toString(),
      mode: settings.testMode ?? 'live',
    }),
  });
  const { adminPort, trustedProxies, publicOrigin, testMode } = settings;
  const admin =
    adminPort === undefined ? undefined : createAdminServer({ log, clientCertificates, trustedProxies, testMode });
  mountMetrics(admin ?? app, METRICS, new URL(publicOrigin).host, pageOf(scrapes, supervisor));
  const probes = mountProbes(
    app,
    {
      storeAnswers: () => store.answers(),
      storeCondition: () => store.health.condition,
      acquirers,
      isLoaded,
      clockStepMs: () => clock.stepMs(),
      hasOthers: async (pids) =>
        (await store.processes.others()).some(
          ({ host, pid }) => host !== hostname() || pid === undefined || !pids.includes(pid),
        ),
      storesAway,
      pause,
    },
    admin,
  );
  return { admin, probes, lag };
}

/** The metrics of all processes behind one port, since any of them answers. */
function pageOf(scrapes: Scrapes, supervisor: Supervisor | undefined): Scrapes['all'] {
  if (supervisor === undefined) {
    return scrapes.all;
  }
  supervisor.onReport(scrapes.ofProcess);
  return async () => {
    const [own, others, { contentType, text }] = await Promise.all([
      scrapes.ofProcess(),
      supervisor.collect(),
      scrapes.ofStore(),
    ]);
    return { contentType, text: mergedPages([own, ...others, text]) };
  };
}

/** Returns the modification time of a file. Undefined if there is none. */
function timeOf(file: string | undefined): number | undefined {
  return file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
