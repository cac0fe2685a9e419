/**
 * The routes while the store is closed after a restore: the probes report it, merchants get 503, payers get an error
 * page, and no request reaches the store.
 */
import type { FastifyInstance } from 'fastify';
import { namedError } from '../../contract/errors/catalogue.ts';
import { PROBES } from '../routing/routes.ts';

const RESTORED_ERROR = namedError('STORE_RESTORED');
const METHODS = ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

/** @param listeners the main listener, and that of `ADMIN_PORT` if there is one */
export function mountRestored(listeners: readonly FastifyInstance[]): void {
  for (const listener of listeners) {
    listener.get(PROBES.health, async () => ({ status: 'ok' }));
    listener.get(PROBES.ready, async (_request, reply) => {
      reply.status(503);
      return { status: 'restored', store: 'closed' };
    });
    listener.route({
      method: [...METHODS],
      url: '/*',
      handler: () => {
        throw RESTORED_ERROR;
      },
    });
  }
}
