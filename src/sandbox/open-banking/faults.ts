/** Faults on demand, of a bank's answers and of its redirects. */
import { CountedFault, type Fault, type FaultInForce } from '../counted-fault.ts';

/**
 * DELAY: done, and answered `delayMs` late. DROP_REQUEST: the connection is cut, nothing was done. DROP_REPLY: done,
 * then cut. RATE_LIMIT, INTERNAL_ERROR, UNAVAILABLE: 429, 500 or 503, nothing was done. INTERNAL_ERROR_AFTER: done, and
 * 500. GARBAGE: done, and the body is no JSON. HUGE: done, and the body has 10 MB. DUPLICATE: done twice, as by a bank
 * that knows no request ids. NOWHERE: done, and the answer's scaRedirect leads to nobody. NO_RETURN: the page sends the
 * payer to an address where nobody is, in place of the caller's. OTHER_MONEY: done, and the answer has another amount
 * than the payment. OTHER_REQUEST: done, and the answer has the id of another request.
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

export type FaultOfCall = FaultInForce<FaultMode> & { readonly retryAfter?: number | undefined };

const ANY = '*';

/** The page that sends the payer back, as faults name it. */
export const RETURN = 'page.return';

export class BankFaults {
  readonly #set = new Map<
    string,
    { readonly fault: CountedFault<FaultMode>; readonly retryAfter?: number | undefined }
  >();

  /** NONE ends all. */
  set({ mode, bank = ANY, operation = ANY, retryAfter, ...times }: BankFault): void {
    if (mode === 'NONE') {
      this.#set.clear();
      return;
    }
    const fault = new CountedFault<FaultMode>();
    fault.set({ mode, ...times });
    this.#set.set(`${bank} ${mode === 'NO_RETURN' ? RETURN : operation}`, { fault, retryAfter });
  }

  /** The fault of this call; counts it. */
  take(bank: string, operation: string): FaultOfCall {
    // A page's return is no call: what is set for any call leaves it alone.
    const operations = operation === RETURN ? [RETURN] : [operation, ANY];
    for (const key of operations.flatMap((name) => [`${bank} ${name}`, `${ANY} ${name}`])) {
      const known = this.#set.get(key);
      if (known !== undefined && known.fault.inForce.mode !== 'NONE') {
        return { ...known.fault.take(), retryAfter: known.retryAfter };
      }
    }
    return { mode: 'NONE', delayMs: 0, count: null };
  }

  get inForce(): object {
    const set = [...this.#set].map(([key, { fault }]) => [key, fault.inForce] as const);
    return Object.fromEntries(set.filter(([, { mode }]) => mode !== 'NONE'));
  }
}
