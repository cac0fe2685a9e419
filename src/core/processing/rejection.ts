/**
 * The merchant's own rules on an approval: its profile may reject the AVS or CSC result. They apply at once to an
 * approval that is still open too, because the AVS and CSC results are final.
 */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { AcquirerReply } from '../ports/index.ts';

/** @returns the code with which the payment is declined; undefined if the approval stands */
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
