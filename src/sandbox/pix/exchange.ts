/** One call of the PSP's interface: authentication, faults, the operation and its answer. */

import { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerWithFault, closeConnection, type FaultEffects } from '../kit/http/exchange.ts';
import type { PspAnswerMode } from './faults.ts';
import type { PspOperation, PspResponse } from './operation.ts';
import type { Psp } from './psp.ts';
import { PspRefusal, Unauthorized } from './refusal.ts';

export type PspHttpRequest = FastifyRequest<{ Params: { txid?: string; e2eid?: string; chave?: string; id?: string } }>;

const PROBLEM = 'application/problem+json';
const ID = /^[0-9A-Za-z]{0,35}$/;
const INTERNAL_ERROR = answerOf(new PspRefusal('ErroInternoDoServidor'));

/** Answers in place of the operation, by mode. The description has no body for 429. */
const REFUSALS: Partial<Record<PspAnswerMode, PspResponse>> = {
  RATE_LIMIT: { status: 429 },
  FORBIDDEN: answerOf(new PspRefusal('AcessoNegado')),
  INTERNAL_ERROR,
  INTERNAL_ERROR_AFTER: INTERNAL_ERROR,
  UNAVAILABLE: answerOf(new PspRefusal('ServicoIndisponivel')),
};

/** Changes that a fault makes in a body before it is sent. */
const BODY_CHANGES: Partial<Record<PspAnswerMode, readonly [pattern: RegExp, replacement: string]>> = {
  NO_CODE: [/,"pixCopiaECola":"[^"]*"/, ''],
  WRONG_CODE: [/("pixCopiaECola":"[^"]*?)[0-9A-F]{4}"/, '$1ZZZZ"'],
  FOREIGN_CODE: [/"location":"[^"]*"/g, '"location":"psp.sandbox.invalid/qr/v2/0123456789abcdef0123456789abcdef"'],
  OTHER_MONEY: [/("original":)"[^"]*"/, '$1"0.01"'],
};

const FAULT_EFFECTS: FaultEffects = {
  refusals: REFUSALS,
  garbage: '{"txid":"7978c0c97ea847e78e8849634473c1f1","status":"ATI',
  padding: 'detail',
  changes: BODY_CHANGES,
  errorType: PROBLEM,
  disconnect: closeConnection,
};

interface Exchange {
  readonly psp: Psp;
  /** The operation's name. */
  readonly name: string;
  readonly reply: FastifyReply;
  /** Aborts a delay. */
  readonly closing: AbortSignal;
}

/**
 * Answers a call with the fault that is in force for it.
 *
 * @param work executes the operation, and must not throw a PspRefusal
 */
export function answerPspWithFault(
  { psp, name, reply, closing }: Exchange,
  work: (mode: PspAnswerMode | 'NONE') => PspResponse,
): Promise<FastifyReply> {
  const fault = psp.faults.take(name);
  if (fault.mode === 'TOKEN_EXPIRED') {
    psp.accounts.expireTokens();
  }
  return answerWithFault({ reply, closing, fault, effects: FAULT_EFFECTS }, () => work(fault.mode));
}

function answerOf({ status, body }: PspRefusal): PspResponse {
  return { status, body };
}

/** The operation's answer or refusal, validated against the description. */
export function pspResponseOf(
  psp: Psp,
  operation: PspOperation,
  request: PspHttpRequest,
  refusesKnownIds: boolean,
): PspResponse {
  try {
    const answer = perform(psp, operation, request, refusesKnownIds);
    psp.validator.checkAnswer(operation, answer);
    return answer;
  } catch (error) {
    if (error instanceof Unauthorized) {
      return { status: 401, body: { error: 'invalid_token' } };
    }
    if (!(error instanceof PspRefusal)) {
      throw error;
    }
    const answer = answerOf(error);
    psp.validator.checkAnswer(operation, answer);
    return answer;
  }
}

function perform(psp: Psp, operation: PspOperation, request: PspHttpRequest, refusesKnownIds: boolean): PspResponse {
  const { headers, params } = request;
  if (!hasTrustedCertificate(psp, request)) {
    throw new PspRefusal('AcessoNegado');
  }
  const account = psp.accounts.accountOf(headers.authorization, psp.now);
  if (account === undefined) {
    throw new Unauthorized();
  }
  const { txid, e2eid, chave, id: refundId = '' } = params;
  const known =
    (txid === undefined || psp.validator.isType('TxId', txid)) &&
    (e2eid === undefined || psp.validator.isType('EndToEndId', e2eid)) &&
    (refundId === '' || psp.validator.isType('DevolucaoId', refundId));
  // The description's patterns may match only a part of the text.
  if (!known || !ID.test(txid ?? refundId)) {
    throw new PspRefusal(operation.invalid);
  }
  const body = bodyOf(request, operation);
  psp.validator.checkRequest(operation, body);
  const id = txid ?? e2eid ?? chave ?? '';
  return psp.change((work) => operation.answer({ ...work, account, id, refundId, body, refusesKnownIds }));
}

/** Whether a caller over TLS has a certificate of the authority. */
export function hasTrustedCertificate(
  { ca }: Pick<Psp, 'ca'>,
  { raw: { socket } }: Pick<FastifyRequest, 'raw'>,
): boolean {
  if (ca === undefined || !(socket instanceof TLSSocket)) {
    return true;
  }
  return socket.getPeerX509Certificate()?.verify(new X509Certificate(ca).publicKey) === true;
}

/** @returns undefined without a body @throws PspRefusal for invalid JSON */
function bodyOf({ body, headers }: PspHttpRequest, { invalid }: PspOperation): unknown {
  const text = Buffer.isBuffer(body) ? body.toString() : typeof body === 'string' ? body : '';
  if (text === '') {
    return undefined;
  }
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new PspRefusal(invalid);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new PspRefusal(invalid);
  }
}
