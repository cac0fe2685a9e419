/** The listener of `ADMIN_PORT`: probes and metrics alone, in plain http. */
import type { FastifyInstance } from 'fastify';
import { METRICS, PROBES } from '../routes.ts';
import { createHttpServer, type HttpOptions } from './http-server.ts';

/** Payers' connections cannot keep an operator out: this listener has connections of its own. */
export function createAdminServer(
  options: Pick<HttpOptions, 'clientCertificates' | 'log' | 'trustedProxies'>,
): FastifyInstance {
  return createHttpServer({
    ...options,
    // No address but the probes' answers to any host.
    publicHost: '',
    probes: [...Object.values(PROBES), METRICS],
    isRest: () => true,
    problemPage: async () => undefined,
  });
}
