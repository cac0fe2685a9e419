/** The stand-in's interface for merchants' servers: who calls, what is asked, and the answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newDebugId, newResourceId } from './ids.ts';
import type { Answer, Operation, OperationContext } from './operation.ts';
import { OPERATIONS } from './operations/index.ts';
import { scriptedOutcome } from './outcomes.ts';
import type { PayPal } from './paypal.ts';
import { errorBody, Refusal } from './refusal.ts';
import { certificateId } from './webhooks/signature.ts';

export const PREFIX = '/providers/paypal';

/** Payers come here by the machine's IP address: to their browser it is another site than the gateway, as in life. */
export function baseOf(request: FastifyRequest): string {
  return `http://127.0.0.1:${request.socket.localPort}${PREFIX}`;
}

export function addServer(app: FastifyInstance, paypal: PayPal): void {
  app.post(`${PREFIX}/v1/oauth2/token`, (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    if (form.get('grant_type') !== 'client_credentials') {
      return reply.code(400).send({ error: 'unsupported_grant_type', error_description: 'Grant Type is NULL' });
    }
    const given = paypal.accounts.token(request.headers.authorization, Date.now());
    if (given === undefined) {
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Client Authentication failed' });
    }
    return reply.send({
      scope: 'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/applications/webhooks',
      access_token: given.token,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: given.seconds,
      nonce: newDebugId(),
    });
  });

  for (const operation of OPERATIONS) {
    app.route<{ Params: { id?: string } }>({
      method: operation.method,
      url: PREFIX + operation.path,
      handler: (request, reply) => {
        const debugId = newDebugId();
        reply.header('paypal-debug-id', debugId);
        return send(
          reply,
          answerOrRefusal(() => perform(paypal, operation, request), debugId),
        );
      },
    });
  }

  app.get<{ Params: { id: string } }>(`${PREFIX}/v1/notifications/certs/:id`, (request, reply) =>
    request.params.id === certificateId(paypal.authority)
      ? reply.type('application/x-pem-file').send(paypal.authority.chain)
      : reply.code(404).send(''),
  );
}

function perform(paypal: PayPal, operation: Operation, request: FastifyRequest<{ Params: { id?: string } }>): Answer {
  const account = paypal.accounts.accountOf(request.headers.authorization, Date.now());
  if (account === undefined) {
    throw new Refusal(401);
  }
  const body = bodyOf(request.body);
  const requestId = request.headers['paypal-request-id'];
  return paypal.change((now) => {
    const context: OperationContext = {
      ledger: paypal.ledger,
      account,
      id: request.params.id ?? '',
      body,
      now,
      base: baseOf(request),
      speed: paypal.speed,
      isWhole: request.headers.prefer === 'return=representation',
      events: paypal.events,
      outcome: (texts) => scriptedOutcome(texts),
    };
    if (operation.repeatsMs === undefined || typeof requestId !== 'string') {
      return operation.show(context, operation.act(context), false);
    }
    const name = `${operation.method} ${operation.path} ${context.id}`;
    const key = { merchant: account.merchantId, operation: name, request_id: requestId };
    const known = paypal.ledger.requests.all(key).find(({ expires_at }) => expires_at > now);
    if (known !== undefined) {
      return operation.show(context, known.resource, true);
    }
    const resource = operation.act(context);
    const fingerprint = typeof request.body === 'string' ? request.body : '';
    const expires = now + operation.repeatsMs;
    paypal.ledger.requests.add({ id: newResourceId(), ...key, resource, fingerprint, expires_at: expires });
    return operation.show(context, resource, false);
  });
}

function bodyOf(body: unknown): unknown {
  if (typeof body !== 'string' || body === '') {
    return {};
  }
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal(400, [{ issue: 'MALFORMED_REQUEST_JSON' }]);
  }
}

function answerOrRefusal(work: () => Answer, debugId: string): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) {
      return { status: error.status, body: errorBody(error, debugId) };
    }
    throw error;
  }
}

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return body === undefined ? reply.code(status).send() : reply.code(status).send(body);
}
