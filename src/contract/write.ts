/**
 * Writes kept values as an answer shows them: the fields that the asker's version has, decimals and integers as JSON
 * numbers with their exact text.
 */
import type { Group } from './field.ts';
import type { Value, Values } from './read.ts';
import { isGroup } from './values.ts';
import { insertInOrder, membersOfVersion, type VersionedMember, type VersionedMembers } from './versioned-schema.ts';

declare global {
  interface JSON {
    /** ECMAScript's JSON.rawJSON: `text` stands in the output as it is. */
    rawJSON(text: string): object;
  }
}

export type Answer = { [name: string]: unknown };

/** A number of an answer, exactly: `exactNumber('12.50')` is written `12.50`. */
export function exactNumber(text: string): object {
  return JSON.rawJSON(text);
}

/** @param values as `readGroup` gave them, or as they came back from JSON */
export function writeGroup(contract: Group, values: Values | undefined, version: number): Answer | undefined {
  return values === undefined ? undefined : writeMembers(membersOfVersion(contract, version), values);
}

function writeMembers({ byName }: VersionedMembers, values: Values): Answer {
  const members: VersionedMember[] = [];
  for (const name in values) {
    const member = byName.get(name);
    if (member !== undefined) {
      insertInOrder(members, member);
    }
  }
  const answer: Answer = {};
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
      // A text that the asker's version has no room for is left out, not cut: half a value is a wrong one.
      if (node.earlier !== undefined && !node.type.accepts(value)) {
        return undefined;
      }
      return (node.answered ?? node.type).answersNumber && typeof value === 'string' ? exactNumber(value) : value;
    case 'group':
      return isGroup(value) ? writeMembers(inner, value) : undefined;
    case 'list':
      return Array.isArray(value) ? value.map((element) => writeMembers(inner, element)) : undefined;
    case 'free':
      return isGroup(value) ? writeFreeNames(each!, value) : undefined;
  }
}

function writeFreeNames(each: VersionedMember, values: Values): Answer {
  const answer: Answer = {};
  for (const name in values) {
    answer[name] = writeMember(each, values[name]!);
  }
  return answer;
}
