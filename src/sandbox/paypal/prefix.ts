/** Prefix of all the simulator's paths; PayPal has a host of its own instead. */
export const PAYPAL_PREFIX = '/providers/paypal';
