/**
 * The listeners, which serve the REST interface, the payers' pages, the reference, and the operator's probes and
 * metrics.
 */
import type { FastifyInstance } from 'fastify';
import { FailedLoginCounts, HostedFields, PageCheckouts } from '../api/rest/index.ts';
import { payerLocale, receiptKeys } from '../checkout/index.ts';
import type { ConsoleDependencies } from '../console/index.ts';
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
  DRAIN_MS,
  isDeveloperAddress,
  isRestAddress,
  languagesOf,
  loadReference,
  METRICS,
  mountApplePayDomain,
  mountAuthentications,
  mountBrowserPayments,
  mountConsole,
  mountDocs,
  mountHostedFields,
  mountLinks,
  mountLogos,
  mountMerchantScripts,
  mountPageCheckouts,
  mountPayerPages,
  mountPolicyReports,
  mountReceiptKeys,
  mountRest,
  mountResults,
  mountSecurityContact,
  Pages,
  PolicyReportCounts,
  PROBES,
  paymentAddress,
  paymentCode,
  type RouteDependencies,
  type SlowClientTimes,
} from '../http/index.ts';
import { loadExposition, RequestCounts } from '../platform/metrics/index.ts';
import type { Leave, Supervision } from '../platform/supervision.ts';
import type { Settings } from '../settings/index.ts';
import type { PageThread } from '../web/rendering/index.ts';
import { languageOf } from '../web/text/languages.ts';
import type { StartPage } from '../web/views/docs/index.ts';
import type { ComposedAudit } from './audit.ts';
import { assetsFolder, merchantScriptsFolder, readGuides } from './built-files.ts';
import type { Foundation } from './foundation.ts';
import { listenAddresses } from './listen-addresses.ts';
import { type MetricSources, mountForOperator } from './operator.ts';
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
  readonly supervision: Supervision | undefined;
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

/** @throws Error if a port is in use */
export async function listen(foundation: Foundation, parts: HttpParts): Promise<HttpListeners> {
  const { settings, log, clock } = foundation;
  const { dependencies, pageThread, scripts, gatewayVersion, slowClients, supervision } = parts;
  const { publicOrigin, trustedProxies, tls } = settings;
  const https = publicOrigin.startsWith('https:');
  const sandbox = settings.mode === 'sandbox';
  const renderer = () => pageThread.renderer();
  const pages = new Pages(renderer, languageOf, settings);
  const authorities = authoritiesOf(settings);
  const clientCertificates = new ClientCertificates({ proxies: settings.clientCertProxies, clock, log, authorities });
  const requests = new RequestCounts();
  const failedLogins = new FailedLoginCounts();
  const connections = new ConnectionTable(connectionLimits(trustedProxies));
  const app = createHttpServer({
    log,
    served: (operation, status, ms) => requests.note(operation, status, ms),
    tls: tls && { ...tls, ...requestedAuthorities(settings) },
    slowClients,
    clientCertificates,
    trustedProxies,
    connections,
    publicHost: new URL(publicOrigin).host,
    consoleHost: settings.consoleOrigin && new URL(settings.consoleOrigin).host,
    tracer: foundation.spans,
    probes: [...Object.values(PROBES), METRICS],
    isRest: isRestAddress,
    https,
    testMode: settings.testMode,
    problemPage: async (request, reply, error) => {
      const isAbsent = error.status === 404 || error.status === 400;
      if (isAbsent && isDeveloperAddress(request.raw.url ?? '', sandbox)) {
        const isAnswered = await absentPage(request, reply, error.status);
        if (isAnswered) {
          return;
        }
      }
      await pages.problem(request, reply, error, {
        locale: payerLocale(dependencies, languagesOf(request, dependencies)),
        payment: error.status >= 500 ? await paymentAddress(request, dependencies) : undefined,
        // A gateway that is too busy for requests does not read the store for their error pages.
        paymentCode: error.status === 503 ? undefined : await paymentCode(request, dependencies),
      });
    },
  });
  const { signIns } = parts.audit;
  const { testMode } = settings;
  mountRest(app, { dependencies, clientCertificates, failedLogins, signIns, gatewayVersion, testMode, log });
  mountPayerPages(app, { dependencies, pages, assets: new Assets(assetsFolder()), publicOrigin });
  mountLinks(app, { dependencies, pages });
  if (parts.console !== undefined) {
    mountConsole(app, { dependencies: parts.console, log, renderer });
  }
  mountLogos(app, dependencies);
  mountMerchantScripts(app, scripts, dependencies.merchantScripts);
  const hostedFields = new HostedFields(dependencies, () => performance.now());
  mountHostedFields(app, { hostedFields, publicOrigin, folder: merchantScriptsFolder() });
  mountPageCheckouts(app, new PageCheckouts(dependencies, () => performance.now()));
  mountAuthentications(app, { dependencies, pages });
  mountBrowserPayments(app, { dependencies, pages });
  mountResults(app, {
    clientCertificates,
    schemes: new Set(settings.directoryServers.map(({ scheme }) => scheme)),
    takesThisMachine: sandbox,
    trustedProxies,
    post: (body, scheme) => receiveResult(parts.gateway, body, scheme),
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
  const counts = { requests, failedLogins, connections, policyReports };
  const { admin, probes, lag } = mountForOperator(foundation, app, clientCertificates, counts, parts, () => isLoaded);
  const addresses = listenAddresses(settings, supervision);
  const listenOnce = once(async () => {
    await app.listen(addresses.main);
    await admin?.listen(addresses.admin);
  });
  if (!supervision?.listensWhenReady) {
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
