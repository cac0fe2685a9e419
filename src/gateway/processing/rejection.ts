/**
 * The merchant's own rules on an approval: its profile may reject the issuer's result for address or security code.
 * They apply at once even where the approval is still open, since those results do not change any more.
 */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { AcquirerReply } from '../ports/index.ts';

/** @returns the code that the payment is declined with; undefined when the approval is kept */
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
