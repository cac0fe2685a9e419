/** The reference is generated from the contract's descriptions, so each must be present. */
import { describe, expect, it } from 'vitest';
import { everyNode } from '../../src/contract/edit-schema.ts';
import type { Group } from '../../src/contract/field.ts';
import { errorAnswer } from '../../src/contract/fields/error-fields.ts';
import { PATH_PARAMETERS } from '../../src/contract/fields/path.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';

const SENTENCE = /^[A-Z](?!.*\s\s).*[^\s.]\.$/;
const CHARACTERS_MAX = 160;

const undocumented = (tree: Group) =>
  [['', tree] as const, ...everyNode(tree)]
    .filter(([, { doc }]) => !SENTENCE.test(doc) || doc.length > CHARACTERS_MAX || doc.slice(0, -1).includes('. '))
    .map(([path, { doc }]) => [path, doc]);

const operations = Object.entries(OPERATIONS);

it.each(operations)('%s describes each field and group of its request in a sentence', (_name, { request }) => {
  expect(undocumented(request)).toEqual([]);
});

it.each(operations)('%s describes each field and group of its answer in a sentence', (_name, { answer }) => {
  expect(undocumented(answer)).toEqual([]);
});

it('errors and addresses describe each of their fields in a sentence', () => {
  expect([...undocumented(errorAnswer), ...undocumented(PATH_PARAMETERS)]).toEqual([]);
});

it.each(operations)('%s has a title and one or two sentences of its own', (_name, { title, doc }) => {
  expect(title).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
  expect(doc).toMatch(/^[A-Z][^.]+\.( [A-Z][^.]+\.)?$/);
});

describe('every type', () => {
  const types = operations.flatMap(([, { request, answer }]) =>
    [...everyNode(request), ...everyNode(answer)].flatMap(([path, node]) =>
      node.kind === 'field' ? [node.type, node.answered, node.earlier?.type].map((type) => [path, type] as const) : [],
    ),
  );

  it('describes its values in a part of a sentence', () => {
    const mute = types.filter(([, type]) => type !== undefined && !/^\S.*[^.\s]$/.test(type.allowed));
    expect(mute.map(([path, type]) => [path, type?.allowed])).toEqual([]);
  });
});
