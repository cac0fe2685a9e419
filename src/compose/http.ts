/**
 * The listeners, which serve the REST interface, the payers' pages, the reference, and the operator's probes and
 * metrics.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { FailedLoginCounts } from '../api/rest/index.ts';
import { receiptKeys } from '../checkout/index.ts';
import type { ConsoleDependencies } from '../console/index.ts';
import type { InterfaceError } from '../contract/interface-error.ts';
import type { HolderOfPayment } from '../core/browser-payments/index.ts';
import type { Gateway } from '../core/index.ts';
import { receiveResult } from '../core/payer-authentication/index.ts';
import {
  Assets,
  type BuiltScript,
  CertificateAuthorities,
  CLOSE_MS_MAX,
  ClientCertificates,
  ConnectionTable,
  connectionLimits,
  createHttpServer,
  type DivertRequest,
  DRAIN_MS,
  divertRequests,
  isDeveloperAddress,
  loadReference,
  mountApplePayDomain,
  mountConsole,
  mountDocs,
  mountMerchantScripts,
  mountPolicyReports,
  mountReceiptKeys,
  mountResults,
  mountSecurityContact,
  Pages,
  PolicyReportCounts,
  type RouteDependencies,
  type SlowClientTimes,
  SlowRefusals,
} from '../http/index.ts';
import { type FurtherStoresSource, loadExposition, RequestCounts } from '../platform/metrics/index.ts';
import type { Leave, Supervisor } from '../platform/supervision.ts';
import type { Settings } from '../settings/index.ts';
import type { PageThread } from '../web/rendering/index.ts';
import { languageOf } from '../web/text/languages.ts';
import type { StartPage } from '../web/views/docs/index.ts';
import type { ComposedAudit } from './audit.ts';
import { assetsFolder, readGuides } from './built-files.ts';
import type { Foundation } from './foundation.ts';
import { listenAddresses } from './listen-addresses.ts';
import { type MetricSources, mountForOperator } from './operator.ts';
import { mountForMerchantsAndPayers, pageLimits, type SharedHttp, serverOptions, showProblem } from './store-http.ts';
import { waitAtMost } from './wait-at-most.ts';

export interface HttpParts extends MetricSources {
  readonly audit: ComposedAudit;
  /** Absent: there is no console. */
  readonly console: ConsoleDependencies | undefined;
  readonly dependencies: RouteDependencies;
  readonly pageThread: Pick<PageThread, 'renderer'>;
  readonly scripts: readonly BuiltScript[];
  readonly gatewayVersion: string;
  readonly slowClients: Partial<SlowClientTimes>;
  /** Absent: the process opens its own sockets, and listens at once. */
  readonly supervisor: Supervisor | undefined;
}

export interface HttpListeners {
  readonly port: number;
  readonly adminPort?: number;
  /** Resolves when everything is loaded. Rejects if the pages could not be loaded. */
  readonly ready: Promise<void>;
  /** Returns true if `/readyz` would answer 200. */
  isReady(): Promise<boolean>;
  /** Listens, unless that is done. */
  listen(): Promise<void>;
  /** Refuses new requests and completes those in progress. */
  close(leave?: Leave): Promise<void>;
}

/** The further stores of the process. */
export interface FurtherStores {
  readonly divert: DivertRequest;
  readonly refusalOf: (request: IncomingMessage) => InterfaceError | undefined;
  /**
   * Waits for the end of a move of the authentication's merchant.
   *
   * @param transactionId of the 3DS Server
   * @returns the gateway of the store that has the authentication; undefined for the first store, and for an unknown id
   * @throws InterfaceError 503 if the store cannot be opened at present, or the move does not end in time
   */
  gatewayOf(transactionId: string): Promise<Gateway | undefined>;
  /**
   * Finds the store that has a payment of a merchant that has left the first one.
   *
   * @param reference of the payment at its provider
   * @throws InterfaceError as `gatewayOf`
   */
  readonly holderOf: HolderOfPayment;
  readonly metrics: FurtherStoresSource;
  /** Starts to serve the stores. */
  listenAt(http: SharedHttp): void;
  /** Refuses the requests that wait for the move of their merchant, and those that would. */
  refuseHeld(): void;
}

/** @throws Error if a port is in use */
export async function listen(foundation: Foundation, parts: HttpParts, stores: FurtherStores): Promise<HttpListeners> {
  const { settings, log, clock } = foundation;
  const { dependencies, pageThread, scripts, slowClients, supervisor } = parts;
  const { publicOrigin, trustedProxies, tls, testMode } = settings;
  const sandbox = settings.mode === 'sandbox';
  const renderer = () => pageThread.renderer();
  const authorities = authoritiesOf(settings);
  const clientCertificates = new ClientCertificates({ proxies: settings.clientCertProxies, clock, log, authorities });
  const requests = new RequestCounts();
  const failedLogins = new FailedLoginCounts();
  const connections = new ConnectionTable(connectionLimits(trustedProxies));
  const slowRefusals = new SlowRefusals();
  const pages = new Pages(renderer, languageOf, settings);
  const app = createHttpServer({
    ...serverOptions(foundation, dependencies, pages, { clientCertificates, connections, slowRefusals, requests }),
    tls: tls && { ...tls, ...requestedAuthorities(settings) },
    slowClients,
    consoleHost: settings.consoleOrigin && new URL(settings.consoleOrigin).host,
    refusalOf: stores.refusalOf,
    problemPage: async (request, reply, error) => {
      const isAbsent = error.status === 404 || error.status === 400;
      if (isAbsent && isDeveloperAddress(request.raw.url ?? '', sandbox)) {
        const isAnswered = await absentPage(request, reply, error.status);
        if (isAnswered) {
          return;
        }
      }
      await showProblem(dependencies, pages, request, reply, error);
    },
  });
  divertRequests(app, stores.divert);
  const assets = new Assets(assetsFolder());
  const limits = pageLimits(dependencies);
  const ofConnections = { clientCertificates, connections, slowRefusals };
  const shared = { ...ofConnections, listener: app.server, requests, failedLogins, assets, limits, pageThread };
  stores.listenAt(shared);
  const holderOf = (reference: string) => stores.holderOf(reference);
  mountForMerchantsAndPayers(app, foundation, parts, pages, { ...shared, holderOf });
  if (parts.console !== undefined) {
    mountConsole(app, { dependencies: parts.console, log, renderer });
  }
  mountMerchantScripts(app, scripts, dependencies.merchantScripts);
  mountResults(app, {
    clientCertificates,
    schemes: new Set(settings.directoryServers.map(({ scheme }) => scheme)),
    takesThisMachine: sandbox,
    trustedProxies,
    post: (body, scheme) => receiveResult(parts.gateway, body, scheme, (id) => stores.gatewayOf(id)),
  });
  const policyReports = new PolicyReportCounts();
  mountPolicyReports(app, { log, counts: policyReports, now: () => performance.now() });
  mountReceiptKeys(app, () => receiptKeys(parts.gateway.sealer));
  mountApplePayDomain(app, settings.wallets.applePayDomain);
  mountSecurityContact(app, settings.securityContact, publicOrigin, () => clock.now());
  const absentPage = mountDocs(app, {
    renderer,
    guides: await readGuides(),
    publicOrigin,
    testMode,
    start: startPage(settings),
  });
  let isLoaded = false;
  const counts = { requests, failedLogins, connections, policyReports, stores: stores.metrics };
  const { admin, probes, lag } = mountForOperator(foundation, app, clientCertificates, counts, parts, () => isLoaded);
  const addresses = await listenAddresses(settings, supervisor);
  const listenOnce = once(async () => {
    await app.listen(addresses.main);
    await admin?.listen(addresses.admin);
  });
  if (!supervisor?.listensWhenReady) {
    await listenOnce();
  }
  // The first answers do not need these, or wait for them, so they are loaded after the listeners have started.
  const loaded = [pageThread.renderer(), parts.authenticator.ready(), loadReference(), loadExposition()];
  const ready = Promise.all<unknown>(loaded).then(() => {
    isLoaded = true;
  });
  return {
    port: portOf(app, settings.port),
    adminPort: admin && portOf(admin, settings.adminPort as number),
    ready,
    isReady: () => probes.isReady(),
    listen: listenOnce,
    async close(leave) {
      const since = performance.now();
      await probes.announceClosing(leave);
      lag.close();
      stores.refuseHeld();
      const leftMs = CLOSE_MS_MAX - (performance.now() - since);
      await waitAtMost(Math.min(DRAIN_MS, leftMs), app.close(), log);
      await admin?.close();
    },
  };
}

/**
 * The start page of the sandbox. It links to the demo shop at the sandbox's port, unless the system chooses that port.
 */
function startPage({ mode, providers: { sandbox } }: Settings): StartPage | undefined {
  if (mode !== 'sandbox') {
    return undefined;
  }
  const { port } = new URL(sandbox?.origin ?? 'http://localhost:0');
  return port === '0' ? {} : { shop: `http://localhost:${port}/` };
}

function authoritiesOf({ tls, directoryServers }: Settings): CertificateAuthorities {
  return new CertificateAuthorities({
    merchants: tls?.clientCa,
    schemes: new Map(directoryServers.map(({ scheme, ca }) => [scheme, ca])),
  });
}

/** The authorities for the TLS certificate request. A certificate is optional. */
function requestedAuthorities({ tls, directoryServers }: Settings): { readonly clientCa?: string } {
  const all = [tls?.clientCa, ...directoryServers.map(({ ca }) => ca)].filter((pem) => pem !== undefined);
  return all.length === 0 ? {} : { clientCa: [...new Set(all)].join('\n') };
}

/** Calls the function at the first call, and returns the same promise at each. */
function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= action();
    return done;
  };
}

function portOf({ server }: FastifyInstance, asked: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : asked;
}
