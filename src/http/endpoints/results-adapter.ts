/**
 * Mounts the URLs to which card schemes' directory servers post the results of challenges. Results decide whether a
 * payer counts as authenticated, so the body is read only if a directory server sent it.
 */
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namedError } from '../../contract/errors/catalogue.ts';
import { isListed, withoutZone } from '../connections/client-address.ts';
import type { ClientCertificates } from '../connections/client-certificate.ts';
import { isThisMachine } from '../connections/private-networks.ts';
import { REST_HEADERS } from '../listener/http-server.ts';
import { noteKnownCaller } from '../logging/request-log.ts';
import { DIRECTORY_SERVER_RESULTS } from '../routing/routes.ts';

/** The maximum size of a body. A result message has a kilobyte, and up to ten extensions of 8 kilobytes each. */
const RESULT_BYTES_MAX = 128 * 1024;

export interface ResultsAdapter {
  readonly clientCertificates: ClientCertificates;
  /** The schemes that have a directory server. */
  readonly schemes: ReadonlySet<string>;
  /**
   * True if callers on this machine need no certificate: for the sandbox, whose directory servers have none if the
   * gateway has no TLS.
   */
  readonly takesThisMachine: boolean;
  readonly trustedProxies: BlockList;
  /** @returns the body of the answer */
  readonly post: (body: Uint8Array, scheme: string) => Promise<string>;
}

type SchemeRoute = { Params: { scheme: string } };

export function mountResults(app: FastifyInstance, adapter: ResultsAdapter): void {
  app.post<SchemeRoute>(DIRECTORY_SERVER_RESULTS, {
    bodyLimit: RESULT_BYTES_MAX,
    onRequest: async (request: FastifyRequest<SchemeRoute>) => refuseStrangers(request, adapter),
    handler: async (request: FastifyRequest<SchemeRoute>, reply: FastifyReply) => {
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const answer = await adapter.post(body, request.params.scheme);
      return reply.headers(REST_HEADERS).type('application/json; charset=utf-8').send(answer);
    },
  });
}

/** @throws InterfaceError 404 if the caller is not a directory server: the same error as for an unknown URL */
function refuseStrangers(
  request: FastifyRequest<SchemeRoute>,
  { clientCertificates, schemes, takesThisMachine, trustedProxies }: ResultsAdapter,
): void {
  const { scheme } = request.params;
  const isVouched =
    clientCertificates.schemes(request.raw).has(scheme) ||
    (takesThisMachine && isThisMachine(request.clientAddress) && !isForwarded(request.raw, trustedProxies));
  if (!schemes.has(scheme) || !isVouched) {
    throw namedError('NOTHING_HERE');
  }
  noteKnownCaller(request);
}

/** Headers with which proxies and tunnels mark forwarded requests. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;

/**
 * Returns true if a proxy that is not configured as trusted forwarded the request. Behind such a proxy on this machine,
 * all clients have this machine's IP address.
 */
function isForwarded({ headers, socket }: IncomingMessage, trustedProxies: BlockList): boolean {
  const isNamed = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  return isNamed && !isListed(withoutZone(socket.remoteAddress ?? ''), trustedProxies);
}
