/**
 * Maps field 39 of ISO 8583 to the interface's gateway codes; other protocols mostly use the same codes. Digits are ISO
 * 8583:1987's own codes. 1A, R0, R1 and R3 are codes of the card networks. Any other leading letter marks a private
 * code, agreed between this gateway and its acquirer, which cannot collide with the standard's digits. Messages have at
 * most the 16 characters that `authorizationResponse.responseMessage` allows.
 *
 * A code with which the payment is not clearly approved, but the issuer may hold the money, is UNKNOWN and not a
 * failure: unknown results are queried again, failures are not.
 */
import type { GatewayCode } from '../../contract/gateway-codes.ts';

export interface ResponseMeaning {
  readonly gatewayCode: GatewayCode;
  readonly message: string;
  /** Schemes for which the code is a soft decline: the issuer requires authentication of the cardholder. */
  readonly isSoftFor?: 'ALL' | 'MASTERCARD';
}

const RESPONSE_CODES: Readonly<Record<string, ResponseMeaning>> = {
  '00': { gatewayCode: 'APPROVED', message: 'Approved' },
  '01': { gatewayCode: 'REFERRED', message: 'Refer to issuer' },
  '02': { gatewayCode: 'REFERRED', message: 'Refer to issuer' },
  '03': { gatewayCode: 'UNSPECIFIED_FAILURE', message: 'Invalid merchant' },
  '04': { gatewayCode: 'DECLINED_DO_NOT_CONTACT', message: 'Pick up card' },
  '05': { gatewayCode: 'DECLINED', message: 'Do not honour' },
  '06': { gatewayCode: 'ACQUIRER_SYSTEM_ERROR', message: 'Error' },
  '07': { gatewayCode: 'DECLINED_DO_NOT_CONTACT', message: 'Pick up card' },
  // Approved on conditions that only a cashier could check; the issuer still holds the money.
  '08': { gatewayCode: 'APPROVED', message: 'Approved' },
  // Approved for part of the amount. The gateway does not support partial approvals, but the issuer holds that part.
  '10': { gatewayCode: 'UNKNOWN', message: 'Partly approved' },
  '11': { gatewayCode: 'APPROVED', message: 'Approved' },
  '12': { gatewayCode: 'NOT_SUPPORTED', message: 'Invalid trans.' },
  '13': { gatewayCode: 'DECLINED', message: 'Invalid amount' },
  '14': { gatewayCode: 'DECLINED', message: 'Invalid card' },
  '15': { gatewayCode: 'DECLINED', message: 'No such issuer' },
  '16': { gatewayCode: 'APPROVED', message: 'Approved' },
  '17': { gatewayCode: 'CANCELLED', message: 'Cancelled' },
  '20': { gatewayCode: 'ACQUIRER_SYSTEM_ERROR', message: 'Invalid response' },
  '21': { gatewayCode: 'UNSPECIFIED_FAILURE', message: 'No action taken' },
  '25': { gatewayCode: 'UNSPECIFIED_FAILURE', message: 'No such record' },
  '30': { gatewayCode: 'SYSTEM_ERROR', message: 'Format error' },
  '31': { gatewayCode: 'NOT_SUPPORTED', message: 'Bank unsupported' },
  '33': { gatewayCode: 'EXPIRED_CARD', message: 'Expired card' },
  '34': { gatewayCode: 'DECLINED', message: 'Suspected fraud' },
  '36': { gatewayCode: 'DECLINED', message: 'Restricted card' },
  '38': { gatewayCode: 'EXCEEDED_RETRY_LIMIT', message: 'PIN tries spent' },
  '40': { gatewayCode: 'NOT_SUPPORTED', message: 'Not supported' },
  '41': { gatewayCode: 'DECLINED_DO_NOT_CONTACT', message: 'Lost card' },
  '43': { gatewayCode: 'DECLINED_DO_NOT_CONTACT', message: 'Stolen card' },
  '46': { gatewayCode: 'DECLINED', message: 'Closed account' },
  '51': { gatewayCode: 'INSUFFICIENT_FUNDS', message: 'Not enough funds' },
  '54': { gatewayCode: 'EXPIRED_CARD', message: 'Expired card' },
  '55': { gatewayCode: 'DECLINED', message: 'Wrong PIN' },
  '57': { gatewayCode: 'DECLINED', message: 'Not permitted' },
  '58': { gatewayCode: 'NOT_SUPPORTED', message: 'Not permitted' },
  '59': { gatewayCode: 'DECLINED', message: 'Suspected fraud' },
  '61': { gatewayCode: 'DECLINED', message: 'Over the limit' },
  '62': { gatewayCode: 'DECLINED', message: 'Restricted card' },
  '63': { gatewayCode: 'DECLINED', message: 'Security breach' },
  // Mastercard issuers use this code for a payment without strong customer authentication.
  '65': { gatewayCode: 'DECLINED', message: 'Over the limit', isSoftFor: 'MASTERCARD' },
  // A timeout between the acquirer and the issuer. The acquirer reverses its request to the issuer.
  '68': { gatewayCode: 'ACQUIRER_SYSTEM_ERROR', message: 'Issuer too late' },
  '75': { gatewayCode: 'EXCEEDED_RETRY_LIMIT', message: 'PIN tries spent' },
  // Reserved for private use in the standard. Hosts customarily use it if the original of a message does not exist
  // there or is not in force.
  '76': { gatewayCode: 'UNSPECIFIED_FAILURE', message: 'No original' },
  '91': { gatewayCode: 'ACQUIRER_SYSTEM_ERROR', message: 'Issuer down' },
  '92': { gatewayCode: 'ACQUIRER_SYSTEM_ERROR', message: 'No route' },
  '93': { gatewayCode: 'DECLINED', message: 'Law violation' },
  '94': { gatewayCode: 'DUPLICATE_BATCH', message: 'Duplicate' },
  '96': { gatewayCode: 'SYSTEM_ERROR', message: 'System error' },

  // The code of Visa and others for a missing strong customer authentication.
  '1A': { gatewayCode: 'DECLINED', message: 'Authent. needed', isSoftFor: 'ALL' },
  A1: { gatewayCode: 'AUTHENTICATION_FAILED', message: 'Authent. failed' },
  A2: { gatewayCode: 'NOT_ENROLLED_3D_SECURE', message: 'Not enrolled' },
  B1: { gatewayCode: 'BLOCKED', message: 'Blocked' },
  B2: { gatewayCode: 'ABORTED', message: 'Aborted' },
  B3: { gatewayCode: 'LOCK_FAILURE', message: 'Locked' },
  D1: { gatewayCode: 'DEFERRED_TRANSACTION_RECEIVED', message: 'Deferred' },
  D2: { gatewayCode: 'DECLINED_PAYMENT_PLAN', message: 'Plan declined' },
  P1: { gatewayCode: 'PENDING', message: 'Pending' },
  P2: { gatewayCode: 'APPROVED_PENDING_SETTLEMENT', message: 'Approved' },
  // The acquirer accepted an advice but could not process it in time: no money moved.
  T1: { gatewayCode: 'TIMED_OUT', message: 'Timed out' },
  // The cardholder has stopped this payment, has revoked its authorization, or has revoked all of the merchant's.
  R0: { gatewayCode: 'DECLINED', message: 'Payment stopped' },
  R1: { gatewayCode: 'DECLINED', message: 'Auth. revoked' },
  R3: { gatewayCode: 'DECLINED', message: 'All auth revoked' },
  U1: { gatewayCode: 'UNKNOWN', message: 'Outcome unknown' },
  U2: { gatewayCode: 'UNSPECIFIED_FAILURE', message: 'Not processed' },
  V1: { gatewayCode: 'DECLINED_AVS', message: 'Address mismatch' },
  V2: { gatewayCode: 'DECLINED_CSC', message: 'CSC mismatch' },
  V3: { gatewayCode: 'DECLINED_AVS_CSC', message: 'AVS+CSC mismatch' },
  V4: { gatewayCode: 'INVALID_CSC', message: 'Invalid CSC' },
};

/** Codes with another meaning in the answer to a status inquiry. */
const INQUIRY_CODES: Readonly<Record<string, ResponseMeaning>> = {
  R1: { gatewayCode: 'DECLINED', message: 'Reversed' },
};

/** The meaning of unmapped codes. They are refusals in practice, but a more specific reason would be a guess. */
const UNMAPPED_CODE: ResponseMeaning = { gatewayCode: 'UNSPECIFIED_FAILURE', message: 'Not processed' };

/** @param code field 39, two characters */
export function responseMeaningOf(code: string): ResponseMeaning {
  return Object.hasOwn(RESPONSE_CODES, code) ? (RESPONSE_CODES[code] as ResponseMeaning) : UNMAPPED_CODE;
}

/** @param code field 39 of the answer to a status inquiry */
export function inquiryMeaningOf(code: string): ResponseMeaning {
  return Object.hasOwn(INQUIRY_CODES, code) ? (INQUIRY_CODES[code] as ResponseMeaning) : responseMeaningOf(code);
}

const MASTERCARD = /^[25]/;

/** True if the decline is a soft one. @param number the card number, if the message had it */
export function needsAuthentication({ isSoftFor }: ResponseMeaning, number = ''): boolean {
  return isSoftFor === 'ALL' || (isSoftFor === 'MASTERCARD' && MASTERCARD.test(number));
}

/** Every mapped code, for tests and the operator's guide. */
export function mappedResponseCodes(): string[] {
  return Object.keys(RESPONSE_CODES);
}
