/** An issue that PayPal's reference of errors lists for all operations with a PayPal-Request-Id. */
const USED_ID = 'DUPLICATE_REQUEST_ID';

/**
 * Issues that PayPal answers for an operation although its description does not list them, according to its guides or
 * to integrators. The simulator answers them so that a gateway is tested with them.
 */
export const UNDESCRIBED_ISSUES: Readonly<Record<string, readonly string[]>> = {
  'authorizations.capture': [USED_ID],
  'authorizations.reauthorize': ['REAUTHORIZATION_TOO_SOON', USED_ID],
  'captures.refund': [USED_ID],
  'orders.authorize': ['INSTRUMENT_DECLINED', USED_ID],
  'orders.capture': ['ACTION_DOES_NOT_MATCH_INTENT', USED_ID],
  'orders.create': [USED_ID],
};
