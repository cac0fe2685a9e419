/** Actions of a gateway and its operator are in the audit trail, and `audit verify` reports any change to it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDITED_COMMANDS } from '../../../src/cli/audit/audited-commands.ts';
import { COMMANDS } from '../../../src/cli/command-table.ts';
import { readBuild } from '../../../src/platform/build.ts';
import { basic, newOrderId, paying, type Rig, startRig } from '../../api/rest/rig.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { createAuthority } from '../../support/certificates.ts';
import { turnpike, turnpikeProcess } from '../turnpike.ts';

const certificate = createAuthority('Example Client Authority').issue({ name: 'shop', use: 'client' });
const user = userInfo().username;
const PROCESS = { host: hostname(), build: readBuild().id };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ CLIENT_CERT_PROXIES: '127.0.0.1' });
  await rig.merchant({
    id: 'SHOP',
    name: 'Shop',
    permissions: { unmask: true },
    certificates: [certificate.fingerprint],
  });
});
afterAll(() => rig.close());

const env = () => ({ DATABASE_URL: rig.databaseUrl });
const run = (...args: string[]) => turnpike(rig.folder, args, env());
const entries = async (action: string) =>
  (await rig.rows('select * from audit_entry where action = ? order by sequence', action)).map((row) => ({
    actor: row.actor,
    subject: row.subject,
    details: JSON.parse(row.details as string),
  }));
const put = (profile: object, ...args: string[]) => {
  const file = join(rig.folder, 'profile.json');
  writeFileSync(file, JSON.stringify(profile));
  return run('merchant', 'put', file, ...args);
};

describe('a gateway', () => {
  it('records the version and settings of its start, and its stop', async () => {
    const before = await entries('gateway start');
    await rig.restart();
    const [first, second] = (await entries('gateway start')).slice(before.length - 1);
    expect(first).toMatchObject({ actor: 'gateway', details: { version: '9.9.9', mode: 'sandbox' } });
    expect(first?.details.settings).toMatch(/^[0-9a-f]{64}$/);
    expect(second?.details.settings).toBe(first?.details.settings);
    expect((await entries('gateway stop')).at(-1)?.details).toEqual({ process: first?.details.process });
  });

  it('records each answer with a full card number beside its row', async () => {
    const order = newOrderId();
    const { json } = await rig.api(
      'PUT',
      `/order/${order}/transaction/1`,
      { ...paying('PAY'), responseControls: { sensitiveData: 'UNMASK' }, userId: 'alice' },
      {
        merchant: 'SHOP',
        authorization: null,
        headers: { 'Client-Cert': `:${certificate.der.toString('base64')}:` },
      },
    );
    expect(json.sourceOfFunds.provided.card.number).not.toContain('x');
    const [entry] = await entries('unmask');
    expect(entry).toMatchObject({ actor: 'merchant.SHOP', subject: 'SHOP' });
    expect(entry?.details).toMatchObject({ certificate: certificate.fingerprint, orderId: order, userId: 'alice' });
    const joined = 'select count(*) as n from unmasking join audit_entry on audit_entry.key = unmasking.key';
    expect(Number((await rig.rows(joined))[0]?.n)).toBe(1);
  });

  it('records by its end the networks from which merchants sign in, and password guesses', async () => {
    await rig.api('GET', '/paymentOptionsInquiry');
    await rig.api('GET', '/paymentOptionsInquiry', undefined, { authorization: basic('TESTSHOP', 'wrong') });
    await rig.restart();
    expect(await entries('sign-in')).toContainEqual({
      actor: 'merchant.TESTSHOP',
      subject: 'TESTSHOP',
      details: { from: '127.0.0.1', by: 'password' },
    });
    expect(await entries('sign-in')).toContainEqual({
      actor: 'merchant.SHOP',
      subject: 'SHOP',
      details: { from: '127.0.0.1', by: 'certificate' },
    });
    expect((await entries('sign-in failed')).flatMap(({ details }) => details.tries)).toContainEqual({
      merchant: 'TESTSHOP',
      from: '127.0.0.1',
      reason: 'wrong_password',
      times: 1,
    });
  });
});

describe('a command', () => {
  it('is recorded before it runs and when it has ended, with its user', async () => {
    await run('merchant', 'disable', 'SHOP');
    await turnpike(rig.folder, ['merchant', 'enable', 'SHOP'], { ...env(), TURNPIKE_OPERATOR: 'alice' });
    await run('merchant', 'disable', 'NOBODY');
    expect(await entries('merchant disable')).toEqual([
      { actor: user, subject: 'SHOP', details: { state: 'BEGUN', ...PROCESS } },
      { actor: user, subject: 'SHOP', details: { state: 'DONE' } },
      { actor: user, subject: 'NOBODY', details: { state: 'BEGUN', ...PROCESS } },
      { actor: user, subject: 'NOBODY', details: { state: 'MISUSED' } },
    ]);
    expect(await entries('merchant enable')).toEqual([
      { actor: 'alice', subject: 'SHOP', details: { state: 'BEGUN', osUser: user, ...PROCESS } },
      { actor: 'alice', subject: 'SHOP', details: { state: 'DONE', osUser: user } },
    ]);
  });

  it('that fails is recorded as failed', async () => {
    const { code } = await run('merchant', 'put', join(rig.folder, 'missing.json'));
    expect(code).toBe(1);
    expect((await entries('merchant put')).at(-1)?.details).toMatchObject({ state: 'FAILED' });
  });

  it('that cannot be recorded does not run', async () => {
    const { code, err } = await turnpike(rig.folder, ['merchant', 'disable', 'SHOP'], {
      ...env(),
      AUDIT_HEAD_FILE: rig.folder,
    });
    expect([code, err]).toEqual([1, expect.stringContaining('The head of the audit trail could not be written')]);
    expect((await run('merchant', 'list')).out).not.toContain('disabled');
  });

  it('that changes a profile records the members, the values of public ones, and the name alone of a secret', async () => {
    const secret = 'the-secret-of-notifications-0123456789';
    const profile = { id: 'NEW', name: 'New shop' };
    await put(profile, '--password', 'a-password-of-mine');
    await put({
      ...profile,
      name: 'Newer shop',
      permissions: { unmask: true },
      notification: { url: 'https://shop.example/hook', secret },
    });
    const [, first, , second] = (await entries('merchant put'))
      .filter(({ details }) => details.setsPassword !== null)
      .slice(-4);
    expect(first?.details).toMatchObject({ merchant: 'NEW', isNew: true, setsPassword: true });
    expect(second?.details).toMatchObject({
      merchant: 'NEW',
      isNew: false,
      changed: expect.arrayContaining([
        { member: 'name' },
        { member: 'notification.secret' },
        { member: 'permissions.unmask', from: false, to: true },
      ]),
    });
    const all = JSON.stringify(await rig.rows('select * from audit_entry'));
    expect(all).not.toContain(secret);
    expect(all).not.toContain('a-password-of-mine');
    expect(all).not.toContain('sealed:');
  });

  it('records no card number pasted in the wrong place', async () => {
    await run('merchant', 'remove', '5123450000000008');
    expect((await entries('merchant remove'))[0]?.subject).toBe('(card data)');
  });

  it('that changes nothing is not recorded', async () => {
    const before = (await rig.rows('select * from audit_entry')).length;
    await run('merchant', 'list');
    await run('audit', 'list');
    await run('settlement', 'import', 'missing.csv', '--dry-run');
    expect((await rig.rows('select * from audit_entry')).length).toBe(before);
  });

  it('records who makes and ends a link, with its money and without its texts', async () => {
    const made = await run('link', 'create', 'SHOP', '--currency=EUR', '--amount=24.00', '--once', '--note=For Ada');
    const id = made.out.split('\n')[0]?.split('/').at(-1) ?? '';
    await run('link', 'end', id);
    const [created] = await entries('link create');
    expect(created).toMatchObject({ actor: user, subject: 'SHOP', details: { amount: '24.00', payments: '1' } });
    expect(JSON.stringify(created)).not.toContain('For Ada');
    expect((await entries('link end'))[0]).toMatchObject({ actor: user, details: { link: id } });
  });

  it('has its row in the table, or is listed as read-only', () => {
    const idle = [
      'merchant list',
      'merchant show',
      'link list',
      'link show',
      'link qr',
      'barred list',
      'refund list',
      'browser-payment show',
      'console list',
      'late-payment list',
      'notifications list',
      'notifications show',
      'notifications key',
      'settlement report',
      'store list',
      'review list',
      'review card',
      'review try',
      'limits show',
      'keys status',
      // For a key that is in no store yet.
      'keys split',
      'keys join',
      'retention report',
      'archive status',
      'audit export',
      'audit list',
      'audit verify',
      'doctor',
      'embed check',
      'find',
      'record',
      'replay',
      'listen',
      // It pays through REST, in the sandbox only.
      'trigger',
      // It pays through REST, in staging only.
      'rehearse',
      // They change no order.
      'orders rebuild',
      'orders status',
      'page check',
      'versions',
      'provider check',
    ];
    expect([...Object.keys(AUDITED_COMMANDS), ...idle].sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
  });
});

describe('audit list', () => {
  it('shows the newest entries, those of a period, and those of an action', async () => {
    const { out } = await run('audit', 'list');
    expect(out).toMatch(/^1\t\d{4}-[\d:.TZ-]+\tgateway\tgateway start\t-\t/);
    const rows = (await run('audit', 'list', '--action', 'unmask')).out.trimEnd().split('\n');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('merchant.SHOP\tunmask\tSHOP');
    expect((await run('audit', 'list', '--from', '2100-01-01')).out).toBe('There is no such entry.\n');
    expect((await run('audit', 'list', '--until', '2100-01-01')).out).toBe(out);
    expect((await run('audit', 'list', '--from', 'soon')).code).toBe(2);
    expect((await run('audit', 'list', '--most')).code).toBe(2);
  });
});

describe('audit verify', () => {
  it('accepts an intact trail, also while other processes append to it', AT_LENGTH, async () => {
    const shops = ['P1', 'P2', 'P3', 'P4'];
    await Promise.all(shops.map((id) => rig.merchant({ id, name: id })));
    const ran = await Promise.all(shops.map((id) => turnpikeProcess(rig.folder, ['merchant', 'disable', id], env())));
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const { code, out } = await run('audit', 'verify');
    expect([code, out]).toEqual([0, expect.stringContaining('The audit trail is whole.')]);
  });

  it('finds an unmasked number whose row was changed or removed, and an inserted row', async () => {
    const { key } = (await rig.rows('select * from unmasking'))[0] as { key: number };
    const [{ sequence } = {}] = await rig.rows("select * from audit_entry where action = 'unmask'");
    await rig.change('update unmasking set certificate = ?', 'f'.repeat(64));
    expect((await run('audit', 'verify')).out).toContain(`row ${key} of unmasking is not what entry ${sequence} says`);
    await rig.change('update unmasking set certificate = ?', certificate.fingerprint);
    expect((await run('audit', 'verify')).code).toBe(0);
    await rig.change('update unmasking set key = key + ?', 1);
    const { code, out } = await run('audit', 'verify');
    expect(code).toBe(1);
    expect(out).toContain(`row ${key} of unmasking is missing: entry ${sequence} was stored with it`);
    expect(out).toContain('note: 1 rows of unmasking are older than the audit trail');
    await rig.change('update unmasking set at = at + ?', 48 * 3_600_000);
    expect((await run('audit', 'verify')).out).toContain(`row ${key + 1} of unmasking has no entry: it was put in`);
    await rig.change('update unmasking set at = at - ?', 48 * 3_600_000);
    await rig.change('update unmasking set key = key - ?', 1);
  });

  it('names the changed entry, with exit code 1', async () => {
    await rig.change('update audit_entry set actor = ? where sequence = 2', 'mallory');
    const { code, out } = await run('audit', 'verify');
    expect([code, out]).toEqual([1, expect.stringContaining('CHANGED: entry 2 was changed')]);
    expect(out).toContain('The audit trail is not as it was written.');
  });

  it('proves nothing without the file of heads, and reports that', async () => {
    const { code, out } = await run('audit', 'verify', '--head', join(rig.folder, 'gone.jsonl'));
    expect([code, out]).toEqual([1, expect.stringContaining('gone.jsonl cannot be read')]);
    expect((await run('audit', 'verify', 'what')).code).toBe(2);
  });

  it('finds the head in the log as well', () => {
    const last = readFileSync(join(rig.folder, 'audit-head.jsonl'), 'utf8').trimEnd().split('\n').at(-1) ?? '';
    const { to, hash } = JSON.parse(last);
    const heads = rig.logged.filter((line) => line.includes('audit head')).map((line) => JSON.parse(line));
    expect(heads.length).toBeGreaterThan(3);
    expect(to).toBeGreaterThan(heads.at(-1).sequence);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
