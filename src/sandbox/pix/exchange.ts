/** One call of the PSP's interface: authentication, faults, the operation and its answer. */

import { X509Certificate } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerFault } from '../kit/faults/answer-faults.ts';
import type { PspAnswerMode } from './faults.ts';
import type { PspOperation, PspResponse } from './operation.ts';
import type { Psp } from './psp.ts';
import { PspRefusal, Unauthorized } from './refusal.ts';

export type PspHttpRequest = FastifyRequest<{ Params: { txid?: string; e2eid?: string; chave?: string; id?: string } }>;

const HUGE_BYTES = 10 * 1024 * 1024;
const GARBAGE = '{"txid":"7978c0c97ea847e78e8849634473c1f1","status":"ATI';
const PROBLEM = 'application/problem+json';
const ID = /^[0-9A-Za-z]{0,35}$/;

/** Answers in place of the operation, which is not executed. The description has no body for 429. */
const INSTEAD: Partial<Record<PspAnswerMode | 'NONE', PspRefusal | 429>> = {
  RATE_LIMIT: 429,
  FORBIDDEN: new PspRefusal('AcessoNegado'),
  INTERNAL_ERROR: new PspRefusal('ErroInternoDoServidor'),
  UNAVAILABLE: new PspRefusal('ServicoIndisponivel'),
};

/** Changes that a fault makes in a body before it is sent. */
const BODY_CHANGES: Partial<Record<PspAnswerMode | 'NONE', readonly [pattern: RegExp, replacement: string]>> = {
  NO_CODE: [/,"pixCopiaECola":"[^"]*"/, ''],
  WRONG_CODE: [/("pixCopiaECola":"[^"]*?)[0-9A-F]{4}"/, '$1ZZZZ"'],
  FOREIGN_CODE: [/"location":"[^"]*"/g, '"location":"psp.sandbox.invalid/qr/v2/0123456789abcdef0123456789abcdef"'],
  OTHER_MONEY: [/("original":)"[^"]*"/, '$1"0.01"'],
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
export async function answerPspWithFault(
  { psp, name, reply, closing }: Exchange,
  work: (mode: PspAnswerMode | 'NONE') => PspResponse,
): Promise<FastifyReply> {
  const fault = psp.faults.take(name);
  const { mode, delayMs } = fault;
  if (mode === 'DROP_REQUEST') {
    return cutConnection(reply);
  }
  if (mode === 'TOKEN_EXPIRED') {
    psp.accounts.expireTokens();
  }
  const instead = INSTEAD[mode];
  if (instead !== undefined) {
    return refuse(reply, instead, fault);
  }
  const answer = work(mode);
  if (mode === 'DELAY') {
    await pause(delayMs, undefined, { signal: closing }).catch(() => undefined);
  }
  if (mode === 'DROP_REPLY' || closing.aborted) {
    return cutConnection(reply);
  }
  if (mode === 'INTERNAL_ERROR_AFTER') {
    return refuse(reply, new PspRefusal('ErroInternoDoServidor'), fault);
  }
  return send(reply, answer, mode);
}

function send(reply: FastifyReply, { status, body }: PspResponse, mode: PspAnswerMode | 'NONE'): FastifyReply {
  reply.code(status);
  if (mode === 'GARBAGE' || mode === 'HUGE') {
    const text = mode === 'GARBAGE' ? GARBAGE : JSON.stringify({ ...body, detail: 'x'.repeat(HUGE_BYTES) });
    return reply.type('application/json').send(text);
  }
  if (body === undefined) {
    return reply.send();
  }
  const text = JSON.stringify(body);
  const [pattern, replacement] = BODY_CHANGES[mode] ?? [];
  const altered = pattern === undefined ? text : text.replace(pattern, replacement ?? '');
  return reply.type(status < 400 ? 'application/json' : PROBLEM).send(altered);
}

function refuse(
  reply: FastifyReply,
  refusal: PspRefusal | 429,
  { retryAfter }: AnswerFault<PspAnswerMode>,
): FastifyReply {
  if (retryAfter !== undefined) {
    reply.header('retry-after', String(retryAfter));
  }
  return refusal === 429
    ? reply.code(429).send()
    : reply.code(refusal.status).type(PROBLEM).send(JSON.stringify(refusal.body));
}

function cutConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
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
    const answer = { status: error.status, body: error.body };
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
