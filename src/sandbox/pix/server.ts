/** The PSP's interface: OAuth's token, and the operations of the Pix API. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { closingSignal } from '../kit/http/exchange.ts';
import { answerPspWithFault, hasTrustedCertificate, type PspHttpRequest, pspResponseOf } from './exchange.ts';
import type { PspResponse } from './operation.ts';
import { PSP_OPERATIONS } from './operations/index.ts';
import { API } from './prefix.ts';
import type { Psp } from './psp.ts';

const TOKEN_PATH = `${API}/oauth/token`;
const BASE = `${API}/api/v2`;

/** @param app parses bodies to strings or buffers; with TLS it requests the caller's certificate */
export function addPspServer(app: FastifyInstance, psp: Psp): void {
  const exchange = { psp, closing: closingSignal(app) };

  app.post(TOKEN_PATH, (request, reply) =>
    answerPspWithFault({ ...exchange, name: 'oauth.token', reply }, () => tokenAnswer(psp, request)),
  );
  for (const operation of PSP_OPERATIONS) {
    app.route({
      method: operation.method,
      url: BASE + operation.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) =>
        answerPspWithFault({ ...exchange, name: operation.name, reply }, (mode) =>
          pspResponseOf(psp, operation, request as PspHttpRequest, mode === 'KNOWN_ID'),
        ),
    });
  }
}

/** An access token by RFC 6749, section 4.4. */
function tokenAnswer(psp: Psp, request: FastifyRequest): PspResponse {
  const { body, headers } = request;
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : typeof body === 'string' ? body : '');
  const given = hasTrustedCertificate(psp, request) ? psp.accounts.token(headers.authorization, psp.now) : undefined;
  if (given === undefined) {
    return { status: 401, body: { error: 'invalid_client' } };
  }
  if (form.get('grant_type') !== 'client_credentials') {
    return { status: 400, body: { error: 'unsupported_grant_type' } };
  }
  return {
    status: 200,
    body: {
      access_token: given.token,
      token_type: 'Bearer',
      expires_in: given.seconds,
      scope: form.get('scope') ?? '',
    },
  };
}
