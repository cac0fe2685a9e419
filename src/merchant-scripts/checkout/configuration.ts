/** What a page says before it shows the payment page: its session. All else is the session's own. */
import { fail } from './callbacks.ts';

/** A value, or a function that gives it: called each time before something is shown. */
type Given = string | (() => unknown);

export interface Configuration {
  readonly session?: { readonly id?: Given; readonly version?: Given } | Given;
  /** Of older pages. */
  readonly merchant?: Given;
  readonly order?: { readonly amount?: Given | number };
}

/** As gateways make them. */
const SESSION = /^SESSION[0-9A-Za-z]{24}$/;

let configured: Configuration | undefined;

/**
 * Of what older pages give beside the session only an amount is taken, where the session has none: all else is what the
 * merchant's server said when it made the session.
 */
export function configure(given: Configuration): void {
  configured = given ?? {};
  const { session } = configured;
  // A function is asked when something is shown; it may not know yet.
  if (typeof session === 'object' && typeof session?.id === 'function') {
    return;
  }
  if (typeof session !== 'function') {
    sessionId();
  }
}

/** @returns undefined where the page gave none, which its error callback was told */
export function sessionId(): string | undefined {
  const { session } = configured ?? {};
  const id = resolved(typeof session === 'object' ? session?.id : session);
  if (typeof id === 'string' && SESSION.test(id)) {
    return id;
  }
  const isMissing = id === undefined || id === null || id === '';
  fail({
    cause: 'INVALID_REQUEST',
    explanation: isMissing
      ? 'Checkout.configure was not given a session.id'
      : 'the session.id is not one that this gateway made',
    field: 'session.id',
    validationType: isMissing ? 'MISSING' : 'INVALID',
  });
  return undefined;
}

/** @returns what an older page says; undefined where it says nothing, or not everything that it takes */
export function amountOfPage(): { readonly merchant: string; readonly amount: string } | undefined {
  const { merchant, order } = configured ?? {};
  const amount = resolved(order?.amount);
  const id = resolved(merchant);
  const isGiven = (typeof amount === 'string' || typeof amount === 'number') && typeof id === 'string';
  return isGiven ? { merchant: id, amount: String(amount) } : undefined;
}

function resolved(given: unknown): unknown {
  return typeof given === 'function' ? given() : given;
}
