/** Mutual TLS connections: providers identify this gateway by its client certificate. */
import { Agent } from 'node:https';
import { createSecureContext } from 'node:tls';
import { TLS_CIPHERS } from '../../platform/tls-ciphers.ts';
import { POOL } from '../http-json.ts';

export interface CertifiedKey {
  /** PEM of the certificate and its intermediates. */
  readonly cert: string;
  /** PEM of the private key. */
  readonly key: string;
}

/**
 * @param ca PEM of the authorities of the provider's certificates; absent: Node's default authorities
 * @throws Error if certificate or key is unusable
 */
export function mutualTlsAgent({ cert, key }: CertifiedKey, ca: string | undefined): Agent {
  const tls = { cert, key, ciphers: TLS_CIPHERS, minVersion: 'TLSv1.2', ca } as const;
  // Throws here, at the start, if certificate or key is unusable, and not at the first handshake.
  createSecureContext(tls);
  return new Agent({ ...POOL, ...tls });
}
