/** The Erro that reports a problem of a message to its sender. */
import type { MessageProblem } from './problem.ts';
import { ERROR_DESCRIPTIONS } from './problem.ts';
import type { MessageIds } from './read-message.ts';
import type { MessageOf, MessageType } from './tables/index.ts';
import { VERSIONS } from './versions.ts';

/** The code of the 3DS Server. */
const COMPONENT = 'S';

export interface ErroSubject {
  readonly problem: MessageProblem;
  readonly ids: MessageIds;
  readonly type?: MessageType;
  /** The protocol version of the transaction, if it has one. */
  readonly version?: string;
}

export function erroOf({
  problem,
  ids,
  type,
  version = VERSIONS[VERSIONS.length - 1],
}: ErroSubject): MessageOf<'Erro'> {
  return {
    messageType: 'Erro',
    messageVersion: version ?? '2.2.0',
    ...ids,
    errorCode: problem.code,
    errorComponent: COMPONENT,
    errorDescription: ERROR_DESCRIPTIONS[problem.code],
    errorDetail: problem.detail === '' ? ERROR_DESCRIPTIONS[problem.code] : problem.detail,
    errorMessageType: type,
  };
}
