/** Mounts the REST routes: reads the path and the API version, authenticates the caller, and writes the answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import {
  type AddressSegments,
  type Dispatch,
  dispatcher,
  FailedLogin,
  type FailedLoginCounts,
  merchantOrSession,
  NO_SEGMENTS,
  ownsCertificate,
  type RestAnswer,
  type RestRequest,
  type SessionCaller,
} from '../../api/rest/index.ts';
import type { SignInEvents } from '../../back-office/audit/index.ts';
import type { ContractCall } from '../../contract/calls.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { VERSION_MAX, VERSION_MIN } from '../../contract/field.ts';
import { STAGING_HEADER, type TestMode } from '../../contract/test-mode.ts';
import { answerText } from '../../contract/write.ts';
import { answerInParts } from '../answers/answer-in-parts.ts';
import type { ClientCertificates } from '../connections/client-certificate.ts';
import { isClosing } from '../connections/closing.ts';
import { REST_HEADERS, STRICT_TRANSPORT } from '../listener/http-server.ts';
import { noteFailedLogin, noteKnownCaller } from '../logging/request-log.ts';
import { INFORMATION, REST_ROUTES } from '../routing/routes.ts';
import { answerPreflight, checkOrigin } from './cross-origin.ts';
import type { RouteDependencies } from './route-dependencies.ts';

/** The maximum length of the header `X-Ignored-Fields`. Some proxies refuse longer headers. */
const IGNORED_CHARACTERS_MAX = 2_000;
const NO_BODY = new Uint8Array();

export interface RestAdapter {
  readonly dependencies: RouteDependencies;
  readonly clientCertificates: ClientCertificates;
  readonly failedLogins: FailedLoginCounts;
  readonly signIns: SignInEvents;
  readonly gatewayVersion: string;
  readonly testMode?: TestMode | undefined;
  readonly log: Logger;
}

/** The parts that every answer of an adapter uses. */
interface Answering {
  /** Names and values alternating. */
  readonly headers: readonly string[];
  readonly log: Logger;
}

export function mountRest(app: FastifyInstance, adapter: RestAdapter): void {
  const answering = { headers: answerHeaders(adapter.dependencies.publicOrigin, adapter.testMode), log: adapter.log };
  for (const { url, call } of REST_ROUTES) {
    const route = { call, names: segmentNames(url), dispatch: dispatcher(call) };
    app.route({
      method: call.method,
      url,
      ...(call.bySession.length > 0 && { onRequest: checkOrigin }),
      handler: async (request, reply) => answer(request, reply, answering, await run(adapter, route, request)),
    });
  }
  const names = segmentNames(INFORMATION);
  const mode = adapter.testMode === 'staging' ? { mode: 'STAGING' } : {};
  app.get(INFORMATION, async (request, reply) => {
    const { version } = pathOf(request, names);
    apiVersion(version);
    return answer(request, reply, answering, {
      status: 200,
      body: { gatewayVersion: adapter.gatewayVersion, status: 'OPERATING', ...mode },
    });
  });
  refuseOtherMethods(app);
}

interface MountedCall {
  readonly call: ContractCall;
  readonly names: readonly SegmentName[];
  readonly dispatch: Dispatch;
}

async function run(
  { dependencies, clientCertificates, failedLogins, signIns }: RestAdapter,
  { call, names, dispatch }: MountedCall,
  request: FastifyRequest,
): Promise<RestAnswer> {
  const metricLabels = { operation: call.label };
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
    query: queryOf(request),
  };
  const certificate = clientCertificates.fingerprint(request.raw);
  const caller = await authenticateCaller(dependencies, call, restRequest, certificate).catch((error: unknown) => {
    if (error instanceof FailedLogin) {
      failedLogins.note(error);
      noteFailedLogin(request, error.reason, path.merchant);
      signIns.recordFailure(path.merchant, request.clientAddress, error.reason);
    }
    throw error;
  });
  const { merchant, payersSession } = caller;
  if (payersSession === undefined) {
    noteKnownCaller(request);
    const proof = request.headers.authorization === undefined ? 'certificate' : 'password';
    signIns.recordSuccess(merchant.id, request.clientAddress, proof);
  }
  const owned = certificate !== undefined && ownsCertificate(merchant, certificate);
  return dispatch(dependencies, merchant, {
    ...restRequest,
    certificate: owned ? certificate : undefined,
    payersSession,
  });
}

/** @throws InterfaceError if the credentials are missing or invalid */
async function authenticateCaller(
  dependencies: RouteDependencies,
  { bySession }: ContractCall,
  request: RestRequest,
  certificate: string | undefined,
): Promise<SessionCaller> {
  const merchantId = request.path.merchant;
  const { authorization, connection, remoteAddress } = request;
  // A certificate authenticates only without a password. A password that was sent must be valid, even with a valid
  // certificate.
  const owner =
    authorization === undefined && certificate !== undefined
      ? await dependencies.authenticator.owner(certificate, merchantId)
      : undefined;
  if (owner !== undefined) {
    return { merchant: owner };
  }
  if (bySession.length > 0) {
    return merchantOrSession(dependencies, request, merchantId, bySession);
  }
  const merchant = await dependencies.authenticator.merchant(authorization, merchantId, remoteAddress, connection);
  return { merchant };
}

/** Returns the headers of every answer, with names and values alternating. */
function answerHeaders(publicOrigin: string, testMode: TestMode | undefined): readonly string[] {
  return Object.entries({
    ...REST_HEADERS,
    ...(publicOrigin.startsWith('https:') && STRICT_TRANSPORT),
    ...(testMode === 'staging' && STAGING_HEADER),
    'Content-Type': 'application/json; charset=utf-8',
  }).flat();
}

/** Writes the answer without fastify's reply, which would cost as much time as reading the request. */
function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  answering: Answering,
  { status, body, ignored = [], stream }: RestAnswer,
): void {
  if (stream !== undefined) {
    const headers = withoutType(answering.headers);
    answerInParts({ request, reply, log: answering.log }, { status, headers, body: stream });
    return;
  }
  const text = answerText(body);
  const bytes = Buffer.byteLength(text);
  const headers = [...answering.headers, 'Content-Length', bytes.toString()];
  if (ignored.length > 0) {
    headers.push('X-Ignored-Fields', ignoredHeader(ignored));
  }
  if (isClosing(request)) {
    headers.push('Connection', 'close');
  }
  reply.hijack();
  // Most answers are ASCII, which is written faster as latin1.
  reply.raw.writeHead(status, headers).end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** @param headers names and values alternating */
function withoutType(headers: readonly string[]): string[] {
  const at = headers.indexOf('Content-Type');
  return headers.toSpliced(at, 2);
}

/**
 * Returns the header's value. The field names come from the request and are escaped, because headers allow only
 * printable ASCII.
 */
function ignoredHeader(ignored: readonly string[]): string {
  const names = ignored.map((name) => name.replace(/[^\x21-\x2b\x2d-\x7e]/gu, (char) => encodeURIComponent(char)));
  return names.join(', ').slice(0, IGNORED_CHARACTERS_MAX);
}

type SegmentName = keyof AddressSegments | '';

/**
 * Returns the parameters' names by position, empty for constant segments. @throws Error at startup for a parameter that
 * handlers do not know
 */
function segmentNames(url: string): SegmentName[] {
  return url.split('/').map((segment) => {
    if (!segment.startsWith(':')) {
      return '';
    }
    const name = segment.slice(1);
    if (!isSegmentName(name)) {
      throw new Error(`No request has the segment ${segment} of ${url}.`);
    }
    return name;
  });
}

function isSegmentName(name: string): name is keyof AddressSegments {
  return Object.hasOwn(NO_SEGMENTS, name);
}

/**
 * Returns the parameters of the raw URL, with each segment decoded exactly once, so that the orders `a%41` and `aA`
 * stay different.
 */
function pathOf(request: FastifyRequest, names: readonly SegmentName[]): AddressSegments {
  const segments = (request.raw.url ?? '').split('?')[0]!.split('/');
  const path = { ...NO_SEGMENTS };
  names.forEach((name, index) => {
    if (name !== '') {
      path[name] = decodeSegment(segments[index] ?? '');
    }
  });
  return path;
}

function queryOf({ raw: { url = '' } }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

function decodeSegment(segment: string): string {
  try {
    return segment.includes('%') ? decodeURIComponent(segment) : segment;
  } catch {
    throw namedError('ADDRESS_ENCODING');
  }
}

function apiVersion(text: string): number {
  const version = /^[1-9][0-9]{0,3}$/.test(text) ? Number(text) : 0;
  if (version < VERSION_MIN || version > VERSION_MAX) {
    throw namedError('VERSION_UNSUPPORTED', { version: text.slice(0, 20), from: VERSION_MIN, to: VERSION_MAX });
  }
  return version;
}

const METHODS = ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

function refuseOtherMethods(app: FastifyInstance): void {
  const taken = new Map<string, string[]>([[INFORMATION, ['GET']]]);
  for (const { url, call } of REST_ROUTES) {
    taken.set(url, [...(taken.get(url) ?? []), call.method]);
  }
  for (const [url, methods] of taken) {
    const allow = methods.join(', ');
    const scripts = REST_ROUTES.find((route) => route.url === url && route.call.bySession.length > 0);
    if (scripts !== undefined) {
      answerPreflight(app, url, scripts.call.method, allow);
    }
    const answered = [...methods, ...(scripts === undefined ? [] : ['OPTIONS'])];
    app.route({
      method: METHODS.filter((method) => !answered.includes(method)),
      url,
      handler: () => {
        throw namedError('METHOD_NOT_ALLOWED', { methods: allow });
      },
    });
  }
}
