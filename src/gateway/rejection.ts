/**
 * The merchant's own word on an approval: its profile may refuse what the issuer said of address or security code. It
 * is not waited for where the approval itself is still open, since what was compared does not change any more.
 */
import { type GatewayCode, resultOf } from '../contract/gateway-codes.ts';
import type { MerchantProfile } from './merchant.ts';
import type { AcquirerReply } from './ports.ts';

/** @returns the code that the payment is declined with; undefined when it stands */
export function rejectionOf(
  { gatewayCode, avs, securityCode }: AcquirerReply,
  rejectOn: MerchantProfile['rejectOn'],
): GatewayCode | undefined {
  if (resultOf(gatewayCode) === 'FAILURE') {
    return undefined;
  }
  const address = avs !== undefined && rejectOn.avs.includes(avs.gatewayCode);
  const code = securityCode !== undefined && rejectOn.csc.includes(securityCode.gatewayCode);
  if (address && code) {
    return 'DECLINED_AVS_CSC';
  }
  if (address) {
    return 'DECLINED_AVS';
  }
  return code ? 'DECLINED_CSC' : undefined;
}
