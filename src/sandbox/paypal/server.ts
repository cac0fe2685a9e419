/** The simulator's interface for merchants' servers. */
import type { FastifyInstance } from 'fastify';
import { closingSignal } from '../kit/http/exchange.ts';
import { answerPayPalWithFault, type PayPalHttpRequest, paypalResponseOf } from './exchange.ts';
import { newDebugId } from './ids.ts';
import type { PayPalResponse } from './operation.ts';
import { PAYPAL_OPERATIONS } from './operations/index.ts';
import type { PayPal } from './paypal.ts';
import { PAYPAL_PREFIX } from './prefix.ts';
import { certificateId } from './webhooks/signature.ts';

const SCOPES = [
  'https://uri.paypal.com/services/payments/payment',
  'https://uri.paypal.com/services/applications/webhooks',
  'https://uri.paypal.com/services/applications/verify-webhook-signature',
];

export function addServer(app: FastifyInstance, paypal: PayPal): void {
  const exchange = { paypal, closing: closingSignal(app) };

  app.post(`${PAYPAL_PREFIX}/v1/oauth2/token`, (request, reply) =>
    answerPayPalWithFault({ ...exchange, name: 'oauth.token', reply }, () =>
      tokenAnswer(paypal, request.headers.authorization, request.body),
    ),
  );

  for (const operation of PAYPAL_OPERATIONS) {
    app.route<{ Params: { id?: string } }>({
      method: operation.method,
      url: PAYPAL_PREFIX + operation.path,
      handler: (request: PayPalHttpRequest, reply) =>
        answerPayPalWithFault({ ...exchange, name: operation.name, reply, order: request.params.id }, (debugId) =>
          paypalResponseOf(paypal, operation, request, debugId),
        ),
    });
  }

  app.get<{ Params: { id: string } }>(`${PAYPAL_PREFIX}/v1/notifications/certs/:id`, (request, reply) => {
    const wanted = paypal.signers.made.find((authority) => certificateId(authority) === request.params.id);
    return wanted === undefined ? reply.code(404).send('') : reply.type('application/x-pem-file').send(wanted.chain);
  });
}

/** An access token by RFC 6749, section 4.4, in PayPal's form. */
function tokenAnswer(paypal: PayPal, authorization: string | undefined, body: unknown): PayPalResponse {
  const form = new URLSearchParams(typeof body === 'string' ? body : '');
  const given = paypal.accounts.token(authorization, paypal.now);
  if (given === undefined) {
    return { status: 401, body: { error: 'invalid_client', error_description: 'The credentials are wrong.' } };
  }
  if (form.get('grant_type') !== 'client_credentials') {
    return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'Not client_credentials.' } };
  }
  return {
    status: 200,
    body: {
      scope: SCOPES.join(' '),
      access_token: given.token,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: given.seconds,
      nonce: `${new Date(paypal.now).toISOString()}${newDebugId()}`,
    },
  };
}
