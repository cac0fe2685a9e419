/** Metrics and probes for the operator, on a separate listener if the settings name one. */
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpenAcquirers } from '../adapters/acquirers/index.ts';
import type { WatchedProviders } from '../adapters/providers/index.ts';
import type { ThreeDsServer } from '../adapters/three-ds-server/index.ts';
import { KEY_USES_MAX } from '../adapters/vault/index.ts';
import type { FailedLoginCounts } from '../api/rest/index.ts';
import type { BrokenInvariants } from '../contract/invariant.ts';
import { ALERT_RULES } from '../core/index.ts';
import {
  type ClientCertificates,
  type ConnectionTable,
  createAdminServer,
  METRICS,
  mountMetrics,
  mountProbes,
  type PolicyReportCounts,
  type Probes,
  STORE_STATES,
} from '../http/index.ts';
import { idParts } from '../platform/build.ts';
import {
  EventLoopLag,
  exposition,
  type FurtherStoresSource,
  mergedPages,
  type RequestCounts,
  type Scrapes,
} from '../platform/metrics/index.ts';
import type { Supervisor } from '../platform/supervision.ts';
import { certificateEnds } from './certificate-ends.ts';
import type { Foundation } from './foundation.ts';
import { type StoreMetricParts, storeSources } from './store-sources.ts';
import type { ComposedTraces } from './traces.ts';

/** The parts of the gateway that metrics read. */
export interface MetricSources extends StoreMetricParts {
  readonly acquirers: OpenAcquirers;
  readonly providers: WatchedProviders;
  readonly authenticator: ThreeDsServer;
  readonly invariants: () => BrokenInvariants;
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
  readonly stores: FurtherStoresSource;
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
  { requests, failedLogins, connections, policyReports, stores }: ListenerCounts,
  parts: MetricSources,
  isLoaded: () => boolean,
): OperatorEndpoints {
  const { store, acquirers, gateway, providers, authenticator, keys, invariants } = parts;
  const { gatewayVersion, traces, supervisor } = parts;
  const lag = new EventLoopLag();
  const ends = certificateEnds(settings, gateway.browser.providers);
  const scrapes = exposition({
    ...storeSources({ clock }, parts),
    requests,
    failedLogins: () => failedLogins.read(),
    connections,
    policyReports: () => policyReports.read(),
    acquirers,
    providers: providers.counts,
    rangeAges: () => authenticator.rangeAges(),
    stores,
    standby: store.standby,
    alertKinds: Object.keys(ALERT_RULES),
    invariantsBroken: () => invariants().count,
    dataKeyUsesMax: KEY_USES_MAX,
    keyServiceUp: () => keys.isServiceUp(),
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
      troubledStores: () => troubledStores(stores),
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

/** The states of further stores whose merchants get 503, by name. */
function troubledStores({ listed, open }: FurtherStoresSource): Readonly<Record<string, string>> {
  const away = listed().filter(({ state }) => state === 'away' || state === 'refused');
  const unwritten = [...open()].filter(({ sources }) => sources.storeCondition() !== 'WRITABLE');
  return Object.fromEntries([
    ...away.map(({ name, state }) => [name, state]),
    ...unwritten.map(({ name, sources }) => [name, STORE_STATES[sources.storeCondition()]]),
  ]);
}

/** Returns the modification time of a file. Undefined if there is none. */
function timeOf(file: string | undefined): number | undefined {
  return file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
