/**
 * The state machine of an authentication, as a pure function: the next state after an event, and the effects. An event
 * out of order leaves the state unchanged, so that events may be duplicated, late or missing.
 */
import { afterAres } from './after-ares.ts';
import { afterRreq } from './after-rreq.ts';
import type { AuthenticationEvent, TransactionStep } from './events.ts';
import type { AuthenticationState, EndResult, TransactionProgress } from './state.ts';
import { ARES_MS_MAX, CHALLENGE_MS_MAX, METHOD_MS_MAX, RREQ_MS_MAX } from './time-limits.ts';

/**
 * Returns the state after an event. Timeouts are applied first, because callers that read the state before the event
 * have already seen the timed-out state.
 */
export function next(before: AuthenticationState, event: AuthenticationEvent): TransactionStep {
  const state = withProgress(before, timedOut(before.progress, event.now));
  switch (event.kind) {
    case 'ARES':
      return afterAres(state, event.message, event.now);
    case 'RREQ':
      return afterRreq(state, event.message);
    case 'METHOD_COMPLETED':
      return { state: methodCompleted(state), effects: [] };
    case 'TIME_PASSED':
      return { state, effects: [] };
    default:
      return { state: withProgress(state, progressAfter(state, event)), effects: [] };
  }
}

/** Returns the same object if there is no change to store. */
function withProgress(state: AuthenticationState, progress: TransactionProgress): AuthenticationState {
  return progress === state.progress ? state : { ...state, progress };
}

/**
 * The completion indicator of the method in an AReq: U if the ACS has no method, N if it was not run or has not ended.
 */
export function completionOf({ method }: AuthenticationState): 'N' | 'U' | 'Y' {
  if (method === undefined) {
    return 'U';
  }
  return method.isCompleted ? 'Y' : 'N';
}

/** True until the AReq is sent. */
export function isUnasked({ progress: { phase } }: AuthenticationState): boolean {
  return phase === 'ENROLLED' || phase === 'METHOD' || phase === 'READY';
}

function progressAfter(
  state: AuthenticationState,
  event: Exclude<AuthenticationEvent, { readonly kind: 'ARES' | 'RREQ' | 'METHOD_COMPLETED' | 'TIME_PASSED' }>,
): TransactionProgress {
  const { progress, method } = state;
  switch (event.kind) {
    case 'METHOD_STARTED':
      return progress.phase === 'ENROLLED' && method !== undefined
        ? { phase: 'METHOD', deadline: event.now + METHOD_MS_MAX }
        : progress;
    case 'AREQ_SENT':
      return isUnasked(state) ? awaitARes(event.now, event.decoupledMs) : progress;
    case 'AREQ_FAILED':
      return progress.phase === 'ASKED' ? endWith(unknown(event)) : progress;
    case 'CREQ_MADE':
      return extendChallenge(progress, event.now);
    case 'CRES':
      return applyHint(progress, event.now, event.transStatus);
  }
}

/** The completion is accepted even after the time limit, because the ACS has the data. */
function methodCompleted(state: AuthenticationState): AuthenticationState {
  const { method } = state;
  return method !== undefined && isUnasked(state)
    ? { ...state, method: { ...method, isCompleted: true }, progress: { phase: 'READY' } }
    : state;
}

/**
 * Waits for the ARes after the AReq was sent. The AReq is sent only once, because a second AReq would be a second
 * authentication.
 */
function awaitARes(now: number, decoupledMs: number | undefined): TransactionProgress {
  return { phase: 'ASKED', deadline: now + ARES_MS_MAX, decoupledMs };
}

/** Each display of the challenge restarts the payer's time, up to the total limit. */
function extendChallenge(progress: TransactionProgress, now: number): TransactionProgress {
  if (progress.phase !== 'CHALLENGE' || progress.hint !== undefined) {
    return progress;
  }
  const deadline = Math.min(now + CHALLENGE_MS_MAX + RREQ_MS_MAX, progress.latest);
  return { ...progress, isShown: true, deadline: Math.max(deadline, progress.deadline) };
}

/**
 * A CRes passes through the browser, so it does not prove a result. It only indicates that the RReq follows soon, if at
 * all.
 */
function applyHint(progress: TransactionProgress, now: number, hint: 'Y' | 'N'): TransactionProgress {
  return progress.phase === 'CHALLENGE' && progress.hint === undefined
    ? { ...progress, hint, deadline: Math.min(progress.deadline, now + RREQ_MS_MAX) }
    : progress;
}

function timedOut(progress: TransactionProgress, now: number): TransactionProgress {
  if (!('deadline' in progress) || now < progress.deadline) {
    return progress;
  }
  switch (progress.phase) {
    case 'METHOD':
      return { phase: 'READY' };
    case 'ASKED':
      return endWith(unknown({ because: 'NO_ARES' }));
    case 'CHALLENGE':
    case 'DECOUPLED':
      return endWith({
        ...unknown({ because: 'NO_RREQ' }),
        isChallenged: progress.phase === 'CHALLENGE' && progress.isShown,
        identity: progress.identity,
      });
  }
}

function unknown({ because, errorCode }: { because: EndResult['unknownBecause']; errorCode?: string }): EndResult {
  return { transStatus: 'U', unknownBecause: because, isChallenged: false, errorCode };
}

const endWith = (result: EndResult): TransactionProgress => ({ phase: 'ENDED', result });
