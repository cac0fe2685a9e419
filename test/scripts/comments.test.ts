import { expect, it } from 'vitest';
import { COLUMNS_MAX, wideComments, wrapComments } from '../../scripts/lib/comments.ts';

const LONG = 'word '.repeat(40).trim();
const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

it.each([
  ['a block of one line', `/** ${LONG} */\nconst a = 1;\n`],
  ['a block of several', `/**\n * ${LONG}\n * and more\n */\nconst a = 1;\n`],
  ['lines', `  // ${LONG}\n  // and more\n`],
])('the wrapper wraps %s, and loses no word', (_what, text) => {
  const wrapped = wrapComments(text, 'a.ts');
  expect(widest(wrapped)).toBeLessThanOrEqual(COLUMNS_MAX);
  expect(wrapped.match(/\w+/g)).toEqual(text.match(/\w+/g));
  expect(wrapComments(wrapped, 'a.ts')).toBe(wrapped);
});

it('the wrapper separates paragraphs, lists and tags, and leaves fitting ones unchanged', () => {
  const text = `/**\n * short\n * lines\n *\n * - ${LONG}\n * @param a ${LONG}\n * @returns b\n */\nconst a = 1;\n`;
  const lines = wrapComments(text, 'a.ts').split('\n');
  expect(lines.slice(0, 4)).toEqual(['/**', ' * short', ' * lines', ' *']);
  expect(lines.filter((line) => /^ \* (-|@)/.test(line)).map((line) => line.slice(0, 9))).toEqual([
    ' * - word',
    ' * @param',
    ' * @retur',
  ]);
  expect(widest(lines.join('\n'))).toBeLessThanOrEqual(COLUMNS_MAX);
});

it('the wrapper gives each tag of a comment of one line a line of its own', () => {
  const wrapped = wrapComments(`/** ${LONG} @param a the first @returns the second */\n`, 'a.ts');
  expect(wrapped).toContain('\n * @param a the first\n * @returns the second\n');
});

it.each([
  ['in a string', 'a.ts', `const a = '// ${LONG}';\n`],
  ['in a template', 'a.ts', `const a = \`\n// ${LONG}\n\`;\n`],
  ['that a tool reads', 'a.ts', `// biome-ignore lint/style/useConst: ${LONG}\nlet a = 1;\n`],
  ['in markup', 'a.astro', `---\nconst a = 1;\n---\n<p>// ${LONG}</p>\n`],
])('the wrapper leaves text unchanged that looks like a comment %s', (_where, file, text) => {
  expect(wrapComments(text, file)).toBe(text);
  expect(wideComments(text, file)).toEqual([]);
});

it.each([
  ['a.css', `/* ${LONG} */\na {}\n`],
  ['a.astro', `---\n/** ${LONG} */\nconst a = 1;\n---\n<p>{a}</p>\n`],
  ['a.mjs', `/** ${LONG} */\nexport const a = 1;\n`],
  ['a.tsx', `/** ${LONG} */\nexport const a = <p>it's</p>;\n`],
])('the wrapper wraps comments of %s', (file, text) => {
  expect(wideComments(text, file)).toHaveLength(1);
  expect(wideComments(wrapComments(text, file), file)).toEqual([]);
});

it('names a comment behind code, which must be moved by hand', () => {
  const text = `const a = 1; // ${LONG}\n`;
  expect(wrapComments(text, 'a.ts')).toBe(text);
  expect(wideComments(text, 'a.ts')).toEqual([1]);
});
