/**
 * An http server of the sandbox's before it has any address: its limits, its door, and how it says that something is
 * wrong.
 */
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';

/** As the gateway's own: a notification is no longer than the answer that it repeats. */
const BODY_BYTES_MAX = 64 * 1024;

/**
 * A page on the internet can point a name of its own at 127.0.0.1 and have a visitor's browser call this server. Such a
 * call carries that name, so only our own names are answered.
 */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** @param log none logs nothing */
export function createSandboxApp(log?: FastifyBaseLogger): FastifyInstance {
  // A browser keeps its connection open; without this a stop waits for it.
  const limits = { bodyLimit: BODY_BYTES_MAX, forceCloseConnections: 'idle' } as const;
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
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'The sandbox has nothing here.' }));
  return app;
}
