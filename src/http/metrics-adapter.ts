/**
 * Answers Prometheus. Payment volumes and faults are only for the operator, and a scraper sends no password. So only
 * callers on this machine or a private network get an answer, and not through a proxy, which would forward requests
 * from anywhere. Against DNS rebinding, where a page in the operator's browser uses a name that resolves to this
 * address, the host must be one that cannot be registered. Other callers get 404.
 */
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { namedError } from '../contract/errors/catalogue.ts';
import { REST_HEADERS } from './http-server.ts';
import { isPrivate } from './private-networks.ts';

/** Headers in which proxies name their client. */
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

export interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

/** @param publicHost the gateway's own, with its port */
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

/** @throws InterfaceError 404, as for an unknown address */
function refuseStrangers({ headers, socket }: FastifyRequest, publicHost: string): void {
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  if (isForwarded || !isPrivate(socket.remoteAddress) || !isKnownHost(headers.host ?? '', publicHost)) {
    throw namedError('NOTHING_HERE');
  }
}

/**
 * Accepts only hosts that cannot be used for DNS rebinding: our own; an address; a name without a dot, such as
 * `localhost` or a service in its cluster, which cannot be registered.
 *
 * @param host the header
 */
function isKnownHost(host: string, publicHost: string): boolean {
  const named = host.toLowerCase();
  const [, bracketed, plain = ''] = HOST.exec(named) ?? [];
  const isAddress = isIP(bracketed ?? plain) !== 0;
  return named === publicHost || isAddress || WITHOUT_DOT.test(plain);
}
