import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withCredentials } from '../../src/platform/credentials.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-credentials-'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

it('a file named like a setting is that setting, and other files are not', () => {
  const folder = folderWith({
    TURNPIKE_KEYS: 'a,b\n',
    SMTP_URL: 'smtp://x\r\n',
    'tls.key': 'one\ntwo\n',
    '.hidden': '',
  });
  const env = { PORT: '8080', TURNPIKE_KEYS: '', CREDENTIALS_DIRECTORY: folder };
  expect(withCredentials(env)).toEqual({ ...env, TURNPIKE_KEYS: 'a,b', SMTP_URL: 'smtp://x' });
});

it('without CREDENTIALS_DIRECTORY the environment stays as it is', () => {
  const env = { PORT: '8080' };
  expect(withCredentials(env)).toBe(env);
});

it('a setting in the environment takes precedence', () => {
  const env = { DATABASE_URL: 'sqlite:b.db', CREDENTIALS_DIRECTORY: folderWith({ DATABASE_URL: 'sqlite:a.db' }) };
  expect(withCredentials(env)).toEqual(env);
});

it('errors name the file and contain no part of its text', () => {
  const folder = folderWith({ TLS_KEY: '-----BEGIN PRIVATE KEY-----\nMC4C\n' });
  expect(() => withCredentials({ CREDENTIALS_DIRECTORY: folder })).toThrow(
    `${folder}/TLS_KEY has several lines, and a setting has one: give a PEM file a name in small letters, and its path in TLS_KEY.`,
  );
  const large = folderWith({ TURNPIKE_KEYS: 'x'.repeat(65_537) });
  expect(() => withCredentials({ CREDENTIALS_DIRECTORY: large })).toThrow(/TURNPIKE_KEYS is too large/);
  expect(() => withCredentials({ CREDENTIALS_DIRECTORY: join(folder, 'absent') })).toThrow(
    /absent, in CREDENTIALS_DIRECTORY, cannot be read \(ENOENT\): it must exist, and user \d+ must have the right to .+$/,
  );
});
