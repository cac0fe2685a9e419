/** A notification as the gateway sends it, for servers that a test calls itself. */
import { signature } from '../../../src/adapters/notifications/signature.ts';

const ID = 'ntf_1';

/** @param key the merchant's signing key, `whsec_…` */
export function signedNotification(key: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({ merchant: 'SHOP', order: { id: 'O-1' }, sequence: 1 });
  const seconds = Math.floor(Date.now() / 1_000);
  const headers = {
    'webhook-id': ID,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': signature([key], ID, seconds, body),
  };
  return { headers, body };
}
