/** The paths of a browser payment, defined once for routes, links and redirects. */

export const REDIRECT = '/redirect/';
export const RETURN = '/return/';
export const CALLBACK = '/callback/';
export const CHOICE = '/checkout/choice/';
export const WAIT = '/checkout/return/';
export const STATUS = '/checkout/status/';
export const EVENTS = '/events';
export const CANCEL_STATUS = '/cancel';
export const STATUS_DEVICE = '/device';
export const STATUS_CHALLENGE = '/challenge';

export const redirectAddress = (handle: string): string => REDIRECT + encodeURIComponent(handle);
export const returnAddress = (state: string): string => RETURN + encodeURIComponent(state);
export const choiceAddress = (state: string): string => CHOICE + encodeURIComponent(state);
export const waitAddress = (state: string): string => WAIT + encodeURIComponent(state);
export const statusAddress = (handle: string): string => STATUS + encodeURIComponent(handle);
export const statusChallengeAddress = (handle: string): string => statusAddress(handle) + STATUS_CHALLENGE;
/** Cancels the payment at its provider. */
export const cancelStatusAddress = (handle: string): string => statusAddress(handle) + CANCEL_STATUS;
export const statusDeviceAddress = (handle: string): string => statusAddress(handle) + STATUS_DEVICE;
export const eventsAddress = (handle: string): string => statusAddress(handle) + EVENTS;
