import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptSecret } from '../../src/settings/kept-secret.ts';
import { readSettings, SettingsError } from '../../src/settings/settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const read = (env: Record<string, string> = {}) => readSettings({ DATA_DIR: folder, ...env });
const live = { TURNPIKE_MODE: 'live', TURNPIKE_KEYS: KEY, PUBLIC_ORIGIN: 'https://pay.example' };

describe('without any setting', () => {
  it('a laptop has all it needs', () => {
    const settings = read();
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicOrigin: 'http://localhost:8080',
      databaseUrl: `sqlite:${join(folder, 'turnpike.db')}`,
      mode: 'sandbox',
      acquirerUrl: 'iso8583://127.0.0.1:8583',
      logLevel: 'info',
      sandboxApiPassword: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(statSync(join(folder, 'keys', 'sandbox.key')).mode & 0o777).toBe(0o600);
  });

  it('its key and password are the same at the next start', () => {
    const [first, second] = [read(), read()];
    expect(second.keys[0].id).toBe(first.keys[0].id);
    expect(second.sandboxApiPassword).toBe(first.sandboxApiPassword);
  });

  it('an empty setting is none', () => {
    expect(read({ PORT: '', HOST: '', LOG_LEVEL: '', PUBLIC_ORIGIN: '', TURNPIKE_MODE: '' })).toMatchObject({
      port: 8080,
      mode: 'sandbox',
      publicOrigin: 'http://localhost:8080',
    });
    expect(read({ TURNPIKE_KEYS: '' }).keys).toHaveLength(1);
  });
});

describe('a setting that cannot be used is one line that names it', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['TURNPIKE_MODE', 'production'],
    ['ACQUIRER_URL', 'http://127.0.0.1:8583'],
    ['ACQUIRER_URL', 'iso8583://127.0.0.1'],
    ['ACQUIRER_URL', 'iso8583://127.0.0.1:8583/x'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_ORIGIN', 'pay.example'],
    ['PUBLIC_ORIGIN', 'https://pay.example/path'],
    ['PUBLIC_ORIGIN', 'https://user@pay.example'],
    ['PUBLIC_ORIGIN', 'ftp://pay.example'],
    ['PUBLIC_ORIGIN', 'https://pay.example?x'],
    ['CLIENT_CERT_PROXIES', 'proxy.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'sqlite:'],
    ['TURNPIKE_KEYS', 'short'],
    ['TURNPIKE_KEYS', `${KEY},short`],
    ['TURNPIKE_KEYS', `${KEY},`],
  ])('%s=%s', (name, value) => {
    const refused = () => read({ [name]: value });
    expect(refused).toThrow(SettingsError);
    expect(refused).toThrow(new RegExp(`^${name}[^\n]*$`));
  });

  it('a key is never repeated in it', () => {
    const secret = Buffer.alloc(31, 9).toString('base64');
    expect(() => read({ TURNPIKE_KEYS: secret })).toThrow(new RegExp(`^(?!.*${secret.slice(0, 10)})`));
  });

  it('the password of a database is never repeated in it', () => {
    expect(() => read({ DATABASE_URL: 'mysql://user:hunter2@db/x' })).toThrow(/^(?!.*hunter2)/);
  });
});

describe('live mode', () => {
  it('is chosen, or follows from NODE_ENV', () => {
    expect(read(live)).toMatchObject({ mode: 'live', publicOrigin: 'https://pay.example' });
    const { TURNPIKE_MODE: _, ...rest } = live;
    expect(read({ ...rest, NODE_ENV: 'production' }).mode).toBe('live');
    expect(read({ TURNPIKE_MODE: 'sandbox', NODE_ENV: 'production' }).mode).toBe('sandbox');
  });

  it('makes no password and no key of its own', () => {
    expect(read(live).sandboxApiPassword).toBeUndefined();
    expect(() => statSync(join(folder, 'keys'))).toThrow();
  });

  it.each([
    ['generated keys', { TURNPIKE_KEYS: '' }, 'TURNPIKE_KEYS'],
    ['an http origin', { PUBLIC_ORIGIN: 'http://pay.example' }, 'https'],
    ['no origin', { PUBLIC_ORIGIN: '' }, 'https'],
  ])('refuses %s', (_what, change, told) => {
    expect(() => read({ ...live, ...change })).toThrow(told);
  });
});

describe('values', () => {
  it('keys stand newest first', () => {
    const [newest, older] = read({ TURNPIKE_KEYS: `${OTHER_KEY}, ${KEY}` }).keys;
    expect(newest.id).toBe(read({ TURNPIKE_KEYS: OTHER_KEY }).keys[0].id);
    expect(older?.id).toBe(read({ TURNPIKE_KEYS: KEY }).keys[0].id);
  });

  it('an origin loses its slash, and the port of its scheme', () => {
    expect(read({ PUBLIC_ORIGIN: 'https://pay.example/' }).publicOrigin).toBe('https://pay.example');
    expect(read({ PORT: '9000' }).publicOrigin).toBe('http://localhost:9000');
  });
});

describe('a kept secret', () => {
  it('is made once, for its owner alone', () => {
    const file = join(folder, 'deep', 'secret');
    const secret = keptSecret(file, 16, 'hex');
    expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(keptSecret(file, 16, 'hex')).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
