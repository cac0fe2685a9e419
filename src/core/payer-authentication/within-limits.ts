/**
 * An authentication reveals whether a card is valid, as a payment does. The issuer's rejections therefore count as
 * declines, and no request is sent for a card or range above its limit.
 */
import type { RequestFields } from '../../contract/request-fields.ts';
import { networkOf } from '../../platform/limits/index.ts';
import type { Gateway } from '../gateway.ts';
import type { DeclineClass } from '../limits/decline-classes.ts';
import { attemptOf } from '../operations/limited-attempt.ts';
import type { AskedAuthentication, Authentication, Instrument } from '../ports/index.ts';
import type { AuthenticationCall } from './calls.ts';

const REJECTED_STATUSES: ReadonlySet<string | undefined> = new Set(['N', 'R']);

/** The request to the issuer, and the answer to return if a limit forbids the request. */
export interface AuthenticationMessage {
  readonly values: RequestFields;
  readonly instrument: Instrument;
  readonly request: Pick<Extract<AskedAuthentication, { status: 'ASKED' }>, 'rejected' | 'send'>;
}

/** @returns the issuer's answer, or a rejection by the gateway */
export async function sentWithinLimits(
  gateway: Gateway,
  call: AuthenticationCall,
  { values, instrument, request: { send, rejected } }: AuthenticationMessage,
): Promise<Authentication> {
  const attempt = attemptOf(call.merchant, { instrument, values });
  const isPayers = attempt.isPayers && values.authentication?.channel !== 'MERCHANT_REQUESTED';
  const attempted = await gateway.attemptLimits.run({ ...attempt, isPayers }, send, declineOf);
  const answer = 'answer' in attempted ? attempted.answer : rejected;
  countForNetwork(gateway, call, instrument, answer);
  return answer;
}

/** @returns the class for `AttemptLimits.run`: a challenge, or no answer, reveals no decline yet */
function declineOf({ view: { stage, result } }: Authentication): DeclineClass | 'NONE' | undefined {
  if (stage !== 'ENDED' || result?.transStatus === undefined || result.transStatus === 'U') {
    return 'NONE';
  }
  return REJECTED_STATUSES.has(result.transStatus) ? 'ISSUER' : undefined;
}

/**
 * Counts a decline for the payer's network if the caller is the payer, who has only a session's id. The hosted page
 * counts its own payments.
 */
function countForNetwork(
  { payerLimits }: Gateway,
  call: AuthenticationCall,
  { number }: Instrument,
  { view: { result } }: Authentication,
): void {
  if (call.isPayer && call.from !== undefined && REJECTED_STATUSES.has(result?.transStatus)) {
    const { key: merchantKey, profile } = call.merchant;
    const subjects = payerLimits.subjectsOf(networkOf(call.from));
    payerLimits.countAttempt({ merchantKey, limits: profile.limits }, subjects, number, true);
  }
}
