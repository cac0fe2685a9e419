/** The TLS options of the listener. */
import { constants } from 'node:crypto';
import type { Server, ServerOptions } from 'node:https';
import type { Logger } from 'pino';
import type { Secret } from '../../contract/secret.ts';
import { TLS_CIPHERS } from '../../platform/tls-ciphers.ts';
import type { RepeatedRefusals } from '../logging/repeats.ts';
import { HANDSHAKE_TIMEOUT_MS } from './http-limits.ts';

export interface Tls {
  /** PEM of the gateway's certificate, followed by the intermediate certificates. */
  readonly cert: string;
  /** PEM of the certificate's private key. */
  readonly key: Secret;
  /** PEM of the authorities that issue clients' certificates. Absent: client certificates are not requested. */
  readonly clientCa?: string;
}

/**
 * Returns Node's options. Clients without a certificate, or with a certificate of an unknown authority, are accepted:
 * payers have none, and merchants with a password need none. `client-certificate.ts` decides for each connection
 * whether the certificate authenticates the client.
 */
export function tlsServerOptions({ cert, key, clientCa }: Tls): ServerOptions {
  return {
    cert,
    key: key.reveal(),
    // PCI DSS 4.2.1 requires strong cryptography, which excludes TLS 1.0 and 1.1 (RFC 8996).
    minVersion: 'TLSv1.2',
    ciphers: TLS_CIPHERS,
    // A renegotiation could change the client's certificate, but only the first one of a connection is checked.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    // Includes HTTP/1.0, because a client that offers only HTTP/1.0 would abort the handshake without it.
    ALPNProtocols: ['http/1.1', 'http/1.0'],
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    // Node sets this option only for plain HTTP. Without it a client's close_notify would also close the gateway's
    // side.
    allowHalfOpen: true,
    ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: false }),
  };
}

/**
 * Drops a connection after a failed handshake, because an HTTP answer cannot be sent. Registered before Node's own
 * listener, which would try to send one.
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
