/** Faults on demand, of a bank's answers and of its redirects. */
import { ANY_OPERATION, type AnswerFault, AnswerFaults } from '../answer-faults.ts';
import type { Fault } from '../counted-fault.ts';

/**
 * DELAY: done, and answered `delayMs` late. DROP_REQUEST: the connection is cut, nothing was done. DROP_REPLY: done,
 * then cut. RATE_LIMIT, INTERNAL_ERROR, UNAVAILABLE: 429, 500 or 503, nothing was done. INTERNAL_ERROR_AFTER: done, and
 * answered 500. GARBAGE: done, and the body is no JSON. HUGE: done, and the body has 10 MB. DUPLICATE: done twice, as
 * by a bank that knows no request ids. NOWHERE: done, and the answer's scaRedirect leads to nobody. NO_RETURN: the page
 * sends the payer to an address where nobody is, in place of the caller's. OTHER_MONEY: done, and the answer has
 * another amount than the payment. OTHER_REQUEST: done, and the answer has the id of another request. IMPLICIT_START:
 * done as if the caller did not prefer to start the authorisation by a call of its own, as the description allows.
 * IDENTIFY: done, and the answer's startAuthorisation wants the payer named, by another name of the link. NO_PAGE:
 * done, and the answer names no page.
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

export type FaultMode = (typeof FAULT_MODES)[number];

export interface BankFault extends Fault<FaultMode> {
  /** The bank's id; absent: whichever. */
  readonly bank?: string | undefined;
  /** Such as `payments.initiate`; absent: whichever is called. */
  readonly operation?: string | undefined;
  /** Of RATE_LIMIT and UNAVAILABLE: what the caller is asked to wait, in seconds; absent: the answer does not say. */
  readonly retryAfter?: number | undefined;
}

const ANY = ANY_OPERATION;

/** The page that sends the payer back, as faults name it. */
export const RETURN = 'page.return';

export class BankFaults {
  readonly #answers = new AnswerFaults<FaultMode>();

  /** NONE ends all. */
  set({ mode, bank = ANY, operation = ANY, retryAfter, ...times }: BankFault): void {
    if (mode === 'NONE') {
      this.#answers.clear();
      return;
    }
    this.#answers.set(`${bank} ${mode === 'NO_RETURN' ? RETURN : operation}`, { mode, ...times }, retryAfter);
  }

  /** The fault of this call; counts it. */
  take(bank: string, operation: string): AnswerFault<FaultMode> {
    // A page's return is no call: what is set for any call leaves it alone.
    const operations = operation === RETURN ? [RETURN] : [operation, ANY];
    return this.#answers.take(...operations.flatMap((name) => [`${bank} ${name}`, `${ANY} ${name}`]));
  }

  get inForce(): object {
    return this.#answers.inForce;
  }
}
