/** The events of an authentication, and their effects. */
import type { MessageProblem } from '../messages/problem.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import type { AuthenticationState, UnknownReason } from './state.ts';

/** An event of an authentication; `now` is its time in milliseconds since 1970. */
export type AuthenticationEvent = { readonly now: number } & (
  | { readonly kind: 'METHOD_STARTED' }
  | { readonly kind: 'METHOD_COMPLETED' }
  | { readonly kind: 'CREQ_MADE' }
  | { readonly kind: 'TIME_PASSED' }
  /** `decoupledMs`: the time limit of a decoupled authentication. Absent: it was not requested. */
  | { readonly kind: 'AREQ_SENT'; readonly decoupledMs?: number }
  | { readonly kind: 'ARES'; readonly message: MessageOf<'ARes'> }
  | { readonly kind: 'AREQ_FAILED'; readonly because: UnknownReason; readonly errorCode?: string }
  | { readonly kind: 'CRES'; readonly transStatus: 'Y' | 'N' }
  | { readonly kind: 'RREQ'; readonly message: MessageOf<'RReq'> }
);

export type AuthenticationEffect =
  /** Reports the problem of an ARes to the directory server that sent it. */
  | { readonly kind: 'SEND_ERRO'; readonly problem: MessageProblem }
  /** Answers the RReq, which is answered only once. */
  | { readonly kind: 'ANSWER_RREQ'; readonly resultsStatus: '01' | '02' }
  | { readonly kind: 'REFUSE_RREQ'; readonly problem: MessageProblem };

export interface TransactionStep {
  readonly state: AuthenticationState;
  readonly effects: readonly AuthenticationEffect[];
}
