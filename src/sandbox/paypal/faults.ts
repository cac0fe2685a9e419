/** Faults on demand. The server's answers and the webhooks fail independently, so each has a switch of its own. */
import { CountedFault, type Fault, type FaultInForce } from '../counted-fault.ts';

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

export type AnswerFault = FaultInForce<AnswerMode> & { readonly retryAfter: number | undefined };

const ANY = '*';
const NO_FAULT: AnswerFault = { mode: 'NONE', delayMs: 0, count: null, retryAfter: undefined };

export class PayPalFaults {
  readonly webhooks = new CountedFault<WebhookMode>();
  readonly #answers = new Map<string, { readonly fault: CountedFault<AnswerMode>; readonly retryAfter?: number }>();

  /** NONE ends all; another mode leaves the other switch, and other operations, as they are. */
  set({ mode, operation = ANY, retryAfter, ...times }: PayPalFault): void {
    if (mode === 'NONE') {
      this.#answers.clear();
      this.webhooks.set({ mode });
    } else if (isWebhookMode(mode)) {
      this.webhooks.set({ mode, ...times });
    } else {
      const fault = new CountedFault<AnswerMode>();
      fault.set({ mode, ...times });
      this.#answers.set(operation, { fault, ...(retryAfter !== undefined && { retryAfter }) });
    }
  }

  /** The fault of this call; counts it. */
  take(operation: string): AnswerFault {
    for (const name of [operation, ANY]) {
      const known = this.#answers.get(name);
      if (known !== undefined && known.fault.inForce.mode !== 'NONE') {
        return { ...known.fault.take(), retryAfter: known.retryAfter };
      }
    }
    return NO_FAULT;
  }

  get inForce(): object {
    const answers = [...this.#answers].map(([name, { fault }]) => [name, fault.inForce] as const);
    return {
      answers: Object.fromEntries(answers.filter(([, { mode }]) => mode !== 'NONE')),
      webhooks: this.webhooks.inForce,
    };
  }
}

function isWebhookMode(mode: AnswerMode | WebhookMode): mode is WebhookMode {
  return (WEBHOOK_MODES as readonly string[]).includes(mode);
}
