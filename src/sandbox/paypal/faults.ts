/** Faults on demand. Answers and webhooks fail independently, so each has its own switch. */
import { ANY_OPERATION, type AnswerFault, AnswerFaults } from '../kit/faults/answer-faults.ts';
import { CountedFault, type FaultSetting } from '../kit/faults/counted-fault.ts';

/**
 * Faults of answers. DELAY: executed, and answered `delayMs` late. DROP_REQUEST: disconnected without execution.
 * DROP_REPLY: executed, then disconnected. RATE_LIMIT, INTERNAL_ERROR, UNAVAILABLE: 429, 500 or 503 without execution.
 * IN_PROGRESS: 409, as if a request of the same id were in progress. INTERNAL_ERROR_AFTER: executed, and answered 500.
 * GARBAGE: executed, and the body is not JSON. HUGE: executed, and the body has 10 MB. TOKEN_EXPIRED: all issued access
 * tokens expire at this call.
 */
export const PAYPAL_ANSWER_MODES = [
  'DELAY',
  'DROP_REQUEST',
  'DROP_REPLY',
  'RATE_LIMIT',
  'IN_PROGRESS',
  'INTERNAL_ERROR',
  'INTERNAL_ERROR_AFTER',
  'UNAVAILABLE',
  'GARBAGE',
  'HUGE',
  'TOKEN_EXPIRED',
] as const;

/**
 * Faults of webhooks. LATE: sent `delayMs` late. NEVER: not sent, and no longer due. TWICE: sent twice at once.
 * OUT_OF_ORDER: held back until the next one is sent. FORGED: signed with another key than the certificate's. ALTERED:
 * changed after signing. FOREIGN_CERTIFICATE: correctly signed, with a certificate of another authority. FOREIGN_HOST:
 * such a certificate, at the address of another host. OTHER_MERCHANT: correctly signed, for a payment of another
 * account.
 */
export const WEBHOOK_MODES = [
  'LATE',
  'NEVER',
  'TWICE',
  'OUT_OF_ORDER',
  'FORGED',
  'ALTERED',
  'FOREIGN_CERTIFICATE',
  'FOREIGN_HOST',
  'OTHER_MERCHANT',
] as const;

export type PayPalAnswerMode = (typeof PAYPAL_ANSWER_MODES)[number];
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

export interface PayPalFault extends FaultSetting<PayPalAnswerMode | WebhookMode> {
  /** For faults of answers: the affected operation, for example `orders.capture`. Absent: any operation. */
  readonly operation?: string | undefined;
  /** For RATE_LIMIT and UNAVAILABLE: the Retry-After header, in seconds. Absent: no such header. */
  readonly retryAfter?: number | undefined;
}

export class PayPalFaults {
  readonly webhooks = new CountedFault<WebhookMode>();
  readonly #answers = new AnswerFaults<PayPalAnswerMode>();

  /** Sets a fault. NONE removes all; other modes do not change the other switch or other operations. */
  set({ mode, operation = ANY_OPERATION, retryAfter, ...times }: PayPalFault): void {
    if (mode === 'NONE') {
      this.#answers.clear();
      this.webhooks.set({ mode });
    } else if (isWebhookMode(mode)) {
      this.webhooks.set({ mode, ...times });
    } else {
      this.#answers.set(operation, { mode, ...times }, retryAfter);
    }
  }

  /** Returns and counts the fault of this call. */
  take(operation: string): AnswerFault<PayPalAnswerMode> {
    return this.#answers.take(operation, ANY_OPERATION);
  }

  get inForce(): object {
    return { answers: this.#answers.inForce, webhooks: this.webhooks.inForce };
  }
}

function isWebhookMode(mode: PayPalAnswerMode | WebhookMode): mode is WebhookMode {
  return (WEBHOOK_MODES as readonly string[]).includes(mode);
}
