/** Sends a payment, and then evaluates the rules on the issuer's AVS and CSC results. */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { Acquirer, AcquirerReply, AcquirerRequest } from '../ports/index.ts';
import type { FinalAnswer } from '../processing/final-answer.ts';
import { rejectionOf } from '../processing/rejection.ts';
import type { Assessment, RiskResult } from '../risk/index.ts';
import type { RiskEvaluation } from './evaluate-risk.ts';

export interface ReplyRules {
  readonly rejectOn: MerchantProfile['rejectOn'];
  /** Undefined if there are no risk rules. */
  readonly risk: RiskEvaluation | undefined;
  /** False if a review cannot hold the payment: it moves no money, or is held already. */
  readonly canBeHeld: boolean;
}

export async function sendWithRules(
  acquirer: Acquirer,
  request: AcquirerRequest,
  rules: ReplyRules,
): Promise<FinalAnswer> {
  const answer = await acquirer.request(request);
  return answer.status === 'ANSWERED' ? { ...answer, ...evaluateReply(answer.reply, rules) } : answer;
}

/** Evaluates the rules on an approval. They do not apply to a decline. */
function evaluateReply(
  reply: AcquirerReply,
  { rejectOn, risk, canBeHeld }: ReplyRules,
): { readonly rejected?: GatewayCode; readonly risk?: RiskResult } {
  if (resultOf(reply.gatewayCode) === 'FAILURE') {
    return {};
  }
  const byProfile = rejectionOf(reply, rejectOn);
  if (risk === undefined) {
    return byProfile === undefined ? {} : { rejected: byProfile };
  }
  const assessment = risk.after(reply);
  const rejected = bothReasons(byProfile, assessment.rejected);
  const { fired } = assessment;
  return rejected === undefined
    ? { risk: { gatewayCode: riskCodeOf(assessment, canBeHeld), fired } }
    : { rejected, risk: { gatewayCode: 'REJECTED', fired, reversalResult: 'OKAY' } };
}

function riskCodeOf({ verdict }: Assessment, canBeHeld: boolean): 'ACCEPTED' | 'REVIEW_REQUIRED' {
  return verdict === 'REVIEW' && canBeHeld ? 'REVIEW_REQUIRED' : 'ACCEPTED';
}

/** Combines the gateway codes of `rejectOn` and of the risk rules. */
function bothReasons(one: GatewayCode | undefined, other: GatewayCode | undefined): GatewayCode | undefined {
  if (one === undefined || other === undefined || one === other) {
    return one ?? other;
  }
  return one === 'BLOCKED' || other === 'BLOCKED'
    ? [one, other].find((code) => code !== 'BLOCKED')
    : 'DECLINED_AVS_CSC';
}
