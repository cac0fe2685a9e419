/** Faults on demand. The server's answers and the webhooks fail independently, so each has a switch of its own. */
import { ANY_OPERATION, type AnswerFault, AnswerFaults } from '../answer-faults.ts';
import { CountedFault, type Fault } from '../counted-fault.ts';

/**
 * Faults of answers. DELAY: done, and answered `delayMs` late. DROP_REQUEST: the connection is cut, nothing was done.
 * DROP_REPLY: done, then cut. RATE_LIMIT, INTERNAL_ERROR, UNAVAILABLE: 429, 500 or 503, nothing was done. IN_PROGRESS:
 * 409, as if a request of the same id were under way.
 * INTERNAL_ERROR_AFTER: done, and 500. GARBAGE: done, and the body is no JSON. HUGE: done, and the body has 10 MB.
 * TOKEN_EXPIRED: every access token that was given ends at this call.
 */
export const ANSWER_MODES = [
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
 * Faults of webhooks. LATE: sent `delayMs` late. NEVER: not sent, and not due any more. TWICE: sent twice at once.
 * OUT_OF_ORDER: held back until the next one was sent. FORGED: signed with a key that is not the certificate's.
 * ALTERED: changed after it was signed. FOREIGN_CERTIFICATE: signed well, with a certificate of another authority.
 * FOREIGN_HOST: that certificate, at an address of another host. OTHER_MERCHANT: signed well, and about another
 * account's payment.
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

export type AnswerMode = (typeof ANSWER_MODES)[number];
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

export interface PayPalFault extends Fault<AnswerMode | WebhookMode> {
  /** Of answers: the operation that it is for, such as `orders.capture`; absent: whichever is called. */
  readonly operation?: string | undefined;
  /** Of RATE_LIMIT and UNAVAILABLE: what the caller is asked to wait, in seconds; absent: the answer does not say. */
  readonly retryAfter?: number | undefined;
}

export class PayPalFaults {
  readonly webhooks = new CountedFault<WebhookMode>();
  readonly #answers = new AnswerFaults<AnswerMode>();

  /** NONE ends all; another mode leaves the other switch, and other operations, as they are. */
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

  /** The fault of this call; counts it. */
  take(operation: string): AnswerFault<AnswerMode> {
    return this.#answers.take(operation, ANY_OPERATION);
  }

  get inForce(): object {
    return { answers: this.#answers.inForce, webhooks: this.webhooks.inForce };
  }
}

function isWebhookMode(mode: AnswerMode | WebhookMode): mode is WebhookMode {
  return (WEBHOOK_MODES as readonly string[]).includes(mode);
}
