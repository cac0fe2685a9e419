/** Keys in tokens, with SoftHSM: wrapped data opens in its own context only, and each failure has its own message. */
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseLastTry, theOne } from '../../../src/adapters/pkcs11/helper/tokens.ts';
import { SignIns } from '../../../src/adapters/pkcs11/sign-ins.ts';
import { type Pkcs11Options, pkcs11Key } from '../../../src/adapters/pkcs11/token-key.ts';
import { type KeyService, KeyServiceError } from '../../../src/adapters/vault/index.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { PIN, SOFTHSM, type SoftToken, softToken } from '../../support/softhsm.ts';

const PLAIN = Buffer.from('32 bytes that are a data key ...');

describe.skipIf(SOFTHSM === undefined)('a key in a token', () => {
  let soft: SoftToken;
  const opened: KeyService[] = [];
  // As in a gateway: SoftHSM fails on two concurrent sign-ins to a token.
  const signIns = new SignIns();
  const keyAt = (uri: string, options: Partial<Pkcs11Options> = {}) => {
    const key = pkcs11Key(uri, {
      mustStay: false,
      env: { SOFTHSM2_CONF: soft.env.SOFTHSM2_CONF },
      signIns,
      ...options,
    });
    opened.push(key);
    return key;
  };
  const problemOf = (uri: string, options: Partial<Pkcs11Options> = {}) =>
    keyAt(uri, options)
      .open()
      .then(
        () => 'none',
        (error: Error) => (error instanceof KeyServiceError ? error.message : `another error: ${error.message}`),
      );

  beforeAll(async () => {
    soft = await softToken('First; token');
    await soft.add('Second');
    await soft.key('First; token', 'one, 2026', '01');
    await soft.key('First; token', 'twin', '02');
    await soft.key('First; token', 'twin', '03');
    await soft.key('First; token', 'short', '04', 16);
    await soft.key('Second', 'one, 2026', '01');
  });
  afterAll(async () => {
    await Promise.all(opened.map((key) => key.close()));
    await soft.remove();
  });

  it('unwraps data that it wrapped, in its own context only', async () => {
    const key = keyAt(soft.uri('First; token', 'one, 2026'));
    const wrapped = await key.wrap(PLAIN, 'data key 1 SEAL');
    expect(wrapped.includes(PLAIN)).toBe(false);
    expect(await key.unwrap(wrapped, 'data key 1 SEAL')).toEqual(PLAIN);
    const last = wrapped.length - 1;
    const changed = Buffer.from(wrapped);
    changed.writeUInt8(changed.readUInt8(last) ^ 1, last);
    for (const [bytes, place] of [
      [wrapped, 'data key 2 SEAL'],
      [changed, 'data key 1 SEAL'],
      [wrapped.subarray(1), 'data key 1 SEAL'],
      [Buffer.alloc(3), 'data key 1 SEAL'],
    ] as const) {
      const error = await key.unwrap(bytes, place).catch((one: unknown) => one);
      expect(error).toBeInstanceOf(Error);
      // The service answers, so that damaged data is reported as damaged.
      expect(error).not.toBeInstanceOf(KeyServiceError);
    }
    expect(await key.unwrap(wrapped, 'data key 1 SEAL')).toEqual(PLAIN);
  });

  it('has an id that is the same in every process', async () => {
    const one = keyAt(soft.uri('First; token', 'one, 2026'));
    const same = keyAt(`${soft.uri('First; token', 'one, 2026').replace('?', ';id=%01?')}`);
    const other = keyAt(soft.uri('Second', 'one, 2026'));
    expect(() => one.id).toThrow(/was not opened/);
    await Promise.all([one, same, other].map((key) => key.open()));
    expect(one.id).toMatch(/^[0-9a-f]{8}$/);
    expect(same.id).toBe(one.id);
    expect(other.id).not.toBe(one.id);
    expect(one.where).toBe('the key one, 2026 of the token First; token');
  });

  it('accepts many concurrent calls', async () => {
    const key = keyAt(soft.uri('First; token', 'one, 2026'));
    const all = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => key.unwrap(await key.wrap(PLAIN, `place ${at}`), `place ${at}`)),
    );
    expect(all.every((plain) => plain.equals(PLAIN))).toBe(true);
  });

  it('accepts the PIN in the setting as well', async () => {
    expect(await problemOf(soft.uri('First; token', 'one, 2026', { 'pin-value': PIN }))).toBe('none');
  });

  it('is accepted in live mode where it is not extractable', async () => {
    expect(await problemOf(soft.uri('First; token', 'one, 2026'), { mustStay: true })).toBe('none');
  });

  describe('reports the cause:', () => {
    it.each<[string, () => string, RegExp]>([
      ['no such key', () => soft.uri('First; token', 'other'), /: the token has no such AES key\.$/],
      [
        'several keys',
        () => soft.uri('First; token', 'twin'),
        /: the token has several such keys; id tells them apart/,
      ],
      ['a shorter key', () => soft.uri('First; token', 'short'), /: the key has 128 bits; 256 are needed/],
      [
        'no such token',
        () => soft.uri('Third', 'one'),
        /: the token is not there; there are ".*First; token" \(serial /,
      ],
      [
        'a wrong PIN',
        () => soft.uri('Second', 'one, 2026', { 'pin-value': '9753' }),
        /: the PIN is wrong \(C_Login: CKR_PIN_INCORRECT\)\. It is not tried again before a restart/,
      ],
      [
        'no file of the PIN',
        () => soft.uri('Second', 'one, 2026', { 'pin-source': '/nowhere/pin' }),
        /: the file of pin-source cannot be read \(ENOENT\)/,
      ],
      [
        'no module',
        () => soft.uri('Second', 'one, 2026', { 'module-path': '/nowhere/lib.so' }),
        /: its module does not load: .*\/nowhere\/lib\.so/,
      ],
      [
        'a file that is no module',
        () => soft.uri('Second', 'one, 2026', { 'module-path': '/etc/hostname' }),
        /: its module does not load: .*\/etc\/hostname/,
      ],
    ])('%s', async (_, uri, sentence) => {
      const problem = await problemOf(uri());
      expect(problem).toMatch(/^TURNPIKE_KEYS: the key .* of the token .* cannot be used: /);
      expect(problem).toMatch(sentence);
      expect(problem).not.toContain('9753');
    });
  });

  it('refuses a PIN file that everybody may read', async () => {
    const file = `${soft.folder}/open`;
    await writeFile(file, `${PIN}\n`);
    await chmod(file, 0o644);
    expect(await problemOf(soft.uri('Second', 'one, 2026', { 'pin-source': file }))).toMatch(
      /everybody .* make it 0600/,
    );
  });

  it('tries a wrong PIN only once', AT_LENGTH, async () => {
    let time = 0;
    const key = keyAt(soft.uri('Second', 'one, 2026', { 'pin-source': `file:${soft.folder}/wrong` }), {
      monotonic: () => {
        time += 1e9;
        return time;
      },
    });
    await expect(key.open()).rejects.toThrow(/ENOENT/);
    await writeFile(`${soft.folder}/wrong`, '1111\n', { mode: 0o600 });
    await expect(key.open()).rejects.toThrow(/the PIN is wrong/);
    await writeFile(`${soft.folder}/wrong`, `${PIN}\n`);
    await expect(key.open()).rejects.toThrow(/the PIN is wrong/);
  });

  it('is available again after its process was killed', AT_LENGTH, async () => {
    const key = keyAt(soft.uri('First; token', 'one, 2026', { 'module-path': SOFTHSM ?? '' }));
    const wrapped = await key.wrap(PLAIN, 'a place');
    const helpers = readdirSync('/proc').filter((name) => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
        return (
          rest.split(' ')[1] === `${process.pid}` && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('pkcs11')
        );
      } catch {
        return false;
      }
    });
    expect(helpers.length).toBeGreaterThan(0);
    for (const pid of helpers) {
      process.kill(Number(pid), 'SIGKILL');
    }
    await expect.poll(() => key.unwrap(wrapped, 'a place').catch(() => undefined)).toEqual(PLAIN);
  });
});

describe('a PIN', () => {
  it('is not tried where one more failure would lock it', () => {
    expect(() => refuseLastTry(0x2_0000n)).toThrow(/one wrong PIN more would lock it/);
    expect(() => refuseLastTry(0x4_0000n)).toThrow(/locked/);
    expect(() => refuseLastTry(0x1_0000n)).not.toThrow();
  });
});

describe('a token', () => {
  const token = (name: string, serial: string) => ({
    slot: 1n,
    flags: 0n,
    texts: { token: name, serial, manufacturer: 'm', model: 'x' },
  });

  it('is distinguished by its serial from another of its name', () => {
    const both = [token('T', '1'), token('T', '2')];
    expect(() => theOne(both, { token: 'T' })).toThrow('several tokens match: "T" (serial 1), "T" (serial 2)');
    expect(theOne(both, { token: 'T', serial: '2' })).toBe(both[1]);
    expect(() => theOne([], { token: 'T' })).toThrow('the token is not there; there is none');
  });
});
