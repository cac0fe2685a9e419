/**
 * The routes whose path names a merchant, or has an id that names its store. The process's listener has them for the
 * first store; each further store has a server of its own for them, which does not listen.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FailedLoginCounts, HostedFields, PageCheckouts } from '../api/rest/index.ts';
import { payerLocale } from '../checkout/index.ts';
import type { InterfaceError } from '../contract/interface-error.ts';
import type { HolderOfPayment } from '../core/browser-payments/index.ts';
import {
  type Assets,
  type ClientCertificates,
  type ConnectionTable,
  createHttpServer,
  type HttpOptions,
  isRestAddress,
  languagesOf,
  linkFormsLimit,
  METRICS,
  mountAuthentications,
  mountBrowserPayments,
  mountHostedFields,
  mountLinks,
  mountLogos,
  mountPageCheckouts,
  mountPayerPages,
  mountRest,
  Pages,
  PROBES,
  paymentAddress,
  paymentCode,
  type RouteDependencies,
  type SlowRefusals,
} from '../http/index.ts';
import type { RequestCounts } from '../platform/metrics/index.ts';
import type { PageThread } from '../web/rendering/index.ts';
import { languageOf } from '../web/text/languages.ts';
import type { ComposedAudit } from './audit.ts';
import { merchantScriptsFolder } from './built-files.ts';
import type { Foundation } from './foundation.ts';

export interface StoreRoutes {
  readonly audit: ComposedAudit;
  readonly dependencies: RouteDependencies;
  readonly gatewayVersion: string;
}

/** The limits of payers' pages and forms, which count the requests to all stores in one process. */
export interface PageLimits {
  readonly hostedFields: HostedFields;
  readonly pageCheckouts: PageCheckouts;
  readonly linkForms: ReturnType<typeof linkFormsLimit>;
}

/** The parts of the listener that the servers of all stores in the process share. */
export interface SharedHttp {
  readonly listener: FastifyInstance['server'];
  readonly clientCertificates: ClientCertificates;
  readonly connections: ConnectionTable;
  readonly slowRefusals: SlowRefusals;
  readonly requests: RequestCounts;
  readonly failedLogins: FailedLoginCounts;
  readonly assets: Assets;
  /** Limits of payers' requests. */
  readonly limits: PageLimits;
  readonly pageThread: Pick<PageThread, 'renderer'>;
}

const monotonic = () => performance.now();

/** @param shared those of the first store's routes */
export function pageLimits(dependencies: RouteDependencies, shared?: PageLimits): PageLimits {
  return {
    hostedFields: new HostedFields(dependencies, monotonic, shared?.hostedFields),
    pageCheckouts: new PageCheckouts(dependencies, monotonic, shared?.pageCheckouts),
    linkForms: shared?.linkForms ?? linkFormsLimit(),
  };
}

/** Creates the server of a further store, which answers the requests that the process's listener passes to it. */
export async function serveStore(
  foundation: Foundation,
  parts: StoreRoutes,
  shared: SharedHttp,
): Promise<FastifyInstance> {
  const { dependencies } = parts;
  const pages = new Pages(() => shared.pageThread.renderer(), languageOf, foundation.settings);
  const app = createHttpServer({
    ...serverOptions(foundation, dependencies, pages, shared),
    listener: shared.listener,
  });
  mountForMerchantsAndPayers(app, foundation, parts, pages, {
    ...shared,
    limits: pageLimits(dependencies, shared.limits),
  });
  await app.ready();
  return app;
}

/** The options of the servers of all stores. */
export function serverOptions(
  { settings, log, spans }: Foundation,
  dependencies: RouteDependencies,
  pages: Pages,
  {
    clientCertificates,
    connections,
    slowRefusals,
    requests,
  }: Pick<SharedHttp, 'clientCertificates' | 'connections' | 'requests' | 'slowRefusals'>,
): HttpOptions {
  const { publicOrigin, trustedProxies, testMode } = settings;
  return {
    log,
    served: (operation, status, ms) => requests.note(operation, status, ms),
    clientCertificates,
    trustedProxies,
    connections,
    slowRefusals,
    publicHost: new URL(publicOrigin).host,
    tracer: spans,
    probes: [...Object.values(PROBES), METRICS],
    isRest: isRestAddress,
    https: publicOrigin.startsWith('https:'),
    testMode,
    problemPage: (request, reply, error) => showProblem(dependencies, pages, request, reply, error),
  };
}

export async function showProblem(
  dependencies: RouteDependencies,
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  error: InterfaceError,
): Promise<void> {
  await pages.problem(request, reply, error, {
    locale: payerLocale(dependencies, languagesOf(request, dependencies)),
    payment: error.status >= 500 ? await paymentAddress(request, dependencies) : undefined,
    // A gateway that is too busy for requests does not read the store for their error pages.
    paymentCode: error.status === 503 ? undefined : await paymentCode(request, dependencies),
  });
}

/** Mounts the routes whose path names a merchant, or has an id that names its store. */
export function mountForMerchantsAndPayers(
  app: FastifyInstance,
  { settings: { publicOrigin, testMode }, log }: Foundation,
  { dependencies, gatewayVersion, audit: { signIns } }: StoreRoutes,
  pages: Pages,
  {
    clientCertificates,
    failedLogins,
    assets,
    limits: { hostedFields, pageCheckouts, linkForms },
    holderOf,
  }: Pick<SharedHttp, 'assets' | 'clientCertificates' | 'failedLogins' | 'limits'> & {
    readonly holderOf?: HolderOfPayment;
  },
): void {
  mountRest(app, { dependencies, clientCertificates, failedLogins, signIns, gatewayVersion, testMode, log });
  mountPayerPages(app, { dependencies, pages, assets, publicOrigin });
  mountLinks(app, { dependencies, pages, forms: linkForms });
  mountLogos(app, dependencies);
  mountHostedFields(app, { hostedFields, publicOrigin, folder: merchantScriptsFolder() });
  mountPageCheckouts(app, pageCheckouts);
  mountAuthentications(app, { dependencies, pages });
  mountBrowserPayments(app, { dependencies, pages, holderOf });
}
