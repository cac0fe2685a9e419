/**
 * The payer's paths, defined once for routes, links and redirects. An id from a request path is encoded again, since it
 * may contain any character.
 */
export const PAY = '/checkout/pay/';
export const ENTRY = '/checkout/entry/';
export const DONE = '/checkout/done/';
export const CANCEL = '/checkout/cancel/';
export const DEVICE = '/checkout/device/';
export const CANCEL_AT_PROVIDER = '/checkout/withdraw/';
/** Common prefix of the paths above. */
export const CHECKOUT = '/checkout/';
/** Prefix of the same pages in a frame of the shop's page. */
export const EMBEDDED = '/checkout/embedded/';
export const LOGOS = '/checkout/logo/';

export const payAddress = (sessionId: string): string => PAY + encodeURIComponent(sessionId);
export const doneAddress = (sessionId: string): string => DONE + encodeURIComponent(sessionId);
export const cancelAtProviderAddress = (sessionId: string): string =>
  CANCEL_AT_PROVIDER + encodeURIComponent(sessionId);
export const deviceAddress = (sessionId: string): string => DEVICE + encodeURIComponent(sessionId);
export const cancelAddress = (sessionId: string): string => CANCEL + encodeURIComponent(sessionId);
export const logoAddress = (name: string): string => LOGOS + name;

/**
 * @param address one of the above; any other is returned unchanged
 * @returns the address of the same page for a frame
 */
export function embeddedAddress(address: string): string {
  return address.replace(/^\/checkout\/(?=(?:pay|entry|done|cancel)\/)/, EMBEDDED);
}
