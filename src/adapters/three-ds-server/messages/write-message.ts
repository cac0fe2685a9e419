/** Serialises a message. Validates it first as its receiver would, so that an invalid message is not sent. */
import type { JsonObject } from '../../../contract/json.ts';
import { exactText } from './exact-text.ts';
import type { RequestContext } from './presence.ts';
import { type MessageProblem, problemOf } from './problem.ts';
import { problemIn } from './read-message.ts';
import { type MessageOf, type MessageType, TABLES } from './tables/index.ts';
import { jsonOf, noFindings, validateFields } from './validate-fields.ts';

/** An outgoing message violates the specification. The error names fields without their values. */
export class UnfitMessage extends Error {
  override readonly name = 'UnfitMessage';
  readonly problem: MessageProblem;

  constructor(type: MessageType, problem: MessageProblem) {
    super(`This ${type} cannot be sent (${problem.code}): ${problem.detail}.`);
    this.problem = problem;
  }
}

/**
 * @param context the values of the request that this message answers
 * @throws UnfitMessage for a field that is missing, malformed, or not allowed in such a message
 */
export function writeMessage<T extends MessageType>(message: MessageOf<T>, context: RequestContext = {}): string {
  const members = jsonOf(message) as JsonObject;
  const type = (message as MessageOf<'Erro'>).messageType as T;
  const found = noFindings();
  validateFields(members, TABLES[type], { ...context, messageVersion: members.messageVersion }, found);
  const additional = Object.keys(found.additional);
  const problem = problemIn(found) ?? (additional.length === 0 ? undefined : problemOf('203', additional));
  if (problem !== undefined) {
    throw new UnfitMessage(type, problem);
  }
  return exactText(members);
}
