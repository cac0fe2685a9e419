/** Writes a large body as fast as the caller reads it. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { logBrokenAnswer } from '../logging/request-log.ts';

/** Node's code for a caller who leaves before the end of an answer. */
const LEFT = 'ERR_STREAM_PREMATURE_CLOSE';

export interface BodyInParts {
  readonly contentType: string;
  readonly fileName: string;
  /** The first part. */
  readonly first: string;
  /** Those after it. Failures end the connection, so that the caller does not take a part for the whole. */
  readonly parts: AsyncIterable<string>;
}

export interface AnswerInParts {
  readonly status: number;
  /** Names and values alternating, without those of the body. */
  readonly headers: readonly string[];
  readonly body: BodyInParts;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly log: Logger;
}

export function answerInParts({ request, reply, log }: Exchange, { status, headers, body }: AnswerInParts): void {
  const { contentType, fileName, first, parts } = body;
  const own = { 'Content-Type': contentType, 'Content-Disposition': `attachment; filename="${fileName}"` };
  reply.hijack();
  reply.raw.writeHead(status, [...headers, ...Object.entries(own).flat()]);
  reply.raw.write(first);
  const rest = Readable.from(parts);
  rest.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== LEFT) {
      logBrokenAnswer(log, request, error);
    }
  });
  // An error has ended the connection by then, and the caller gets no other sign of it.
  pipeline(rest, reply.raw).catch(() => undefined);
}
