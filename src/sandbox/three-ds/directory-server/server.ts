/** The directory servers' interface for 3DS Servers, over HTTPS with client certificates. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { TestAuthority } from '../../../platform/x509/index.ts';
import type { SandboxThreeDSCertificates } from '../../../settings/sandbox/index.ts';
import { closeConnection, closingSignal, pauseFor } from '../../kit/http/exchange.ts';
import { WITHOUT_SCHEMAS } from '../../kit/http/without-schemas.ts';
import { type FaultOfMessage, faulty } from '../faults.ts';
import { erroOf } from '../messages/erro.ts';
import { messageIn } from '../messages/read.ts';
import type { Message } from '../messages/table.ts';
import type { ThreeDS } from '../three-ds.ts';
import { answerMessage, erro } from './answer.ts';
import { schemeOf } from './schemes.ts';

/** The largest AReq contains about 20,000 characters of earlier authentications. */
const BODY_BYTES_MAX = 128 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';
/** The longest time for which a reordered answer is held back. */
const REORDERED_MS = 5_000;

/** Callbacks that release answers held back until the next one of their type. */
type HeldAnswers = Readonly<Record<'PRes' | 'ARes', Set<() => void>>>;

/** Answers in place of the operation, which is not executed. */
const INSTEAD: Readonly<Record<string, number>> = { INTERNAL_ERROR: 500, UNAVAILABLE: 503 };

const HOSTS = ['localhost', '127.0.0.1'];

/** @param port 0 lets the system choose @throws when the port is in use */
export async function listenAsDirectoryServer(
  threeDS: ThreeDS,
  certificates: Pick<SandboxThreeDSCertificates, 'server' | 'ca'>,
  host: string,
  port: number,
): Promise<FastifyInstance> {
  const { server: own, ca } = certificates;
  const context = { cert: own.cert, key: own.key, ca };
  // The TLS handshake fails without a client certificate of the authority.
  const tls = createServer({ ...context, requestCert: true, rejectUnauthorized: true });
  const app = createApp(threeDS, tls);
  await app.listen({ host, port });
  threeDS.listensAt({ api: `https://localhost:${(app.server.address() as AddressInfo).port}` });
  let isAway = false;
  tls.prependListener('connection', (socket) => {
    if (isAway) {
      socket.destroy();
    }
  });
  threeDS.door = {
    stay(away) {
      isAway = away;
      tls.closeAllConnections();
    },
    show(isForeign) {
      const shown = isForeign ? new TestAuthority('Nobody’s Authority').issueServer(...HOSTS) : own;
      tls.setSecureContext({ ...context, cert: shown.cert, key: shown.key });
      tls.closeAllConnections();
    },
  };
  return app;
}

function createApp(threeDS: ThreeDS, tls: Server): FastifyInstance {
  const app: FastifyInstance = fastify({
    ...WITHOUT_SCHEMAS,
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    serverFactory: (handler) => tls.on('request', handler),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const closing = closingSignal(app);
  const held: HeldAnswers = { PRes: new Set(), ARes: new Set() };

  app.post<{ Params: { scheme: string } }>('/:scheme', async ({ params, body }, reply) => {
    const scheme = schemeOf(params.scheme);
    const text = typeof body === 'string' ? body : '';
    if (scheme === undefined) {
      return reply.type(JSON_TYPE).send(erroOf('D', { code: '303', detail: params.scheme }));
    }
    const type = messageIn(text).messageType === 'PReq' ? 'PRes' : 'ARes';
    const fault = threeDS.faults.take(type, scheme.id);
    if (fault.mode === 'AWAY') {
      return closeConnection(reply);
    }
    const status = INSTEAD[fault.mode];
    if (status !== undefined) {
      return reply.code(status).send();
    }
    const answered = threeDS.change((work) =>
      fault.mode === 'ERRO'
        ? erro(work, scheme, messageIn(text), { code: fault.errorCode ?? '403', detail: 'as a tester wished' })
        : answerMessage(work, scheme, text),
    );
    await delay(fault, held[type], closing);
    reply.raw.once('close', () => releaseAll(held[type]));
    return answered === undefined ? reply.send() : send(reply, fault, answered);
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.type(JSON_TYPE).send(erroOf('D', { code: '303', detail: 'the address' })),
  );
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      threeDS.log.error({ err: error }, 'A directory server of the sandbox failed to answer');
      return reply.code(status).send();
    }
    return reply.type(JSON_TYPE).send(erroOf('D', { code: '101', detail: error.message }));
  });
  return app;
}

function releaseAll(held: Set<() => void>): void {
  for (const release of held) {
    release();
  }
}

async function delay({ mode, delayMs }: FaultOfMessage, held: Set<() => void>, closing: AbortSignal): Promise<void> {
  if (mode === 'LATE') {
    await pauseFor(delayMs, closing);
  }
  if (mode === 'REORDERED') {
    const released = new AbortController();
    const release = () => released.abort();
    held.add(release);
    const signal = AbortSignal.any([closing, released.signal]);
    await pauseFor(delayMs || REORDERED_MS, signal);
    held.delete(release);
  }
}

function send(reply: FastifyReply, { mode }: FaultOfMessage, message: Message): FastifyReply {
  if (mode === 'LOST') {
    return closeConnection(reply);
  }
  return reply.type(JSON_TYPE).send(faulty(mode, message));
}
