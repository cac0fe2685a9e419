/** The paths of a browser payment, defined once for routes, links and redirects. */

export const REDIRECT_PATH = '/redirect/';
export const RETURN_PATH = '/return/';
export const CALLBACK_PATH = '/callback/';
export const CHOICE_PATH = '/checkout/choice/';
export const WAIT_PATH = '/checkout/return/';
export const STATUS_PATH = '/checkout/status/';
export const EVENTS = '/events';
export const CANCEL_STATUS = '/cancel';
export const CANCEL_CHOICE = '/cancel';
export const STATUS_DEVICE = '/device';
export const STATUS_CHALLENGE = '/challenge';

export const redirectAddress = (handle: string): string => REDIRECT_PATH + encodeURIComponent(handle);
export const returnAddress = (state: string): string => RETURN_PATH + encodeURIComponent(state);
export const choiceAddress = (state: string): string => CHOICE_PATH + encodeURIComponent(state);
/** POST target that cancels the payment and returns the payer. */
export const cancelChoiceAddress = (state: string): string => choiceAddress(state) + CANCEL_CHOICE;
export const waitAddress = (state: string): string => WAIT_PATH + encodeURIComponent(state);
export const statusAddress = (handle: string): string => STATUS_PATH + encodeURIComponent(handle);
export const statusChallengeAddress = (handle: string): string => statusAddress(handle) + STATUS_CHALLENGE;
/** POST target that cancels the payment at its provider. */
export const cancelStatusAddress = (handle: string): string => statusAddress(handle) + CANCEL_STATUS;
export const statusDeviceAddress = (handle: string): string => statusAddress(handle) + STATUS_DEVICE;
export const eventsAddress = (handle: string): string => statusAddress(handle) + EVENTS;
