/** Signatures of webhooks, in PayPal's format. */
import { createHash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { newTransmissionId } from '../ids.ts';
import type { Authority } from './authority.ts';

export const AUTH_ALGORITHM = 'SHA256withRSA';

export interface Transmission {
  readonly transmissionId: string;
  /** ISO 8601, whole seconds, UTC. */
  readonly time: string;
  readonly webhookId: string;
  /** The exact bytes of the message. */
  readonly body: string;
}

/** The signed text. It contains the body's CRC-32 checksum, in decimal, in place of the body. */
export function signedText({ transmissionId, time, webhookId, body }: Transmission): string {
  return [transmissionId, time, webhookId, crc32(body)].join('|');
}

/** @returns the headers of one delivery */
export function signatureHeaders(
  { webhookId, body }: Pick<Transmission, 'webhookId' | 'body'>,
  signingKey: KeyObject,
  certificateUrl: string,
  now: number,
): Record<string, string> {
  const transmissionId = newTransmissionId();
  const time = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const signature = sign('sha256', Buffer.from(signedText({ transmissionId, time, webhookId, body })), signingKey);
  return {
    'paypal-transmission-id': transmissionId,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature.toString('base64'),
    'paypal-cert-url': certificateUrl,
    'paypal-auth-algo': AUTH_ALGORITHM,
    'paypal-auth-version': 'v2',
  };
}

export function isGenuine(transmission: Transmission, signature: string, { chain }: Authority): boolean {
  const text = Buffer.from(signedText(transmission));
  return verify('sha256', text, new X509Certificate(chain).publicKey, Buffer.from(signature, 'base64'));
}

/** The id in the certificates' address, in the form of PayPal's. */
export function certificateId({ chain }: Pick<Authority, 'chain'>): string {
  const digest = createHash('sha256').update(chain).digest('hex');
  return `CERT-${digest.slice(0, 8)}-${digest.slice(8, 16)}-${digest.slice(16, 24)}`;
}
