/** Parses a message from bytes to typed fields, or to the problem of the message. */
import { isJsonObject, JsonError, type JsonObject, type JsonValue, readJson } from '../../../contract/json.ts';
import { UUID } from './field-types.ts';
import { fits } from './fits.ts';
import type { RequestContext } from './presence.ts';
import { type MessageProblem, problemOf } from './problem.ts';
import { isMessageType, type MessageOf, type MessageType, TABLES } from './tables/index.ts';
import { type Findings, noFindings, validateFields } from './validate-fields.ts';
import { isVersion, VERSIONS } from './versions.ts';

/** The ids in a message, valid or not. An Erro about the message contains them. */
export interface MessageIds {
  readonly threeDSServerTransID?: string;
  readonly acsTransID?: string;
  readonly dsTransID?: string;
}

export type ReadMessage<T extends MessageType> = T extends MessageType
  ? {
      readonly ok: true;
      readonly type: T;
      readonly message: MessageOf<T>;
      /** Fields that the specification does not define for such a message. They are ignored. */
      readonly additional: Readonly<Record<string, JsonValue>>;
    }
  : never;

export interface RefusedMessage {
  readonly ok: false;
  readonly problem: MessageProblem;
  readonly ids: MessageIds;
  /** The type that the message states; absent if the type is missing or unknown. */
  readonly type?: MessageType;
}

export interface ExpectedMessage<T extends MessageType> {
  /** The accepted message types. An Erro is accepted only if it is listed. */
  readonly types: readonly T[];
  readonly context?: RequestContext;
  /** The ids of supported extensions. Only these may be marked critical. */
  readonly extensions?: readonly string[];
}

/** Reports problems in its result instead of throwing. */
export function readMessage<T extends MessageType>(
  bytes: Uint8Array,
  expected: ExpectedMessage<T>,
): ReadMessage<T> | RefusedMessage {
  const repeated = new Set<string>();
  const members = membersIn(bytes, repeated);
  if (members === undefined) {
    return { ok: false, problem: { code: '101', detail: 'Invalid Formatted Message' }, ids: {} };
  }
  return judgeMessage(members, repeated, expected);
}

function membersIn(bytes: Uint8Array, repeated: Set<string>): JsonObject | undefined {
  try {
    const value = readJson(bytes, repeated);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonError) {
      return undefined;
    }
    throw error;
  }
}

function judgeMessage<T extends MessageType>(
  members: JsonObject,
  repeated: ReadonlySet<string>,
  { types, context = {}, extensions = [] }: ExpectedMessage<T>,
): ReadMessage<T> | RefusedMessage {
  const { messageType: type } = members;
  const known = isMessageType(type) ? type : undefined;
  const refuse = (problem: MessageProblem): RefusedMessage => ({
    ok: false,
    problem,
    ids: idsIn(members),
    type: known,
  });
  const envelope = envelopeProblem(members, repeated, types);
  if (envelope !== undefined) {
    return refuse(envelope);
  }
  const found = noFindings();
  const facts = { ...context, messageVersion: members.messageVersion };
  const message = validateFields(members, TABLES[known as T], facts, found);
  const problem = problemIn(found) ?? criticalExtension(message, extensions);
  if (problem !== undefined) {
    return refuse(problem);
  }
  // `validateFields` has produced the fields of this type's table, from which the type is inferred.
  return { ok: true, type: known, message, additional: found.additional } as unknown as ReadMessage<T>;
}

/** Finds problems of the message as a whole, before its fields are validated. */
function envelopeProblem(
  { messageType, messageVersion }: JsonObject,
  repeated: ReadonlySet<string>,
  types: readonly MessageType[],
): MessageProblem | undefined {
  if (repeated.size > 0) {
    return problemOf('204', namesOf(repeated));
  }
  if (isAbsent(messageType)) {
    return problemOf('201', ['messageType']);
  }
  if (!isMessageType(messageType)) {
    return { code: '101', detail: 'Invalid Message Type' };
  }
  if (!types.includes(messageType)) {
    return { code: '101', detail: 'Invalid Message for the receiving component' };
  }
  if (isAbsent(messageVersion)) {
    return problemOf('201', ['messageVersion']);
  }
  const isOther = typeof messageVersion === 'string' && /^\d+\.\d+\.\d+$/.test(messageVersion);
  return messageType !== 'Erro' && isOther && !isVersion(messageVersion) ? problemOf('102', VERSIONS) : undefined;
}

function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/** Reports malformed fields before missing ones, because a condition on a malformed field is meaningless. */
export function problemIn({ malformed, missing, excluded }: Findings): MessageProblem | undefined {
  const [code, names] =
    malformed.length > 0
      ? (['203', malformed] as const)
      : missing.length > 0
        ? (['201', missing] as const)
        : (['304', excluded] as const);
  return names.length === 0 ? undefined : problemOf(code, names);
}

function criticalExtension(message: Record<string, unknown>, known: readonly string[]): MessageProblem | undefined {
  const extensions = (message as Partial<MessageOf<'ARes'>>).messageExtension ?? [];
  const unknown = extensions.filter(({ criticalityIndicator, id }) => criticalityIndicator && !known.includes(id));
  return unknown.length === 0
    ? undefined
    : problemOf(
        '202',
        unknown.map(({ id }) => id),
      );
}

/**
 * Names of this form are reported in error details. Others are omitted, because they may contain any text of the
 * sender.
 */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

export function namesOf(repeated: ReadonlySet<string>): string[] {
  return [...repeated].filter((name) => FIELD_NAME.test(name));
}

function idsIn(members: JsonObject): MessageIds {
  const names = ['threeDSServerTransID', 'acsTransID', 'dsTransID'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = members[name];
      return typeof value === 'string' && fits(value, UUID) ? [[name, value]] : [];
    }),
  );
}
