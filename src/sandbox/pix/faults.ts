/** Faults on demand. Answers, callbacks and refunds fail independently, so each has its own switch. */
import { ANY_OPERATION, type AnswerFault, AnswerFaults } from '../kit/faults/answer-faults.ts';
import { CountedFault, type FaultSetting } from '../kit/faults/counted-fault.ts';

/**
 * Faults of answers. DELAY: executed, and answered `delayMs` late. DROP_REQUEST: disconnected without execution.
 * DROP_REPLY: executed, then disconnected. RATE_LIMIT, FORBIDDEN, INTERNAL_ERROR, UNAVAILABLE: 429, 403, 500 or 503
 * without execution. INTERNAL_ERROR_AFTER: executed, and answered 500. GARBAGE: executed, and the body is not JSON.
 * HUGE: executed, and the body has 10 MB. TOKEN_EXPIRED: all issued access tokens expire at this call. NO_CODE: the
 * answer has the charge's address but no code. WRONG_CODE: the code's checksum is wrong. FOREIGN_CODE: the code
 * contains another address. OTHER_MONEY: the answer's amount differs from the charge's. KNOWN_ID: a used id of a charge
 * or refund is refused, even for an identical request.
 */
export const PSP_ANSWER_MODES = [
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
 * Faults of callbacks. LATE: sent `delayMs` late. NEVER: not sent, and no longer due. TWICE: sent twice at once.
 * OUT_OF_ORDER: held back until the next one is sent. MALFORMED: the body is not JSON. WRONG_ADDRESS: sent to an
 * address with another secret. WITHOUT_SUFFIX: sent to the registered address itself, without `/pix`.
 */
export const PSP_CALLBACK_MODES = [
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

export type PspAnswerMode = (typeof PSP_ANSWER_MODES)[number];
export type PspCallbackMode = (typeof PSP_CALLBACK_MODES)[number];
export type RefundMode = (typeof REFUND_MODES)[number];

export interface PspFault extends FaultSetting<PspAnswerMode | PspCallbackMode | RefundMode> {
  /** For faults of answers: the affected operation, for example `cob.put`. Absent: any operation. */
  readonly operation?: string | undefined;
  /** For RATE_LIMIT and UNAVAILABLE: the Retry-After header, in seconds. Absent: no such header. */
  readonly retryAfter?: number | undefined;
}

export class PspFaults {
  readonly callbacks = new CountedFault<PspCallbackMode>();
  readonly refunds = new CountedFault<RefundMode>();
  readonly #answers = new AnswerFaults<PspAnswerMode>();

  /** Sets a fault. NONE removes all; other modes do not change the other switches or other operations. */
  set({ mode, operation = ANY_OPERATION, retryAfter, ...times }: PspFault): void {
    if (mode === 'NONE') {
      this.#answers.clear();
      this.callbacks.set({ mode });
      this.refunds.set({ mode });
    } else if (isOf(PSP_CALLBACK_MODES, mode)) {
      this.callbacks.set({ mode, ...times });
    } else if (isOf(REFUND_MODES, mode)) {
      this.refunds.set({ mode, ...times });
    } else if (isOf(PSP_ANSWER_MODES, mode)) {
      this.#answers.set(operation, { mode, ...times }, retryAfter);
    }
  }

  /** Returns and counts the fault of this call. */
  take(operation: string): AnswerFault<PspAnswerMode> {
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
