/** One call of the simulator's interface: authentication, faults, the operation and its answer. */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerWithFault, type FaultEffects, pauseFor, resetConnection } from '../kit/http/exchange.ts';
import type { PayPalAnswerMode } from './faults.ts';
import { newDebugId, newResourceId } from './ids.ts';
import type { PayPalOperation, PayPalOperationContext, PayPalResponse } from './operation.ts';
import type { PayPal } from './paypal.ts';
import { type ERROR_NAMES, PayPalRefusal, paypalErrorBody, unprocessable } from './refusal.ts';

export type PayPalHttpRequest = FastifyRequest<{ Params: { id?: string } }>;

/**
 * The description of these operations requires a message in errors. The others list fixed sentences, which the metadata
 * omits.
 */
const HAS_MESSAGES = '/v1/notifications/';

const GARBAGE = '{"id":"5O190127TN364715T","status":"COMPL';

/** Statuses of answers in place of the operation, by mode. */
const REFUSALS = {
  IN_PROGRESS: 409,
  RATE_LIMIT: 429,
  INTERNAL_ERROR: 500,
  INTERNAL_ERROR_AFTER: 500,
  UNAVAILABLE: 503,
} as const satisfies Partial<Record<PayPalAnswerMode, number>>;

interface Exchange {
  readonly paypal: PayPal;
  /** The operation's name. */
  readonly name: string;
  readonly reply: FastifyReply;
  /** Aborts a delay. */
  readonly closing: AbortSignal;
  /** Id of the order that the call concerns. */
  readonly order?: string | undefined;
}

/** Milliseconds for which the simulator does not answer about this order. */
function silenceOf({ ledger, now }: PayPal, order: string | undefined): number {
  return order === undefined ? 0 : (ledger.orders.find({ id: order })?.silent_until ?? 0) - now;
}

/**
 * Answers a call with the fault that is in force for it.
 *
 * @param work executes the operation, and must not throw a PayPalRefusal
 */
export async function answerPayPalWithFault(
  { paypal, name, reply, closing, order }: Exchange,
  work: (debugId: string) => PayPalResponse,
): Promise<FastifyReply> {
  const silentMs = silenceOf(paypal, order);
  if (silentMs > 0) {
    await pauseFor(silentMs, closing);
    return resetConnection(reply);
  }
  const fault = paypal.faults.take(name);
  const debugId = newDebugId();
  reply.header('paypal-debug-id', debugId);
  if (fault.mode === 'TOKEN_EXPIRED') {
    paypal.accounts.expireTokens();
  }
  return answerWithFault({ reply, closing, fault, effects: effectsOf(fault.mode, debugId) }, () => work(debugId));
}

function effectsOf(mode: PayPalAnswerMode | 'NONE', debugId: string): FaultEffects {
  const status = (REFUSALS as Partial<Record<typeof mode, keyof typeof ERROR_NAMES>>)[mode];
  return {
    refusals: status === undefined ? {} : { [mode]: { status, body: refusalBody(status, debugId) } },
    garbage: GARBAGE,
    padding: 'padding',
    changes: {},
    errorType: 'application/json',
    disconnect: resetConnection,
  };
}

function refusalBody(status: keyof typeof ERROR_NAMES, debugId: string): object {
  const details = status === 409 ? [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }] : [];
  return paypalErrorBody(new PayPalRefusal(status, details), debugId);
}

/** The operation's answer or refusal, validated against the description. */
export function paypalResponseOf(
  paypal: PayPal,
  operation: PayPalOperation,
  request: PayPalHttpRequest,
  debugId: string,
): PayPalResponse {
  const answer = answerOf(paypal, operation, request, debugId);
  paypal.validator.checkAnswer(operation, answer.status, answer.body);
  return answer;
}

function answerOf(
  paypal: PayPal,
  operation: PayPalOperation,
  request: PayPalHttpRequest,
  debugId: string,
): PayPalResponse {
  try {
    return perform(paypal, operation, request);
  } catch (error) {
    if (error instanceof PayPalRefusal) {
      return { status: error.status, body: paypalErrorBody(error, debugId, operation.path.startsWith(HAS_MESSAGES)) };
    }
    throw error;
  }
}

function perform(paypal: PayPal, operation: PayPalOperation, request: PayPalHttpRequest): PayPalResponse {
  const account = paypal.accounts.accountOf(request.headers.authorization, paypal.now);
  if (account === undefined) {
    throw new PayPalRefusal(401);
  }
  if (operation.method !== 'GET' && operation.method !== 'DELETE' && !isJson(request)) {
    throw new PayPalRefusal(415);
  }
  const body = bodyOf(request.body, () => paypal.validator.malformedBody(operation));
  const query = request.query as PayPalOperationContext['query'];
  paypal.validator.checkRequest(operation, { headers: request.headers, query, body });
  const { 'paypal-mock-response': mock, 'paypal-request-id': requestId } = request.headers;
  return paypal.change((work) => {
    const context: PayPalOperationContext = {
      ...work,
      account,
      get signer() {
        return paypal.signers.own;
      },
      id: request.params.id ?? '',
      body: body ?? {},
      query,
      requestId: typeof requestId === 'string' ? requestId : undefined,
      isWhole: request.headers.prefer === 'return=representation',
      checkType: (type, value) => paypal.validator.checkType(operation, type, value),
      outcome: (texts = []) => paypal.outcomes.of(operation.name, texts, typeof mock === 'string' ? mock : undefined),
    };
    return answerOnce(paypal, operation, context);
  });
}

/**
 * Executes a request id once; a repeat returns the resource's current state. This is PayPal's idempotency.
 *
 * @throws PayPalRefusal for a repeat with another body
 */
function answerOnce(paypal: PayPal, operation: PayPalOperation, context: PayPalOperationContext): PayPalResponse {
  const { ledger, account, now, id, requestId, body } = context;
  const { repeatsMs } = operation;
  if (repeatsMs === undefined || requestId === undefined) {
    return operation.show(context, operation.act(context), false);
  }
  const key = { merchant: account.merchantId, operation: `${operation.name} ${id}`.trim(), request_id: requestId };
  const known = ledger.requests.all(key).find(({ expires_at }) => expires_at > now);
  const fingerprint = digestOf(body);
  if (known !== undefined) {
    if (known.fingerprint !== fingerprint) {
      paypal.validator.noteReusedId(operation, requestId);
      throw unprocessable('DUPLICATE_REQUEST_ID');
    }
    return operation.show(context, known.resource, true);
  }
  const resource = operation.act(context);
  ledger.requests.add({ id: newResourceId(), ...key, resource, fingerprint, expires_at: now + repeatsMs });
  return operation.show(context, resource, false);
}

/** A digest of the parsed body, independent of white space. */
function digestOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

/** PayPal requires the content type even without a body. */
function isJson({ headers }: PayPalHttpRequest): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** @returns undefined without a body @throws PayPalRefusal for invalid JSON */
function bodyOf(body: unknown, malformed: () => PayPalRefusal): unknown {
  if (typeof body !== 'string' || body === '') {
    return undefined;
  }
  try {
    return JSON.parse(body);
  } catch {
    throw malformed();
  }
}
