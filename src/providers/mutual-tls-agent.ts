/** Connections on which both sides show a certificate: by ours a provider knows who calls. */
import { Agent } from 'node:https';
import { createSecureContext } from 'node:tls';
import { POOL } from '../http-json.ts';
import { TLS_CIPHERS } from '../tls-ciphers.ts';

export interface CertifiedKey {
  /** PEM, and those between it and its root. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

/**
 * @param ca PEM of the authorities of the provider's certificates; absent: those that Node trusts
 * @throws Error where certificate and key cannot be used
 */
export function mutualTlsAgent({ cert, key }: CertifiedKey, ca: string | undefined): Agent {
  const tls = { cert, key, ciphers: TLS_CIPHERS, minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) } as const;
  // At the start, and not at the first handshake.
  createSecureContext(tls);
  return new Agent({ ...POOL, ...tls });
}
