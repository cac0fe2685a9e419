/** Applies an ARes to an authentication. */
import { type MessageProblem, problemOf } from '../messages/problem.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import type { TransactionStep } from './events.ts';
import type { AuthenticationState, EndResult, Identity, TransactionProgress } from './state.ts';
import { CHALLENGES_MS_MAX, FIRST_CREQ_MS_MAX, RREQ_MS_MAX } from './time-limits.ts';

type AskedProgress = Extract<TransactionProgress, { readonly phase: 'ASKED' }>;

export function afterAres(state: AuthenticationState, ares: MessageOf<'ARes'>, now: number): TransactionStep {
  const { progress } = state;
  if (progress.phase !== 'ASKED') {
    return { state, effects: [] };
  }
  const problem = mismatch(state, progress, ares);
  if (problem === undefined) {
    return { state: { ...state, progress: progressAfter(ares, progress, now) }, effects: [] };
  }
  const result: EndResult = {
    transStatus: 'U',
    unknownBecause: 'ARES_REFUSED',
    errorCode: problem.code,
    isChallenged: false,
  };
  return {
    state: { ...state, progress: { phase: 'ENDED', result } },
    effects: [{ kind: 'SEND_ERRO', problem }],
  };
}

/** Finds a problem in an ARes that is valid by itself but does not match the request. */
function mismatch(
  { subject }: AuthenticationState,
  progress: AskedProgress,
  ares: MessageOf<'ARes'>,
): MessageProblem | undefined {
  if (ares.threeDSServerTransID.toLowerCase() !== subject.threeDSServerTransID.toLowerCase()) {
    return problemOf('301', ['threeDSServerTransID']);
  }
  if (ares.messageVersion !== subject.version) {
    return problemOf('203', ['messageVersion']);
  }
  // True for a challenge without a browser, and for a decoupled authentication that was not requested.
  const isImpossible =
    (ares.transStatus === 'C' && (subject.deviceChannel !== '02' || ares.acsURL === undefined)) ||
    (ares.transStatus === 'D' && (progress.decoupledMs === undefined || ares.acsDecConInd !== 'Y'));
  return isImpossible ? problemOf('203', ['transStatus']) : undefined;
}

function progressAfter(ares: MessageOf<'ARes'>, { decoupledMs = 0 }: AskedProgress, now: number): TransactionProgress {
  const { transStatus = 'U', cardholderInfo, authenticationType } = ares;
  const identity: Identity = {
    acsTransID: ares.acsTransID,
    dsTransID: ares.dsTransID,
    acsReferenceNumber: ares.acsReferenceNumber,
    dsReferenceNumber: ares.dsReferenceNumber,
  };
  if (transStatus === 'D') {
    return { phase: 'DECOUPLED', identity, cardholderInfo, deadline: now + decoupledMs + RREQ_MS_MAX };
  }
  if (transStatus === 'C') {
    return {
      phase: 'CHALLENGE',
      identity,
      acsUrl: ares.acsURL ?? '',
      authenticationType,
      cardholderInfo,
      latest: now + CHALLENGES_MS_MAX + RREQ_MS_MAX,
      deadline: now + FIRST_CREQ_MS_MAX + RREQ_MS_MAX,
      isShown: false,
    };
  }
  const { transStatusReason, eci, authenticationValue, whiteListStatus } = ares;
  return {
    phase: 'ENDED',
    result: {
      transStatus,
      transStatusReason,
      eci,
      authenticationValue,
      authenticationType,
      whiteListStatus,
      cardholderInfo,
      isChallenged: false,
      identity,
    },
  };
}
