/**
 * Refuses input that is not HTTP, or that does not end, before a request exists: with an error in the interface's
 * format, and with a log line.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { namedError } from '../../contract/errors/catalogue.ts';
import { type InterfaceError, interfaceErrorBody } from '../../contract/interface-error.ts';
import { HEADER_BYTES_MAX } from '../connections/http-limits.ts';
import type { RepeatedRefusals } from '../logging/repeats.ts';
import { NOT_HTTP } from './interface-errors.ts';

const REFUSALS: Readonly<Record<string, InterfaceError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: namedError('REQUEST_TOO_SLOW'),
  HPE_HEADER_OVERFLOW: namedError('HEADERS_TOO_LARGE', { bytes: HEADER_BYTES_MAX }),
};

export interface MalformedRefuser {
  readonly log: Logger;
  readonly repeats: RepeatedRefusals;
  readonly supportCode: () => string;
  /** The headers of every answer, as pairs of name and value. */
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * @returns a handler for errors of Node's HTTP parser. The error contains the received bytes, so the handler must not
 *   log it.
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
    const error = REFUSALS[code] ?? NOT_HTTP;
    const supportId = supportCode();
    const { status } = error;
    const from = socket.remoteAddress ?? '';
    if (repeats.isListed({ status, code, from })) {
      log.info({ supportCode: supportId, status, code, from }, 'malformed request');
    }
    socket.end(answerText(error, supportId, headers));
  };
}

function answerText(error: InterfaceError, supportCode: string, headers: MalformedRefuser['headers']): string {
  const { status } = error;
  const body = JSON.stringify(interfaceErrorBody(error, supportCode));
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
