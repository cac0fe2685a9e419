/**
 * Writes stored values as an answer: the fields of the caller's version, with decimals and integers as JSON numbers of
 * their exact text.
 */
import type { AnswerOf, AnswerValues, ExactNumber } from './answer-types.ts';
import type { FieldsOf, Group, Members } from './field.ts';
import type { FieldType } from './field-types.ts';
import type { Value, Values } from './read.ts';
import { isGroup } from './values.ts';
import { insertInOrder, membersOfVersion, type VersionedMember, type VersionedMembers } from './versioned-schema.ts';

/** The answer of any operation. */
export type AnswerFields = { readonly [name: string]: unknown };

/**
 * A number of an answer with its exact text: `answerText` writes `exactNumber('12.50')` as `12.50`. A text that equals
 * that of a double is the double.
 */
export function exactNumber(text: string): ExactNumber {
  const value = Number(text);
  const written: unknown = String(value) === text ? value : { '': text };
  return written as ExactNumber;
}

const EXACT_NUMBER = /\{"":"([^"]*)"\}/g;

/**
 * Writes an answer as JSON. An exact number is an object whose only member has an empty name. No other object of an
 * answer has such a member, and no text has those characters, because JSON escapes its quotes. V8 writes an answer with
 * `JSON.rawJSON` three times as slowly.
 */
export function answerText(answer: AnswerFields): string {
  return JSON.stringify(answer).replace(EXACT_NUMBER, '$1');
}

const EXACT_NUMBER_IN_LINES = /\{\n *"": "([^"]*)"\n *\}/g;

/** Writes an answer, or a part of it, for people: with a line for each member. */
export function readableText(answer: object): string {
  return JSON.stringify(answer, null, 2).replace(EXACT_NUMBER_IN_LINES, '$1');
}

/** @param values the values, with numbers as texts. Members that the version does not have are omitted */
export function writeGroup<M extends Members>(
  contract: Group<M>,
  values: AnswerValues<Group<M>>,
  version: number,
): AnswerOf<Group<M>> {
  return writeMembers(membersOfVersion(contract, version), values as Values) as AnswerOf<Group<M>>;
}

/**
 * Writes fields of a request, from `readGroup` or parsed from stored JSON. The fields have all members that the
 * contract requires, because they were validated when they were read.
 */
export function writeFields<M extends Members>(
  contract: Group<M>,
  fields: FieldsOf<M>,
  version: number,
): AnswerOf<Group<M>>;
export function writeFields<M extends Members>(
  contract: Group<M>,
  fields: FieldsOf<M> | undefined,
  version: number,
): AnswerOf<Group<M>> | undefined;
export function writeFields(contract: Group, fields: object | undefined, version: number): unknown {
  return fields && writeMembers(membersOfVersion(contract, version), fields as Values);
}

type Written = { [name: string]: unknown };

/** Values from `readGroup` are in the contract's order, so each is written as it is met. */
function writeMembers(live: VersionedMembers, values: Values): Written {
  const answer: Written = {};
  let place = -1;
  for (const name in values) {
    const member = live.byName.get(name);
    if (member === undefined) {
      continue;
    }
    if (member.place < place) {
      return writeSorted(live, values);
    }
    place = member.place;
    addWritten(answer, member, values[name]);
  }
  return answer;
}

/** For values in another order, such as those merged from a session and a request. */
function writeSorted({ byName }: VersionedMembers, values: Values): Written {
  const members: VersionedMember[] = [];
  for (const name in values) {
    const member = byName.get(name);
    if (member !== undefined) {
      insertInOrder(members, member);
    }
  }
  const answer: Written = {};
  for (const member of members) {
    addWritten(answer, member, values[member.name]);
  }
  return answer;
}

function addWritten(answer: Written, member: VersionedMember, value: Value | undefined): void {
  if (value !== undefined) {
    answer[member.name] = writeMember(member, value);
  }
}

function writeMember({ node, inner, each }: VersionedMember, value: Value): unknown {
  switch (node.kind) {
    case 'field':
      // If the value does not fit the caller's API version, it is omitted and not truncated.
      if (node.earlier !== undefined && !node.type.accepts(value)) {
        return undefined;
      }
      return writeValue(node.answered ?? node.type, value);
    case 'group':
      return isGroup(value) ? writeMembers(inner, value) : undefined;
    case 'list':
      return Array.isArray(value) ? value.map((element) => writeMembers(inner, element)) : undefined;
    case 'free':
      return isGroup(value) ? writeFreeNames(each!, value) : undefined;
  }
}

function writeValue({ answersNumber, written }: FieldType, value: Value): unknown {
  if (!answersNumber || typeof value !== 'string') {
    return value;
  }
  return exactNumber(written === undefined ? value : written(value));
}

function writeFreeNames(each: VersionedMember, values: Values): Written {
  const answer: Written = {};
  for (const name in values) {
    answer[name] = writeMember(each, values[name]!);
  }
  return answer;
}
