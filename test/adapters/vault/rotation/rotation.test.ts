/** Key rotations beside a gateway that serves a shop: stored data is found, and requests succeed. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../../../api/rest/rig.ts';
import { turnpike } from '../../../cli/turnpike.ts';
import { AT_LENGTH } from '../../../support/at-length.ts';
import { spawnKeys } from './keys-process.ts';
import { type Kept, keep, startLoad, storeToken } from './shop.ts';

const SHOP = 'ONECARD';
const [NEW, OLD] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const ROWS = 60;

let rig: Rig;
let kept: Kept;
beforeAll(async () => {
  rig = await startRig({ TURNPIKE_KEYS: `${NEW},${OLD}` }, 20, 'warn');
  await rig.merchant({
    id: SHOP,
    name: 'One token a card',
    tokenManagement: 'UNIQUE_CARD',
    p2pe: { bdk: '0123456789ABCDEFFEDCBA9876543210' },
    notification: { url: 'https://shop.example/hook', secret: 'a secret of the shop' },
  });
  kept = await keep(rig, ROWS, SHOP);
}, 120_000);
afterAll(() => rig.close());

const keys = (args: readonly string[], env: Record<string, string> = {}) =>
  turnpike(rig.folder, ['keys', ...args], {
    DATABASE_URL: rig.databaseUrl,
    TURNPIKE_KEYS: `${NEW},${OLD}`,
    ...env,
  });

/** With its log on the terminal: rows, rate, and concurrent failures. */
async function underLoad(args: readonly string[], env: Record<string, string> = {}) {
  // The other tokens are sealed and hashed again by the command alone.
  const load = startLoad(rig, { ...kept, tokens: kept.tokens.slice(0, 20) }, SHOP);
  await load.more(20);
  const ran = await keys(args, env);
  await load.more(20);
  const { answers, failed } = await load.end();
  process.stdout.write(
    `turnpike keys ${args.join(' ')}\n${ran.out}${answers} answers beside it, ${failed.length} failed\n`,
  );
  expect(failed).toEqual([]);
  expect([ran.code, ran.err]).toEqual([0, '']);
  return ran;
}

async function inUse(purpose: string): Promise<number> {
  const [row] = await rig.rows(
    'select max(id) as id from data_key where purpose = ? and active_from is not null',
    purpose,
  );
  return Number(row?.id);
}

const sealedUnder = async (column: string, table: string) => {
  const rows = await rig.rows(`select ${column} as sealed from ${table} where ${column} is not null`);
  return new Set(rows.map(({ sealed }) => Buffer.from(sealed as Uint8Array).readUInt32BE(0)));
};

describe('keys rotate --data', () => {
  it('seals every row under a new key while the shop continues', async () => {
    const before = await inUse('SEAL');
    await underLoad(['rotate', '--data', '--rate', '200']);
    const after = await inUse('SEAL');
    expect(after).toBeGreaterThan(before);
    for (const [column, table] of [
      ['sealed_card', 'payment_transaction'],
      ['sealed_card', 'session'],
      ['sealed_card', 'token'],
    ] as const) {
      expect(await sealedUnder(column, table)).toEqual(new Set([after]));
    }
    const [profile] = await rig.rows('select profile from merchant where id = ?', SHOP);
    const secrets = [...`${profile?.profile}`.matchAll(/sealed:([A-Za-z0-9+/=]+)/g)];
    expect(secrets.map(([, text]) => Buffer.from(text ?? '', 'base64').readUInt32BE(0))).toEqual([after, after]);
  });

  it('leaves no work for a second call except another key', AT_LENGTH, async () => {
    expect((await keys(['rotate', '--data'])).code).toBe(0);
    const status = await keys(['status']);
    expect(status.out).toContain('next: turnpike keys retire');
    const old = await keys(['retire']);
    expect(old.out).toContain('not an hour yet');
  });
});

describe('keys rotate --hash', () => {
  it('hashes every token by a new key, and no card gets a second token', AT_LENGTH, async () => {
    const before = await inUse('HASH');
    await underLoad(['rotate', '--hash', '--rate', '200']);
    const after = await inUse('HASH');
    expect(after).toBeGreaterThan(before);
    expect((await keys(['status'])).out).toMatch(new RegExp(`key ${before}, HASH, retired, .* 0 tokens and passwords`));
    const rows = await rig.rows('select token from token');
    expect(rows.map(({ token }) => token).sort()).toEqual(kept.tokens.toSorted());
  });

  it(
    'finds by the old hash the rows of an interrupted rotation, also with many concurrent requests',
    AT_LENGTH,
    async () => {
      const many = await Promise.all(Array.from({ length: 20 }, (_, index) => storeToken(rig, index % 4, SHOP)));
      expect(new Set(many.map(({ json }) => json.token)).size).toBe(4);
    },
  );
});

describe('keys rotate --cookies', () => {
  it('takes new keys for cookies and signed addresses into use', AT_LENGTH, async () => {
    const before = [await inUse('COOKIE'), await inUse('STATE')];
    await underLoad(['rotate', '--cookies']);
    const after = [await inUse('COOKIE'), await inUse('STATE')];
    expect(after[0]).toBeGreaterThan(before[0]!);
    expect(after[1]).toBeGreaterThan(before[1]!);
  });
});

describe('keys rotate --wrapping', () => {
  it('wraps every key under the newest, and the other opens none', AT_LENGTH, async () => {
    // The gateway knows both keys; the command takes the first one as the newest.
    await underLoad(['rotate', '--wrapping'], { TURNPIKE_KEYS: `${OLD},${NEW}` });
    const alone = await keys(['status'], { TURNPIKE_KEYS: OLD });
    expect([alone.code, alone.out]).toEqual([0, expect.not.stringContaining('--wrapping')]);
    const password = ['merchant', 'password', SHOP];
    const env = { DATABASE_URL: rig.databaseUrl, TURNPIKE_KEYS: NEW };
    const without = await turnpike(rig.folder, password, env);
    expect([without.code, without.err]).toEqual([1, expect.stringContaining('TURNPIKE_KEYS lacks the key')]);
  });

  it('is refused while a gateway does not know the new key', async () => {
    const unknown = randomBytes(32).toString('base64');
    const child = spawnKeys(rig, ['rotate', '--wrapping'], { TURNPIKE_KEYS: `${unknown},${OLD},${NEW}` });
    await child.says(/is not in TURNPIKE_KEYS of process \d+/);
    await child.kill();
    expect(await rig.rows('select distinct kek from data_key')).toHaveLength(1);
  });
});

it.each([
  ['nothing', []],
  ['two of them', ['--data', '--hash']],
  ['a rate of zero', ['--data', '--rate', '0']],
  ['what there is not', ['--all']],
])('keys rotate with %s prints its usage', async (_what, args) => {
  const ran = await keys(['rotate', ...args]);
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('turnpike keys rotate')]);
});
