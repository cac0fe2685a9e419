/** What stands before every path of the stand-in; PayPal's have a host of their own there. */
export const PREFIX = '/providers/paypal';
