/**
 * Writes kept values as an answer shows them: the fields that the asker's version has, decimals and integers as JSON
 * numbers with their exact text.
 */
import type { Group, Node } from './field.ts';
import { liveMembers } from './live.ts';
import type { Value, Values } from './read.ts';
import { isGroup } from './values.ts';

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
  if (values === undefined) return undefined;
  const answer: Answer = {};
  for (const { name, node } of liveMembers(contract, version).inOrder) {
    const value = values[name];
    if (value !== undefined) answer[name] = writeNode(node, value, version);
  }
  return answer;
}

function writeNode(node: Node, value: Value, version: number): unknown {
  switch (node.kind) {
    case 'field':
      return node.type.answersNumber && typeof value === 'string' ? exactNumber(value) : value;
    case 'group':
      return isGroup(value) ? writeGroup(node, value, version) : undefined;
    case 'list':
      return Array.isArray(value) ? value.map((element) => writeGroup(node.element, element, version)) : undefined;
    case 'free':
      return value;
  }
}
