import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sandboxProviderKey } from '../../../src/settings/sandbox/provider-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-provider-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the key is made once, for its owner alone, and stored', () => {
  const key = sandboxProviderKey(folder);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(sandboxProviderKey(folder)).toBe(key);
  expect(statSync(join(folder, 'sandbox', 'provider-key')).mode & 0o777).toBe(0o600);
});

it.each(['', 'short', 'g'.repeat(64), `${'a'.repeat(64)}\nb`])(
  'a file that contains %j in place of the key is named',
  (text) => {
    mkdirSync(join(folder, 'sandbox'));
    writeFileSync(join(folder, 'sandbox', 'provider-key'), text);
    expect(() => sandboxProviderKey(folder)).toThrow(/^.*provider-key must hold 32 bytes.*$/);
  },
);
