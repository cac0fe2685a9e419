/** Handles messages that a directory server posts to us: RReq, and Erro about our messages. */
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

/** An Erro must not be answered by another one: two servers would continue for ever. */
const NO_ANSWER = '';

/**
 * @param scheme of the directory server that posted it
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

/** A directory server may only report on cards of its own scheme. */
function ofScheme(stored: Secret, scheme: string): AuthenticationState | undefined {
  const state = readState(stored);
  return state.subject.scheme === scheme ? state : undefined;
}

function applyRReq(body: Uint8Array, rreq: MessageOf<'RReq'>, state: AuthenticationState | undefined, now: number) {
  if (state === undefined) {
    return { answer: erroText(problemOf('301', ['threeDSServerTransID']), idsOf(rreq), rreq.messageVersion) };
  }
  const { version } = state.subject;
  // Validated again with the request's context, which makes more fields mandatory.
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

/** A fallback, since each RReq has an effect. */
const NOTHING = problemOf('404', ['RReq']);

/** The context of an ended authentication is unknown; a repeated RReq gets the same answer. */
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
