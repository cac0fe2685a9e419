/** Profiles with secrets are shown, edited and put back, and members of them are set one by one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/store.ts';
import { Vault } from '../../src/adapters/vault/vault.ts';
import { notificationSecret, p2peOf, providerAccount } from '../../src/core/index.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { type DatabasePlace, newDatabase } from '../support/database-place.ts';
import { turnpike } from './turnpike.ts';

const BDK = '0123456789ABCDEFFEDCBA9876543210';
const PAYPAL = { clientId: 'client-id-of-ours', clientSecret: 'a-secret-of-paypal', webhookId: 'WH1' };
const PROFILE = {
  id: 'SHOP',
  name: 'Shop',
  notification: { url: 'https://shop.example/hook', secret: 'the-secret-of-the-shop' },
  p2pe: { bdk: BDK },
  browserPayments: ['paypal'],
  providerAccounts: { paypal: PAYPAL },
};

const folder = mkdtempSync(join(tmpdir(), 'turnpike-set-'));
let place: DatabasePlace;
beforeAll(async () => {
  place = await newDatabase({ folder });
});
afterAll(async () => {
  await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => turnpike(folder, args, { DATABASE_URL: place.url });

function file(content: unknown): string {
  const path = join(folder, 'profile.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** The profile's secrets, decrypted. */
async function secrets(id = 'SHOP') {
  const settings = readSettings({ DATA_DIR: folder, DATABASE_URL: place.url });
  const store = await openStore(place.url, { owner: false });
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const { profile } = (await store.merchants.find(id))!;
  const opened = {
    notification: notificationSecret(profile, vault),
    bdk: p2peOf(profile, vault, () => undefined)?.bdk,
    paypal: providerAccount(profile, 'paypal', vault).members,
  };
  await store.close();
  return opened;
}

const SECRETS = { notification: PROFILE.notification.secret, bdk: BDK, paypal: PAYPAL };

beforeEach(async () => {
  expect((await run('merchant', 'put', file(PROFILE))).err).toBe('');
});

describe('the output of merchant show', () => {
  it('is put back unchanged, and every secret stays', async () => {
    const { out } = await run('merchant', 'show', 'SHOP');
    expect(out.match(/\[held\]/g)).toHaveLength(3);
    expect((await run('merchant', 'put', file(out))).err).toBe('');
    expect(await secrets()).toEqual(SECRETS);
  });

  it('accepts a changed member beside kept secrets, and a new secret', async () => {
    const shown = JSON.parse((await run('merchant', 'show', 'SHOP')).out);
    shown.name = 'Another Name';
    shown.notification.secret = 'a-new-secret';
    expect((await run('merchant', 'put', file(shown))).err).toBe('');
    expect(JSON.parse((await run('merchant', 'show', 'SHOP')).out).name).toBe('Another Name');
    expect(await secrets()).toEqual({ ...SECRETS, notification: 'a-new-secret' });
  });

  it.each([
    [
      'another merchant',
      { ...PROFILE, id: 'OTHER', notification: { ...PROFILE.notification, secret: '[held]' } },
      'notification.secret',
    ],
    ['a place where no secret is', { ...PROFILE, name: '[held]' }, 'name'],
    [
      'a secret that is not there',
      { ...PROFILE, providerAccounts: { paypal: { ...PAYPAL, clientSecret: '[held]', webhookId: '[held]' } } },
      'providerAccounts.paypal.webhookId',
    ],
  ])('is refused for %s, by the member’s name, and is not stored', async (_what, profile, member) => {
    const { code, err } = await run('merchant', 'put', file(profile));
    expect([code, err]).toEqual([1, expect.stringContaining(`${member}: [held]`)]);
    expect(await secrets()).toEqual(SECRETS);
    expect((await run('merchant', 'show', 'OTHER')).code).toBe(2);
  });
});

describe('merchant set', () => {
  it('changes the named members, and leaves the rest with its secrets', async () => {
    const { err } = await run(
      'merchant',
      'set',
      'SHOP',
      'permissions.unmask=true',
      'name=A = B',
      'notification.url=https://new.example/',
    );
    expect(err).toBe('');
    const shown = JSON.parse((await run('merchant', 'show', 'SHOP')).out);
    expect([shown.permissions.unmask, shown.name, shown.notification]).toEqual([
      true,
      'A = B',
      { url: 'https://new.example/', secret: '[held]' },
    ]);
    expect(await secrets()).toEqual(SECRETS);
  });

  it('reads a secret from a file, reads digits as text, and removes a member', async () => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'out-of-a-file\n');
    const bdk = '11111111111111111111111111111111';
    const set = await run('merchant', 'set', 'SHOP', `notification.secret=@${secret}`, `p2pe.bdk=${bdk}`, 'name=7');
    expect(set.err).toBe('');
    expect(await secrets()).toEqual({ ...SECRETS, notification: 'out-of-a-file', bdk });
    expect((await run('merchant', 'set', 'SHOP', 'p2pe=null')).err).toBe('');
    expect(JSON.parse((await run('merchant', 'show', 'SHOP')).out)).toMatchObject({ name: '7', p2pe: null });
  });

  it.each([
    [['SHOP', 'permissions.fly=true'], 1, 'permissions.fly: there is no such member'],
    [['SHOP', 'id=OTHER'], 2, 'cannot be changed'],
    [['SHOP', 'name'], 2, 'turnpike merchant set ID MEMBER=VALUE…'],
    [['NOBODY', 'name=X'], 2, 'There is no merchant NOBODY'],
    [['SHOP', 'name=[held]'], 1, 'name: [held]'],
  ])('refuses %j', async (args, code, said) => {
    const ran = await run('merchant', 'set', ...args);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(said)]);
  });
});
