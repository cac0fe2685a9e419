/**
 * Field 44 of ISO 8583: the issuer's results for the billing address and the security code, one character each. The
 * letters are customary in card networks; several of them map to the same value of the interface.
 */
import type { AddressResult, SecurityCodeResult } from '../../contract/fields/verification-fields.ts';

const AVS_CODES: Readonly<Record<string, AddressResult>> = {
  A: 'ADDRESS_MATCH',
  B: 'ADDRESS_MATCH',
  D: 'ADDRESS_ZIP_MATCH',
  F: 'ADDRESS_ZIP_MATCH',
  M: 'ADDRESS_ZIP_MATCH',
  X: 'ADDRESS_ZIP_MATCH',
  Y: 'ADDRESS_ZIP_MATCH',
  P: 'ZIP_MATCH',
  W: 'ZIP_MATCH',
  Z: 'ZIP_MATCH',
  K: 'NAME_MATCH',
  L: 'NAME_ZIP_MATCH',
  O: 'NAME_ADDRESS_MATCH',
  N: 'NO_MATCH',
  C: 'NOT_VERIFIED',
  I: 'NOT_VERIFIED',
  U: 'NOT_AVAILABLE',
  R: 'SERVICE_NOT_AVAILABLE_RETRY',
  G: 'SERVICE_NOT_SUPPORTED',
  S: 'SERVICE_NOT_SUPPORTED',
  '0': 'NOT_REQUESTED',
};

const SECURITY_CODE_CODES: Readonly<Record<string, SecurityCodeResult>> = {
  M: 'MATCH',
  N: 'NO_MATCH',
  P: 'NOT_PROCESSED',
  S: 'NOT_PRESENT',
  U: 'NOT_SUPPORTED',
};

interface VerificationCode<Result> {
  readonly acquirerCode: string;
  readonly gatewayCode: Result;
}

export interface VerificationCodes {
  readonly avs?: VerificationCode<AddressResult>;
  readonly securityCode?: VerificationCode<SecurityCodeResult>;
}

/**
 * An unknown letter is read as not verified, because it does not confirm a match. A space or an absent field means that
 * there is no result.
 */
export function verificationCodes(field44: string | undefined): VerificationCodes {
  const avs = codeAt(field44, 0, AVS_CODES, 'NOT_VERIFIED');
  const securityCode = codeAt(field44, 1, SECURITY_CODE_CODES, 'NOT_PROCESSED');
  return { ...(avs && { avs }), ...(securityCode && { securityCode }) };
}

function codeAt<Result>(
  field44: string | undefined,
  at: number,
  table: Readonly<Record<string, Result>>,
  unmapped: Result,
): VerificationCode<Result> | undefined {
  const acquirerCode = field44?.[at];
  if (acquirerCode === undefined || acquirerCode === ' ') {
    return undefined;
  }
  return { acquirerCode, gatewayCode: table[acquirerCode] ?? unmapped };
}
