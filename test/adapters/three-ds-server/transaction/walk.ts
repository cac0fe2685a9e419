/** Applies events in sequence, and returns the last step. */
import type { AuthenticationEvent } from '../../../../src/adapters/three-ds-server/transaction/events.ts';
import { liabilityVerdictOf } from '../../../../src/adapters/three-ds-server/transaction/liability.ts';
import { next } from '../../../../src/adapters/three-ds-server/transaction/next.ts';
import type { AuthenticationState } from '../../../../src/adapters/three-ds-server/transaction/state.ts';
import { SECOND_MS } from '../../../../src/contract/durations.ts';
import { aresOf, rreqOf } from './rig.ts';

export type Untimed = AuthenticationEvent extends infer E
  ? E extends unknown
    ? Omit<E, 'now'> & { now?: number }
    : never
  : never;

/** The last step of the events, one second apart unless they have their own time. */
export function walk(from: AuthenticationState, ...events: Untimed[]) {
  let now = 0;
  let effects: readonly unknown[] = [];
  const state = events.reduce((before, event) => {
    now = event.now ?? now + SECOND_MS;
    const step = next(before, { ...event, now } as AuthenticationEvent);
    effects = step.effects;
    return step.state;
  }, from);
  const { progress, subject } = state;
  const result = progress.phase === 'ENDED' ? progress.result : undefined;
  return {
    state,
    progress,
    phase: progress.phase,
    effects,
    result,
    verdict: result && liabilityVerdictOf(subject, result),
  };
}

export const ASKED: Untimed = { kind: 'AREQ_SENT' };
export const ares = (...of: Parameters<typeof aresOf>): Untimed => ({ kind: 'ARES', message: aresOf(...of) });
export const rreq = (...of: Parameters<typeof rreqOf>): Untimed => ({ kind: 'RREQ', message: rreqOf(...of) });
export const SHOWN: Untimed = { kind: 'CREQ_MADE' };
export const cres = (transStatus: 'Y' | 'N'): Untimed => ({ kind: 'CRES', transStatus });
export const time = (now: number): Untimed => ({ kind: 'TIME_PASSED', now });
export const CHALLENGED = [ASKED, ares('C'), SHOWN];
