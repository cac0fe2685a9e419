/**
 * Writes stored values as an answer: the fields of the caller's version, with decimals and integers as JSON numbers of
 * their exact text.
 */
import type { Group } from './field.ts';
import type { FieldType } from './field-types.ts';
import type { Value, Values } from './read.ts';
import { isGroup } from './values.ts';
import { insertInOrder, membersOfVersion, type VersionedMember, type VersionedMembers } from './versioned-schema.ts';

declare global {
  interface JSON {
    /** ECMAScript's JSON.rawJSON: `text` appears in the output unchanged. */
    rawJSON(text: string): object;
  }
}

export type AnswerFields = { [name: string]: unknown };

/**
 * A number of an answer with its exact text: `exactNumber('12.50')` is written as `12.50`. Most amounts are a double
 * with the same text, which costs a third of raw JSON.
 */
export function exactNumber(text: string): number | object {
  const value = Number(text);
  return String(value) === text ? value : JSON.rawJSON(text);
}

/** @param values from `readGroup`, or parsed from stored JSON */
export function writeGroup(contract: Group, values: Values | undefined, version: number): AnswerFields | undefined {
  return values === undefined ? undefined : writeMembers(membersOfVersion(contract, version), values);
}

function writeMembers({ byName }: VersionedMembers, values: Values): AnswerFields {
  const members: VersionedMember[] = [];
  for (const name in values) {
    const member = byName.get(name);
    if (member !== undefined) {
      insertInOrder(members, member);
    }
  }
  const answer: AnswerFields = {};
  for (const member of members) {
    const value = values[member.name];
    if (value !== undefined) {
      answer[member.name] = writeMember(member, value);
    }
  }
  return answer;
}

function writeMember({ node, inner, each }: VersionedMember, value: Value): unknown {
  switch (node.kind) {
    case 'field':
      // If the value does not fit the caller's API version, it is omitted rather than truncated.
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

function writeFreeNames(each: VersionedMember, values: Values): AnswerFields {
  const answer: AnswerFields = {};
  for (const name in values) {
    answer[name] = writeMember(each, values[name]!);
  }
  return answer;
}
