/**
 * The payer's paths, defined once for routes, links and redirects. An id from a request path is encoded again, since it
 * may contain any character.
 */
import type { FrameColors } from '../../web/views/index.ts';

export const PAY_PATH = '/checkout/pay/';
export const ENTRY_PATH = '/checkout/entry/';
export const DONE_PATH = '/checkout/done/';
export const CANCEL_PATH = '/checkout/cancel/';
export const DEVICE_PATH = '/checkout/device/';
export const CANCEL_AT_PROVIDER_PATH = '/checkout/withdraw/';
/** Common prefix of the paths above. */
export const CHECKOUT_PREFIX = '/checkout/';
/** Prefix of the same pages in a frame of the shop's page. */
export const EMBEDDED_PREFIX = '/checkout/embedded/';
export const VALIDATION_PATH = '/checkout/apple-pay/';
/** The request of a payer's page with the first digits of a card number. */
export const CARD_REFUSAL_PATH = '/checkout/card/';
export const LOGO_PATH = '/checkout/logo/';
/** A link that takes payments. */
export const LINK_PATH = '/checkout/link/';

export const payAddress = (sessionId: string): string => PAY_PATH + encodeURIComponent(sessionId);
export const doneAddress = (sessionId: string): string => DONE_PATH + encodeURIComponent(sessionId);
export const cancelAtProviderAddress = (sessionId: string): string =>
  CANCEL_AT_PROVIDER_PATH + encodeURIComponent(sessionId);
export const deviceAddress = (sessionId: string): string => DEVICE_PATH + encodeURIComponent(sessionId);
export const cancelAddress = (sessionId: string): string => CANCEL_PATH + encodeURIComponent(sessionId);
export const validationAddress = (sessionId: string): string => VALIDATION_PATH + encodeURIComponent(sessionId);
export const cardRefusalAddress = (sessionId: string): string => CARD_REFUSAL_PATH + encodeURIComponent(sessionId);
export const linkAddress = (linkId: string): string => LINK_PATH + encodeURIComponent(linkId);
export const qrAddress = (linkId: string, format: 'png' | 'svg'): string => `${linkAddress(linkId)}/qr.${format}`;
export const logoAddress = (name: string): string => LOGO_PATH + name;

/** The query parameter of a framed page's address with the frame's colours. */
export const COLORS_PARAMETER = 'shopPageColors';

/**
 * @param address one of the above; any other is returned unchanged
 * @param colors of the frame; undefined where the script around the frame names none
 * @returns the address of the same page for a frame
 */
export function embeddedAddress(address: string, colors?: FrameColors): string {
  const framed = address.replace(/^\/checkout\/(?=(?:pay|entry|done|cancel)\/)/, EMBEDDED_PREFIX);
  return framed === address || colors === undefined ? framed : `${framed}?${COLORS_PARAMETER}=${colors}`;
}
