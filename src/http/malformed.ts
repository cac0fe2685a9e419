/**
 * Refuses input that is not HTTP, or never ends, before it is a request: in the interface's form, and with a log line.
 */
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { errorBody, InterfaceError } from '../contract/interface-error.ts';
import { HEADER_BYTES_MAX } from './http-limits.ts';
import type { RepeatedRefusals } from './repeats.ts';

interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly explanation: string;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    explanation: 'The request took too long to arrive.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    explanation: `The headers are larger than ${HEADER_BYTES_MAX} bytes.`,
  },
};
const NOT_HTTP: Refusal = { status: 400, reason: 'Bad Request', explanation: 'The request is not valid HTTP.' };

export interface MalformedRefuser {
  readonly log: Logger;
  readonly repeats: RepeatedRefusals;
  readonly supportCode: () => string;
  /** Sent with every answer. */
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * @returns a handler for the errors of Node's parser. The error itself holds the bytes received, so it is never logged.
 */
export function malformedRefuser({
  log,
  repeats,
  supportCode,
  headers,
}: MalformedRefuser): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) {
      return;
    }
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = REFUSALS[code] ?? NOT_HTTP;
    const supportId = supportCode();
    const { status } = refusal;
    const from = socket.remoteAddress ?? '';
    if (repeats.isListed({ status, code, from })) {
      log.info({ supportCode: supportId, status, code, from }, 'malformed request');
    }
    socket.end(answerText(refusal, supportId, headers));
  };
}

function answerText(
  { status, reason, explanation }: Refusal,
  supportCode: string,
  headers: MalformedRefuser['headers'],
): string {
  const body = JSON.stringify(errorBody(new InterfaceError('INVALID_REQUEST', explanation), supportCode));
  const lines = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
