/**
 * The payer's paths, defined once for routes, links and redirects. An id from a request path is encoded again, since it
 * may hold any character.
 */
export const PAY = '/checkout/pay/';
export const ENTRY = '/checkout/entry/';
export const DONE = '/checkout/done/';
export const CANCEL = '/checkout/cancel/';
export const DEVICE = '/checkout/device/';
export const CANCEL_AT_PROVIDER = '/checkout/withdraw/';
/** What all of them begin with. */
export const CHECKOUT = '/checkout/';
/** Before the same names: the pages that a frame of the shop's page shows. */
export const EMBEDDED = '/checkout/embedded/';
export const LOGOS = '/checkout/logo/';

export const payAddress = (sessionId: string): string => PAY + encodeURIComponent(sessionId);
export const doneAddress = (sessionId: string): string => DONE + encodeURIComponent(sessionId);
export const cancelAtProviderAddress = (sessionId: string): string =>
  CANCEL_AT_PROVIDER + encodeURIComponent(sessionId);
export const deviceAddress = (sessionId: string): string => DEVICE + encodeURIComponent(sessionId);
export const cancelAddress = (sessionId: string): string => CANCEL + encodeURIComponent(sessionId);
export const logoAddress = (name: string): string => LOGOS + name;

/** @param address of this table, or any other, which stays as it is @returns where a frame shows the same */
export function embeddedAddress(address: string): string {
  return address.replace(/^\/checkout\/(?=(?:pay|entry|done|cancel)\/)/, EMBEDDED);
}
