/** The base of the sandbox's HTTP servers: limits, host check, error answers and style sheet. */
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { addStyles } from '../../pages/styles.ts';
import { WITHOUT_SCHEMAS } from './without-schemas.ts';

/** The largest body, as at the gateway: a notification is not longer than the answer that it repeats. */
const BODY_BYTES_MAX = 64 * 1024;

/**
 * A page on the internet can point its own host name at 127.0.0.1 and let a visitor's browser call this server (DNS
 * rebinding). Such a call has that host name, so only local names are accepted.
 */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** @param log if absent, requests are not logged */
export function createSandboxApp(log?: FastifyBaseLogger): FastifyInstance {
  // Closes idle connections, since otherwise a stop would wait for the connections that browsers keep open.
  const limits = { ...WITHOUT_SCHEMAS, bodyLimit: BODY_BYTES_MAX, forceCloseConnections: 'idle' } as const;
  const app: FastifyInstance = fastify(log === undefined ? limits : { ...limits, loggerInstance: log });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.addHook('onRequest', (request, reply, done) => {
    if (OWN_NAMES.includes(request.hostname)) {
      done();
    } else {
      reply.code(421).send({ error: 'The sandbox answers to localhost alone.' });
    }
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      request.log.error({ err: error }, 'The sandbox failed to answer');
    }
    return reply.code(status).send({ error: status < 500 ? error.message : 'The sandbox failed; its log says why.' });
  });
  addStyles(app);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'The sandbox has nothing here.' }));
  return app;
}
