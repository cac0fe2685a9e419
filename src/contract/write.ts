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

declare global {
  interface JSON {
    /** ECMAScript's `JSON.rawJSON`: `text` is written unchanged. */
    rawJSON(text: string): object;
  }
}

/** The answer of any operation. */
export type AnswerFields = { readonly [name: string]: unknown };

/**
 * A number of an answer with its exact text: `exactNumber('12.50')` is written as `12.50`. Most amounts are equal to a
 * double with the same text, which is serialised in a third of the time of raw JSON.
 */
export function exactNumber(text: string): ExactNumber {
  const value = Number(text);
  return (String(value) === text ? value : JSON.rawJSON(text)) as ExactNumber;
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
