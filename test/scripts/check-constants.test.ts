import { expect, it } from 'vitest';
import { misspelt } from '../../scripts/check-constants.ts';

it.each([
  ["const limit = 5;\nexport const name = 'x';\nconst hourMs = 60 * 60_000;", ['limit', 'name', 'hourMs']],
  ["const LIMIT = 5;\nexport const NAME = 'x';", []],
  ['const table = { one: 1 };\nconst twice = (n: number) => n * 2;\nconst list = [1];', []],
  ['function count() {\n  const step = 1;\n  return step;\n}', []],
])('%# names primitive constants of a module that are not in capitals', (source, names) => {
  expect(misspelt(source)).toEqual(names);
});
