/**
 * Answers the requests of Prometheus. Payment volumes and faults are only for the operator, but a scraper sends no
 * password. So only callers on this machine or a private network get an answer, and only without a proxy, which would
 * forward requests from anywhere.
 * DNS rebinding: a page in the operator's browser could use a name that resolves to this machine. So the Host header
 * must name a host that nobody can register. Other callers get 404.
 */
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { namedError } from '../../contract/errors/catalogue.ts';
import { isPrivate } from '../connections/private-networks.ts';
import { REST_HEADERS } from '../listener/http-server.ts';

/** Headers that a proxy adds to a forwarded request. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
] as const;

/** A Host header: a name or an IP address, with or without a port. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:@/?#\s]+))(?::\d{1,5})?$/;
const WITHOUT_DOT = /^[a-z0-9][a-z0-9_-]*$/;

export interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

/** @param publicHost the host of the gateway's public origin, with its port */
export function mountMetrics(
  app: FastifyInstance,
  url: string,
  publicHost: string,
  scrape: () => Promise<MetricsPage>,
): void {
  app.get(url, async (request, reply) => {
    refuseStrangers(request, publicHost);
    const { contentType, text } = await scrape();
    return reply.headers(REST_HEADERS).type(contentType).send(text);
  });
  app.route({
    method: ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
    url,
    handler: (request) => {
      refuseStrangers(request, publicHost);
      throw namedError('METHOD_NOT_ALLOWED', { methods: 'GET' });
    },
  });
}

/** @throws InterfaceError 404 for callers that must not see the metrics: the same error as for an unknown URL */
function refuseStrangers({ headers, socket }: FastifyRequest, publicHost: string): void {
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  if (isForwarded || !isPrivate(socket.remoteAddress) || !isKnownHost(headers.host ?? '', publicHost)) {
    throw namedError('NOTHING_HERE');
  }
}

/**
 * Accepts only hosts that cannot be used for DNS rebinding: the gateway's public host; an IP address; a name without a
 * dot, such as `localhost` or the name of a service in a cluster.
 *
 * @param host the Host header
 */
function isKnownHost(host: string, publicHost: string): boolean {
  const named = host.toLowerCase();
  const [, bracketed, plain = ''] = HOST.exec(named) ?? [];
  const isAddress = isIP(bracketed ?? plain) !== 0;
  return named === publicHost || isAddress || WITHOUT_DOT.test(plain);
}
