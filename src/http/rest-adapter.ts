/** Mounts the REST routes: reads address and version, authenticates the caller, writes the answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VERSION_MAX, VERSION_MIN } from '../contract/field.ts';
import { InterfaceError, invalidRequest } from '../contract/interface-error.ts';
import { ownsCertificate } from '../rest/authenticate.ts';
import { FailedLogin, type FailedLoginCounts } from '../rest/failed-login.ts';
import type { RestAnswer, RestRequest } from '../rest/rest-request.ts';
import { merchantOrSession, type SessionCaller } from '../rest/session-access.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { INFORMATION, REST_ROUTES, type RestRoute } from '../routes.ts';
import type { ClientCertificates } from './client-certificate.ts';
import { isClosing, REST_HEADERS, STRICT_TRANSPORT } from './http-server.ts';
import { noteFailedLogin, noteKnownCaller } from './request-log.ts';

/** Length of `X-Ignored-Fields`: proxies refuse longer headers. */
const IGNORED_CHARACTERS_MAX = 2_000;
const NO_BODY = new Uint8Array();

export interface RestAdapter {
  readonly dependencies: RouteDependencies;
  readonly clientCertificates: ClientCertificates;
  readonly failedLogins: FailedLoginCounts;
  readonly gatewayVersion: string;
}

export function mountRest(app: FastifyInstance, adapter: RestAdapter): void {
  const common = answerHeaders(adapter.dependencies.publicOrigin);
  for (const route of REST_ROUTES) {
    const names = segmentNames(route.path);
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => answer(request, reply, common, await run(adapter, route, request, names)),
    });
  }
  const names = segmentNames(INFORMATION);
  app.get(INFORMATION, async (request, reply) => {
    const { version } = pathOf(request, names);
    apiVersion(version);
    return answer(request, reply, common, {
      status: 200,
      body: { gatewayVersion: adapter.gatewayVersion, status: 'OPERATING' },
    });
  });
  refuseOtherMethods(app);
}

async function run(
  { dependencies, clientCertificates, failedLogins }: RestAdapter,
  route: RestRoute,
  request: FastifyRequest,
  names: readonly string[],
): Promise<RestAnswer> {
  const metricLabels = { operation: route.operation };
  request.metricLabels = metricLabels;
  const path = pathOf(request, names);
  const restRequest: RestRequest = {
    metricLabels,
    version: apiVersion(path.version),
    path,
    body: request.body instanceof Uint8Array ? request.body : NO_BODY,
    authorization: request.headers.authorization,
    remoteAddress: request.clientAddress,
    connection: request.raw.socket,
  };
  const certificate = clientCertificates.fingerprint(request.raw);
  const caller = await authenticated(dependencies, route, restRequest, certificate).catch((error: unknown) => {
    if (error instanceof FailedLogin) {
      failedLogins.note(error);
      noteFailedLogin(request, error.reason, path.merchant ?? '');
    }
    throw error;
  });
  const { merchant, isPayer } = caller;
  if (!isPayer) {
    noteKnownCaller(request);
  }
  const owned = certificate !== undefined && ownsCertificate(merchant, certificate);
  return route.answer(dependencies, merchant, {
    ...restRequest,
    ...(owned && { certificate }),
    ...(isPayer && { isPayer }),
  });
}

/** @throws InterfaceError */
async function authenticated(
  dependencies: RouteDependencies,
  { access }: RestRoute,
  request: RestRequest,
  certificate: string | undefined,
): Promise<SessionCaller> {
  const merchantId = request.path.merchant ?? '';
  const { authorization, connection, remoteAddress } = request;
  // Credentials that were sent must be right, whatever certificate comes with them.
  const owner =
    authorization === undefined && certificate !== undefined
      ? await dependencies.authenticator.owner(certificate, merchantId)
      : undefined;
  if (owner !== undefined) {
    return { merchant: owner, isPayer: false };
  }
  if (access === 'merchantOrSession') {
    return merchantOrSession(dependencies, request, merchantId);
  }
  const merchant = await dependencies.authenticator.merchant(authorization, merchantId, remoteAddress, connection);
  return { merchant, isPayer: false };
}

/** Of every answer, names and values in turn. */
function answerHeaders(publicOrigin: string): readonly string[] {
  return Object.entries({
    ...REST_HEADERS,
    ...(publicOrigin.startsWith('https:') && STRICT_TRANSPORT),
    'Content-Type': 'application/json; charset=utf-8',
  }).flat();
}

/** Written past fastify, whose own way of sending costs as much as reading the request. */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  common: readonly string[],
  { status, body, ignored = [] }: RestAnswer,
): void {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  const headers = [...common, 'Content-Length', bytes.toString()];
  if (ignored.length > 0) {
    headers.push('X-Ignored-Fields', ignoredHeader(ignored));
  }
  if (isClosing(request)) {
    headers.push('Connection', 'close');
  }
  reply.hijack();
  // ASCII text, which most answers are, is written faster as latin1.
  reply.raw.writeHead(status, headers).end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** A header takes printable ASCII only; names come from the request. */
function ignoredHeader(ignored: readonly string[]): string {
  const names = ignored.map((name) => name.replace(/[^\x21-\x2b\x2d-\x7e]/gu, (char) => encodeURIComponent(char)));
  return names.join(', ').slice(0, IGNORED_CHARACTERS_MAX);
}

function segmentNames(path: string): string[] {
  return path.split('/').map((segment) => (segment.startsWith(':') ? segment.slice(1) : ''));
}

/** From the raw address, each segment decoded exactly once: the orders `a%41` and `aA` remain two. */
function pathOf(request: FastifyRequest, names: readonly string[]): Record<string, string> {
  const segments = (request.raw.url ?? '').split('?')[0]!.split('/');
  const path: Record<string, string> = Object.create(null);
  names.forEach((name, index) => {
    if (name !== '') {
      path[name] = decoded(segments[index] ?? '');
    }
  });
  return path;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidRequest('The address is not correctly percent-encoded.');
  }
}

function apiVersion(text: string | undefined): number {
  const version = /^[1-9][0-9]{0,3}$/.test(text ?? '') ? Number(text) : 0;
  if (version < VERSION_MIN || version > VERSION_MAX) {
    throw new InterfaceError('INVALID_REQUEST', `Unsupported value for 'version = ${(text ?? '').slice(0, 20)}'`, {
      status: 404,
    });
  }
  return version;
}

const METHODS = ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

function refuseOtherMethods(app: FastifyInstance): void {
  const taken = new Map<string, string[]>([[INFORMATION, ['GET']]]);
  for (const { method, path } of REST_ROUTES) {
    taken.set(path, [...(taken.get(path) ?? []), method]);
  }
  for (const [url, methods] of taken) {
    const allow = methods.join(', ');
    app.route({
      method: METHODS.filter((method) => !methods.includes(method)),
      url,
      handler: () => {
        throw new InterfaceError('INVALID_REQUEST', `This address takes ${allow}.`, {
          status: 405,
          headers: { Allow: allow },
        });
      },
    });
  }
}
