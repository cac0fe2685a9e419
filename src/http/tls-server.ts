/** TLS options of the listener. */
import { constants } from 'node:crypto';
import type { Server, ServerOptions } from 'node:https';
import type { Logger } from 'pino';
import type { Secret } from '../contract/secret.ts';
import { TLS_CIPHERS } from '../tls-ciphers.ts';
import { HANDSHAKE_TIMEOUT_MS } from './http-limits.ts';
import type { RepeatedRefusals } from './repeats.ts';

export interface Tls {
  /** PEM: the gateway's certificate, then those between it and its root. */
  readonly cert: string;
  /** PEM. */
  readonly key: Secret;
  /** PEM: authorities of callers' certificates. Absent: no caller is requested to send one. */
  readonly clientCa?: string;
}

/**
 * A caller without a certificate, or with one of an unknown authority, is accepted all the same: payers have none, and
 * a caller with a password needs none. client-certificate.ts decides for each connection whether a certificate counts.
 */
export function tlsServerOptions({ cert, key, clientCa }: Tls): ServerOptions {
  return {
    cert,
    key: key.reveal(),
    // PCI DSS 4.2.1 wants strong cryptography; TLS 1.0 and 1.1 are none (RFC 8996).
    minVersion: 'TLSv1.2',
    ciphers: TLS_CIPHERS,
    // A renegotiation could bring another certificate to a connection that was checked by its first.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    // A client that offers only HTTP/1.0 ends the handshake where nothing of its list is chosen.
    ALPNProtocols: ['http/1.1', 'http/1.0'],
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    // Node sets it for plain http only. Without it a client's close_notify ends the gateway's side too.
    allowHalfOpen: true,
    ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: false }),
  };
}

/**
 * A failed handshake gets no HTTP answer: there is no channel to write it to. Registered before Node's own listener,
 * which would try.
 */
export function dropFailedHandshakes(server: Server, log: Logger, repeats: RepeatedRefusals): void {
  server.prependListener('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    const { code = '' } = error;
    const from = socket.remoteAddress ?? '';
    if (code !== 'ECONNRESET' && repeats.isListed({ code, from })) {
      log.info({ code, from }, 'TLS handshake failed');
    }
    socket.destroy();
  });
}
