/**
 * Applies an RReq to an authentication. The RReq is the authoritative result of a challenge, because the directory
 * server itself sends it over an authenticated connection.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../contract/json.ts';
import { exactText } from '../messages/exact-text.ts';
import { type MessageProblem, problemOf } from '../messages/problem.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import { jsonOf } from '../messages/validate-fields.ts';
import type { TransactionStep } from './events.ts';
import type { AuthenticationState, EndResult, Identity, TransactionProgress } from './state.ts';

type WaitingProgress = Extract<TransactionProgress, { readonly phase: 'CHALLENGE' | 'DECOUPLED' }>;
type EndedProgress = Extract<TransactionProgress, { readonly phase: 'ENDED' }>;

export function afterRreq(state: AuthenticationState, rreq: MessageOf<'RReq'>): TransactionStep {
  const { subject, progress } = state;
  const refuse = (problem: MessageProblem): TransactionStep => ({ state, effects: [{ kind: 'REFUSE_RREQ', problem }] });
  if (rreq.threeDSServerTransID.toLowerCase() !== subject.threeDSServerTransID.toLowerCase()) {
    return refuse(problemOf('301', ['threeDSServerTransID']));
  }
  if (progress.phase === 'ENDED') {
    return afterEnd(state, progress, rreq);
  }
  if (progress.phase !== 'CHALLENGE' && progress.phase !== 'DECOUPLED') {
    return refuse(NOT_ASKED);
  }
  const strange = strangers(progress.identity, rreq);
  if (strange.length > 0) {
    return refuse(problemOf('301', strange));
  }
  const other = (['messageVersion', 'messageCategory'] as const).filter(
    (name) => rreq[name] !== (name === 'messageVersion' ? subject.version : subject.messageCategory),
  );
  return other.length > 0 ? refuse(problemOf('203', other)) : end(state, progress, rreq);
}

/** The problem if no challenge is open whose result could arrive. */
const NOT_ASKED = problemOf('305', ['transStatus']);
/** The problem if the challenge has timed out. */
const TOO_LATE = problemOf('402', ['RReq after its time']);
/** The problem if an earlier RReq has reported a different result. */
const CONTRADICTION = problemOf('305', ['RReq']);

function end(state: AuthenticationState, progress: WaitingProgress, rreq: MessageOf<'RReq'>): TransactionStep {
  const isShown = progress.phase === 'DECOUPLED' || progress.isShown;
  const resultsStatus = isShown ? '01' : '02';
  const heard = { fingerprint: fingerprintOf(rreq), resultsStatus } as const;
  return {
    state: { ...state, progress: { phase: 'ENDED', result: resultOf(progress, rreq), heard } },
    effects: [{ kind: 'ANSWER_RREQ', resultsStatus }],
  };
}

/** A repeated RReq gets the same answer as the first, because its sender may not have received that answer. */
function afterEnd(
  state: AuthenticationState,
  { result, heard }: EndedProgress,
  rreq: MessageOf<'RReq'>,
): TransactionStep {
  const refuse = (problem: MessageProblem): TransactionStep => ({ state, effects: [{ kind: 'REFUSE_RREQ', problem }] });
  const strange = result.identity === undefined ? [] : strangers(result.identity, rreq);
  if (strange.length > 0) {
    return refuse(problemOf('301', strange));
  }
  if (heard === undefined) {
    return refuse(result.unknownBecause === 'NO_RREQ' ? TOO_LATE : NOT_ASKED);
  }
  return heard.fingerprint === fingerprintOf(rreq)
    ? { state, effects: [{ kind: 'ANSWER_RREQ', resultsStatus: heard.resultsStatus }] }
    : refuse(CONTRADICTION);
}

/** The names of ids in the RReq that belong to another transaction. */
function strangers(identity: Identity, rreq: MessageOf<'RReq'>): string[] {
  return (['acsTransID', 'dsTransID'] as const).filter(
    (name) => identity[name].toLowerCase() !== rreq[name].toLowerCase(),
  );
}

function resultOf(progress: WaitingProgress, rreq: MessageOf<'RReq'>): EndResult {
  const { transStatus = 'U', transStatusReason, eci, authenticationValue, challengeCancel, whiteListStatus } = rreq;
  const { cardholderInfo, identity } = progress;
  return {
    transStatus,
    transStatusReason,
    eci,
    authenticationValue,
    authenticationType: rreq.authenticationType,
    challengeCancel,
    cardholderInfo,
    whiteListStatus,
    isChallenged: progress.phase === 'CHALLENGE' && progress.isShown,
    identity,
  };
}

/** A hash that is equal for equal content and does not reveal it. */
function fingerprintOf(rreq: MessageOf<'RReq'>): string {
  const members = Object.entries(jsonOf(rreq) as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(exactText(members)).digest('base64url');
}
