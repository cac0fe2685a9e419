/**
 * The HTTP server, over TLS if it has a certificate: fastify with all limits set, unknown hosts refused, errors in the
 * interface's form, one log line per request. It is independent of payments; `routes.ts` has the addresses.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type InterfaceError, interfaceErrorBody } from '../../contract/interface-error.ts';
import { STAGING_HEADER, type TestMode } from '../../contract/test-mode.ts';
import type { Tracer } from '../../platform/tracing/index.ts';
import { originOf } from '../connections/client-address.ts';
import type { ClientCertificates } from '../connections/client-certificate.ts';
import { followListener, isClosing, stopListeningAtQuietTurn } from '../connections/closing.ts';
import { type ConnectionLimits, ConnectionTable } from '../connections/connection-table.ts';
import * as limits from '../connections/http-limits.ts';
import { limitConnections } from '../connections/limit-connections.ts';
import { SlowRefusals } from '../connections/slow-refusals.ts';
import { type Tls, tlsServerOptions } from '../connections/tls-server.ts';
import { untrustedProxyWarner } from '../connections/untrusted-proxy.ts';
import { RepeatedRefusals } from '../logging/repeats.ts';
import { isAuthenticatedCaller, logRequest, noteFailure } from '../logging/request-log.ts';
import { supportCodes } from '../logging/support-codes.ts';
import { interfaceError, NOTHING_HERE } from './interface-errors.ts';
import { malformedRefuser } from './malformed.ts';
import { type KnownHosts, knownHosts, unclearEnd, unknownHost } from './request-checks.ts';
import { traceRequests } from './request-spans.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation of a REST request, for the metrics. Null for other requests. */
    metricLabels: { readonly operation: string } | null;
    /** The IP address of the caller, also behind a trusted proxy. */
    clientAddress: string;
    /** True if the caller has authenticated as a merchant. */
    isKnownCaller: boolean;
    /** The IP addresses in a trusted proxy's two headers, if they differ. Both are then ignored. */
    claimedAddresses: readonly string[] | null;
  }
}

export interface HttpOptions {
  readonly log: Logger;
  /** Called after each answer: the operation or route, its status, and its duration in milliseconds. */
  readonly served?: (operation: string, status: number, ms: number) => void;
  /** The certificate and key of the listener. Absent: the listener uses plain HTTP. */
  readonly tls?: Tls | undefined;
  /** Overrides the default time limits for slow clients. */
  readonly slowClients?: Partial<limits.SlowClientTimes>;
  readonly clientCertificates: ClientCertificates;
  /** Proxies that report their callers' IP addresses. Absent: none are trusted. */
  readonly trustedProxies?: BlockList;
  /** The table of this server's connections. Absent: the server creates one. */
  readonly connections?: ConnectionTable;
  /** The only host that requests may name: `pay.example`, `localhost:8080`. */
  readonly publicHost: string;
  /** The console's host, if it has one of its own, which answers the console's paths alone. */
  readonly consoleHost?: string | undefined;
  /** Paths that are answered for any host name, because probes send requests to the process's IP address. */
  readonly probes: readonly string[];
  /** Answers a payer if a request fails before a page handles it. */
  readonly problemPage: (request: FastifyRequest, reply: FastifyReply, error: InterfaceError) => Promise<void>;
  /** True if a URL belongs to the REST interface, which answers errors in JSON. */
  readonly isRest: (url: string) => boolean;
  /** Answers of a staging gateway have a header that says so. */
  readonly testMode?: TestMode | undefined;
  /** Absent: requests are not traced. */
  readonly tracer?: Tracer | undefined;
  /** True if callers use HTTPS, either to this listener or to a proxy in front of it. */
  readonly https?: boolean;
  /** Delays refusals. Absent: the server creates one. */
  readonly slowRefusals?: SlowRefusals;
  /** Refuses a request to a known host before its route's handler. */
  readonly refusalOf?: (request: IncomingMessage) => InterfaceError | undefined;
  /**
   * The server that receives the requests of this one, which then does not listen itself. The limits of connections and
   * slow clients are enforced there; `connections` and `slowRefusals` must be the same.
   */
  readonly listener?: FastifyInstance['server'];
}

/** The header that requires HTTPS from browsers. Sent only in answers over HTTPS. */
export const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } as const;

/** State for the logging and delaying of refusals. */
interface Refusals {
  readonly repeats: RepeatedRefusals;
  readonly slow: SlowRefusals;
}

/** Headers of every answer that is not a page. */
export const REST_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Returns the limits for the table of a server's connections. */
export function connectionLimits(trustedProxies: BlockList): ConnectionLimits {
  return {
    max: limits.CONNECTIONS_MAX,
    perAddress: limits.CONNECTIONS_PER_ADDRESS,
    perNetwork: limits.CONNECTIONS_PER_NETWORK,
    pace: limits.PACE,
    trustedProxies,
  };
}

export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { slowRefusals: slow = new SlowRefusals() } = options;
  const refusals: Refusals = { repeats: new RepeatedRefusals(options.log), slow };
  const { repeats } = refusals;
  const always = alwaysSent(options);
  const hosts = knownHosts(options);
  const supportCode = supportCodes();
  const { headersMs, requestMs, checkedEveryMs } = { ...limits.SLOW_CLIENT_TIMES, ...options.slowClients };
  const nodeOptions = {
    headersTimeout: headersMs,
    connectionsCheckingInterval: checkedEveryMs,
    maxHeaderSize: limits.HEADER_BYTES_MAX,
  };
  const app = Fastify({
    bodyLimit: limits.BODY_BYTES_MAX,
    requestTimeout: requestMs,
    connectionTimeout: limits.SOCKET_SILENCE_MS,
    keepAliveTimeout: limits.KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // A request that arrives while the listener closes is processed normally.
    return503OnClosing: false,
    http: nodeOptions,
    ...(options.tls !== undefined && { https: { ...nodeOptions, ...tlsServerOptions(options.tls) } }),
    routerOptions: {
      ignoreTrailingSlash: true,
      // The router would refuse a long id without the field's name, which the interface's errors must contain. The
      // limit of the header block bounds the id's length.
      maxParamLength: limits.HEADER_BYTES_MAX,
    },
    // No route has a JSON schema, so the compilers for them are not loaded.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    exposeHeadRoutes: true,
    genReqId: supportCode,
    logger: false,
    frameworkErrors: (error, request, reply) => refuseUnrouted(options, refusals, hosts, error, request, reply),
    // Node answers malformed requests without a JSON body; this handler sends one.
    clientErrorHandler: malformedRefuser({ log: options.log, repeats, supportCode, headers: always }),
  });
  const { trustedProxies = new BlockList() } = options;
  const { connections = new ConnectionTable(connectionLimits(trustedProxies)) } = options;
  if (options.listener === undefined) {
    limitConnections(app, connections, { log: options.log, repeats });
  } else {
    followListener(app, options.listener);
  }
  acceptAnyContentType(app);
  if (options.tracer !== undefined) {
    traceRequests(app, options.tracer, options.isRest);
  }
  app.decorateRequest('metricLabels', null);
  app.decorateRequest('clientAddress', '');
  app.decorateRequest('isKnownCaller', false);
  app.decorateRequest('claimedAddresses', null);
  const noteProxy = untrustedProxyWarner(options.log, trustedProxies);
  app.addHook('onRequest', (request, reply, done) => {
    noteProxy(request.raw);
    options.clientCertificates.receive(request.raw, request.id);
    noteOrigin(request, trustedProxies);
    const { headers } = request.raw;
    if (headers['content-type'] !== undefined) {
      headers['content-type'] = undefined;
    }
    done(unknownHost(request, hosts, options.probes) ?? unclearEnd(request, reply) ?? options.refusalOf?.(request.raw));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    for (const [name, value] of always) {
      if (!reply.hasHeader(name)) {
        reply.header(name, value);
      }
    }
    done(null, payload);
  });
  app.addHook('onClose', (_app, done) => {
    repeats.end();
    done();
  });
  if (options.listener === undefined) {
    stopListeningAtQuietTurn(app);
  }
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(options.log, repeats, request, reply);
    if (isAuthenticatedCaller(request)) {
      connections.noteKnown(request.raw.socket);
    }
    // URLs contain ids, so requests for pages are counted under their route's pattern.
    const operation = request.metricLabels?.operation ?? request.routeOptions.url ?? 'none';
    options.served?.(operation, reply.raw.statusCode, reply.elapsedTime);
    done();
  });
  app.setErrorHandler((error, request, reply) => answerError(options, refusals.slow, error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(options, refusals.slow, NOTHING_HERE, request, reply));
  return app;
}

function refuseSchema(): never {
  throw new Error('Routes have no JSON schemas: the contract validates requests.');
}

/** Returns the default headers of every answer. A route may replace the content security policy. */
function alwaysSent({ https = false, testMode }: HttpOptions): readonly (readonly [string, string])[] {
  const { 'Content-Security-Policy': policy, 'X-Content-Type-Options': sniffing } = REST_HEADERS;
  return Object.entries({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': sniffing,
    ...(https && STRICT_TRANSPORT),
    ...(testMode === 'staging' && STAGING_HEADER),
  });
}

/**
 * Parses any content type as bytes. Some clients send a malformed type, which fastify would refuse before any parser
 * runs, so the hook removes the header.
 */
function acceptAnyContentType(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/**
 * Answers requests whose path the router cannot parse. Fastify runs no hooks for them, so this function checks the host
 * and writes the log line.
 */
function refuseUnrouted(
  options: HttpOptions,
  refusals: Refusals,
  hosts: KnownHosts,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  options.clientCertificates.receive(request.raw, request.id);
  noteOrigin(request, options.trustedProxies ?? new BlockList());
  reply.headers(Object.fromEntries(alwaysSent(options)));
  reply.raw.once('finish', () => logRequest(options.log, refusals.repeats, request, reply));
  const refusal = unknownHost(request, hosts, options.probes) ?? unclearEnd(request, reply) ?? error;
  answerError(options, refusals.slow, refusal, request, reply).catch((failure: unknown) => {
    options.log.error({ supportCode: request.id, err: failure }, 'an error could not be answered');
    reply.raw.destroy();
  });
}

function noteOrigin(request: FastifyRequest, proxies: BlockList): void {
  const { address, claimed = null } = originOf(request.raw, proxies);
  request.clientAddress = address;
  request.claimedAddresses = claimed;
}

async function answerError(
  options: HttpOptions,
  slow: SlowRefusals,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const error = interfaceError(thrown);
  if (error.status >= 500) {
    noteFailure(request, thrown);
  }
  const isKept = isAuthenticatedCaller(request) || (await slow.wait(request.clientAddress, request.raw.socket));
  if (!isKept) {
    reply.header('Connection', 'close');
  }
  if (!options.isRest(request.raw.url ?? '')) {
    return options.problemPage(request, reply, error);
  }
  reply
    .status(error.status)
    .headers({ ...REST_HEADERS, ...error.headers, ...(isClosing(request) && { Connection: 'close' }) })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(interfaceErrorBody(error, request.id)));
}
