/**
 * Classifies declines by their meaning for card testing. Only an issuer's answers count: an unavailable acquirer or a
 * missing answer reveals no information about a card.
 */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { AcquirerReply } from '../ports/index.ts';

/** NEVER: the issuer will not approve this card again, and the networks fine further attempts. */
export type DeclineClass = 'ISSUER' | 'NEVER';

const BY_GATEWAY_CODE: Readonly<Partial<Record<GatewayCode, DeclineClass>>> = {
  AUTHENTICATION_FAILED: 'ISSUER',
  BLOCKED: 'ISSUER',
  DECLINED: 'ISSUER',
  DECLINED_AVS: 'ISSUER',
  DECLINED_AVS_CSC: 'ISSUER',
  DECLINED_CSC: 'ISSUER',
  DECLINED_DO_NOT_CONTACT: 'NEVER',
  DECLINED_PAYMENT_PLAN: 'ISSUER',
  EXCEEDED_RETRY_LIMIT: 'ISSUER',
  EXPIRED_CARD: 'ISSUER',
  INSUFFICIENT_FUNDS: 'ISSUER',
  INVALID_CSC: 'ISSUER',
  NOT_ENROLLED_3D_SECURE: 'ISSUER',
  REFERRED: 'ISSUER',
};

/**
 * Response codes that gateway codes do not distinguish, from field 39 of ISO 8583 and additions of networks: a number
 * that no issuer has assigned, a closed account, and payments that the cardholder has stopped.
 */
const NEVER_AGAIN: ReadonlySet<string> = new Set(['14', '15', '46', 'R0', 'R1', 'R3']);

/** Mastercard's merchant advice codes: do not try again, and payments that the cardholder has cancelled. */
const NEVER_ADVISED: ReadonlySet<string | undefined> = new Set(['03', '21']);

type ReplyCodes = Pick<AcquirerReply, 'acquirerCode' | 'merchantAdviceCode' | 'needsAuthentication'>;

/**
 * @param code the transaction's gateway code; a decline by the merchant's own rules has one too
 * @returns undefined if the issuer has not declined, or requires an authentication first
 */
export function declineClass(code: GatewayCode, said: ReplyCodes): DeclineClass | undefined {
  const known = said.needsAuthentication ? undefined : BY_GATEWAY_CODE[code];
  const isNever = NEVER_AGAIN.has(said.acquirerCode) || NEVER_ADVISED.has(said.merchantAdviceCode);
  return known !== undefined && isNever ? 'NEVER' : known;
}
