/** Validates an answer against its published contract. */
import type { Field, Group, Node } from '../../../../src/contract/field.ts';
import { membersOfVersion } from '../../../../src/contract/versioned-schema.ts';

/**
 * Fields of an answer that its contract lacks, promised fields that it lacks, and values of another type; empty if it
 * conforms.
 */
export function breaches(contract: Group, answer: unknown, version: number, at = ''): string[] {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return [`${at} is no object`];
  }
  const { inOrder } = membersOfVersion(contract, version);
  const known = new Map(inOrder.map(({ name, node }) => [name, node]));
  const members = Object.entries(answer);
  const given = new Set(members.map(([name]) => name));
  return [
    ...members.flatMap(([name, value]) => {
      const node = known.get(name);
      return node === undefined ? [`${at}${name} is a stranger`] : ofNode(node, value, version, at + name);
    }),
    ...[...known].flatMap(([name, node]) => (isPromised(node) && !given.has(name) ? [`${at}${name} is missing`] : [])),
  ];
}

function isPromised(node: Node): boolean {
  return (node.kind === 'field' || node.kind === 'group') && node.always;
}

function ofNode(node: Node, value: unknown, version: number, at: string): string[] {
  switch (node.kind) {
    case 'field':
      return isOfType(node, value) ? [] : [`${at} is not ${(node.answered ?? node.type).allowed}: ${value}`];
    case 'group':
      return breaches(node, value, version, `${at}.`);
    case 'list':
      if (!Array.isArray(value)) {
        return [`${at} is no list`];
      }
      return value.flatMap((element, index) => breaches(node.element, element, version, `${at}[${index}].`));
    case 'free':
      return Object.entries(value as object).flatMap(([name, inner]) =>
        node.name.test(name) ? ofNode(node.member, inner, version, `${at}.${name}`) : [`${at}.${name} is no such name`],
      );
  }
}

function isOfType({ type, answered = type }: Field, value: unknown): boolean {
  if (!answered.answersNumber) {
    return answered.accepts(value);
  }
  return typeof value === 'number' && answered.accepts(String(value));
}
