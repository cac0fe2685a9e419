/** Faults of a bank's answers and redirects, on demand. */
import { ANY_OPERATION, type AnswerFault, AnswerFaults } from '../kit/faults/answer-faults.ts';
import type { FaultSetting } from '../kit/faults/counted-fault.ts';

/**
 * DELAY: executed, and answered `delayMs` late. DROP_REQUEST: disconnected without execution. DROP_REPLY: executed,
 * then disconnected. RATE_LIMIT, INTERNAL_ERROR, UNAVAILABLE: 429, 500 or 503 without execution. INTERNAL_ERROR_AFTER:
 * executed, and answered 500. GARBAGE: executed, and the body is not JSON. HUGE: executed, and the body has 10 MB.
 * DUPLICATE: executed twice, as by a bank that ignores request ids. NOWHERE: executed, and the answer's scaRedirect has
 * no listener. NO_RETURN: the page redirects the payer to an address without a listener instead of the caller's.
 * OTHER_MONEY: executed, and the answer's amount differs from the payment's. OTHER_REQUEST: executed, and the answer
 * has another request's id. IMPLICIT_START: executed as if the caller did not ask to start the authorisation with a
 * separate call, as the description allows. IDENTIFY: executed, and the answer's startAuthorisation becomes
 * startAuthorisationWithPsuIdentification. NO_PAGE: executed, and the answer has no scaRedirect.
 */
export const FAULT_MODES = [
  'DELAY',
  'DROP_REQUEST',
  'DROP_REPLY',
  'RATE_LIMIT',
  'INTERNAL_ERROR',
  'INTERNAL_ERROR_AFTER',
  'UNAVAILABLE',
  'GARBAGE',
  'HUGE',
  'DUPLICATE',
  'NOWHERE',
  'NO_RETURN',
  'OTHER_MONEY',
  'OTHER_REQUEST',
  'IMPLICIT_START',
  'IDENTIFY',
  'NO_PAGE',
] as const;

export type BankFaultMode = (typeof FAULT_MODES)[number];

export interface BankFault extends FaultSetting<BankFaultMode> {
  /** The bank's id. Absent: any bank. */
  readonly bank?: string | undefined;
  /** The affected operation, for example `payments.initiate`. Absent: any operation. */
  readonly operation?: string | undefined;
  /** For RATE_LIMIT and UNAVAILABLE: the Retry-After header, in seconds. Absent: no such header. */
  readonly retryAfter?: number | undefined;
}

const ANY = ANY_OPERATION;

/** The name, for faults, of the page that returns the payer. */
export const RETURN_PAGE = 'page.return';

export class BankFaults {
  readonly #answers = new AnswerFaults<BankFaultMode>();

  /** Sets a fault. NONE removes all. */
  set({ mode, bank = ANY, operation = ANY, retryAfter, ...times }: BankFault): void {
    if (mode === 'NONE') {
      this.#answers.clear();
      return;
    }
    this.#answers.set(
      `${bank} ${mode === 'NO_RETURN' ? RETURN_PAGE : operation}`,
      { mode, ...times },
      mode === 'INTERNAL_ERROR_AFTER' ? undefined : retryAfter,
    );
  }

  /** Returns and counts the fault of this call. */
  take(bank: string, operation: string): AnswerFault<BankFaultMode> {
    // The return from a page is not a call, so faults for any call do not apply to it.
    const operations = operation === RETURN_PAGE ? [RETURN_PAGE] : [operation, ANY];
    return this.#answers.take(...operations.flatMap((name) => [`${bank} ${name}`, `${ANY} ${name}`]));
  }

  get inForce(): object {
    return this.#answers.inForce;
  }
}
