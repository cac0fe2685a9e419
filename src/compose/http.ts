/** The listeners: the interface, the payer's pages, the reference, and what is for the operator. */
import type { FastifyInstance } from 'fastify';
import { payerLocale } from '../checkout/index.ts';
import {
  Assets,
  ClientCertificates,
  ConnectionTable,
  connectionLimits,
  createHttpServer,
  DRAIN_MS,
  languagesOf,
  mountBrowserPayments,
  mountDocs,
  mountLogos,
  mountPayerPages,
  mountRest,
  Pages,
  type RenderPage,
  type SlowClientTimes,
} from '../http/index.ts';
import { RequestCounts } from '../metrics/index.ts';
import { FailedLoginCounts } from '../rest/index.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { isRestAddress, METRICS, PROBES } from '../routes.ts';
import { languageOf } from '../text/languages.ts';
import type { Foundation } from './foundation.ts';
import { type MetricSources, mountForOperator } from './operator.ts';
import { ASSETS } from './pages.ts';
import { within } from './within.ts';

export interface HttpParts extends MetricSources {
  readonly dependencies: RouteDependencies;
  readonly render: Promise<RenderPage>;
  readonly gatewayVersion: string;
  readonly slowClients: Partial<SlowClientTimes>;
}

export interface Listeners {
  readonly port: number;
  readonly adminPort?: number;
  /** Refuses new requests and completes those in flight. */
  close(): Promise<void>;
}

/** @throws Error when a port is in use, as Node's `listen` does */
export async function listen(foundation: Foundation, parts: HttpParts): Promise<Listeners> {
  const { settings, log, clock } = foundation;
  const { dependencies, render, gatewayVersion, slowClients } = parts;
  const { publicOrigin, trustedProxies, tls, adminPort } = settings;
  const https = publicOrigin.startsWith('https:');
  const pages = new Pages(() => render, languageOf);
  const clientCertificates = new ClientCertificates({ proxies: settings.clientCertProxies, clock, log });
  const requests = new RequestCounts();
  const failedLogins = new FailedLoginCounts();
  const connections = new ConnectionTable(connectionLimits(trustedProxies));
  const app = createHttpServer({
    log,
    served: (operation, status, ms) => requests.note(operation, status, ms),
    tls,
    slowClients,
    clientCertificates,
    trustedProxies,
    connections,
    publicHost: new URL(publicOrigin).host,
    probes: [...Object.values(PROBES), METRICS],
    isRest: isRestAddress,
    https,
    problemPage: (request, reply, error) =>
      pages.problem(request, reply, error, payerLocale(dependencies, languagesOf(request, dependencies))),
  });
  mountRest(app, { dependencies, clientCertificates, failedLogins, gatewayVersion });
  mountPayerPages(app, { dependencies, pages, assets: new Assets(ASSETS), publicOrigin });
  mountLogos(app, dependencies);
  mountBrowserPayments(app, { dependencies, pages });
  mountDocs(app, { render: () => render, publicOrigin });
  const counts = { requests, failedLogins, connections };
  const { admin, probes, lag } = mountForOperator(foundation, app, clientCertificates, counts, parts);
  await app.listen({ host: settings.host, port: settings.port });
  await admin?.listen({ host: settings.host, port: adminPort as number });
  return {
    port: portOf(app, settings.port),
    ...(admin && { adminPort: portOf(admin, adminPort as number) }),
    async close() {
      await probes.announceClosing();
      lag.close();
      await within(DRAIN_MS, app.close(), log);
      await admin?.close();
    },
  };
}

function portOf({ server }: FastifyInstance, asked: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : asked;
}
