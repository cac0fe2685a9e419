/** Reads and signs webhooks in the form of PayPal's simulator. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RawCallback } from '../../core/ports/index.ts';

const TRANSMISSION = 'paypal-transmission';
const RSA_BITS = 2_048;

let stranger: ReturnType<typeof rsaKeys> | undefined;

/** Forges a webhook: the same message, time and certificate, signed with another key than the certificate's. */
export function resignPayPalWebhook({ headers, body }: RawCallback, webhookId: string): RawCallback {
  stranger ??= rsaKeys();
  const text = [headers[`${TRANSMISSION}-id`], headers[`${TRANSMISSION}-time`], webhookId, crc32(body)].join('|');
  const signature = sign('sha256', Buffer.from(text), stranger.privateKey).toString('base64');
  return { headers: { ...headers, [`${TRANSMISSION}-sig`]: signature }, body };
}

function rsaKeys() {
  return generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
}

interface NamedUnit {
  readonly custom_id?: string;
}

/** @returns the gateway's reference, which follows the merchant's id in `custom_id`; empty without one */
export function referencesOfEvent(message: unknown): readonly string[] {
  const { resource } = message as { resource: NamedUnit & { purchase_units?: readonly NamedUnit[] } };
  const name = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id;
  const reference = name?.split('.')[1];
  return reference === undefined ? [] : [reference];
}
