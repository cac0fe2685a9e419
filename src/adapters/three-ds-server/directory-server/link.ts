/**
 * The connection to a directory server: sends a message in an HTTP POST, over TLS with certificates on both sides, and
 * reads the answer within limits of time and size. It does not interpret messages.
 */
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { createSecureContext } from 'node:tls';
import { TLS_CIPHERS } from '../../../platform/tls-ciphers.ts';
import type { DirectoryServerSettings } from './settings.ts';

/**
 * AWAY: no connection. CERTIFICATE: the server's certificate is not trusted, or the server refuses the gateway's. SLOW,
 * TOO_LONG: the answer exceeds the time or size limit. STATUS: an answer other than 200, including redirects, which are
 * not followed. BROKEN: the answer is incomplete.
 */
export type LinkFailure = 'AWAY' | 'BROKEN' | 'CERTIFICATE' | 'SLOW' | 'STATUS' | 'TOO_LONG';

export type LinkAnswer<T> =
  | { readonly ok: true; readonly value: T }
  /** `isSent` is true if the message may have arrived. */
  | { readonly ok: false; readonly failure: LinkFailure; readonly isSent: boolean };

export interface MessageExchange<T> {
  readonly body: string;
  /** The time limit from the connection's first packet to the answer's last byte. */
  readonly answerMsMax: number;
  readonly answerBytesMax: number;
  /** Parses the answer. @throws only errors of the iteration over the bytes */
  readonly read: (bytes: AsyncIterable<Buffer>) => Promise<T>;
}

export interface DirectoryServerLink {
  /** Does not reject: failures are part of the answer. */
  exchange<T>(exchange: MessageExchange<T>): Promise<LinkAnswer<T>>;
  close(): void;
}

export const MESSAGE_TYPE = 'application/JSON;charset=UTF-8';

/**
 * The maximum number of sockets. There are few AReqs compared with other calls, and a directory server that hangs must
 * not occupy all sockets.
 */
const SOCKETS_MAX = 32;
/**
 * How long an idle connection is reused. Servers leave connections open for longer; a message that is sent while the
 * server closes the connection would get no answer.
 */
const IDLE_MS_MAX = 2_000;

class TooLong extends Error {}
class WrongStatus extends Error {}

/**
 * @throws Error if the URL is invalid, or TLS does not accept the certificates, so that the startup fails and not the
 *   first message
 */
export function openDirectoryServerLink({ url, ca, cert, key }: DirectoryServerSettings): DirectoryServerLink {
  if (new URL(url).protocol !== 'https:') {
    throw new Error('A directory server is called by https alone.');
  }
  const tls = { ca, cert, key: key.reveal(), ciphers: TLS_CIPHERS, minVersion: 'TLSv1.2' } as const;
  createSecureContext(tls);
  const agent = new Agent({ ...tls, keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MS_MAX });
  return {
    async exchange(exchange) {
      const endsAt = performance.now() + exchange.answerMsMax;
      const first = await exchangeOnce(url, agent, exchange);
      if (first.ok || first.isSent || first.failure !== 'AWAY') {
        return first;
      }
      // Send a message that certainly was not sent once more, as the specification requires, within the same time
      // limit.
      return exchangeOnce(url, agent, { ...exchange, answerMsMax: Math.max(endsAt - performance.now(), 0) });
    },
    close: () => agent.destroy(),
  };
}

function exchangeOnce<T>(url: string, agent: Agent, exchange: MessageExchange<T>): Promise<LinkAnswer<T>> {
  const { body, answerMsMax } = exchange;
  return new Promise((resolve) => {
    let isSent = false;
    let isSlow = false;
    const headers = {
      accept: 'application/json',
      'content-type': MESSAGE_TYPE,
      'content-length': Buffer.byteLength(body),
      'user-agent': 'turnpike',
    };
    const sent = request(url, { method: 'POST', agent, headers });
    const deadline = setTimeout(() => {
      isSlow = true;
      sent.destroy(new Error('slow'));
    }, answerMsMax);
    const end = (answer: LinkAnswer<T>) => {
      clearTimeout(deadline);
      resolve(answer);
    };
    const fail = (error: Error | undefined) =>
      end({ ok: false, failure: isSlow ? 'SLOW' : failureOf(error, isSent), isSent });
    sent.on('socket', (socket) => {
      // The first byte of the message is sent after the handshake has verified the server.
      if (socket.connecting) {
        socket.once('secureConnect', () => {
          isSent = true;
        });
      } else {
        isSent = true;
      }
    });
    sent.on('response', (response) => {
      readBody(response, exchange)
        .then((value) => end({ ok: true, value }))
        .catch((error: Error) => {
          sent.destroy();
          fail(error);
        });
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

async function readBody<T>(response: IncomingMessage, { answerBytesMax, read }: MessageExchange<T>): Promise<T> {
  if (response.statusCode !== 200) {
    throw new WrongStatus();
  }
  return await read(limitBytes(response, answerBytesMax));
}

async function* limitBytes(response: AsyncIterable<Buffer>, bytesMax: number): AsyncIterable<Buffer> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      throw new TooLong();
    }
    yield chunk;
  }
}

/** Error codes of OpenSSL's verification, and of a handshake that the other side aborted. */
const OF_CERTIFICATES = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH)/;

function failureOf(error: Error | undefined, isSent: boolean): LinkFailure {
  if (error instanceof TooLong) {
    return 'TOO_LONG';
  }
  if (error instanceof WrongStatus) {
    return 'STATUS';
  }
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (OF_CERTIFICATES.test(code)) {
    return 'CERTIFICATE';
  }
  return isSent ? 'BROKEN' : 'AWAY';
}
