/**
 * The payer's addresses, written once: for the routes, for links, and for redirects. An id that came in an address is
 * encoded again on its way out, since it may be anything.
 */
export const PAY = '/checkout/pay/';
export const ENTRY = '/checkout/entry/';
export const DONE = '/checkout/done/';
export const CANCEL = '/checkout/cancel/';
export const CANCEL_AT_PROVIDER = '/checkout/withdraw/';

export const payAddress = (sessionId: string): string => PAY + encodeURIComponent(sessionId);
export const doneAddress = (sessionId: string): string => DONE + encodeURIComponent(sessionId);
export const cancelAtProviderAddress = (sessionId: string): string =>
  CANCEL_AT_PROVIDER + encodeURIComponent(sessionId);
export const cancelAddress = (sessionId: string): string => CANCEL + encodeURIComponent(sessionId);
