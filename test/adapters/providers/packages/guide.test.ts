/**
 * The package in the guide to adding a provider: built from the page's blocks in a folder of its own, as its author
 * does, compiled beside a checkout of Turnpike, and tested by the command that the page names.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROMISES } from '../../../../src/adapters/providers/conformance/promises/list.ts';
import { AT_LENGTH } from '../../../support/at-length.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const GUIDE = readFileSync(join(ROOT, 'docs/guide/browser-payment-providers.md'), 'utf8');
const PART = GUIDE.slice(GUIDE.indexOf('## In a package of your own'));

/** The files that this repository tests, compiles and lints. */
const kept = (file: string) => readFileSync(new URL(`village-pay/${file}`, import.meta.url), 'utf8');

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);
}

const IMPORTS = /^(?:import [^;]*;\n)+\n?/gm;
const below = (code: string) => code.replace(IMPORTS, '').trim();

const [factsImports = '', adapterImports = '', index = '', standIn = ''] = blocks(PART, 'ts');
const [facts = '', , adapter = ''] = blocks(GUIDE, 'ts');
const FILES: Readonly<Record<string, string>> = {
  'facts.ts': `${factsImports}\n${below(facts)}\n`,
  'adapter.ts': `${adapterImports}\n${below(adapter)}\n`,
  'index.ts': index,
  'stand-in.ts': standIn,
};

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'turnpike-package-')));
  for (const [file, code] of Object.entries(FILES)) {
    writeFileSync(join(folder, file), code);
  }
  const [tsconfig = ''] = blocks(PART, 'json');
  writeFileSync(join(folder, 'tsconfig.json'), tsconfig);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', 'turnpike'), 'junction');
  for (const installed of ['@types', 'zod']) {
    symlinkSync(join(ROOT, 'node_modules', installed), join(folder, 'node_modules', installed), 'junction');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(Object.entries(FILES))('the page’s %s is the tested file', (file, code) => {
  expect(code).toBe(kept(file));
});

it('the example compiles beside a checkout of Turnpike, as the page says', AT_LENGTH, () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

it('the example passes the command that the page names', () => {
  expect(PART).toContain('npm run turnpike -- provider check villagePay');
  const out = execFileSync(process.execPath, [join(ROOT, 'src/cli/main.ts'), 'provider', 'check', 'villagePay'], {
    cwd: ROOT,
    env: { ...process.env, PROVIDERS: join(folder, 'index.ts'), DATA_DIR: join(folder, 'data') },
    encoding: 'utf8',
  });
  expect(out).toContain(' 0 broken, ');
});

it('the page shows lines of the report as they are printed', () => {
  const [shown = ''] = blocks(PART, 'text');
  const says = PROMISES.flatMap(({ heading, promises }) => [heading, ...promises.map((one) => one.says)]);
  const lines = shown.split('\n').map((line) => line.replace(/^(?:kept|BROKEN) +/, ''));
  const named = lines.filter((line) => line !== '' && !line.startsWith(' '));
  expect(named).toHaveLength(4);
  expect(named.filter((line) => !says.includes(line))).toEqual([]);
});
