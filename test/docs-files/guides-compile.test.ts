/** The TypeScript of the guides, in a copy of the program with all of their changes. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import { codeBlocks, DOC_PAGES, docPage, ROOT } from './documentation.ts';
import { EDITS, IN_WORDS } from './guide-edits.ts';

/** A whole file, or a line to add at the end of one. */
const WITH_FILE = /^(A line in )?`(src\/[\w/-]+\.ts)`:\n\n```ts\n(.*?)^```/gms;
/** The files of a package, which `test/adapters/providers/packages/guide.test.ts` compiles. */
const PACKAGE = /^## In a package of your own$.*/ms;

interface Block {
  readonly guide: string;
  readonly code: string;
}

/** Blocks inside a list are indented. */
const unindented = (code: string) =>
  /^(?: {2}.*)?(?:\n(?: {2}.*)?)*$/.test(code) ? code.replace(/^ {2}/gm, '') : code;

const BLOCKS: readonly Block[] = DOC_PAGES.flatMap(({ file, text }) =>
  codeBlocks(text.replace(PACKAGE, ''), 'ts').map((code) => ({ guide: file, code })),
);
const FILES = DOC_PAGES.flatMap(({ text }) =>
  [...text.replace(PACKAGE, '').matchAll(WITH_FILE)].map(([, isLine, file = '', code = '']) => ({
    isLine: isLine !== undefined,
    file,
    code,
  })),
);

const editOf = ({ guide, code }: Block) =>
  EDITS.find(
    (edit) => edit.guide === guide && (code.startsWith(edit.block) || unindented(code).startsWith(edit.block)),
  );

it('every block is a file, or a change with a stated place', () => {
  const others = BLOCKS.filter(({ code }) => !FILES.some((file) => file.code === code));
  expect(others.filter((block) => editOf(block) === undefined)).toEqual([]);
  const used = others.map(editOf);
  expect(EDITS.filter((edit) => !used.includes(edit))).toEqual([]);
});

it('every change names an existing file, and a line of it', () => {
  const placed = [...EDITS, ...IN_WORDS].filter(({ below }) => below !== undefined);
  const lost = placed.filter(
    ({ file, below = '' }) =>
      !existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), 'utf8').includes(`\n${below}`),
  );
  expect(lost).toEqual([]);
});

it('every change is described beside the file and the table that it names', () => {
  const names = (text: string | undefined) => text?.match(/\b[A-Z]{4,}[A-Z_]*\b/)?.[0];
  const unnamed = EDITS.filter(({ replaces }) => !replaces).filter(({ guide, file, below }) => {
    const text = docPage(guide);
    const table = names(below?.replace(/^ .*/, ''));
    return (
      (file !== 'src/core/operations/release.ts' && !text.includes(`${file})`) && !text.includes(`\`${file}\``)) ||
      (table !== undefined && !text.includes(`\`${table}\``))
    );
  });
  expect(unnamed.map(({ block }) => block)).toEqual([]);
});

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'turnpike-guides-')));
beforeAll(() => {
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function insert(file: string, below: string, text: string, replaces = false): void {
  const path = join(copy, file);
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(below));
  writeFileSync(path, lines.toSpliced(replaces ? at : at + 1, replaces ? 1 : 0, text).join('\n'));
}

function append(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  appendFileSync(join(copy, file), text);
}

/** @returns the compiler's errors */
function compiled(project: string): string {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    return execFileSync(process.execPath, [tsc, '-p', project], { cwd: copy, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const extending = (include: readonly string[], compilerOptions = {}) =>
  JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include, compilerOptions });

const COMPILING_MS_MAX = 240_000;

it('the program compiles with every change of the guides', { ...AT_LENGTH, timeout: COMPILING_MS_MAX }, () => {
  for (const part of ['src', 'package.json', 'scripts', 'docs']) {
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  }
  writeFileSync(join(copy, 'tsconfig.json'), extending(['src']));
  for (const { file, code } of FILES) {
    append(file, code);
  }
  for (const block of BLOCKS) {
    const { file, below, replaces } = editOf(block) ?? {};
    if (file !== undefined) {
      const code = block.code.replace(/\n$/, '');
      below === undefined ? append(file, `${code}\n`) : insert(file, below, code, replaces);
    }
  }
  for (const { file, below, text } of IN_WORDS) {
    insert(file, below, text);
  }
  expect(compiled('.')).toBe('');
});

it('the programs in JavaScript have no type errors', AT_LENGTH, () => {
  const programs = DOC_PAGES.flatMap(({ text }) => codeBlocks(text, 'js'));
  expect(programs.length).toBeGreaterThan(0);
  programs.forEach((code, index) => void append(`programs/${index}.mjs`, code));
  writeFileSync(join(copy, 'programs/tsconfig.json'), extending(['.'], { strict: false }));
  expect(compiled('programs')).toBe('');
});
