/** The receiver's answer: that of a working shop, or that of a fault. */
import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { type ReceiverFault, STATUS_OF_MODE } from './receiver-faults.ts';

export const RECEIVER_PATH = '/notifications/receive';

/** The time for which the receiver does not answer, longer than any sender waits. */
const HELD_MS_MAX = 120_000;

/** @param closing aborts when the sandbox stops, which ends answers that hang */
export async function answerNotification(
  reply: FastifyReply,
  fault: ReceiverFault,
  closing: AbortSignal,
): Promise<FastifyReply> {
  const { mode, retryAfter } = fault;
  const status = STATUS_OF_MODE[mode];
  if (status === undefined) {
    return hold(reply, closing);
  }
  if (retryAfter !== null) {
    reply.header('retry-after', retryAfter);
  }
  // Redirects to itself, so that a sender that follows redirects shows as a second delivery.
  if (mode === 'REDIRECT') {
    reply.header('location', RECEIVER_PATH);
  }
  return reply.code(status).send(mode === 'NONE' ? { received: true } : { error: 'The sandbox was told to say so.' });
}

async function hold(reply: FastifyReply, closing: AbortSignal): Promise<FastifyReply> {
  reply.hijack();
  const signal = AbortSignal.any([closing, AbortSignal.timeout(HELD_MS_MAX)]);
  await once(reply.raw, 'close', { signal }).catch(() => undefined);
  reply.raw.socket?.resetAndDestroy();
  return reply;
}
