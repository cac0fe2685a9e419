/** The notifications of a gateway, and their parser. */
import { WebhookError } from './errors.ts';
import type { TransactionAnswer } from './transaction-answer.ts';
import { bodyBytes, type WebhookBody } from './verify.ts';

interface Numbered {
  /** 1 for the first notification of the order, then 2, and so on. */
  readonly sequence: number;
}

/**
 * The outcome of a transaction: the answer of RETRIEVE_TRANSACTION at that moment. The type is that of version 100. An
 * order that an older version created has notifications in that version, in which a few fields are absent.
 */
export interface TransactionNotification extends TransactionAnswer, Numbered {
  readonly event?: undefined;
}

/** A checkout on the hosted page ended without a payment. The payer may still go on with it. */
export interface CheckoutNotification extends Numbered {
  readonly event: 'CHECKOUT_ABANDONED' | 'CHECKOUT_TIMED_OUT';
  readonly merchant: string;
  readonly order: {
    readonly id: string;
    readonly amount?: number;
    readonly currency?: string;
    readonly reference?: string;
  };
  readonly checkout: {
    readonly cancelledByPayer: boolean;
    readonly failedAttempts: number;
    readonly mode: string;
    readonly operation: string;
    readonly timeOfLastStep: string;
  };
  /** Present for a checkout of a link. */
  readonly link?: { readonly id: string };
  readonly timeOfRecord: string;
  readonly version: string;
}

export type Notification = CheckoutNotification | TransactionNotification;

/** @returns whether the notification reports a checkout that ended without a payment */
export function isCheckout(notification: Notification): notification is CheckoutNotification {
  return notification.event !== undefined;
}

/**
 * The stream in which `sequence` counts: the order's transactions. Notifications of checkouts have none, since each is
 * the only one of its checkout.
 */
export function streamOf(notification: Notification): string | undefined {
  return isCheckout(notification) ? undefined : JSON.stringify([notification.merchant, notification.order.id]);
}

/**
 * @returns whether `one` was made after `other`; false for notifications of different orders, which have no sequence
 */
export function isNewer(one: Notification, other: Notification): boolean {
  const stream = streamOf(one);
  return stream !== undefined && stream === streamOf(other) && one.sequence > other.sequence;
}

/**
 * Parses a verified body.
 *
 * @throws WebhookError if it is not a notification
 */
export function parse(body: WebhookBody): Notification {
  const value = parsedJson(typeof body === 'string' ? body : new TextDecoder().decode(bodyBytes(body)));
  const { merchant, order, sequence, event } = Object(value) as Record<string, unknown>;
  const isKnown = event === undefined || event === 'CHECKOUT_ABANDONED' || event === 'CHECKOUT_TIMED_OUT';
  const { id } = Object(order) as Record<string, unknown>;
  if (typeof merchant !== 'string' || typeof id !== 'string' || !Number.isSafeInteger(sequence) || !isKnown) {
    throw new WebhookError('NOT_A_NOTIFICATION', 'The body is not a notification.');
  }
  return value as Notification;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WebhookError('NOT_A_NOTIFICATION', 'The body is not JSON.');
  }
}
