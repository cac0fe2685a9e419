/**
 * Answers Prometheus. Payment volumes and faults are for the operator only, and a scraper sends no password. So only
 * callers on this machine or a private network get an answer, and none through a proxy, which would forward the whole
 * world from such an address. Nor does a page in the operator's browser, whose name was made to lead here (DNS
 * rebinding): the host must be one that no stranger can own. Everyone else gets 404.
 */
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { namedError } from '../contract/errors/catalogue.ts';
import { REST_HEADERS } from './http-server.ts';
import { isPrivate } from './private-networks.ts';

/** A proxy names its client in any of these. */
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

/** A name or an address, with or without a port. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:@/?#\s]+))(?::\d{1,5})?$/;
const WITHOUT_DOT = /^[a-z0-9][a-z0-9_-]*$/;

export interface Scraped {
  readonly contentType: string;
  readonly text: string;
}

/** @param publicHost the gateway's own, with its port */
export function mountMetrics(
  app: FastifyInstance,
  url: string,
  publicHost: string,
  scrape: () => Promise<Scraped>,
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

/** @throws InterfaceError 404, as for an unknown address */
function refuseStrangers({ headers, socket }: FastifyRequest, publicHost: string): void {
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  if (isForwarded || !isPrivate(socket.remoteAddress) || !isKnownHost(headers.host ?? '', publicHost)) {
    throw namedError('NOTHING_HERE');
  }
}

/**
 * Hosts that lead here and nowhere else: our own; an address; a name without a dot, such as `localhost` or a service's
 * in its cluster, which nobody can register.
 *
 * @param host the header
 */
function isKnownHost(host: string, publicHost: string): boolean {
  const named = host.toLowerCase();
  const [, bracketed, plain = ''] = HOST.exec(named) ?? [];
  const isAddress = isIP(bracketed ?? plain) !== 0;
  return named === publicHost || isAddress || WITHOUT_DOT.test(plain);
}
