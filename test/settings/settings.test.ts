import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyEncryptionKey } from '../../src/adapters/vault/index.ts';
import { readSettings, SettingsError } from '../../src/settings/settings.ts';
import { readOrCreateSecret } from '../../src/settings/stored-secret.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const read = (env: Record<string, string> = {}) => readSettings({ DATA_DIR: folder, ...env });
const live = {
  TURNPIKE_MODE: 'live',
  TURNPIKE_KEYS: randomBytes(32).toString('base64'),
  PUBLIC_ORIGIN: 'https://pay.example',
  ACQUIRER_URL: 'iso8583s://acquirer.example:8583',
};

describe('without any setting', () => {
  it('a laptop needs no setting', () => {
    const settings = read();
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicOrigin: 'http://localhost:8080',
      databaseUrl: `sqlite:${join(folder, 'turnpike.db')}`,
      mode: 'sandbox',
      logLevel: 'info',
      sandboxApiPassword: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect([...settings.acquirers.keys()]).toEqual(['default']);
    expect(settings.acquirers.get('default')).toMatchObject({
      url: 'iso8583://127.0.0.1:8583',
      refusesSimulator: false,
    });
    expect(statSync(join(folder, 'keys', 'sandbox.key')).mode & 0o777).toBe(0o600);
  });

  it('the key and the password stay the same at the next start', () => {
    const [first, second] = [read(), read()];
    expect(second.keys[0].id).toBe(first.keys[0].id);
    expect(second.sandboxApiPassword).toBe(first.sandboxApiPassword);
  });

  it('the console is at the gateway’s own origin, and live mode has none until it is set', () => {
    expect(read().consoleOrigin).toBe('http://localhost:8080');
    expect(read(live).consoleOrigin).toBeUndefined();
    const CONSOLE_ORIGIN = 'https://console.example';
    expect(read({ ...live, CONSOLE_ORIGIN }).consoleOrigin).toBe(CONSOLE_ORIGIN);
  });

  it('an empty setting is absent', () => {
    expect(read({ PORT: '', HOST: '', LOG_LEVEL: '', PUBLIC_ORIGIN: '', TURNPIKE_MODE: '' })).toMatchObject({
      port: 8080,
      mode: 'sandbox',
      publicOrigin: 'http://localhost:8080',
    });
    expect(read({ TURNPIKE_KEYS: '' }).keys).toHaveLength(1);
  });
});

describe('an invalid setting is reported in one line that names it', () => {
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
    ['ACQUIRER_PLAINTEXT', 'yes'],
    ['ACQUIRER_CA', '/ca.pem'],
    ['NOTIFICATION_LOOPBACK_PORTS', '0'],
    ['NOTIFICATION_LOOPBACK_PORTS', '3000,'],
    ['NOTIFICATION_LOOPBACK_PORTS', '9000-8000'],
    ['NOTIFICATION_LOOPBACK_PORTS', '1-65536'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_ORIGIN', 'pay.example'],
    ['PUBLIC_ORIGIN', 'https://pay.example/path'],
    ['PUBLIC_ORIGIN', 'https://user@pay.example'],
    ['PUBLIC_ORIGIN', 'ftp://pay.example'],
    ['PUBLIC_ORIGIN', 'https://pay.example?x'],
    ['CONSOLE_ORIGIN', 'console.example'],
    ['CONSOLE_ORIGIN', 'https://console.example'],
    ['CLIENT_CERT_PROXIES', 'proxy.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'sqlite:'],
    ['STORE_NUMBER', '3844'],
    ['STORE_NUMBER', '-1'],
    ['STORE_NUMBER', '0x1'],
    ['TURNPIKE_KEYS', 'short'],
    ['TURNPIKE_KEYS', `${KEY},short`],
    ['TURNPIKE_KEYS', `${KEY},`],
  ])('when %s=%s', (name, value) => {
    const refused = () => read({ [name]: value });
    expect(refused).toThrow(SettingsError);
    expect(refused).toThrow(new RegExp(`^${name}[^\n]*$`));
  });

  it.each([
    ['', /takes the name of a schema/],
    ['  ', /takes the name of a schema/],
    ['é'.repeat(32), /has at most 63 bytes/],
    ['a\nb', /has no control characters/],
    ['pg_turnpike', /PostgreSQL reserves the name/],
    ['information_schema', /PostgreSQL reserves the name/],
  ])('when DATABASE_SCHEMA=%j', (DATABASE_SCHEMA, reason) => {
    const refused = () => read({ DATABASE_URL: 'postgres://db/turnpike', DATABASE_SCHEMA });
    expect(refused).toThrow(SettingsError);
    expect(refused).toThrow(/^DATABASE_SCHEMA=.+ cannot be used: [^\n]+$/);
    expect(refused).toThrow(reason);
  });

  it('when DATABASE_SCHEMA is set with SQLite', () => {
    expect(() => read({ DATABASE_SCHEMA: 'shop' })).toThrow(/^DATABASE_SCHEMA cannot be used with SQLite[^\n]+$/);
  });

  it.each([
    ['0', 0],
    ['3843', 3_843],
    ['', undefined],
  ])('but not when STORE_NUMBER=%j', (STORE_NUMBER, storeNumber) => {
    expect(read({ STORE_NUMBER }).storeNumber).toBe(storeNumber);
  });

  it.each(['shop', 'Läden "Süd"', 'é'.repeat(31), 'PG_shop'])('but not when DATABASE_SCHEMA=%s', (DATABASE_SCHEMA) => {
    const settings = read({ DATABASE_URL: 'postgres://db/turnpike', DATABASE_SCHEMA });
    expect(settings.databaseSchema).toBe(DATABASE_SCHEMA);
    expect(read().databaseSchema).toBeUndefined();
  });

  it('without the value of a key', () => {
    const secret = Buffer.alloc(31, 9).toString('base64');
    expect(() => read({ TURNPIKE_KEYS: secret })).toThrow(new RegExp(`^(?!.*${secret.slice(0, 10)})`));
  });

  it('without the password of a database', () => {
    expect(() => read({ DATABASE_URL: 'mysql://user:hunter2@db/x' })).toThrow(/^(?!.*hunter2)/);
  });
});

describe('live mode', () => {
  it('is set, or follows from NODE_ENV', () => {
    expect(read(live)).toMatchObject({ mode: 'live', publicOrigin: 'https://pay.example' });
    const { TURNPIKE_MODE: _, ...rest } = live;
    expect(read({ ...rest, NODE_ENV: 'production' }).mode).toBe('live');
    expect(read({ TURNPIKE_MODE: 'sandbox', NODE_ENV: 'production' }).mode).toBe('sandbox');
  });

  it('makes no password and no key of its own', () => {
    expect(read(live).sandboxApiPassword).toBeUndefined();
    expect(read(live).testCards).toBeUndefined();
    expect(() => statSync(join(folder, 'keys'))).toThrow();
  });

  it.each([
    ['generated keys', { TURNPIKE_KEYS: '' }, 'TURNPIKE_KEYS'],
    ['an http origin', { PUBLIC_ORIGIN: 'http://pay.example' }, 'https'],
    ['no origin', { PUBLIC_ORIGIN: '' }, 'https'],
    ['no acquirer', { ACQUIRER_URL: '' }, 'ACQUIRER_URL is not set'],
  ])('refuses %s', (_what, change, message) => {
    expect(() => read({ ...live, ...change })).toThrow(message);
  });

  const bytes = (make: (index: number) => number) => Buffer.from(Array.from({ length: 32 }, (_, index) => make(index)));
  const half = randomBytes(16);
  it.each([
    ['zeros', Buffer.alloc(32), 'a few bytes that repeat'],
    ['one byte', Buffer.alloc(32, 0xa7), 'a few bytes that repeat'],
    ['a short key twice', Buffer.concat([half, half]), 'a few bytes that repeat'],
    ['zeros but for its end', Buffer.concat([Buffer.alloc(20), randomBytes(12)]), 'a few bytes that repeat'],
    ['a count', bytes((index) => index + 1), 'a sequence'],
    ['a count down', bytes((index) => 255 - index), 'a sequence'],
    ['a count in steps', bytes((index) => (index * 37) % 256), 'a sequence'],
    ['a sentence', Buffer.from('Correct-Horse_Battery=Staple!927'), 'text'],
    ['hex digits', Buffer.from('0123456789abcdefFEDCBA9876543210'), 'text'],
  ])('refuses a key that is %s, in any position, and does not repeat it', (_what, weak, message) => {
    const key = weak.toString('base64');
    for (const keys of [key, `${live.TURNPIKE_KEYS},${key}`]) {
      const refused = () => read({ ...live, TURNPIKE_KEYS: keys });
      expect(refused).toThrow(SettingsError);
      expect(refused).toThrow(new RegExp(`^TURNPIKE_KEYS[^\n]* is ${message}[^\n]*$`));
      expect(refused).not.toThrow(key.slice(0, 12));
      expect(read({ TURNPIKE_KEYS: keys }).keys).toHaveLength(keys.split(',').length);
    }
  });

  it('accepts a key from a random source', () => {
    for (let key = 0; key < 2_000; key += 1) {
      expect(read({ ...live, TURNPIKE_KEYS: randomBytes(32).toString('base64') }).mode).toBe('live');
    }
  });

  it('refuses the key that the sandbox made, also in another folder', () => {
    read();
    const key = readFileSync(join(folder, 'keys', 'sandbox.key'), 'utf8').trim();
    for (const dataDir of [folder, join(folder, 'elsewhere')]) {
      const refused = () => read({ ...live, TURNPIKE_KEYS: `${live.TURNPIKE_KEYS},${key}`, DATA_DIR: dataDir });
      expect(refused).toThrow(/^TURNPIKE_KEYS[^\n]* was made by the sandbox[^\n]*$/);
      expect(refused).not.toThrow(key.slice(0, 12));
    }
  });

  it('refuses a key that an older sandbox made, in its folder', () => {
    const key = randomBytes(32).toString('base64');
    mkdirSync(join(folder, 'keys'));
    writeFileSync(join(folder, 'keys', 'sandbox.key'), `${key}\n`);
    expect((read().keys[0] as KeyEncryptionKey).bytes.toString('base64')).toBe(key);
    expect(() => read({ ...live, TURNPIKE_KEYS: key })).toThrow('made by the sandbox');
  });

  describe('of several acquirers', () => {
    const eu = { ACQUIRER_EU_URL: 'iso8583s://eu.example:1' };

    it('each one has its own name and settings', () => {
      const { acquirers } = read({ ...eu, ACQUIRER_B2_URL: 'iso8583://127.0.0.1:2', ACQUIRER_EU_TOKEN: 'secret' });
      expect([...acquirers].map(([name, { url }]) => [name, url])).toEqual([
        ['default', 'iso8583://127.0.0.1:8583'],
        ['b2', 'iso8583://127.0.0.1:2'],
        ['eu', 'iso8583s://eu.example:1'],
      ]);
      expect(acquirers.get('eu')?.tls).toEqual({});
      expect([...acquirers.values()].map(({ setting }) => setting('TOKEN'))).toEqual([undefined, undefined, 'secret']);
    });

    it('an empty setting is absent', () => {
      expect([...read({ ACQUIRER_EU_URL: '', ACQUIRER_EU_CA: '' }).acquirers.keys()]).toEqual(['default']);
    });

    it.each([
      ['ACQUIRER_EU_URL', { ACQUIRER_EU_URL: 'http://eu.example:1' }, 'it takes iso8583://host:port'],
      ['ACQUIRER_eu_URL', { ACQUIRER_eu_URL: 'iso8583://127.0.0.1:1' }, 'A to Z'],
      ['ACQUIRER_E_U_URL', { ACQUIRER_E_U_URL: 'iso8583://127.0.0.1:1' }, 'A to Z'],
      ['ACQUIRER_DEFAULT_URL', { ACQUIRER_DEFAULT_URL: 'iso8583://127.0.0.1:1' }, 'ACQUIRER_URL configures'],
      ['ACQUIRER_EU_CA', { ACQUIRER_EU_CA: '/ca.pem' }, 'without ACQUIRER_EU_URL'],
      ['ACQUIRER_EU_PLAINTEXT', { ...eu, ACQUIRER_EU_PLAINTEXT: 'yes' }, 'private-network'],
      ['ACQUIRER_EU_KEY', { ...eu, ACQUIRER_EU_KEY: '/key.pem' }, 'without ACQUIRER_EU_CERT'],
      ['ACQUIRER_EU_CERT', { ...eu, ACQUIRER_EU_CERT: '/c.pem' }, 'without ACQUIRER_EU_KEY'],
      ['ACQUIRER_EU_URL', { ...live, ACQUIRER_EU_URL: 'iso8583://192.0.2.1:1' }, 'in clear'],
    ])('%s is refused by name: %j', (name, given, why) => {
      expect(() => read(given)).toThrow(new RegExp(`^${name}[^\n]*${why}[^\n]*$`));
    });

    it('none may be the simulator, and each has its own plaintext reach, in live mode', () => {
      const { acquirers } = read({
        ...live,
        ACQUIRER_EU_URL: 'iso8583://10.0.0.1:1',
        ACQUIRER_EU_PLAINTEXT: 'private-network',
      });
      expect(acquirers.get('eu')).toMatchObject({ plaintextReach: 'PRIVATE_NETWORK', refusesSimulator: true });
      expect(acquirers.get('default')).toMatchObject({ refusesSimulator: true });
    });
  });

  describe('sends nothing to the acquirer in clear', () => {
    const PRIVATE = { ACQUIRER_PLAINTEXT: 'private-network' };
    const plain = (host: string, more = {}) =>
      read({ ...live, ACQUIRER_URL: `iso8583://${host}:8583`, ...more }).acquirers.get('default');

    it.each(['127.0.0.1', 'localhost', '[::1]'])('except to this machine, %s', (host) => {
      expect(plain(host)).toMatchObject({ plaintextReach: 'LOOPBACK', refusesSimulator: true });
    });

    it.each(['10.1.2.3', '172.31.255.255', '192.168.0.1', '[fd00::1]', 'bank.internal', '127.0.0.1'])(
      'except, where private networks are allowed, to %s',
      (host) => {
        expect(plain(host, PRIVATE)).toMatchObject({ plaintextReach: 'PRIVATE_NETWORK' });
      },
    );

    it.each(['10.1.2.3', 'bank.internal', 'localhost.example', '127.1', '8.8.8.8', '[2001:db8::1]', '0.0.0.0'])(
      'and not to %s',
      (host) => {
        expect(() => plain(host)).toThrow(/^ACQUIRER_URL=[^\n]*iso8583s[^\n]*$/);
      },
    );

    it.each(['8.8.8.8', '172.32.0.1', '100.64.0.1', '169.254.1.1', '[2001:db8::1]', '[fe80::1]', '0.0.0.0'])(
      'and not to %s where private networks are allowed',
      (host) => {
        expect(() => plain(host, PRIVATE)).toThrow(/^ACQUIRER_URL=[^\n]*$/);
      },
    );
  });
});

describe('notifications to this machine', () => {
  const allowed = (env: Record<string, string>) =>
    [22, 80, 2_999, 3_000, 3_001, 8_090, 9_005, 9_011].filter((port) => read(env).notificationLoopbackPorts?.has(port));

  it('go to the sandbox’s own port, and to the configured ports', () => {
    expect(allowed({})).toEqual([8_090]);
    expect(allowed({ SANDBOX_PORT: '80' })).toEqual([80]);
    expect(allowed({ NOTIFICATION_LOOPBACK_PORTS: '3000, 9000-9010' })).toEqual([3_000, 8_090, 9_005]);
  });

  it('are not sent in live mode', () => {
    expect(read({ ...live, NOTIFICATION_LOOPBACK_PORTS: '3000' }).notificationLoopbackPorts).toBeUndefined();
  });
});

describe('values', () => {
  it('the newest key comes first', () => {
    const [newest, older] = read({ TURNPIKE_KEYS: `${OTHER_KEY}, ${KEY}` }).keys;
    expect(newest.id).toBe(read({ TURNPIKE_KEYS: OTHER_KEY }).keys[0].id);
    expect(older?.id).toBe(read({ TURNPIKE_KEYS: KEY }).keys[0].id);
  });

  it('an origin loses its slash, and the default port of its scheme', () => {
    expect(read({ PUBLIC_ORIGIN: 'https://pay.example/' }).publicOrigin).toBe('https://pay.example');
    expect(read({ PORT: '9000' }).publicOrigin).toBe('http://localhost:9000');
  });
});

describe('a generated secret', () => {
  it('is made once, for its owner alone', () => {
    const file = join(folder, 'deep', 'secret');
    const secret = readOrCreateSecret(file, 16, 'hex');
    expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(readOrCreateSecret(file, 16, 'hex')).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
