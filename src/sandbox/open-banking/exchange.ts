/** One call of a bank's interface: authentication, faults, the operation and its answer. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerWithFault, closeConnection, type FaultEffects } from '../kit/http/exchange.ts';
import { bankOf, type SandboxBank } from './banks.ts';
import { checkSignature } from './callers/signature.ts';
import type { BankFaultMode } from './faults.ts';
import { isUuid, newId } from './ids.ts';
import type { OpenBanking } from './open-banking.ts';
import type { BankOperation, BankOperationContext, BankResponse } from './operation.ts';
import { BankRefusal, Wordless } from './refusal.ts';

interface Params {
  readonly bank: string;
  readonly product?: string;
  readonly paymentId?: string;
  readonly authorisationId?: string;
}

type Mode = BankFaultMode | 'NONE';

export type BankHttpRequest = FastifyRequest<{ Params: Params; Body: Buffer | undefined }>;

/** An address without a listener. */
export const NOWHERE = 'http://127.0.0.1:9/nowhere';

/** The header by which the caller asks to start the authorisation with a separate call. */
const PREFERS_EXPLICIT = 'tpp-explicit-authorisation-preferred';

/** How long a request id is remembered. */
const REPEATS_MS = 24 * 3_600_000;

/** Answers in place of the operation, by mode. For payments, the description has no bodies for these statuses. */
const REFUSALS: Partial<Record<BankFaultMode, BankResponse>> = {
  RATE_LIMIT: { status: 429 },
  INTERNAL_ERROR: { status: 500 },
  INTERNAL_ERROR_AFTER: { status: 500 },
  UNAVAILABLE: { status: 503 },
};

/** Changes that a fault makes in a body before it is sent. */
const BODY_CHANGES: Partial<Record<BankFaultMode, readonly [pattern: RegExp, replacement: string]>> = {
  NOWHERE: [/("scaRedirect":\{"href":)"[^"]*"/, `$1"${NOWHERE}"`],
  IDENTIFY: [/"startAuthorisation"/, '"startAuthorisationWithPsuIdentification"'],
  NO_PAGE: [/"scaRedirect":\{[^}]*\},/, ''],
  OTHER_MONEY: [/("amount":)"[^"]*"/, '$1"0.01"'],
};

const FAULT_EFFECTS: FaultEffects = {
  refusals: REFUSALS,
  garbage: '{"transactionStatus":"RCVD","paymentId":"5f1c',
  padding: 'psuMessage',
  changes: BODY_CHANGES,
  errorType: 'application/json',
  disconnect: closeConnection,
};

/** @param closing aborts a delay */
export function answerCall(
  banks: OpenBanking,
  operation: BankOperation,
  { request, reply, closing }: { request: BankHttpRequest; reply: FastifyReply; closing: AbortSignal },
): Promise<FastifyReply> {
  const fault = banks.faults.take(request.params.bank, operation.name);
  const { mode } = fault;
  return answerWithFault({ reply, closing, fault, effects: FAULT_EFFECTS }, () => {
    const first = bankResponseOf(banks, operation, request, mode);
    const answer = mode === 'DUPLICATE' ? bankResponseOf(banks, operation, request, mode) : first;
    if (answer === 'SILENT') {
      return undefined;
    }
    banks.validator.checkAnswer(operation, answer, Object.keys(reply.getHeaders()));
    return mode === 'OTHER_REQUEST' ? { ...answer, headers: { ...answer.headers, 'x-request-id': newId() } } : answer;
  });
}

/** The answer of the operation, or of its refusal. */
function bankResponseOf(
  banks: OpenBanking,
  operation: BankOperation,
  request: BankHttpRequest,
  mode: Mode,
): BankResponse | 'SILENT' {
  try {
    return perform(banks, operation, request, mode);
  } catch (error) {
    if (error instanceof BankRefusal) {
      return { status: error.status, body: error.body };
    }
    if (error instanceof Wordless) {
      return { status: error.status };
    }
    throw error;
  }
}

function perform(
  banks: OpenBanking,
  operation: BankOperation,
  request: BankHttpRequest,
  mode: Mode,
): BankResponse | 'SILENT' {
  const { params } = request;
  const headers: IncomingHttpHeaders =
    mode === 'IMPLICIT_START' ? { ...request.headers, [PREFERS_EXPLICIT]: 'false' } : request.headers;
  const bank = bankOf(params.bank);
  if (bank === undefined) {
    throw new BankRefusal('RESOURCE_UNKNOWN');
  }
  const raw = request.body ?? Buffer.alloc(0);
  const tpp = callerOf(banks, bank, request, raw);
  const requestId = headers['x-request-id'];
  if (!isUuid(requestId)) {
    throw new BankRefusal('FORMAT_ERROR', 'X-Request-ID');
  }
  if (raw.length > 0 && !/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new Wordless(415);
  }
  const body = bodyOf(raw);
  banks.validator.checkRequest(operation, { headers, body });
  return banks.change((work) => {
    const { product = '', paymentId = '', authorisationId = '' } = params;
    const context: BankOperationContext = { ...work, bank, tpp, product, paymentId, authorisationId, headers, body };
    const silentUntil = work.ledger.payments.find({ id: paymentId })?.silent_until ?? 0;
    if (silentUntil > work.now) {
      return 'SILENT';
    }
    const isForgetful = mode === 'DUPLICATE';
    const resource = isForgetful ? operation.act(context) : actOnce(operation, context, requestId, raw);
    return operation.show(context, resource);
  });
}

/** @returns the calling organization @throws BankRefusal */
function callerOf(
  banks: OpenBanking,
  bank: SandboxBank,
  { raw: { socket }, headers }: BankHttpRequest,
  body: Buffer,
): string {
  const certificate = (socket as TLSSocket).getPeerX509Certificate();
  if (certificate === undefined) {
    throw new BankRefusal('CERTIFICATE_MISSING');
  }
  const { trust, now } = banks;
  const connection = trust.check(certificate, 'QWAC', now);
  checkSignature({ headers, body }, { trust, now, connection, isDemanded: bank.demandsSignature });
  return connection;
}

/**
 * Executes a request id once; a repeat returns the first request's resource.
 *
 * @throws BankRefusal for a repeat with another body
 */
function actOnce(operation: BankOperation, context: BankOperationContext, requestId: string, body: Buffer): string {
  if (!operation.isRepeatable) {
    return operation.act(context);
  }
  const { ledger, tpp, bank, product, paymentId, now } = context;
  const address = [operation.name, bank.id, product, paymentId].join(' ').trim();
  const digest = createHash('sha256').update(body).digest('hex');
  const key = { tpp, operation: address, request_id: requestId };
  const known = ledger.requests.all(key).find(({ expires_at }) => expires_at > now);
  if (known !== undefined) {
    if (known.digest !== digest) {
      throw new BankRefusal('PARAMETER_NOT_CONSISTENT', 'X-Request-ID');
    }
    return known.resource;
  }
  const resource = operation.act(context);
  ledger.requests.add({ id: newId(), ...key, resource, digest, expires_at: now + REPEATS_MS });
  return resource;
}

/** @returns undefined without a body @throws BankRefusal for invalid JSON */
function bodyOf(raw: Buffer): unknown {
  if (raw.length === 0) {
    return undefined;
  }
  try {
    return JSON.parse(raw.toString());
  } catch {
    throw new BankRefusal('FORMAT_ERROR');
  }
}
