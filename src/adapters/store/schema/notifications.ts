/** The tables of notifications, as kysely types. A part of the schema. */
import type { NotificationState } from '../../../core/ports/index.ts';

export interface NotificationTables {
  /** Notifications to merchants, one for each outcome that is notified, stored with it. */
  notification: {
    key: number;
    order_key: number;
    transaction_key: number;
    /** The number of the notification within its order: 1, 2, 3. */
    sequence: number;
    url: string;
    /** The API version of the body. */
    version: number;
    /** The body, the same in every attempt. Null in rows older than the column, which are not sent. */
    body: string | null;
    state: NotificationState;
    /** Attempts since it was stored, or since the last request to resend it. */
    tries: number;
    /** When the last attempt started. */
    tried_at: number | null;
    /** When a resend was last requested. */
    resent_at: number | null;
    created_at: number;
    delivered_at: number | null;
    /** The first attempt waits until this time, for the payer to return to the shop first. */
    held_until: number | null;
  };
  /** Orders with undelivered notifications, each with the first of them. */
  notification_queue: {
    order_key: number;
    /** Receiver of that first notification, as the gateway's `receiverOf` names it. */
    receiver: string;
    due_at: number;
    /** Key of the process that claimed the row; other processes do not claim it as long as that process is alive. */
    owner: number | null;
    notification_key: number;
    /** Number of attempts of that first notification. */
    tries: number;
    /** Incremented with each added notification, so that a process deletes the row only if it knows all of them. */
    changes: number;
  };
  /** Delivery attempts. Rows are only added. */
  notification_try: {
    key: number;
    notification_key: number;
    number: number;
    at: number;
    duration_ms: number;
    /** HTTP status; null without a response. */
    status: number | null;
    /** Null if the attempt succeeded. */
    failure: string | null;
    /** The beginning of the response body. */
    answer: string;
  };
  /** Disabled endpoints: they responded with 410 Gone. */
  notification_endpoint: {
    merchant_key: number;
    /** The endpoint's URL without the query string. */
    url: string;
    off_at: number;
  };
  /** Signing keys of merchants' notifications. A merchant's newest two sign. */
  notification_key: {
    merchant_key: number;
    /** The number of the key: 1, 2, 3. The key is encrypted for its merchant and generation. */
    generation: number;
    sealed: Uint8Array;
    created_at: number;
    /** When the key stops signing; null if no time is set. */
    retired_at: number | null;
  };
}
