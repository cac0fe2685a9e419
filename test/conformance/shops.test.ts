/**
 * The ways in which shops send values, in every operation with a body, over the contract's own fields: whole numbers
 * for texts, `""` for empty inputs, empty groups.
 */
import { describe, expect, it } from 'vitest';
import { everyNode } from '../../src/contract/edit-schema.ts';
import { existsIn, type Field, type Group, type Node, typeIn } from '../../src/contract/field.ts';
import { type ContractOperation, OPERATIONS } from '../../src/contract/operations.ts';
import { bodyOf, readBody } from '../contract/body.ts';
import { at } from './interface/body.ts';

/** The first version, the one with the most changes, and the last. */
const VERSIONS = [14, 34, 100];

const operations = Object.keys(OPERATIONS) as ContractOperation[];

/** @returns every node of the operation's request in the version by path; list elements have index 0 */
function nodesOf(operation: ContractOperation, version: number): (readonly [path: string, node: Node])[] {
  const nodes = [...everyNode(OPERATIONS[operation].request)];
  const gone = nodes.filter(([, node]) => !existsIn(node, version)).map(([path]) => path);
  return nodes
    .filter(([path]) => !gone.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`)))
    .map(([path, node]) => [path.replaceAll('[n]', '[0]').replaceAll('.X', '.own'), node] as const);
}

/** A body with only the value at the path. The value is JSON text, so that a number keeps its digits. */
function only(path: string, json: string): string {
  return path
    .split('.')
    .reverse()
    .reduce((inner, step) => {
      const name = step.replace('[0]', '');
      return `{${JSON.stringify(name)}:${step === name ? inner : `[${inner}]`}}`;
    }, json);
}

const request = (operation: ContractOperation): Group => OPERATIONS[operation].request;
const fieldsOf = (operation: ContractOperation, version: number) =>
  nodesOf(operation, version).filter((entry): entry is [string, Field] => entry[1].kind === 'field');

function read(operation: ContractOperation, version: number, path: string, json: string) {
  const { values, problems, ignored } = readBody(request(operation), only(path, json), { version });
  const own = problems.filter(({ field }) => field === path);
  return { value: at(values, path), problem: own[0]?.validationType, explanation: own[0]?.explanation, ignored };
}

describe.each(operations)('%s', (operation) => {
  it('reads a whole number in a text as its digits, and validates those', () => {
    for (const version of VERSIONS) {
      for (const [path, field] of fieldsOf(operation, version)) {
        if (typeIn(field, version).name === 'Boolean') {
          continue;
        }
        for (const number of ['0', '7', '98083', '9007199254740993']) {
          const what = `${number} at ${path}, version ${version}`;
          const [asNumber, asText] = [number, `"${number}"`].map((json) => read(operation, version, path, json));
          expect(asNumber, what).toEqual(asText);
        }
      }
    }
  });

  it('refuses other numbers, Booleans, lists and objects in a text', () => {
    for (const version of VERSIONS) {
      for (const [path, field] of fieldsOf(operation, version)) {
        const { name, takesNumber, takesBoolean } = typeIn(field, version);
        const wrong = ['{"a":"b"}', '["b"]', ...(takesNumber ? [] : ['1.5', '-5', '1e3'])];
        // PHP shops send `false` for a guest's e-mail address.
        const booleans = name === 'Email' ? ['true'] : ['true', 'false'];
        for (const json of takesBoolean || name === 'Boolean' ? wrong : [...wrong, ...booleans]) {
          expect(read(operation, version, path, json).problem, `${json} at ${path}, version ${version}`).toBe(
            'INVALID',
          );
        }
      }
    }
  });

  it('treats an empty text as absent where a text is optional, as missing where one is required, and refuses it elsewhere', () => {
    for (const version of VERSIONS) {
      for (const [path, field] of fieldsOf(operation, version)) {
        const type = typeIn(field, version);
        const { value, problem, ignored } = read(operation, version, path, '""');
        const what = `"" at ${path}, version ${version}`;
        if (type.name !== 'String') {
          const plain = type.plain?.('') ?? '';
          expect([value, problem], what).toEqual(type.accepts(plain) ? [plain, undefined] : [undefined, 'INVALID']);
        } else {
          expect([value, problem, ignored], what).toEqual([undefined, field.required ? 'MISSING' : undefined, []]);
        }
      }
    }
  });

  it('treats an empty group as absent, at any depth, known or not', () => {
    for (const version of VERSIONS) {
      for (const [path, node] of nodesOf(operation, version)) {
        if (node.kind === 'field') {
          continue;
        }
        const nothing = ['{}', '[]', 'null', '[{},[],null]', '{"unknown":null}'];
        // A merchant-defined name has a text as its value, so an array is a wrong value there.
        const deeper = node.kind === 'free' ? [] : ['{"unknown":[]}', '{"unknown":{"at":{"depth":null}}}'];
        for (const json of [...nothing, ...deeper]) {
          const { values, problems, ignored } = readBody(request(operation), only(path, json), { version });
          expect({ values, problems, ignored }, `${json} at ${path}, version ${version}`).toEqual({
            values: {},
            problems: [],
            ignored: [],
          });
        }
      }
    }
  });
});

it('the body of a test has its one field at the given path', () => {
  expect(bodyOf(only('order.item[0].name', '""'))).toEqual({ order: { item: [{ name: '' }] } });
});
