/** The headers of one attempt to deliver a notification. */
import { notificationId } from '../../core/ports/index.ts';
import { signature } from './signature.ts';

export interface Attempt {
  readonly key: number;
  readonly body: string;
  /** 1 for the first attempt. */
  readonly number: number;
  /** The time of the attempt, in seconds since 1970. */
  readonly seconds: number;
  /** The merchant's signing keys, the newest first. */
  readonly keys: readonly string[];
  /** Undefined for the event of a checkout. */
  readonly supportCode: string | undefined;
  /** The secret of the merchant's profile, if it has one. */
  readonly secret: string | undefined;
}

export function requestHeaders({ key, body, number, seconds, keys, supportCode, secret }: Attempt) {
  const id = notificationId(key);
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Turnpike',
    'webhook-id': id,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': signature(keys, id, seconds, body),
    'X-Notification-Id': id,
    'X-Notification-Attempt': `${number}`,
    ...(supportCode !== undefined && { 'X-Notification-Support-Code': supportCode }),
    // Plain HTTP can be read on the network, but the sender allows it only to this machine.
    ...(secret !== undefined && { 'X-Notification-Secret': secret }),
  };
}
