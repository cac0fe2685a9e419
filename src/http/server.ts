/**
 * The HTTP server: fastify with every limit set, unknown hosts refused, errors in the interface's form, one log line a
 * request. It knows nothing of payments; `routes.ts` brings the addresses.
 */
import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { errorBody, InterfaceError } from '../contract/errors.ts';
import * as limits from './limits.ts';

export interface HttpOptions {
  readonly log: Logger;
  /** The one host that requests may name: `pay.example`, `localhost:8080`. */
  readonly publicHost: string;
  /** Addresses that answer to any host: probes come to an address, not to a name. */
  readonly probes: readonly string[];
  /** Answers a payer whose request failed before any page took it. */
  readonly problemPage: (request: FastifyRequest, reply: FastifyReply, error: InterfaceError) => Promise<void>;
  /** Whether an address is the interface's, which answers JSON. */
  readonly isRest: (url: string) => boolean;
}

const SUPPORT_CODE_BYTES = 6;

/** Headers of every answer that is no page. */
export const REST_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const;

export function createHttpServer(options: HttpOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit: limits.BODY_BYTES_MAX,
    requestTimeout: limits.REQUEST_TIMEOUT_MS,
    connectionTimeout: limits.SOCKET_SILENCE_MS,
    keepAliveTimeout: limits.KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: limits.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: limits.TIMEOUTS_CHECKED_EVERY_MS,
      maxHeaderSize: limits.HEADER_BYTES_MAX,
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: limits.PATH_SEGMENT_CHARACTERS_MAX,
    },
    exposeHeadRoutes: true,
    genReqId: supportCodes(),
    logger: false,
    frameworkErrors: (error, request, reply) => void answerError(options, error, request, reply),
    // Node's own refusals of malformed requests speak no JSON; ours do.
    clientErrorHandler: refuseMalformed,
  });
  app.server.maxConnections = limits.CONNECTIONS_MAX;
  takeEveryBody(app);
  app.addHook('onRequest', (request, _reply, done) => done(strangeHost(request, options)));
  letConnectionsGo(app);
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(options.log, request, reply);
    done();
  });
  app.setErrorHandler((error: FastifyError | Error, request, reply) => answerError(options, error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    answerError(
      options,
      new InterfaceError('INVALID_REQUEST', 'There is nothing at this address.', { status: 404 }),
      request,
      reply,
    ),
  );
  return app;
}

/** A random beginning for the process and a count: unique, short to read out, and no call of the random source for each request. */
function supportCodes(): () => string {
  const beginning = randomBytes(SUPPORT_CODE_BYTES).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${beginning}-${count.toString(36)}`;
  };
}

/** JSON whatever the content type says: the handlers get bytes. */
function takeEveryBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function strangeHost(request: FastifyRequest, { publicHost, probes }: HttpOptions): InterfaceError | undefined {
  const { url = '', rawHeaders } = request.raw;
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
  const named = request.headers.host?.toLowerCase();
  const known = url.startsWith('/') && hosts === 1 && named === publicHost;
  if (known || (url.startsWith('/') && probes.includes(url))) return undefined;
  return new InterfaceError('INVALID_REQUEST', 'This server does not answer for this host.', { status: 421 });
}

/**
 * Answers that were under way when the close began tell their clients to let the connection go, and connections that fall idle
 * are closed: a client that kept one would hold the close up.
 */
function letConnectionsGo(app: FastifyInstance): void {
  let closing = false;
  let sweeper: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    closing = true;
    sweeper = setInterval(() => app.server.closeIdleConnections(), limits.IDLE_SWEEP_MS);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweeper);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('Connection', 'close');
    done();
  });
}

/** Errors of fastify itself, as the interface says them. */
const FASTIFY_ERRORS: Record<string, InterfaceError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new InterfaceError(
    'INVALID_REQUEST',
    `The body is larger than ${limits.BODY_BYTES_MAX} bytes.`,
    { status: 413 },
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new InterfaceError(
    'INVALID_REQUEST',
    'The body is not as long as Content-Length says.',
  ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new InterfaceError('INVALID_REQUEST', 'The Content-Type header cannot be read.'),
};

function interfaceError(error: FastifyError | Error, log: Logger, supportCode: string): InterfaceError {
  if (error instanceof InterfaceError) return error;
  const known = 'code' in error ? FASTIFY_ERRORS[error.code] : undefined;
  if (known !== undefined) return known;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500)
    return new InterfaceError('INVALID_REQUEST', 'The request cannot be read.', { status });
  log.error({ err: error, supportCode }, 'a request failed');
  return new InterfaceError('SERVER_FAILED', 'An unexpected error occurred. The support code finds it in the log.');
}

async function answerError(
  options: HttpOptions,
  thrown: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const error = interfaceError(thrown, options.log, request.id);
  if (!options.isRest(request.raw.url ?? '')) return options.problemPage(request, reply, error);
  reply
    .status(error.status)
    .headers({ ...REST_HEADERS, ...error.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(error, request.id)));
}

/** Addresses hold session ids, so the log has the route's pattern instead. */
function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const fields = {
    supportCode: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.raw.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  if (fields.status >= 500) log.warn(fields, 'request');
  else log.info(fields, 'request');
}

function refusalText(status: string, explanation: string): string {
  const body = JSON.stringify(errorBody(new InterfaceError('INVALID_REQUEST', explanation), 'none'));
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}

const MALFORMED: Record<string, readonly [status: string, explanation: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The headers are larger than ${limits.HEADER_BYTES_MAX} bytes.`,
  ],
};

function refuseMalformed(this: unknown, error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, explanation] = MALFORMED[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  socket.end(refusalText(status, explanation));
}
