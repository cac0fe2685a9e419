/**
 * Issues that PayPal answers though the description does not list them for the operation, as its guides say or as
 * integrators report. The stand-in answers them too: what it left out, nobody would be ready for.
 */
export const UNDESCRIBED_ISSUES: Readonly<Record<string, readonly string[]>> = {
  'authorizations.reauthorize': ['REAUTHORIZATION_TOO_SOON'],
  'orders.authorize': ['INSTRUMENT_DECLINED'],
  'orders.capture': ['ACTION_DOES_NOT_MATCH_INTENT'],
};
