/** Serialises a message after validating it as its receiver would, so that an invalid message is not sent. */
import type { JsonObject } from '../../../contract/json.ts';
import { exactText } from './exact-text.ts';
import { jsonOf, judge, noFindings } from './judge.ts';
import type { Context } from './presence.ts';
import { type Problem, problemOf } from './problem.ts';
import { problemIn } from './read-message.ts';
import { type MessageOf, type MessageType, TABLES } from './tables/index.ts';

/** A message of ours violates the specification. The error names fields without their values. */
export class UnfitMessage extends Error {
  override readonly name = 'UnfitMessage';
  readonly problem: Problem;

  constructor(type: MessageType, problem: Problem) {
    super(`This ${type} cannot be sent (${problem.code}): ${problem.detail}.`);
    this.problem = problem;
  }
}

/**
 * @param context values of the request that this message answers
 * @throws UnfitMessage for a field that is missing, malformed, or not allowed in such a message
 */
export function writeMessage<T extends MessageType>(message: MessageOf<T>, context: Context = {}): string {
  const members = jsonOf(message) as JsonObject;
  const type = (message as MessageOf<'Erro'>).messageType as T;
  const found = noFindings();
  judge(members, TABLES[type], { ...context, messageVersion: members.messageVersion }, found);
  const additional = Object.keys(found.additional);
  const problem = problemIn(found) ?? (additional.length === 0 ? undefined : problemOf('203', additional));
  if (problem !== undefined) {
    throw new UnfitMessage(type, problem);
  }
  return exactText(members);
}
