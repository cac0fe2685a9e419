/** Faults on demand. The server's answers and its callbacks fail independently, so each has a switch of its own. */
import { ANY_OPERATION, type AnswerFault, AnswerFaults } from '../answer-faults.ts';
import { CountedFault, type Fault } from '../counted-fault.ts';

/**
 * Faults of answers. DELAY: done, and answered `delayMs` late. DROP_REQUEST: the connection is cut, nothing was done.
 * DROP_REPLY: done, then cut. RATE_LIMIT, FORBIDDEN, INTERNAL_ERROR, UNAVAILABLE: 429, 403, 500 or 503, nothing was
 * done. INTERNAL_ERROR_AFTER: done, and 500. GARBAGE: done, and the body is no JSON. HUGE: done, and the body has 10
 * MB. TOKEN_EXPIRED: every access token that was given ends at this call. NO_CODE: the answer has the charge's address
 * and no code. WRONG_CODE: its code's checksum is wrong. FOREIGN_CODE: its code leads to another address. OTHER_MONEY:
 * the answer has another amount than the charge. KNOWN_ID: a charge's or a refund's id that was used is refused, also
 * where nothing would change.
 */
export const ANSWER_MODES = [
  'DELAY',
  'DROP_REQUEST',
  'DROP_REPLY',
  'RATE_LIMIT',
  'FORBIDDEN',
  'INTERNAL_ERROR',
  'INTERNAL_ERROR_AFTER',
  'UNAVAILABLE',
  'GARBAGE',
  'HUGE',
  'TOKEN_EXPIRED',
  'NO_CODE',
  'WRONG_CODE',
  'FOREIGN_CODE',
  'OTHER_MONEY',
  'KNOWN_ID',
] as const;

/**
 * Faults of callbacks. LATE: sent `delayMs` late. NEVER: not sent, and not due any more. TWICE: sent twice at once.
 * OUT_OF_ORDER: held back until the next one was sent. MALFORMED: the body is no JSON. WRONG_ADDRESS: sent to an
 * address whose secret is another. WITHOUT_SUFFIX: sent to the address itself, without `/pix`.
 */
export const CALLBACK_MODES = [
  'LATE',
  'NEVER',
  'TWICE',
  'OUT_OF_ORDER',
  'MALFORMED',
  'WRONG_ADDRESS',
  'WITHOUT_SUFFIX',
] as const;

/** REFUND_FAILS: a refund becomes NAO_REALIZADO. */
export const REFUND_MODES = ['REFUND_FAILS'] as const;

export type AnswerMode = (typeof ANSWER_MODES)[number];
export type CallbackMode = (typeof CALLBACK_MODES)[number];
export type RefundMode = (typeof REFUND_MODES)[number];

export interface PspFault extends Fault<AnswerMode | CallbackMode | RefundMode> {
  /** Of answers: the operation that it is for, such as `cob.put`; absent: whichever is called. */
  readonly operation?: string | undefined;
  /** Of RATE_LIMIT and UNAVAILABLE: what the caller is asked to wait, in seconds; absent: the answer does not say. */
  readonly retryAfter?: number | undefined;
}

export class PspFaults {
  readonly callbacks = new CountedFault<CallbackMode>();
  readonly refunds = new CountedFault<RefundMode>();
  readonly #answers = new AnswerFaults<AnswerMode>();

  /** NONE ends all; another mode leaves the other switches, and other operations, as they are. */
  set({ mode, operation = ANY_OPERATION, retryAfter, ...times }: PspFault): void {
    if (mode === 'NONE') {
      this.#answers.clear();
      this.callbacks.set({ mode });
      this.refunds.set({ mode });
    } else if (isOf(CALLBACK_MODES, mode)) {
      this.callbacks.set({ mode, ...times });
    } else if (isOf(REFUND_MODES, mode)) {
      this.refunds.set({ mode, ...times });
    } else if (isOf(ANSWER_MODES, mode)) {
      this.#answers.set(operation, { mode, ...times }, retryAfter);
    }
  }

  /** The fault of this call; counts it. */
  take(operation: string): AnswerFault<AnswerMode> {
    return this.#answers.take(operation, ANY_OPERATION);
  }

  get inForce(): object {
    const { callbacks, refunds } = this;
    return { answers: this.#answers.inForce, callbacks: callbacks.inForce, refunds: refunds.inForce };
  }
}

function isOf<Mode extends string>(modes: readonly Mode[], mode: string): mode is Mode {
  return (modes as readonly string[]).includes(mode);
}
