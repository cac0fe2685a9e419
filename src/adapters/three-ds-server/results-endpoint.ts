/** Handles messages that a directory server posts: RReq, and Erro about messages of this 3DS Server. */
import type { Secret } from '../../contract/secret.ts';
import type { ReceivedResult } from '../../core/ports/index.ts';
import { erroOf } from './messages/erro.ts';
import type { RequestContext } from './messages/presence.ts';
import { type MessageProblem, problemOf } from './messages/problem.ts';
import { type MessageIds, readMessage } from './messages/read-message.ts';
import type { MessageOf } from './messages/tables/index.ts';
import type { Version } from './messages/versions.ts';
import { writeMessage } from './messages/write-message.ts';
import { next } from './transaction/next.ts';
import { type AuthenticationState, readState } from './transaction/state.ts';
import { authenticationOf } from './transaction/view.ts';

/** The answer to an Erro, which must not be answered by another Erro: two servers would continue forever. */
const NO_ANSWER = '';

/**
 * @param scheme the scheme of the directory server that posted the message
 * @param now milliseconds since 1970
 */
export function resultReceived(body: Uint8Array, scheme: string, now: number): ReceivedResult {
  const read = readMessage(body, { types: ['RReq', 'Erro'] });
  if (!read.ok) {
    const answer = read.type === 'Erro' ? NO_ANSWER : erroText(read.problem, read.ids);
    return { status: 'ANSWERED', answer, code: read.problem.code };
  }
  if (read.type === 'Erro') {
    return { status: 'ANSWERED', answer: NO_ANSWER, code: read.message.errorCode };
  }
  const { message } = read;
  return {
    status: 'RESULT',
    threeDSServerTransID: message.threeDSServerTransID.toLowerCase(),
    apply: (stored) => applyRReq(body, message, stored && ofScheme(stored, scheme), now),
  };
}

/** Returns the state if its card is of the scheme: a directory server may report only on cards of its own scheme. */
function ofScheme(stored: Secret, scheme: string): AuthenticationState | undefined {
  const state = readState(stored);
  return state.subject.scheme === scheme ? state : undefined;
}

function applyRReq(body: Uint8Array, rreq: MessageOf<'RReq'>, state: AuthenticationState | undefined, now: number) {
  if (state === undefined) {
    return { answer: erroText(problemOf('301', ['threeDSServerTransID']), idsOf(rreq), rreq.messageVersion) };
  }
  const { version } = state.subject;
  // Validate again with the context of the request, in which more fields are mandatory.
  const again = readMessage(body, { types: ['RReq'], context: contextOf(state) });
  if (!again.ok) {
    return { answer: erroText(again.problem, again.ids, version) };
  }
  const { state: after, effects } = next(state, { kind: 'RREQ', message: again.message, now });
  const changed = after === state ? {} : { changed: authenticationOf(after) };
  const [effect] = effects;
  return effect?.kind === 'ANSWER_RREQ'
    ? { answer: rresText(again.message, effect.resultsStatus), ...changed }
    : { answer: erroText(effect?.kind === 'REFUSE_RREQ' ? effect.problem : NOTHING, idsOf(rreq), version) };
}

/** The answer if an RReq has no effect, which cannot happen. */
const NOTHING = problemOf('404', ['RReq']);

/**
 * The context by which an RReq is validated. For an authentication that has ended, it is unknown whether the RReq
 * followed a challenge.
 */
function contextOf({ subject, progress }: AuthenticationState): RequestContext {
  const isChallenge = progress.phase === 'CHALLENGE';
  return { deviceChannel: subject.deviceChannel, acsDecConInd: isChallenge ? 'N' : undefined };
}

const idsOf = ({ threeDSServerTransID, acsTransID, dsTransID }: MessageOf<'RReq'>) => ({
  threeDSServerTransID,
  acsTransID,
  dsTransID,
});

function rresText(rreq: MessageOf<'RReq'>, resultsStatus: '01' | '02'): string {
  const { messageVersion } = rreq;
  return writeMessage<'RRes'>({ messageType: 'RRes', messageVersion, ...idsOf(rreq), resultsStatus });
}

function erroText(problem: MessageProblem, ids: MessageIds, version?: Version): string {
  return writeMessage<'Erro'>(erroOf({ problem, ids, type: 'RReq', version }));
}
