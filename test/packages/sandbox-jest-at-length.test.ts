// @module-tag at-length
/** `@turnpike/sandbox` in tests that Jest itself runs, from npm: the README's, and one about its realm. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../scripts/lib/project.mjs';
import { programsOf } from './installed.ts';
import { INSTALL_MS_MAX, installProject } from './shop-systems.ts';

const run = promisify(execFile);

const JEST_MS_MAX = 300_000;
/** The limit of one test and of one hook on a busy machine; Jest's own is five seconds. */
const PATIENT = '--testTimeout=120000';
const ES_MODULES = '--experimental-vm-modules';

let folder: string | undefined;
beforeAll(async () => {
  folder = await installProject('jest-shop', join(ROOT, 'test', 'packages', 'jest-shop'), ['sandbox']);
  for (const [file, code] of folder === undefined ? [] : programsOf('sandbox')) {
    writeFileSync(join(folder ?? '', file), code);
  }
}, INSTALL_MS_MAX);

it.for([
  ['the README’s test in CommonJS', 'pending.test.cjs', [], []],
  ['the README’s test in CommonJS beside a page’s globals', 'pending.test.cjs', [], ['--env=jsdom']],
  ['the README’s test in ES modules', 'refund.test.mjs', [ES_MODULES], []],
  ['a test that compares prototypes', 'realm.test.cjs', [], []],
] as const)('%s passes and ends by itself', { timeout: JEST_MS_MAX }, async ([, file, nodeArgs, args], { skip }) => {
  skip(folder === undefined, 'npm cannot get Jest.');
  const jest = [...nodeArgs, join('node_modules', 'jest', 'bin', 'jest.js'), PATIENT, ...args, file];
  const { stderr } = await run(process.execPath, jest, { cwd: folder, env: { ...process.env, VITEST: '' } });
  expect(stderr).toMatch(/^Tests: +[12] passed, [12] total$/m);
  expect(stderr).not.toContain('did not exit');
});
