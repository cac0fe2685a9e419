/** One call of the stand-in's interface: who calls, what a fault makes of it, what is asked, and the answer. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerFault, AnswerMode } from './faults.ts';
import { newDebugId, newResourceId } from './ids.ts';
import type { Answer, Operation, OperationContext } from './operation.ts';
import type { PayPal } from './paypal.ts';
import { errorBody, type NAMES, Refusal } from './refusal.ts';

export type Call = FastifyRequest<{ Params: { id?: string } }>;

const HUGE_BYTES = 10 * 1024 * 1024;
const GARBAGE = '{"id":"5O190127TN364715T","status":"COMPL';

/** Answers in place of the work, which is not done. */
const INSTEAD: Partial<Record<AnswerMode | 'NONE', 429 | 500 | 503>> = {
  RATE_LIMIT: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
};

/**
 * Answers a call with the fault that is in force for it.
 *
 * @param work does it, and never throws a Refusal
 * @param closing aborts a wait
 */
export async function answerWithFault(
  { paypal, name, reply, closing }: { paypal: PayPal; name: string; reply: FastifyReply; closing: AbortSignal },
  work: (debugId: string) => Answer,
): Promise<FastifyReply> {
  const fault = paypal.faults.take(name);
  const { mode, delayMs } = fault;
  const debugId = newDebugId();
  reply.header('paypal-debug-id', debugId);
  if (mode === 'DROP_REQUEST') {
    return cut(reply);
  }
  if (mode === 'TOKEN_EXPIRED') {
    paypal.accounts.expireTokens();
  }
  const status = INSTEAD[mode];
  if (status !== undefined) {
    return refuse(reply, status, debugId, fault);
  }
  const answer = work(debugId);
  if (mode === 'DELAY') {
    await pause(delayMs, undefined, { signal: closing }).catch(() => undefined);
  }
  if (mode === 'DROP_REPLY' || closing.aborted) {
    return cut(reply);
  }
  if (mode === 'INTERNAL_ERROR_AFTER') {
    return refuse(reply, 500, debugId, fault);
  }
  if (mode === 'GARBAGE' || mode === 'HUGE') {
    const body = mode === 'GARBAGE' ? GARBAGE : JSON.stringify({ ...answer.body, padding: 'x'.repeat(HUGE_BYTES) });
    return reply.code(answer.status).type('application/json').send(body);
  }
  const { body } = answer;
  return body === undefined ? reply.code(answer.status).send() : reply.code(answer.status).send(body);
}

function refuse(reply: FastifyReply, status: keyof typeof NAMES, debugId: string, { retryAfter }: AnswerFault) {
  if (retryAfter !== undefined) {
    reply.header('retry-after', String(retryAfter));
  }
  return reply.code(status).send(errorBody(new Refusal(status), debugId));
}

function cut(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
  return reply;
}

/** The operation's answer, or the refusal's. */
export function performed(paypal: PayPal, operation: Operation, request: Call, debugId: string): Answer {
  try {
    return perform(paypal, operation, request);
  } catch (error) {
    if (error instanceof Refusal) {
      return { status: error.status, body: errorBody(error, debugId) };
    }
    throw error;
  }
}

function perform(paypal: PayPal, operation: Operation, request: Call): Answer {
  const account = paypal.accounts.accountOf(request.headers.authorization, paypal.now);
  if (account === undefined) {
    throw new Refusal(401);
  }
  const body = bodyOf(request.body);
  const mock = request.headers['paypal-mock-response'];
  return paypal.change((work) => {
    const context: OperationContext = {
      ...work,
      account,
      id: request.params.id ?? '',
      body,
      isWhole: request.headers.prefer === 'return=representation',
      outcome: (texts = []) => paypal.outcomes.of(operation.name, texts, typeof mock === 'string' ? mock : undefined),
    };
    return answerOnce(operation, context, request);
  });
}

/** A request's id that was used gives the resource's latest state, and nothing is done: PayPal's idempotency. */
function answerOnce(operation: Operation, context: OperationContext, { headers, body }: Call): Answer {
  const { ledger, account, now, id } = context;
  const { repeatsMs } = operation;
  const requestId = headers['paypal-request-id'];
  if (repeatsMs === undefined || typeof requestId !== 'string') {
    return operation.show(context, operation.act(context), false);
  }
  const key = { merchant: account.merchantId, operation: `${operation.name} ${id}`.trim(), request_id: requestId };
  const known = ledger.requests.all(key).find(({ expires_at }) => expires_at > now);
  if (known !== undefined) {
    return operation.show(context, known.resource, true);
  }
  const resource = operation.act(context);
  const fingerprint = typeof body === 'string' ? body : '';
  ledger.requests.add({ id: newResourceId(), ...key, resource, fingerprint, expires_at: now + repeatsMs });
  return operation.show(context, resource, false);
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
