/** Maps the state of a payer authentication to the statuses of answers. */
import { AUTHENTICATION_IN_PROGRESS, type GatewayCode, type Result } from '../../../contract/gateway-codes.ts';
import type { MerchantProfile } from '../../../core/index.ts';
import type { AuthenticationResult, AuthenticationView } from '../../../core/ports/index.ts';

export interface Standing {
  readonly status: AuthenticationResult['status'] | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_PENDING';
  readonly gatewayCode: GatewayCode | typeof AUTHENTICATION_IN_PROGRESS;
  readonly gatewayRecommendation: 'DO_NOT_PROCEED' | 'PROCEED';
  readonly result: Result;
}

const AVAILABLE: Standing = {
  status: 'AUTHENTICATION_AVAILABLE',
  gatewayCode: AUTHENTICATION_IN_PROGRESS,
  gatewayRecommendation: 'PROCEED',
  result: 'SUCCESS',
};

const PENDING: Standing = {
  status: 'AUTHENTICATION_PENDING',
  gatewayCode: 'PENDING',
  gatewayRecommendation: 'PROCEED',
  result: 'PENDING',
};

const OPEN: Readonly<Record<Exclude<AuthenticationView['stage'], 'ENDED'>, Standing>> = {
  ENROLLED: AVAILABLE,
  ASKED: PENDING,
  CHALLENGE: PENDING,
  DECOUPLED: PENDING,
};

/** @param profile its rule applies if the payer's identity could not be determined */
export function standingOf(
  { stage, result }: Pick<AuthenticationView, 'result' | 'stage'>,
  { payerAuthentication }: Pick<MerchantProfile, 'payerAuthentication'>,
): Standing {
  if (stage !== 'ENDED') {
    return OPEN[stage];
  }
  if (result === undefined) {
    throw new Error('An authentication has ended without a result.');
  }
  const { status, recommendation } = result;
  const decided = recommendation === 'MERCHANT_DECIDES' ? payerAuthentication?.whenUnavailable : recommendation;
  return decided === 'PROCEED'
    ? { status, gatewayCode: 'APPROVED', gatewayRecommendation: 'PROCEED', result: 'SUCCESS' }
    : { status, gatewayCode: 'DECLINED', gatewayRecommendation: 'DO_NOT_PROCEED', result: 'FAILURE' };
}
