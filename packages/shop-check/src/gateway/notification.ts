/** Notifications on their way to the shop. The kit holds them, and delivers each when a history says so. */
import { createHmac } from 'node:crypto';
import { exchange, type HttpOptions } from '../payer/http.ts';
import { ShopProblem } from '../shop/shop.ts';

export interface HeldNotification {
  readonly id: string;
  /** The id of the order at the gateway. */
  readonly gatewayOrder: string;
  /** The address that the shop gave. */
  readonly url: string;
  readonly body: string;
  readonly supportCode: string | undefined;
  /** How often the shop got it. */
  deliveries: number;
}

export interface Signing {
  /** `whsec_…` */
  readonly key: string;
  readonly secret: string;
}

export interface DeliveryOptions {
  /** The number of this try, 1 for the first. */
  readonly attempt?: number;
  /** Somebody else sends it: without the secret, and signed with another key. */
  readonly isForged?: boolean;
}

/** Header values of a sender who does not know the shop's key. */
const FOREIGN: Signing = { key: 'whsec_c29tZWJvZHktZWxzZS1zaWducy13aXRoLXRoaXM', secret: 'guessed' };

/**
 * Delivers a notification, signed at this moment: the shop's clock is the machine's, and not that of the gateway.
 *
 * @returns the status of the shop's answer
 * @throws {ShopProblem} if the shop does not answer
 */
export async function deliver(
  notification: HeldNotification,
  signing: Signing,
  http: HttpOptions,
  { attempt = 1, isForged = false }: DeliveryOptions = {},
): Promise<number> {
  const { key, secret } = isForged ? FOREIGN : signing;
  const { id, body, url, supportCode } = notification;
  const timestamp = Math.floor(Date.now() / 1_000).toString();
  const bytes = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64');
  notification.deliveries += 1;
  const { status } = await exchange(
    {
      method: 'POST',
      url,
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
        'X-Notification-Id': id,
        'X-Notification-Attempt': `${attempt}`,
        'X-Notification-Secret': secret,
        ...(supportCode !== undefined && { 'X-Notification-Support-Code': supportCode }),
      },
    },
    http,
  ).catch((error: unknown) => {
    throw error instanceof ShopProblem ? new ShopProblem(`Notifications: ${error.message}`) : error;
  });
  return status;
}
