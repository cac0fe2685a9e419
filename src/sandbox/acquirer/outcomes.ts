/** The outcomes of the sandbox's acquirer, as data. A tester's input on the page selects one. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';

/** The outcomes by the card's expiry, MMYY. They apply before the expiry is validated, so some are in the past. */
export const OUTCOME_OF_EXPIRY: Readonly<Record<string, GatewayCode>> = {
  '0139': 'APPROVED',
  '0239': 'INSUFFICIENT_FUNDS',
  '0339': 'REFERRED',
  '0439': 'DECLINED_DO_NOT_CONTACT',
  '0539': 'DECLINED',
  '0639': 'DECLINED_CSC',
  '0739': 'DECLINED_AVS',
  '0839': 'DECLINED_AVS_CSC',
  '0939': 'INVALID_CSC',
  '1039': 'APPROVED_PENDING_SETTLEMENT',
  '1139': 'PENDING',
  '1239': 'DEFERRED_TRANSACTION_RECEIVED',
  '0138': 'DUPLICATE_BATCH',
  '0238': 'DECLINED_PAYMENT_PLAN',
  '0338': 'NOT_SUPPORTED',
  '0438': 'SYSTEM_ERROR',
  '0538': 'AUTHENTICATION_FAILED',
  '0638': 'NOT_ENROLLED_3D_SECURE',
  '0738': 'EXCEEDED_RETRY_LIMIT',
  '0838': 'ABORTED',
  '0938': 'CANCELLED',
  '1038': 'BLOCKED',
  '0137': 'ACQUIRER_SYSTEM_ERROR',
  '0237': 'UNSPECIFIED_FAILURE',
  '0537': 'UNKNOWN',
  '0828': 'TIMED_OUT',
  '0427': 'EXPIRED_CARD',
};

/** The expiry with which the issuer approves a payment only after an authentication with a challenge. */
export const CHALLENGED_EXPIRY = '1138';

/** Field 39 of the soft decline that requires a challenge, by the card number's first digit. */
export function softDecline(number: string): string {
  return /^[25]/.test(number) ? '65' : '1A';
}

/** A pending movement is approved after this long, divided by the sandbox's speed. */
export const PENDING_MS = 30_000;

/** Field 39 for each outcome. Separate from the gateway's own table, so that a test can compare the two. */
export const RESPONSE_OF_OUTCOME: Readonly<Record<GatewayCode, string>> = {
  ABORTED: 'B2',
  ACQUIRER_SYSTEM_ERROR: '91',
  APPROVED: '00',
  APPROVED_PENDING_SETTLEMENT: 'P2',
  AUTHENTICATION_FAILED: 'A1',
  BLOCKED: 'B1',
  CANCELLED: '17',
  DECLINED: '05',
  DECLINED_AVS: 'V1',
  DECLINED_AVS_CSC: 'V3',
  DECLINED_CSC: 'V2',
  DECLINED_DO_NOT_CONTACT: '04',
  DECLINED_PAYMENT_PLAN: 'D2',
  DEFERRED_TRANSACTION_RECEIVED: 'D1',
  DUPLICATE_BATCH: '94',
  EXCEEDED_RETRY_LIMIT: '75',
  EXPIRED_CARD: '54',
  INSUFFICIENT_FUNDS: '51',
  INVALID_CSC: 'V4',
  LOCK_FAILURE: 'B3',
  NOT_ENROLLED_3D_SECURE: 'A2',
  NOT_SUPPORTED: '40',
  PENDING: 'P1',
  REFERRED: '01',
  SYSTEM_ERROR: '96',
  // A request gets no answer: the movement is made and its answer withheld, so that only a reversal undoes it.
  TIMED_OUT: '00',
  UNKNOWN: 'U1',
  UNSPECIFIED_FAILURE: 'U2',
};

/**
 * Field 39 of an advice with a forced timeout. An advice is repeated until it is answered, so this one is answered, and
 * moves no money.
 */
export const ADVICE_TIMED_OUT = 'T1';

/** Field 39 of refusals by the host's own rules. */
export const REFUSAL = {
  /**
   * The original is unknown, was declined, or is no longer in force. Code 25, no such record, answers only inquiries.
   */
  noStandingOriginal: '76',
  invalidTransaction: '12',
  invalidAmount: '13',
  invalidCardNumber: '14',
  wrongPin: '55',
  notPermitted: '57',
  overLimit: '61',
  /** The inquiry's answer for a movement that was reversed. */
  reversed: 'R1',
} as const;

/** Field 44, first character, by the billing street in lower case. */
const AVS_OF_STREET: Readonly<Record<string, string>> = {
  'alpha st': 'A',
  'gamma st': 'Y',
  'kappa st': 'Z',
  'echo st': 'N',
  'uniform st': 'R',
};
const AVS_NOT_REQUESTED = '0';
/** All other addresses match, so that a tester gets a special outcome only on purpose. */
const AVS_ANY_OTHER = 'Y';

export const SECURITY_CODE_NO_MATCH = 'N';

/** Field 44, second character. */
const RESULT_OF_SECURITY_CODE: Readonly<Record<string, string>> = {
  '100': 'M',
  '101': 'P',
  '102': SECURITY_CODE_NO_MATCH,
  '103': 'U',
};
const SECURITY_CODE_NOT_PRESENT = 'S';
const SECURITY_CODE_ANY_OTHER = 'M';

export function avsCode(street: string | undefined): string {
  const wanted = street?.trim().toLowerCase();
  return wanted === undefined || wanted === '' ? AVS_NOT_REQUESTED : lookUp(AVS_OF_STREET, wanted, AVS_ANY_OTHER);
}

export function securityCodeResult(securityCode: string | undefined): string {
  return securityCode === undefined
    ? SECURITY_CODE_NOT_PRESENT
    : lookUp(RESULT_OF_SECURITY_CODE, securityCode, SECURITY_CODE_ANY_OTHER);
}

/** The advice to the merchant by field 39 of a decline: 01 get newer details, 02 retry later, 03 do not retry. */
const MERCHANT_ADVICE_OF_RESPONSE: Readonly<Record<string, string>> = {
  '04': '03',
  '14': '03',
  '51': '02',
  '54': '01',
  '61': '02',
  '91': '02',
};

export function merchantAdvice(responseCode: string): string | undefined {
  return MERCHANT_ADVICE_OF_RESPONSE[responseCode];
}

/** @param key any text; a name like `constructor` finds no entry */
export function lookUp(table: Readonly<Record<string, string>>, key: string, otherwise: string): string {
  return Object.hasOwn(table, key) ? (table[key] as string) : otherwise;
}
