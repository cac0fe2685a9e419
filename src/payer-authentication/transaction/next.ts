/**
 * The way of one authentication, as a function of values: what it is after something has happened, and what is to be
 * done. What comes out of its turn changes nothing, so that events may come doubled, late, or not at all.
 */
import { afterAres } from './after-ares.ts';
import { afterRreq } from './after-rreq.ts';
import type { AuthenticationEvent, Step } from './events.ts';
import type { AuthenticationState, EndResult, Progress } from './state.ts';
import { ARES_MS_MAX, CHALLENGE_MS_MAX, METHOD_MS_MAX, RREQ_MS_MAX } from './time-limits.ts';

/** Time passes first: who read the state before the event was told the end that time alone had made of it. */
export function next(before: AuthenticationState, event: AuthenticationEvent): Step {
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

/** The same object says that there is nothing to store. */
function withProgress(state: AuthenticationState, progress: Progress): AuthenticationState {
  return progress === state.progress ? state : { ...state, progress };
}

/** How the method went, as an AReq says it: U where the ACS has none, N where it was not run or has not ended. */
export function completionOf({ method }: AuthenticationState): 'N' | 'U' | 'Y' {
  if (method === undefined) {
    return 'U';
  }
  return method.isCompleted ? 'Y' : 'N';
}

/** Until the AReq is sent. */
export function isUnasked({ progress: { phase } }: AuthenticationState): boolean {
  return phase === 'ENROLLED' || phase === 'METHOD' || phase === 'READY';
}

function progressAfter(
  state: AuthenticationState,
  event: Exclude<AuthenticationEvent, { readonly kind: 'ARES' | 'RREQ' | 'METHOD_COMPLETED' | 'TIME_PASSED' }>,
): Progress {
  const { progress, method } = state;
  switch (event.kind) {
    case 'METHOD_STARTED':
      return progress.phase === 'ENROLLED' && method !== undefined
        ? { phase: 'METHOD', deadline: event.now + METHOD_MS_MAX }
        : progress;
    case 'AREQ_SENT':
      return isUnasked(state) ? asked(event.now, event.decoupledMs) : progress;
    case 'AREQ_FAILED':
      return progress.phase === 'ASKED' ? ended(unknown(event)) : progress;
    case 'CREQ_MADE':
      return shown(progress, event.now);
    case 'CRES':
      return hinted(progress, event.now, event.transStatus);
  }
}

/** The ACS has what it wanted, even if it took longer than was waited for. */
function methodCompleted(state: AuthenticationState): AuthenticationState {
  const { method } = state;
  return method !== undefined && isUnasked(state)
    ? { ...state, method: { ...method, isCompleted: true }, progress: { phase: 'READY' } }
    : state;
}

/** Once: a second AReq would be a second authentication. */
function asked(now: number, decoupledMs: number | undefined): Progress {
  return { phase: 'ASKED', deadline: now + ARES_MS_MAX, ...(decoupledMs !== undefined && { decoupledMs }) };
}

/** Each time that the challenge is shown the payer has its time anew, within that of all. */
function shown(progress: Progress, now: number): Progress {
  if (progress.phase !== 'CHALLENGE' || progress.hint !== undefined) {
    return progress;
  }
  const deadline = Math.min(now + CHALLENGE_MS_MAX + RREQ_MS_MAX, progress.latest);
  return { ...progress, isShown: true, deadline: Math.max(deadline, progress.deadline) };
}

/** What passed through a browser proves nothing. It says that the RReq is there soon, or will not come. */
function hinted(progress: Progress, now: number, hint: 'Y' | 'N'): Progress {
  return progress.phase === 'CHALLENGE' && progress.hint === undefined
    ? { ...progress, hint, deadline: Math.min(progress.deadline, now + RREQ_MS_MAX) }
    : progress;
}

function timedOut(progress: Progress, now: number): Progress {
  if (!('deadline' in progress) || now < progress.deadline) {
    return progress;
  }
  switch (progress.phase) {
    case 'METHOD':
      return { phase: 'READY' };
    case 'ASKED':
      return ended(unknown({ because: 'NO_ARES' }));
    case 'CHALLENGE':
    case 'DECOUPLED':
      return ended({
        ...unknown({ because: 'NO_RREQ' }),
        isChallenged: progress.phase === 'CHALLENGE' && progress.isShown,
        identity: progress.identity,
      });
  }
}

function unknown({ because, errorCode }: { because: EndResult['unknownBecause']; errorCode?: string }): EndResult {
  return { transStatus: 'U', unknownBecause: because, isChallenged: false, ...(errorCode && { errorCode }) };
}

const ended = (result: EndResult): Progress => ({ phase: 'ENDED', result });
