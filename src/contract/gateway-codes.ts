/**
 * The gateway codes of `response.gatewayCode`, and the `result` of each.
 *
 * The acquirer adapter (field 39 to gateway code), the order (whether an outcome moves money) and the answer (`result`)
 * share this table.
 */

export type Result = 'SUCCESS' | 'FAILURE' | 'PENDING' | 'UNKNOWN';

export const GATEWAY_CODES = {
  ABORTED: 'FAILURE',
  ACQUIRER_SYSTEM_ERROR: 'FAILURE',
  APPROVED: 'SUCCESS',
  APPROVED_PENDING_SETTLEMENT: 'SUCCESS',
  AUTHENTICATION_FAILED: 'FAILURE',
  BLOCKED: 'FAILURE',
  CANCELLED: 'FAILURE',
  DECLINED: 'FAILURE',
  DECLINED_AVS: 'FAILURE',
  DECLINED_AVS_CSC: 'FAILURE',
  DECLINED_CSC: 'FAILURE',
  DECLINED_DO_NOT_CONTACT: 'FAILURE',
  DECLINED_PAYMENT_PLAN: 'FAILURE',
  DEFERRED_TRANSACTION_RECEIVED: 'PENDING',
  DUPLICATE_BATCH: 'FAILURE',
  EXCEEDED_RETRY_LIMIT: 'FAILURE',
  EXPIRED_CARD: 'FAILURE',
  INSUFFICIENT_FUNDS: 'FAILURE',
  INVALID_CSC: 'FAILURE',
  LOCK_FAILURE: 'FAILURE',
  NOT_ENROLLED_3D_SECURE: 'FAILURE',
  NOT_SUPPORTED: 'FAILURE',
  PENDING: 'PENDING',
  REFERRED: 'FAILURE',
  SYSTEM_ERROR: 'FAILURE',
  TIMED_OUT: 'FAILURE',
  UNKNOWN: 'UNKNOWN',
  UNSPECIFIED_FAILURE: 'FAILURE',
} as const satisfies Record<string, Result>;

export type GatewayCode = keyof typeof GATEWAY_CODES;

/**
 * The additional code of a payer authentication in progress. Acquirers do not return this code, so it does not affect
 * money.
 */
export const AUTHENTICATION_IN_PROGRESS = 'AUTHENTICATION_IN_PROGRESS' as const;

export function resultOf(code: GatewayCode): Result {
  return GATEWAY_CODES[code];
}

export function isGatewayCode(text: string): text is GatewayCode {
  return Object.hasOwn(GATEWAY_CODES, text);
}
