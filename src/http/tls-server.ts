/** TLS options of the listener. */
import { constants } from 'node:crypto';
import type { Server, ServerOptions } from 'node:https';
import type { Logger } from 'pino';
import type { Secret } from '../contract/secret.ts';
import { TLS_CIPHERS } from '../platform/tls-ciphers.ts';
import { HANDSHAKE_TIMEOUT_MS } from './http-limits.ts';
import type { RepeatedRefusals } from './repeats.ts';

export interface Tls {
  /** PEM: the gateway's certificate, then the intermediate ones. */
  readonly cert: string;
  /** PEM. */
  readonly key: Secret;
  /** PEM: authorities of callers' certificates. Absent: client certificates are not requested. */
  readonly clientCa?: string;
}

/**
 * Callers without a certificate, or with one of an unknown authority, are accepted: payers have none, and callers with
 * a password need none. client-certificate.ts decides for each connection whether the certificate counts.
 */
export function tlsServerOptions({ cert, key, clientCa }: Tls): ServerOptions {
  return {
    cert,
    key: key.reveal(),
    // PCI DSS 4.2.1 requires strong cryptography, which excludes TLS 1.0 and 1.1 (RFC 8996).
    minVersion: 'TLSv1.2',
    ciphers: TLS_CIPHERS,
    // A renegotiation could change the certificate of a connection that was checked by its first one.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    // A client that offers only HTTP/1.0 aborts the handshake if no protocol of its list is chosen.
    ALPNProtocols: ['http/1.1', 'http/1.0'],
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    // Node sets this for plain http only. Without it a client's close_notify would also close the gateway's side.
    allowHalfOpen: true,
    ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: false }),
  };
}

/**
 * Drops a connection after a failed handshake, since there is no channel for an HTTP answer. Registered before Node's
 * own listener, which would try to write one.
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
