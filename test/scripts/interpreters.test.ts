import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { missingInterpreters, withoutInterpreters } from '../../scripts/lib/interpreters.mjs';

const path = mkdtempSync(join(tmpdir(), 'turnpike-interpreters-'));
afterAll(() => rmSync(path, { recursive: true }));

function put(name: string, status = 0): void {
  writeFileSync(join(path, name), `#!/bin/sh\n[ "$1" = --version ] || exit ${status}\n`);
  chmodSync(join(path, name), 0o755);
}

it('the script installs interpreters that are missing, and names those that it could not install', async () => {
  const refused = await missingInterpreters({ path, install: () => Promise.reject(new Error('no root')) });
  expect(refused).toEqual(['python3', 'php']);
  expect(withoutInterpreters(refused)).toBe("No python3 and no php: the guide's programs for it are left out.\n");
  expect(await missingInterpreters({ path, install: async () => put('php') })).toEqual(['python3']);
  put('python3', 1);
  expect(await missingInterpreters({ path, install: () => Promise.reject() })).toEqual(['python3 with cryptography']);
  put('python3');
  expect(withoutInterpreters(await missingInterpreters({ path, install: () => Promise.reject() }))).toBe('');
});
