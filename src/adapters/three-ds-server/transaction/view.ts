/** The part of a state that the gateway may see. */
import type { Authentication, AuthenticationResult, AuthenticationView } from '../../../core/ports/index.ts';
import { liabilityVerdictOf } from './liability.ts';
import { completionOf } from './next.ts';
import {
  type AuthenticationState,
  type AuthenticationSubject,
  type EndResult,
  storedState,
  type TransactionProgress,
} from './state.ts';

export function authenticationOf(state: AuthenticationState): Authentication {
  return { stored: storedState(state), view: viewOf(state) };
}

const STAGES: Readonly<Record<TransactionProgress['phase'], AuthenticationView['stage']>> = {
  ENROLLED: 'ENROLLED',
  METHOD: 'ENROLLED',
  READY: 'ENROLLED',
  ASKED: 'ASKED',
  CHALLENGE: 'CHALLENGE',
  DECOUPLED: 'DECOUPLED',
  ENDED: 'ENDED',
};

function viewOf(state: AuthenticationState): AuthenticationView {
  const { subject, progress, method } = state;
  const { threeDSServerTransID, scheme, version } = subject;
  const identity = 'identity' in progress ? progress.identity : 'result' in progress && progress.result.identity;
  const isNotSupported = progress.phase === 'ENDED' && progress.result.transStatus === undefined;
  return {
    threeDSServerTransID,
    scheme,
    version: isNotSupported ? undefined : version,
    stage: STAGES[progress.phase],
    wakeAt: 'deadline' in progress ? progress.deadline : undefined,
    method: method && { url: method.url, completed: completionOf(state) },
    challenge: progress.phase === 'CHALLENGE' ? challengeOf(progress) : undefined,
    cardholderInfo: progress.phase === 'DECOUPLED' ? progress.cardholderInfo : undefined,
    identity: identity || undefined,
    result: progress.phase === 'ENDED' ? resultOf(subject, progress.result) : undefined,
  };
}

function challengeOf({ acsUrl, authenticationType }: Extract<TransactionProgress, { readonly phase: 'CHALLENGE' }>) {
  return { acsUrl, authenticationType };
}

function resultOf(subject: AuthenticationSubject, result: EndResult): AuthenticationResult {
  const { identity: _, authenticationValue, eci: __, ...rest } = result;
  return {
    ...rest,
    ...liabilityVerdictOf(subject, result),
    authenticationToken: authenticationValue,
  };
}
