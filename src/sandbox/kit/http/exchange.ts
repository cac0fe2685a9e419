/** The answer of a simulator to one call, with the fault that is in force for it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AnswerFault } from '../faults/answer-faults.ts';

const HUGE_BYTES = 10 * 1024 * 1024;

export interface SimulatorAnswer {
  readonly status: number;
  /** Undefined if the answer has no body. */
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The effects of a simulator's faults. DELAY, DROP_REQUEST and DROP_REPLY have the same effect in all of them. */
export interface FaultEffects {
  /**
   * Answers in place of the operation, which is not executed, by mode. With INTERNAL_ERROR_AFTER it is executed, and
   * this answer is sent.
   */
  readonly refusals: Readonly<Record<string, SimulatorAnswer | undefined>>;
  /** The body of an answer with the fault GARBAGE. */
  readonly garbage: string;
  /** The member that makes a body large with the fault HUGE. */
  readonly padding: string;
  /** Changes of a body before it is sent, by mode. */
  readonly changes: Readonly<Record<string, readonly [pattern: RegExp, replacement: string] | undefined>>;
  /** The media type of bodies with a status from 400. */
  readonly errorType: string;
  /** Disconnects the caller. */
  readonly disconnect: (reply: FastifyReply) => FastifyReply;
}

export interface FaultyExchange<Mode extends string> {
  readonly reply: FastifyReply;
  /** Aborts a delay. */
  readonly closing: AbortSignal;
  readonly fault: AnswerFault<Mode>;
  readonly effects: FaultEffects;
}

/** @param work executes the operation. Undefined: the call gets no answer */
export async function answerWithFault<Mode extends string>(
  { reply, closing, fault: { mode, delayMs, retryAfter }, effects }: FaultyExchange<Mode>,
  work: () => SimulatorAnswer | undefined,
): Promise<FastifyReply> {
  if (mode === 'DROP_REQUEST') {
    return effects.disconnect(reply);
  }
  const refusal = effects.refusals[mode];
  if (refusal !== undefined && mode !== 'INTERNAL_ERROR_AFTER') {
    return refuse(reply, refusal, retryAfter, effects);
  }
  const answer = work();
  if (mode === 'DELAY') {
    await pauseFor(delayMs, closing);
  }
  if (mode === 'DROP_REPLY' || answer === undefined || closing.aborted) {
    return effects.disconnect(reply);
  }
  return refusal === undefined ? send(reply, answer, mode, effects) : refuse(reply, refusal, retryAfter, effects);
}

function refuse(
  reply: FastifyReply,
  refusal: SimulatorAnswer,
  retryAfter: number | undefined,
  effects: FaultEffects,
): FastifyReply {
  if (retryAfter !== undefined) {
    reply.header('retry-after', String(retryAfter));
  }
  return send(reply, refusal, 'NONE', effects);
}

function send(
  reply: FastifyReply,
  { status, body, headers = {} }: SimulatorAnswer,
  mode: string,
  { garbage, padding, changes, errorType }: FaultEffects,
): FastifyReply {
  reply.code(status).headers(headers);
  if (mode === 'GARBAGE' || mode === 'HUGE') {
    const text = mode === 'GARBAGE' ? garbage : JSON.stringify({ ...body, [padding]: 'x'.repeat(HUGE_BYTES) });
    return reply.type('application/json').send(text);
  }
  if (body === undefined) {
    return reply.send();
  }
  const text = JSON.stringify(body);
  const [pattern, replacement] = changes[mode] ?? [];
  const changed = pattern === undefined ? text : text.replace(pattern, replacement ?? '');
  return reply.type(status < 400 ? 'application/json' : errorType).send(changed);
}

/** Closes the connection without an answer. */
export function closeConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.destroy();
  return reply;
}

/** Resets the connection (TCP RST) without an answer. */
export function resetConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
  return reply;
}

/** @param closing ends the pause early */
export async function pauseFor(ms: number, closing: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: closing }).catch(() => undefined);
}

/** @returns a signal that aborts when the server begins to close */
export function closingSignal(app: FastifyInstance): AbortSignal {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  return closing.signal;
}
