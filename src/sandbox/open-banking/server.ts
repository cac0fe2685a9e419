/** The banks' interface for third parties, over HTTPS with client certificates. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { SandboxBankCertificates } from '../../settings/sandbox/index.ts';
import { closingSignal } from '../kit/http/exchange.ts';
import { WITHOUT_SCHEMAS } from '../kit/http/without-schemas.ts';
import { answerCall, type BankHttpRequest } from './exchange.ts';
import { isUuid, newId } from './ids.ts';
import type { OpenBanking } from './open-banking.ts';
import { BANK_OPERATIONS } from './operations/index.ts';
import { BankRefusal } from './refusal.ts';

/** Maximum size of a request's body. A payment initiation has a few hundred bytes. */
const BODY_BYTES_MAX = 64 * 1024;

/** Services of the standard that no bank here offers. */
const OTHER_SERVICES = ['bulk-payments', 'periodic-payments'];

/**
 * @param port 0 lets the system choose
 * @param addOthers adds other servers that identify callers by their certificates
 * @throws when the port is in use
 */
export async function listenAsBanks(
  banks: OpenBanking,
  certificates: Pick<SandboxBankCertificates, 'server' | 'ca'>,
  host: string,
  port: number,
  addOthers: (app: FastifyInstance) => void = () => undefined,
): Promise<FastifyInstance> {
  const app = createBankServer(banks, certificates);
  addOthers(app);
  await app.listen({ host, port });
  banks.listensAt({ api: `https://localhost:${(app.server.address() as AddressInfo).port}` });
  return app;
}

/** Accepts callers without a certificate, so that an answer can name the problem. */
function createBankServer(
  banks: OpenBanking,
  { server, ca }: Pick<SandboxBankCertificates, 'server' | 'ca'>,
): FastifyInstance {
  const tls = { cert: server.cert, key: server.key, ca, requestCert: true, rejectUnauthorized: false };
  const app: FastifyInstance = fastify({
    ...WITHOUT_SCHEMAS,
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    serverFactory: (handler) => createServer(tls, handler),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async ({ headers }, reply) => {
    const id = headers['x-request-id'];
    // Every answer has an id, even the refusal of a request without one.
    reply.header('x-request-id', isUuid(id) ? id : newId());
  });
  const closing = closingSignal(app);
  for (const operation of BANK_OPERATIONS) {
    app.route({
      method: operation.method,
      url: `/:bank${operation.path}`,
      handler: (request, reply) =>
        answerCall(banks, operation, { request: request as BankHttpRequest, reply, closing }),
    });
  }
  for (const service of OTHER_SERVICES) {
    app.all(`/:bank/v1/${service}/*`, (_request, reply) => {
      const refusal = new BankRefusal('SERVICE_INVALID');
      return reply.code(refusal.status).send(refusal.body);
    });
  }
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(new BankRefusal('RESOURCE_UNKNOWN').body));
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      banks.log.error({ err: error }, 'A bank of the sandbox failed to answer');
      return reply.code(status).send();
    }
    return reply.code(400).send(new BankRefusal('FORMAT_ERROR').body);
  });
  return app;
}
