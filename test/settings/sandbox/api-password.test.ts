import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sandboxApiPassword } from '../../../src/settings/sandbox/api-password.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-password-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the sandbox uses the setting and writes no file', () => {
  expect(sandboxApiPassword(folder, { SANDBOX_API_PASSWORD: 'from-the-setting' })).toBe('from-the-setting');
  expect(readdirSync(folder)).toEqual([]);
});

it('the sandbox makes a password where there is none, for its owner alone, and stores it', () => {
  const password = sandboxApiPassword(folder, {});
  expect(password).toMatch(/^[0-9a-f]{32}$/);
  expect(sandboxApiPassword(folder, {})).toBe(password);
  expect(statSync(join(folder, 'sandbox', 'api-password')).mode & 0o777).toBe(0o600);
});

it('the sandbox makes one password for processes that start together', async () => {
  const module = new URL('../../../src/settings/sandbox/api-password.ts', import.meta.url).href;
  const script = `import { sandboxApiPassword } from ${JSON.stringify(module)}; console.log(sandboxApiPassword(process.argv[1], {}))`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder]);
  const passwords = await Promise.all(Array.from({ length: 8 }, run));
  expect(new Set(passwords.map(({ stdout }) => stdout)).size).toBe(1);
  expect(readdirSync(join(folder, 'sandbox'))).toEqual(['api-password']);
});

it.each(['two words', 'ümlaut', 'x'.repeat(129), 'line\nline'])(
  'the sandbox refuses %j, which no header could carry',
  (password) => {
    expect(() => sandboxApiPassword(folder, { SANDBOX_API_PASSWORD: password })).toThrow('SANDBOX_API_PASSWORD');
  },
);

it('names a file that contains no password', () => {
  mkdirSync(join(folder, 'sandbox'));
  writeFileSync(join(folder, 'sandbox', 'api-password'), '');
  expect(() => sandboxApiPassword(folder, {})).toThrow('api-password');
});
