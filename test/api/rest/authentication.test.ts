import { createHmac, scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator, basicCredentials } from '../../../src/api/rest/authenticate.ts';
import { newPassword, Passwords } from '../../../src/api/rest/passwords.ts';
import { merchant } from '../../core/world.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { basic, newOrderId, PASSWORD, paying, type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'OTHER', name: 'OTHER' });
});
afterAll(() => rig.close());

const keyed = (purpose: string, text: string) => createHmac('sha256', 'a key').update(`${purpose} ${text}`).digest();
const passwords = new Passwords(keyed);

/** For the only merchant, with this stored hash. */
const authenticatorFor = (passwordHash: string, checking = passwords) =>
  new Authenticator({
    merchants: { find: async () => ({ ...merchant, passwordHash }) },
    passwords: checking,
    rehash: async () => undefined,
    now: () => 0,
    wallClock: () => 0,
  });

/** In the format of older versions. */
function scryptHash(password: string): string {
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync(password, salt, 32, { N: 2 ** 14, r: 8, p: 1 });
  return ['scrypt', 2 ** 14, salt.toString('base64'), hash.toString('base64')].join('$');
}

const get = (authorization: string | null, merchant = 'TESTSHOP') =>
  rig.api('GET', '/order/nobody', undefined, { authorization, merchant });

describe('wrong credentials', () => {
  it.each([
    ['none', null],
    ['another password', basic('TESTSHOP', 'wrong')],
    ['an empty password', basic('TESTSHOP', '')],
    ['another merchant’s', basic('OTHER', PASSWORD)],
    ['no merchant prefix', `Basic ${Buffer.from(`TESTSHOP:${PASSWORD}`).toString('base64')}`],
    ['no colon', `Basic ${Buffer.from('merchant.TESTSHOP').toString('base64')}`],
    ['no base64', 'Basic !!!'],
    ['another scheme', 'Bearer abc'],
    ['nothing after the scheme', 'Basic '],
    ['a space after the password', basic('TESTSHOP', `${PASSWORD} `)],
  ])('%s is answered with 401, with the one explanation and the one header', async (_what, authorization) => {
    const reply = await get(authorization);
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toMatch(/^Basic realm=/);
    expect(reply.json).toEqual({
      error: { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.', supportCode: expect.any(String) },
      result: 'ERROR',
    });
  });

  it('of an unknown merchant get the same answer', async () => {
    const [known, unknown] = [
      await get(basic('OTHER', 'wrong'), 'OTHER'),
      await get(basic('NOBODY', 'wrong'), 'NOBODY'),
    ];
    const { date: _, ...headers } = unknown.headers;
    const withoutSupportCode = (reply: typeof known) => ({
      ...reply.json,
      error: { ...reply.json.error, supportCode: '' },
    });
    expect(unknown.status).toBe(known.status);
    expect(withoutSupportCode(unknown)).toEqual(withoutSupportCode(known));
    expect(Object.keys(headers).sort()).toEqual(
      Object.keys(known.headers)
        .filter((name) => name !== 'date')
        .sort(),
    );
  });

  it('are refused on every address of a merchant', async () => {
    for (const [method, path] of [
      ['PUT', '/order/a/transaction/1'],
      ['GET', '/order/a/transaction/1'],
      ['GET', '/order/a'],
      ['POST', '/session'],
      ['PUT', '/session/x'],
      ['GET', '/session/x'],
    ] as const) {
      expect((await rig.api(method, path, undefined, { authorization: null })).status).toBe(401);
    }
  });

  it('have no effect', async () => {
    const order = newOrderId();
    await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), { authorization: basic('TESTSHOP', 'wrong') });
    expect((await rig.api('GET', `/order/${order}`)).status).toBe(400);
    expect(rig.host.ledger({ order })).toEqual([]);
  });

  it('are not logged', () => {
    expect(rig.logged.join('')).not.toContain(PASSWORD);
    expect(rig.logged.join('')).not.toContain(basic('TESTSHOP', PASSWORD).slice(6));
  });
});

describe('guessing', () => {
  it('is refused after ten tries with Retry-After, while the right password still works', async () => {
    const guessed = await startRig();
    const ask = (password: string) =>
      guessed.api('GET', '/order/nobody', undefined, { authorization: basic('TESTSHOP', password) });
    const statuses: number[] = [];
    // One after another, since a network may have two checks at once.
    for (let tries = 0; tries < 13; tries += 1) {
      statuses.push((await ask(`wrong ${tries}`)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 403, 403, 403]);
    const refused = await ask('wrong again');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json.error.cause).toBe('REQUEST_REJECTED');
    expect((await ask(PASSWORD)).status).toBe(400);
    await guessed.close();
  });

  it('is not assumed of fifty requests with the right password, at once and right after a start', async () => {
    const authenticator = authenticatorFor(await passwords.hash(merchant.id, PASSWORD));
    const asked = Array.from({ length: 50 }, () =>
      authenticator.merchant(basic(merchant.id, PASSWORD), merchant.id, '127.0.0.1').then(({ id }) => id, String),
    );
    expect(new Set(await Promise.all(asked))).toEqual(new Set([merchant.id]));
  });

  it('waits for one slow check at a time, and a full queue is 503', async () => {
    const checking = new Watched(keyed);
    const authenticator = slowly(checking);
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => guess(authenticator, `SHOP${index}`, `${index}`, `10.0.0.${index}`)),
    );
    expect(checking.mostAtOnce).toBe(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 503)).toHaveLength(10);
  });

  it(
    'at one merchant leaves the others their places, and from one network leaves that merchant its own',
    AT_LENGTH,
    async () => {
      const authenticator = slowly(new Watched(keyed));
      const guesses = Array.from({ length: 40 }, (_, index) => guess(authenticator, 'SHOP', `${index}`, '10.0.0.1'));
      const right = await Promise.all([
        guess(authenticator, 'SHOP', PASSWORD, '10.0.0.2'),
        guess(authenticator, 'OTHER', PASSWORD, '10.0.0.3'),
      ]);
      expect(right).toEqual([200, 200]);
      expect((await Promise.all(guesses)).filter((status) => status !== 503)).toHaveLength(2);
      const many = Array.from({ length: 40 }, (_, index) =>
        guess(authenticator, 'THIRD', `${index}`, `10.1.0.${index}`),
      );
      expect(await guess(authenticator, 'FOURTH', PASSWORD, '10.0.0.3')).toBe(200);
      expect((await Promise.all(many)).filter((status) => status !== 503)).toHaveLength(5);
    },
  );

  it('that could not be checked is counted as well', async () => {
    const authenticator = slowly(new Watched(keyed));
    await Promise.all(Array.from({ length: 12 }, (_, index) => guess(authenticator, 'SHOP', `${index}`, '10.0.0.1')));
    expect(await guess(authenticator, 'SHOP', 'one more', '10.0.0.1')).toBe(403);
  });

  it('at a disabled merchant gets the same answer for its right password', async () => {
    const stored = await passwords.hash(merchant.id, PASSWORD);
    const authenticator = new Authenticator({
      merchants: { find: async () => ({ ...merchant, passwordHash: stored, isDisabled: true }) },
      passwords,
      rehash: async () => undefined,
      now: () => 0,
      wallClock: () => 0,
    });
    const statuses = [];
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push(await guess(authenticator, merchant.id, `wrong ${tries}`, '10.0.0.1'));
    }
    expect(statuses).toEqual([...Array(10).fill(401), 403]);
    expect(await guess(authenticator, merchant.id, PASSWORD, '10.0.0.1')).toBe(403);
  });

  it('on one connection has one pending answer, and ends the connection with the next', AT_LENGTH, async () => {
    const authenticator = authenticatorFor(await passwords.hash(merchant.id, newPassword()));
    const connection = {};
    const order: string[] = [];
    const one = async (name: string) => {
      const error = await authenticator
        .merchant(basic(merchant.id, name), merchant.id, '10.0.0.1', connection)
        .catch((thrown) => thrown);
      order.push(`${name} ${error.status} ${error.headers.Connection ?? 'kept'}`);
    };
    await Promise.all(Array.from({ length: 10 }, () => one('within')));
    await Promise.all(['first', 'second', 'third'].map(one));
    expect(order.slice(10)).toEqual(['second 403 close', 'third 403 close', 'first 403 kept']);
  });

  it('gets a retry time at which a try is available', async () => {
    const authenticator = authenticatorFor(await passwords.hash(merchant.id, newPassword()));
    const tries = Array.from({ length: 11 }, () =>
      authenticator.merchant(basic(merchant.id, 'wrong'), merchant.id, '10.0.0.1').catch((error) => error),
    );
    const { message, headers } = (await Promise.all(tries))[10];
    expect([message, headers['Retry-After']]).toEqual(['Too many failed attempts. Try again in 360 seconds.', '360']);
  });
});

/** A slow check that takes a turn of the event loop, and counts concurrent ones. */
class Watched extends Passwords {
  mostAtOnce = 0;
  #running = 0;

  override async checkSlowly(password: string) {
    this.#running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#running);
    await new Promise((resolve) => setImmediate(resolve));
    this.#running -= 1;
    return password === PASSWORD;
  }
}

/** For any merchant, with an old hash. */
const slowly = (checking: Passwords) =>
  new Authenticator({
    merchants: { find: async (id) => ({ ...merchant, id, passwordHash: 'scrypt$2$AAAA$AAAA' }) },
    passwords: checking,
    rehash: async () => undefined,
    now: () => 0,
    wallClock: () => 0,
  });

const guess = (authenticator: Authenticator, id: string, password: string, from: string): Promise<number> =>
  authenticator.merchant(basic(id, password), id, from).then(
    () => 200,
    ({ status }) => status,
  );

describe('basicCredentials', () => {
  const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  it.each([
    [encoded('merchant.A:p'), { merchantId: 'A', password: 'p' }],
    [encoded('merchant.A:p:q:'), { merchantId: 'A', password: 'p:q:' }],
    [encoded('merchant.A:pässwörd'), { merchantId: 'A', password: 'pässwörd' }],
    [encoded('merchant.A:p').replace('Basic', 'basic'), { merchantId: 'A', password: 'p' }],
    [encoded('merchant.:p'), { merchantId: '', password: 'p' }],
    [encoded('Merchant.A:p'), undefined],
    [encoded('operator.A:p'), undefined],
    [undefined, undefined],
    ['', undefined],
    [`Basic ${'A'.repeat(100_000)}!`, undefined],
  ])('reads %j', (header, credentials) => {
    expect(basicCredentials(header)).toEqual(credentials);
  });
});

describe('stored passwords', () => {
  it('that were generated are stored under a key, and match at once for their merchant alone', async () => {
    const password = newPassword();
    const stored = await passwords.hash('SHOP', password);
    expect(password).toMatch(/^[0-9a-f]{32}$/);
    expect(stored).toMatch(/^hmac-sha256\$/);
    expect(stored).not.toContain(password);
    expect(passwords.checkQuickly('SHOP', password, stored)).toBe('RIGHT');
    expect(passwords.checkQuickly('SHOP', `${password}x`, stored)).toBe('WRONG');
    expect(passwords.checkQuickly('OTHER', password, stored)).toBe('WRONG');
    expect(new Passwords(() => Buffer.alloc(32, 1)).checkQuickly('SHOP', password, stored)).toBe('WRONG');
  });

  it('that a person chose are stored with scrypt as OWASP recommends, each with another salt', async () => {
    const [one, other] = await Promise.all([passwords.hash('SHOP', PASSWORD), passwords.hash('SHOP', PASSWORD)]);
    expect(one).toMatch(/^scrypt\$131072\$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain(PASSWORD);
    expect(passwords.checkQuickly('SHOP', PASSWORD, one)).toBe('SLOW');
    expect(await passwords.matches('SHOP', PASSWORD, one)).toBe(true);
    expect(await passwords.checkSlowly(`${PASSWORD}x`, one)).toBe(false);
  });

  it('that a person chose are distinguished from most wrong ones without the slow check', AT_LENGTH, async () => {
    const stored = await passwords.hash('SHOP', PASSWORD);
    const guesses = Array.from({ length: 1_000 }, (_, index) =>
      passwords.checkQuickly('SHOP', `guess ${index}`, stored),
    );
    expect(guesses.filter((verdict) => verdict === 'SLOW').length).toBeLessThan(30);
    expect(guesses).not.toContain('RIGHT');
  });

  it('of an older version still work, and a generated one is checked quickly after its next login', async () => {
    const password = newPassword();
    let stored = scryptHash(password);
    const authenticator = new Authenticator({
      merchants: { find: async () => ({ ...merchant, passwordHash: stored }) },
      passwords,
      rehash: async (_id, before, after) => {
        expect(before).toBe(stored);
        stored = after;
      },
      now: () => 0,
      wallClock: () => 0,
    });
    const login = (sent: string) => authenticator.merchant(basic(merchant.id, sent), merchant.id, '10.0.0.1');
    await expect(login('wrong')).rejects.toThrow('Invalid credentials.');
    expect(stored).toMatch(/^scrypt/);
    expect((await login(password)).id).toBe(merchant.id);
    expect(passwords.checkQuickly(merchant.id, password, stored)).toBe('RIGHT');
    expect(passwords.checkQuickly(merchant.id, 'wrong', stored)).toBe('WRONG');
    // An older process beside this one still reads its part of the hash.
    expect(stored.split('$').slice(0, 4).join('$')).toBe(scryptHash(password));
    expect((await login(password)).id).toBe(merchant.id);
  });

  it.each([null, undefined, '', 'scrypt', 'plain$1$a$b', 'scrypt$16384$AAAA', 'hmac-sha256$AAAA'])(
    'never match %j',
    async (stored) => {
      expect(await passwords.matches('SHOP', '', stored)).toBe(false);
      expect(await passwords.matches('SHOP', 'x', stored)).toBe(false);
    },
  );

  it('match in composed and decomposed form', async () => {
    const stored = await passwords.hash('SHOP', 'päss');
    expect(await passwords.matches('SHOP', 'pa\u0308ss', stored)).toBe(true);
  });
});
