/** PayPal's reference of errors has it for all that take a PayPal-Request-Id. */
const USED_ID = 'DUPLICATE_REQUEST_ID';

/**
 * Issues that PayPal answers though the description does not list them for the operation, as its guides say or as
 * integrators report. The stand-in answers them too: what it left out, nobody would be ready for.
 */
export const UNDESCRIBED_ISSUES: Readonly<Record<string, readonly string[]>> = {
  'authorizations.capture': [USED_ID],
  'authorizations.reauthorize': ['REAUTHORIZATION_TOO_SOON', USED_ID],
  'captures.refund': [USED_ID],
  'orders.authorize': ['INSTRUMENT_DECLINED', USED_ID],
  'orders.capture': ['ACTION_DOES_NOT_MATCH_INTENT', USED_ID],
  'orders.create': [USED_ID],
};
