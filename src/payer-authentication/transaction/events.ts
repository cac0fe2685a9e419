/** What happens to an authentication, and what is to be done about it. */
import type { Problem } from '../messages/problem.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import type { AuthenticationState, UnknownReason } from './state.ts';

/** Each has its time, in milliseconds since 1970. */
export type AuthenticationEvent = { readonly now: number } & (
  | { readonly kind: 'METHOD_STARTED' }
  | { readonly kind: 'METHOD_COMPLETED' }
  | { readonly kind: 'CREQ_MADE' }
  | { readonly kind: 'TIME_PASSED' }
  /** `decoupledMs`: how long a decoupled authentication may take; absent: none was asked for. */
  | { readonly kind: 'AREQ_SENT'; readonly decoupledMs?: number }
  | { readonly kind: 'ARES'; readonly message: MessageOf<'ARes'> }
  | { readonly kind: 'AREQ_FAILED'; readonly because: UnknownReason; readonly errorCode?: string }
  | { readonly kind: 'CRES'; readonly transStatus: 'Y' | 'N' }
  | { readonly kind: 'RREQ'; readonly message: MessageOf<'RReq'> }
);

export type AuthenticationEffect =
  /** Tells the directory server what was wrong with its ARes. */
  | { readonly kind: 'SEND_ERRO'; readonly problem: Problem }
  /** Answers the RReq, and no further one. */
  | { readonly kind: 'ANSWER_RREQ'; readonly resultsStatus: '01' | '02' }
  | { readonly kind: 'REFUSE_RREQ'; readonly problem: Problem };

export interface Step {
  readonly state: AuthenticationState;
  readonly effects: readonly AuthenticationEffect[];
}
