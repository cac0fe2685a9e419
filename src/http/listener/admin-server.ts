/** The listener of `ADMIN_PORT`: only probes and metrics, in plain http. */
import type { FastifyInstance } from 'fastify';
import { METRICS, PROBES } from '../routing/routes.ts';
import { createHttpServer, type HttpOptions } from './http-server.ts';

/** The listener has its own connection limits, so that payers' connections cannot lock out the operator. */
export function createAdminServer(
  options: Pick<HttpOptions, 'clientCertificates' | 'log' | 'testMode' | 'trustedProxies'>,
): FastifyInstance {
  return createHttpServer({
    ...options,
    // No host is public on this listener; the probes answer requests to any host.
    publicHost: '',
    probes: [...Object.values(PROBES), METRICS],
    isRest: () => true,
    problemPage: async () => undefined,
  });
}
