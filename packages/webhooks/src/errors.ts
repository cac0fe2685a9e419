/** The reasons to refuse a message, and the answer to its sender. */

const STATUS = {
  /** No `webhook-id`, `webhook-timestamp` or `webhook-signature`. */
  NO_SIGNATURE: 401,
  /** The timestamp is further from now than the tolerance: a recorded message, or a wrong clock. */
  OUT_OF_TIME: 401,
  /** No key verifies a signature: another key, a forged message, or a body that was parsed and serialised again. */
  WRONG_SIGNATURE: 401,
  /** `X-Notification-Secret` is absent, or is none of the secrets. */
  WRONG_SECRET: 401,
  /** The body is genuine but not a notification: no JSON, or without the members of one. */
  NOT_A_NOTIFICATION: 400,
  /** The body is longer than a notification can be. */
  TOO_LARGE: 413,
  /** Another process is handling the same notification: the gateway tries again later. */
  IN_PROGRESS: 503,
  /** A parser of bodies ran before the handler, so the bytes that were signed are gone. */
  BODY_WAS_PARSED: 500,
} as const;

export type WebhookErrorReason = keyof typeof STATUS;

/** The message was refused, and nothing was done. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: WebhookErrorReason;
  /** The HTTP status that the sender gets. */
  readonly status: number;

  constructor(reason: WebhookErrorReason, message: string) {
    super(message);
    this.reason = reason;
    this.status = STATUS[reason];
  }
}
