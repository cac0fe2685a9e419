/** The bundle of the program, which `npm start` and `npm run gateway` run in place of the sources. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModules } from '../../src/platform/module-sources.ts';
import { bundleProgram } from '../support/bundle.ts';
import { loadScript } from './module.ts';

const { programFile } = await loadScript<{ programFile(source: string, content: string): string }>('lib/program.mjs');
const { noteBuild } = await loadScript<{ noteBuild(): string }>('lib/build-note.mjs');

const VILLAGE = fileURLToPath(new URL('../adapters/providers/packages/village-pay/index.ts', import.meta.url));

let bundle: string;
let folder: string;
beforeAll(() => {
  bundle = bundleProgram();
  folder = mkdtempSync(join(tmpdir(), 'turnpike-bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the gateway is run from the bundle of its current sources, and never from that of others', () => {
  expect(programFile('src/server.ts', noteBuild())).toBe(`dist/program/${basename(bundle)}/server.mjs`);
  expect(programFile('src/server.ts', 'other sources')).toBe('src/server.ts');
  expect(programFile('src/cli/main.ts', noteBuild())).toBe('src/cli/main.ts');
});

it('the second command makes no other bundle of the same sources', () => {
  const before = readdirSync(join(bundle, '..'));
  expect([bundleProgram(), readdirSync(join(bundle, '..'))]).toEqual([bundle, before]);
});

it.each(['page-worker', 'commit-worker', 'checkpoint-worker', 'pkcs11-helper'])(
  'the file of %s has all modules of the program that it needs',
  (name) => {
    const { entry, texts } = readModules(join('file://', bundle, `${name}.mjs`));
    expect(Object.keys(texts)).toEqual([entry]);
  },
);

/** A package whose import fails at a line of the program, and prints where. */
const FAILING = `
  import { readExactJson } from 'turnpike/provider';
  try {
    readExactJson(Buffer.from('{'));
  } catch (error) {
    console.error(error.stack);
    throw error;
  }
`;

it('a provider package shares the modules of the bundle, and a stack trace names the lines of their sources', () => {
  writeFileSync(join(folder, 'failing.mjs'), FAILING);
  const { stderr } = spawnSync(process.execPath, [join(bundle, 'server.mjs')], {
    cwd: folder,
    env: { ...process.env, DATA_DIR: folder, PROVIDERS: `${VILLAGE},./failing.mjs` },
    encoding: 'utf8',
  });
  const [, file = '', line] = /at readExactJson \(file:\/\/([^)]+):(\d+):\d+\)/.exec(stderr) ?? [];
  expect(stderr).toContain('PROVIDERS: ./failing.mjs does not load');
  expect(file).toMatch(/\/src\/adapters\/http-json\.ts$/);
  expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('readJson(bytes)');
});
