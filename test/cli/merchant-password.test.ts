/** API passwords that overlap: a shop's servers get the new one while the old one is still valid. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from './turnpike.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  for (const id of ['SHOP', 'ROTATED', 'LEAKED', 'FIRST', 'SHOWN']) {
    const file = join(folder, `${id}.json`);
    writeFileSync(file, JSON.stringify({ id, name: id }));
    await run('merchant', 'put', file);
  }
});
afterAll(() => rig.close());
const folder = mkdtempSync(join(tmpdir(), 'turnpike-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl });
const made = async (...args: string[]) => (await run('merchant', 'password', ...args)).out.trim();
const login = async (merchant: string, password: string) =>
  (await rig.api('GET', '/paymentOptionsInquiry', undefined, { merchant, authorization: basic(merchant, password) }))
    .status;
/** A gateway reloads a merchant's row after a second. */
const becomes = (merchant: string, password: string, status: number) =>
  expect.poll(() => login(merchant, password), { timeout: 30_000 }).toBe(status);

const metric = async (line: string) => {
  const { text } = await rig.call('GET', '/metrics', undefined, { authorization: null });
  return Number(
    text
      .split('\n')
      .find((one) => one.startsWith(line))
      ?.split(' ')
      .at(-1) ?? 0,
  );
};

describe('a new password', () => {
  it('is valid beside the previous one, and those before that', async () => {
    const passwords = [await made('SHOP'), await made('SHOP'), await made('SHOP')];
    await becomes('SHOP', passwords[2]!, 200);
    expect(await Promise.all(passwords.map((one) => login('SHOP', one)))).toEqual([200, 200, 200]);
    await rig.restart();
    expect(await Promise.all(passwords.map((one) => login('SHOP', one)))).toEqual([200, 200, 200]);
  });

  it('is the only output, and the end of the old one’s validity is a note on stderr', async () => {
    const first = await run('merchant', 'password', 'FIRST');
    expect([first.out, first.err]).toEqual([expect.stringMatching(/^[0-9a-f]{32}\n$/), '']);
    const second = await run('merchant', 'password', 'FIRST', '--keep', '48');
    expect(second.out).toMatch(/^[0-9a-f]{32}\n$/);
    const until = Date.parse(/stays valid until (\S+)\. /.exec(second.err)![1]!);
    expect(Math.abs(until - Date.now() - 48 * 3_600_000)).toBeLessThan(600_000);
  });

  it('with --keep 0 ends every previous one', async () => {
    const [first, second] = [await made('LEAKED'), await made('LEAKED')];
    await becomes('LEAKED', first, 200);
    const third = await made('LEAKED', '--keep', '0');
    await becomes('LEAKED', first, 401);
    expect([await login('LEAKED', second), await login('LEAKED', third)]).toEqual([401, 200]);
  });

  it.each([[['X', 'Y']], [['X', '--keep']], [['X', '--keep', '-1']], [['X', '--keep', '721']], [['X', '--keep', '']]])(
    'is not created by a wrong call: %j',
    async (args) => {
      const ran = await run('merchant', 'password', ...args);
      expect([ran.code, ran.out]).toEqual([2, '']);
      expect(ran.err).toBe('turnpike merchant password ID [--keep HOURS|--retire]\n');
    },
  );
});

describe('an old password', () => {
  it('ends by --retire, and a shop that still sends it is not locked out', async () => {
    const old = await made('ROTATED');
    const current = await made('ROTATED');
    await becomes('ROTATED', old, 200);
    expect((await run('merchant', 'password', 'ROTATED', '--retire')).out).toBe(
      'Of ROTATED the newest password alone is valid.\n',
    );
    await becomes('ROTATED', old, 401);
    const counted = await metric('turnpike_failed_logins_total{reason="ended_password"}');
    for (let tries = 0; tries < 25; tries += 1) {
      expect(await login('ROTATED', old)).toBe(401);
    }
    expect(await metric('turnpike_failed_logins_total{reason="ended_password"}')).toBe(counted + 25);
    expect(await login('ROTATED', current)).toBe(200);
    // A first wrong password gets the usual answer: the old one has not used up the address's budget.
    expect(await login('ROTATED', 'wrong')).toBe(401);
  });
});

describe('merchant show', () => {
  it('lists the valid passwords without their values, and its output can be put back', async () => {
    const passwords = [await made('SHOWN'), await made('SHOWN')];
    const { out } = await run('merchant', 'show', 'SHOWN');
    expect(JSON.parse(out)._passwords).toEqual([
      { valid: 'until it is replaced', since: expect.stringMatching(/^\d{4}-/) },
      { valid: expect.stringMatching(/^until \d{4}-/) },
    ]);
    expect(passwords.some((one) => out.includes(one))).toBe(false);
    expect(out).not.toContain('hmac');
  });

  it('leaves no password in clear in the store, and records the change in the audit trail', async () => {
    const password = await made('SHOWN', '--keep', '1');
    expect((await rig.dump()).includes(password)).toBe(false);
    expect((await run('audit', 'list', '--action', 'merchant password')).out).toContain('"options":"--keep 1"');
  });
});
