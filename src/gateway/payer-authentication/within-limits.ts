/**
 * An issuer that is asked who pays says whether a card is good, as one that is asked for money does. So its refusals
 * count as declines, and a card or a range beyond its limit is not asked about.
 */
import type { RequestFields } from '../../contract/request-fields.ts';
import { networkOf } from '../../limits/index.ts';
import type { Gateway } from '../gateway.ts';
import type { DeclineClass } from '../limits/decline-classes.ts';
import { attemptOf } from '../operations/limited-attempt.ts';
import type { AskedAuthentication, Authentication, Instrument } from '../ports/index.ts';
import type { AuthenticationCall } from './calls.ts';

const REFUSED: ReadonlySet<string | undefined> = new Set(['N', 'R']);

/** @returns the issuer's answer, or a rejection of ours */
export async function sentWithinLimits(
  gateway: Gateway,
  call: AuthenticationCall,
  { values, instrument }: { readonly values: RequestFields; readonly instrument: Instrument },
  { send, rejected }: Pick<Extract<AskedAuthentication, { status: 'ASKED' }>, 'rejected' | 'send'>,
): Promise<Authentication> {
  const attempt = attemptOf(call.merchant, { instrument, values });
  const isPayers = attempt.isPayers && values.authentication?.channel !== 'MERCHANT_REQUESTED';
  const attempted = await gateway.attemptLimits.run({ ...attempt, isPayers }, send, declineOf);
  const answer = 'answer' in attempted ? attempted.answer : rejected;
  countForNetwork(gateway, call, instrument, answer);
  return answer;
}

/** @returns as `AttemptLimits.run` takes it: of a challenge, or without an answer, nothing is known of the card yet */
function declineOf({ view: { stage, result } }: Authentication): DeclineClass | 'NONE' | undefined {
  if (stage !== 'ENDED' || result?.transStatus === undefined || result.transStatus === 'U') {
    return 'NONE';
  }
  return REFUSED.has(result.transStatus) ? 'ISSUER' : undefined;
}

/** With the session's id alone it is the payer who calls. The hosted page counts its payers' payments itself. */
function countForNetwork(
  { payerLimits }: Gateway,
  call: AuthenticationCall,
  { number }: Instrument,
  { view: { result } }: Authentication,
): void {
  if (call.isPayer && call.from !== undefined && REFUSED.has(result?.transStatus)) {
    const { key: merchantKey, profile } = call.merchant;
    const subjects = payerLimits.subjectsOf(networkOf(call.from));
    payerLimits.tried({ merchantKey, limits: profile.limits }, subjects, number, true);
  }
}
