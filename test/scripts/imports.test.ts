import { expect, it } from 'vitest';
import { violations } from '../../scripts/check-imports.ts';
import { importsOf } from '../../scripts/lib/imports.ts';

it.each([
  ['an import()', 'a.ts', "const a = () => import('./a.ts');"],
  ['an import() of a plain template', 'a.ts', 'const a = () => import(`./a.ts`);'],
  ['a type', 'a.ts', "let a: import('./a.ts').A;"],
  ['a type of a whole module', 'a.ts', "type A = typeof import('./a.ts');"],
  ['JSDoc in JavaScript', 'a.mjs', "/** @type {import('./a.ts').A} */\nexport const a = 1;"],
  ['a parameter in JavaScript', 'a.mjs', "/** @param {import('./a.ts').A} a */\nexport function f(a) {}"],
  ['frontmatter', 'a.astro', "---\nimport type { A } from './a.ts';\n---\n<p>text</p>"],
  ['a script of a page', 'a.astro', "---\n---\n<script>\n  import './a.ts';\n</script>"],
  ['an expression of markup', 'a.astro', "---\n---\n<p>{await import('./a.ts')}</p>"],
])('the check sees %s', (_what, file, source) => {
  expect(importsOf(source, file).relative).toEqual(['./a.ts']);
});

it.each([
  ['a string', 'a.ts', `const a = "import('./a.ts')";`],
  ['a template', 'a.ts', "const a = `import './a.ts'`;"],
  ['a comment', 'a.ts', "// import('./a.ts')\n/** import('./b.ts') */\nconst a = 1;"],
  ['text of a page', 'a.astro', "---\n---\n<p>from './a.ts'</p>"],
])('does not treat %s as an import', (_what, file, source) => {
  expect(importsOf(source, file)).toEqual({ relative: [], hasComputed: false });
});

it('the check applies the table to types and import() as to declarations', () => {
  expect(violations('contract/a.ts', "let a: import('../core/ports.ts').A;")).toHaveLength(1);
  expect(violations('contract/a.ts', "const a = () => import('../core/ports.ts');")).toHaveLength(1);
  expect(
    violations('web/pages/view/a.astro', "---\nlet a: import('../../../adapters/store/a.ts').A;\n---\n"),
  ).toHaveLength(1);
});

it('the check refuses a computed path, unless a reason is given', () => {
  const source = 'const a = (name: string) => import(name);';
  expect(violations('core/a.ts', source)[0]).toContain('MAY_COMPUTE');
  expect(violations('web/rendering/page-worker.ts', source)).toEqual([]);
});
