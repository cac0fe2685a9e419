import { describe, expect, it } from 'vitest';
import { alwaysProvided, everyNode, nodeAt, omit, pick, replace } from '../../src/contract/edit-schema.ts';
import { field, freeNames, type Group, group, list } from '../../src/contract/field.ts';
import { string } from '../../src/contract/field-types.ts';

const leaf = (doc: string) => field(string(1, 9), doc);
const tree = group(
  {
    a: leaf('A.'),
    b: group({ c: leaf('C.'), d: group({ e: leaf('E.'), f: leaf('F.') }, { doc: 'D.' }) }, { doc: 'B.', since: 34 }),
    l: list(group({ m: leaf('M.') }, { doc: 'One.' }), 3, { doc: 'L.' }),
    n: freeNames({ name: /x/, nameAllowed: 'x', membersMax: 1, member: leaf('N.'), doc: 'Names.' }),
  },
  { doc: 'All.' },
);
const paths = (of: Group) => [...everyNode(of)].map(([path]) => path);
const ALL = ['a', 'b', 'b.c', 'b.d', 'b.d.e', 'b.d.f', 'l', 'l[n]', 'l[n].m', 'n', 'n.X'];

it('everyNode lists all nodes of a tree by their paths', () => {
  expect(paths(tree)).toEqual(ALL);
});

describe('take', () => {
  it('selects the named nodes, whole or in part', () => {
    expect(paths(pick(tree, 'a', 'b.d.e', 'n'))).toEqual(['a', 'b', 'b.d', 'b.d.e', 'n', 'n.X']);
    expect(paths(pick(tree, 'b.d'))).toEqual(['b', 'b.d', 'b.d.e', 'b.d.f']);
  });

  it('selects all of a group where a part of it is named too', () => {
    expect(paths(pick(tree, 'b.c', 'b'))).toEqual(['b', 'b.c', 'b.d', 'b.d.e', 'b.d.f']);
  });

  it('keeps the groups’ own properties', () => {
    expect(pick(tree, 'b.c')).toMatchObject({ doc: 'All.', members: { b: { doc: 'B.', since: 34 } } });
  });

  it.each(['x', 'b.x', 'a.x', 'l.m', 'n.x', 'b.d.e.x', ''])('throws for %j, which does not exist', (path) => {
    expect(() => pick(tree, path)).toThrow(TypeError);
  });
});

describe('leave', () => {
  it('leaves out the named nodes, and keeps the others', () => {
    expect(paths(omit(tree, 'a', 'b.d.e', 'l'))).toEqual(['b', 'b.c', 'b.d', 'b.d.f', 'n', 'n.X']);
    expect(paths(omit(tree, 'b', 'b.c'))).not.toContain('b');
  });

  it.each(['x', 'b.x', 'a.x', 'l.m', ''])('throws for %j, which does not exist', (path) => {
    expect(() => omit(tree, path)).toThrow(TypeError);
  });
});

describe('put', () => {
  it('puts a node beside the others, or replaces one', () => {
    expect(paths(replace(tree, 'b.d.g', leaf('G.')))).toEqual(ALL.toSpliced(6, 0, 'b.d.g'));
    expect(nodeAt(replace(tree, 'b.c', leaf('New.')), 'b.c').doc).toBe('New.');
  });

  it('throws where the group around does not exist', () => {
    expect(() => replace(tree, 'x.y', leaf('Y.'))).toThrow(TypeError);
  });
});

describe('provided', () => {
  it('makes fields and groups ALWAYS PROVIDED', () => {
    const answer = alwaysProvided(tree, 'a', 'b.d');
    expect([nodeAt(answer, 'a'), nodeAt(answer, 'b.d')]).toMatchObject([{ always: true }, { always: true }]);
    expect(nodeAt(answer, 'b.d.e')).toMatchObject({ always: false });
  });

  it.each(['x', 'l', 'n', 'b.x'])('throws for %j, which is neither a field nor a group', (path) => {
    expect(() => alwaysProvided(tree, path)).toThrow(TypeError);
  });
});

it('leaves the source tree unchanged', () => {
  pick(tree, 'b.c');
  omit(tree, 'b.d.e');
  replace(tree, 'b.d.e', leaf('New.'));
  alwaysProvided(tree, 'b.d.e');
  expect(paths(tree)).toEqual(ALL);
  expect(nodeAt(tree, 'b.d.e')).toMatchObject({ doc: 'E.', always: false });
});
