/** The receiver's clients: a gateway that sends notifications, and a developer's browser. */
import { signature } from '../../../src/adapters/notifications/signature.ts';
import { NOTIFICATION_KEY, type StartedHttp } from '../start-http.ts';

/** The Accept header of Chromium for a page. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8' };

export const CAPTURED = {
  merchant: 'TESTSHOP',
  result: 'SUCCESS',
  order: { id: 'ORDER-7' },
  transaction: { id: '2', type: 'CAPTURE', amount: 24.9, currency: 'EUR' },
  response: { gatewayCode: 'APPROVED' },
  sequence: 3,
};

export interface Sending {
  readonly id?: string;
  readonly attempt?: number;
  readonly body?: string;
  readonly keys?: readonly string[];
  /** Seconds from now. */
  readonly at?: number;
  readonly signal?: AbortSignal;
}

export function notify(sandbox: StartedHttp, sending: Sending = {}): Promise<Response> {
  const { id = 'ntf_1', attempt = 1, body = JSON.stringify(CAPTURED), keys = [NOTIFICATION_KEY], at = 0 } = sending;
  const seconds = Math.floor(Date.now() / 1_000) + at;
  return fetch(`${sandbox.origin}/notifications/receive`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': `${seconds}`,
      'webhook-signature': signature(keys, id, seconds, body),
      'X-Notification-Id': id,
      'X-Notification-Attempt': `${attempt}`,
    },
    ...(sending.signal && { signal: sending.signal }),
  });
}

export function openPage(sandbox: StartedHttp): Promise<Response> {
  return fetch(`${sandbox.origin}/notifications`, { headers: BROWSER });
}

/** The page's deliveries as a reader sees them, newest first: without tags and collapsed parts. */
export async function deliveries(sandbox: StartedHttp): Promise<string[]> {
  const text = await (await openPage(sandbox)).text();
  return [...text.matchAll(/<li class="delivery.*?<\/li>/gs)].map(([item]) => words(item));
}

export function words(html: string): string {
  return html
    .replace(/<details>.*?<\/details>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
