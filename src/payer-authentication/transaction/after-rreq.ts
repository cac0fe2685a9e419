/**
 * What an RReq makes of an authentication. It is the truth of how a challenge ended: it comes from the directory server
 * itself, by a connection that it is known by.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../contract/json.ts';
import { exactText } from '../messages/exact-text.ts';
import { jsonOf } from '../messages/judge.ts';
import { type Problem, problemOf } from '../messages/problem.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import type { Step } from './events.ts';
import type { AuthenticationState, EndResult, Identity, Progress } from './state.ts';

type Waiting = Extract<Progress, { readonly phase: 'CHALLENGE' | 'DECOUPLED' }>;
type Ended = Extract<Progress, { readonly phase: 'ENDED' }>;

export function afterRreq(state: AuthenticationState, rreq: MessageOf<'RReq'>): Step {
  const { subject, progress } = state;
  const refuse = (problem: Problem): Step => ({ state, effects: [{ kind: 'REFUSE_RREQ', problem }] });
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

/** No challenge was opened that a result could be of. */
const NOT_ASKED = problemOf('305', ['transStatus']);
/** Its challenge was given up. */
const TOO_LATE = problemOf('402', ['RReq after its time']);
/** A first one has said otherwise. */
const CONTRADICTION = problemOf('305', ['RReq']);

function end(state: AuthenticationState, progress: Waiting, rreq: MessageOf<'RReq'>): Step {
  const isShown = progress.phase === 'DECOUPLED' || progress.isShown;
  const resultsStatus = isShown ? '01' : '02';
  const heard = { fingerprint: fingerprintOf(rreq), resultsStatus } as const;
  return {
    state: { ...state, progress: { phase: 'ENDED', result: resultOf(progress, rreq), heard } },
    effects: [{ kind: 'ANSWER_RREQ', resultsStatus }],
  };
}

/** The same again is answered alike: its sender may not have heard us. */
function afterEnd(state: AuthenticationState, { result, heard }: Ended, rreq: MessageOf<'RReq'>): Step {
  const refuse = (problem: Problem): Step => ({ state, effects: [{ kind: 'REFUSE_RREQ', problem }] });
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

/** Ids that are another transaction's. */
function strangers(identity: Identity, rreq: MessageOf<'RReq'>): string[] {
  return (['acsTransID', 'dsTransID'] as const).filter(
    (name) => identity[name].toLowerCase() !== rreq[name].toLowerCase(),
  );
}

function resultOf(progress: Waiting, rreq: MessageOf<'RReq'>): EndResult {
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

/** The same for the same content, and nothing of it can be read from it. */
function fingerprintOf(rreq: MessageOf<'RReq'>): string {
  const members = Object.entries(jsonOf(rreq) as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(exactText(members)).digest('base64url');
}
