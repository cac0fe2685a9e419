import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator, basicCredentials } from '../../src/rest/authenticate.ts';
import { hashPassword, newPassword, passwordMatches } from '../../src/rest/passwords.ts';
import { merchant } from '../gateway/world.ts';
import { basic, newOrderId, PASSWORD, paying, type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  for (const id of ['GUESSED', 'OTHER', 'LATE', 'FLOODED']) {
    await rig.merchant({ id, name: id });
  }
});
afterAll(() => rig.close());

const get = (authorization: string | null, merchant = 'TESTSHOP') =>
  rig.api('GET', '/order/nobody', undefined, { authorization, merchant });

describe('credentials that are not right', () => {
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
  ])('%s: 401, the one explanation, the one header', async (_what, authorization) => {
    const reply = await get(authorization);
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toMatch(/^Basic realm=/);
    expect(reply.json).toEqual({
      error: { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.', supportCode: expect.any(String) },
      result: 'ERROR',
    });
  });

  it('of a merchant that does not exist look the same', async () => {
    const [known, unknown] = [
      await get(basic('OTHER', 'wrong'), 'OTHER'),
      await get(basic('NOBODY', 'wrong'), 'NOBODY'),
    ];
    const { date: _, ...headers } = unknown.headers;
    const told = (reply: typeof known) => ({ ...reply.json, error: { ...reply.json.error, supportCode: '' } });
    expect(unknown.status).toBe(known.status);
    expect(told(unknown)).toEqual(told(known));
    expect(Object.keys(headers).sort()).toEqual(
      Object.keys(known.headers)
        .filter((name) => name !== 'date')
        .sort(),
    );
  });

  it('are asked for on every address of a merchant', async () => {
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

  it('do nothing', async () => {
    const order = newOrderId();
    await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), { authorization: basic('TESTSHOP', 'wrong') });
    expect((await rig.api('GET', `/order/${order}`)).status).toBe(400);
    expect(rig.host.ledger({ order })).toEqual([]);
  });

  it('are in no log', () => {
    expect(rig.logged.join('')).not.toContain(PASSWORD);
    expect(rig.logged.join('')).not.toContain(basic('TESTSHOP', PASSWORD).slice(6));
  });
});

describe('guessing', () => {
  it('is refused after ten tries with Retry-After, while the right password goes on working', async () => {
    expect((await get(basic('GUESSED', PASSWORD), 'GUESSED')).status).toBe(400);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push((await get(basic('GUESSED', `wrong ${tries}`), 'GUESSED')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 403, 403]);
    const refused = await get(basic('GUESSED', 'wrong again'), 'GUESSED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json.error.cause).toBe('REQUEST_REJECTED');
    expect((await get(basic('GUESSED', PASSWORD), 'GUESSED')).status).toBe(400);
  });

  it('one merchant’s password does not keep another’s out', async () => {
    expect((await get(basic('OTHER', PASSWORD), 'OTHER')).status).toBe(400);
  });

  it('is not what fifty requests with the right password are, at once and right after a start', async () => {
    const passwordHash = await hashPassword(PASSWORD);
    const authenticator = new Authenticator({ find: async () => ({ ...merchant, passwordHash }) });
    const asked = Array.from({ length: 50 }, () =>
      authenticator.merchant(basic(merchant.id, PASSWORD), merchant.id, '127.0.0.1').then(({ id }) => id, String),
    );
    expect(new Set(await Promise.all(asked))).toEqual(new Set([merchant.id]));
  });

  it('does not lock out a right password that was not used before', async () => {
    for (let tries = 0; tries < 11; tries += 1) {
      await get(basic('LATE', `wrong ${tries}`), 'LATE');
    }
    expect((await get(basic('LATE', PASSWORD), 'LATE')).status).toBe(400);
  });

  it('is slowed as well where all tries come at once', async () => {
    const tries = Array.from({ length: 13 }, (_, index) => get(basic('FLOODED', `wrong ${index}`), 'FLOODED'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 403)).toHaveLength(3);
  });
});

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
  ])('%j', (header, credentials) => {
    expect(basicCredentials(header)).toEqual(credentials);
  });
});

describe('passwords at rest', () => {
  it('match their own hash alone, and no two hashes are alike', async () => {
    const password = newPassword();
    const [one, other] = await Promise.all([hashPassword(password), hashPassword(password)]);
    expect(password).toMatch(/^[0-9a-f]{32}$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain(password);
    expect(await Promise.all([one, other].map((hash) => passwordMatches(password, hash)))).toEqual([true, true]);
    expect(await passwordMatches(`${password}x`, one)).toBe(false);
  });

  it.each([null, undefined, '', 'scrypt', 'plain$1$a$b', 'scrypt$16384$AAAA'])('never match %j', async (stored) => {
    expect(await passwordMatches('', stored)).toBe(false);
    expect(await passwordMatches('x', stored)).toBe(false);
  });

  it('typed composed or decomposed is one password', async () => {
    expect(await passwordMatches('pa\u0308ss', await hashPassword('päss'))).toBe(true);
  });
});
