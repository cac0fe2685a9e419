/** A provider's server interface for merchants' gateways: JSON, with a shared secret. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readControlJson } from '../kit/http/control-request.ts';
import { closingSignal, pauseFor, resetConnection } from '../kit/http/exchange.ts';
import type { SandboxProvider } from './provider.ts';
import { movementAnswer, otherAmount, type PaymentAnswer, providerPaymentAnswer } from './provider-answers.ts';
import type { ProviderPaymentRow } from './provider-ledger-rows.ts';
import { movementRequest, paymentRequest, REFERENCE } from './provider-requests.ts';

type Params = { readonly reference: string; readonly movement?: string };
type Request = FastifyRequest<{ Params: Params }>;

interface Answer {
  readonly status: number;
  readonly body: object;
}

const UNKNOWN_PAYMENT: Answer = { status: 404, body: { error: 'UNKNOWN_PAYMENT' } };
const OTHER_CONTENT: Answer = { status: 409, body: { error: 'OTHER_CONTENT' } };

const GARBAGE = '<html><title>Maintenance</title>';

/** @param secret the callers' bearer token */
export function addServerInterface(app: FastifyInstance, provider: SandboxProvider, secret: string): void {
  const base = `/providers/${provider.kind.id}/payments/:reference`;
  const closing = closingSignal(app);
  const digest = digestOf(`Bearer ${secret}`);

  const route = (method: 'GET' | 'POST' | 'PUT', url: string, work: (request: Request) => Answer) =>
    app.route<{ Params: Params }>({
      method,
      url,
      handler: async (request, reply) => {
        if (!timingSafeEqual(digestOf(request.headers.authorization ?? ''), digest)) {
          return reply.code(401).send({ error: 'UNAUTHORIZED' });
        }
        return answerWithFaults({ provider, request, reply, closing }, work);
      },
    });
  const onPayment = (request: Request, work: (payment: ProviderPaymentRow) => Answer) => {
    const payment = provider.find('reference', request.params.reference);
    return payment === undefined ? UNKNOWN_PAYMENT : work(payment);
  };
  const answerWith = (request: Request, payment: ProviderPaymentRow, status = 200): Answer => ({
    status,
    body: providerPaymentAnswer(provider.kind, payment, originOf(request)),
  });

  route('PUT', base, (request) => {
    const { reference } = request.params;
    const parsed = paymentRequest.safeParse(readControlJson(request.body));
    if (!REFERENCE.test(reference) || !parsed.success) {
      return unfit(parsed.error);
    }
    const isNew = provider.find('reference', reference) === undefined;
    const payment = provider.create(reference, parsed.data);
    return payment === undefined ? OTHER_CONTENT : answerWith(request, payment, isNew ? 201 : 200);
  });
  route('GET', base, (request) => onPayment(request, (payment) => answerWith(request, payment)));
  route('POST', `${base}/confirmation`, (request) =>
    onPayment(request, (payment) => answerWith(request, provider.confirm(payment))),
  );
  route('POST', `${base}/withdrawal`, (request) =>
    onPayment(request, (payment) => answerWith(request, provider.cancel(payment))),
  );
  route('PUT', `${base}/movements/:movement`, (request) => {
    const { movement: reference = '' } = request.params;
    const parsed = movementRequest.safeParse(readControlJson(request.body));
    if (!REFERENCE.test(reference) || !parsed.success) {
      return unfit(parsed.error);
    }
    return onPayment(request, (payment) => {
      const movement = provider.move(payment, reference, parsed.data);
      if (movement === undefined) {
        return OTHER_CONTENT;
      }
      return { status: 200, body: movementAnswer(provider.kind, movement, payment, Date.now()) };
    });
  });
}

interface Exchange {
  readonly provider: SandboxProvider;
  readonly request: Request;
  readonly reply: FastifyReply;
  readonly closing: AbortSignal;
}

async function answerWithFaults(exchange: Exchange, work: (request: Request) => Answer): Promise<FastifyReply> {
  const { provider, request, reply, closing } = exchange;
  const silentMs = silenceOf(provider, request.params.reference);
  if (silentMs > 0) {
    await pauseFor(silentMs, closing);
    return resetConnection(reply);
  }
  const { mode, delayMs } = provider.faults.answers.take();
  if (mode === 'REFUSE' || mode === 'DROP_REQUEST') {
    return resetConnection(reply);
  }
  const { status, body } = work(request);
  if (mode === 'DROP_REPLY') {
    return resetConnection(reply);
  }
  if (mode === 'GARBAGE') {
    return reply.code(200).type('text/html').send(GARBAGE);
  }
  if (mode === 'DELAY') {
    await pauseFor(delayMs, closing);
  }
  return closing.aborted
    ? resetConnection(reply)
    : reply.code(status).send(mode === 'OTHER_MONEY' ? withOtherMoney(body) : body);
}

/** Milliseconds for which the provider does not answer for this payment. */
function silenceOf(provider: SandboxProvider, reference: string): number {
  const until = provider.find('reference', reference)?.silent_until ?? 0;
  return until - Date.now();
}

function withOtherMoney(body: object): object {
  const { amount, currency } = body as Partial<PaymentAnswer>;
  return amount === undefined || currency === undefined ? body : { ...body, amount: otherAmount({ amount, currency }) };
}

function unfit(error: z.ZodError | undefined): Answer {
  const why = error === undefined ? 'The reference is none.' : z.prettifyError(error);
  return { status: 400, body: { error: 'UNFIT_REQUEST', why } };
}

/**
 * Payers are redirected to this machine's IP address, while the gateway is addressed by name: a browser treats the two
 * as different sites, as in production.
 */
function originOf(request: FastifyRequest): string {
  return `http://127.0.0.1:${request.socket.localPort}`;
}

/** Digests have equal lengths, as `timingSafeEqual` requires. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
