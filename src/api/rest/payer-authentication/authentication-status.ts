/** Maps the state of a payer authentication to the statuses of answers. */
import { AUTHENTICATION_IN_PROGRESS, type GatewayCode, type Result } from '../../../contract/gateway-codes.ts';
import type { MerchantProfile } from '../../../core/index.ts';
import type { AuthenticationResult, AuthenticationView } from '../../../core/ports/index.ts';

export interface AnswerStatuses {
  readonly status: AuthenticationResult['status'] | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_PENDING';
  readonly gatewayCode: GatewayCode | typeof AUTHENTICATION_IN_PROGRESS;
  readonly gatewayRecommendation: 'DO_NOT_PROCEED' | 'PROCEED';
  readonly result: Result;
}

const AVAILABLE_STATUS: AnswerStatuses = {
  status: 'AUTHENTICATION_AVAILABLE',
  gatewayCode: AUTHENTICATION_IN_PROGRESS,
  gatewayRecommendation: 'PROCEED',
  result: 'SUCCESS',
};

const PENDING_STATUS: AnswerStatuses = {
  status: 'AUTHENTICATION_PENDING',
  gatewayCode: 'PENDING',
  gatewayRecommendation: 'PROCEED',
  result: 'PENDING',
};

const OPEN_STATUSES: Readonly<Record<Exclude<AuthenticationView['stage'], 'ENDED'>, AnswerStatuses>> = {
  ENROLLED: AVAILABLE_STATUS,
  ASKED: PENDING_STATUS,
  CHALLENGE: PENDING_STATUS,
  DECOUPLED: PENDING_STATUS,
};

/** @param profile the merchant's profile, whose rule applies if the payer's identity could not be determined */
export function answerStatuses(
  { stage, result }: Pick<AuthenticationView, 'result' | 'stage'>,
  { payerAuthentication }: Pick<MerchantProfile, 'payerAuthentication'>,
): AnswerStatuses {
  if (stage !== 'ENDED') {
    return OPEN_STATUSES[stage];
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
