/** A merchant's settings, as people see and change them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileMembers } from '../../src/core/index.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import { enrolled, type PersonClient } from './person.ts';

const SHOP = 'SETTINGS_SHOP';
const PAGE = `/console/merchants/${SHOP}/settings`;
const HOSTILE = '<script>alert(1)</script>"\'';
const SECRET = 'a-secret-of-the-shop';

let rig: Rig;
let developer: PersonClient;
let administrator: PersonClient;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({
    id: SHOP,
    name: HOSTILE,
    notification: { url: 'https://shop.example/notified', secret: SECRET },
    p2pe: { bdk: '0123456789ABCDEF0123456789ABCDEF' },
    risk: { rules: [{ id: 'R1', name: HOSTILE, when: { cardCountries: ['DEU'] } }] },
  });
  const invited = (role: string) => enrolled(rig, ['--role', role, '--merchant', SHOP]);
  developer = (await invited('developer')).client;
  administrator = (await invited('administrator')).client;
});
afterAll(() => rig.close());

/** The entries of an action in the audit trail, as texts. */
async function audited(action: string): Promise<readonly string[]> {
  const rows = await rig.rows('select actor, subject, details from audit_entry where action = ?', action);
  return rows.map((row) => Object.values(row).join(' '));
}

describe('the page of all settings', () => {
  it('shows each member of the profile with its documentation and value, and no secret', async () => {
    const { status, text } = await developer.get(PAGE);
    expect(status).toBe(200);
    for (const { path } of profileMembers()) {
      expect(text).toContain(`<code>${path}</code>`);
    }
    expect(text).toContain('https://shop.example/notified');
    expect(text).toContain('set, and never shown');
    expect(text).not.toMatch(/a-secret-of-the-shop|sealed:|<script/);
    expect(text).toContain(`turnpike merchant set ${SHOP} permissions.unmask=VALUE`);
  });
});

describe('a signing key', () => {
  const KEYS = `${PAGE}/notifications`;
  const keyIn = (text: string) => /class="mono secret">(whsec_[^<]+)</.exec(text)?.[1] ?? '';
  const printed = async () =>
    (await turnpike(rig.folder, ['notifications', 'key', SHOP], { DATABASE_URL: rig.databaseUrl })).out
      .trim()
      .split('\n');

  it('is shown once, and the one before it signs beside it', async () => {
    const [first] = await printed();
    await developer.get(KEYS);
    const { status, text } = await developer.send({ keep: '24' }, `${KEYS}/signing-key`);
    const key = keyIn(text);
    expect([status, await printed()]).toEqual([200, [key, first]]);
    expect((await developer.get(KEYS)).text).not.toContain(key);
    const entries = await audited('console signing key');
    expect(entries.map((entry) => /"state":"(\w+)"/.exec(entry)?.[1])).toEqual(['BEGUN', 'DONE']);
    expect(entries.join()).not.toContain(key);
  });

  it('is made by one of two people at the same time', async () => {
    const people = [developer, administrator];
    await Promise.all(people.map((person) => person.get(KEYS)));
    const answers = await Promise.all(people.map((person) => person.send({ keep: '0' }, `${KEYS}/signing-key`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await printed()).toEqual(answers.map(({ text }) => keyIn(text)).filter((one) => one !== ''));
  });

  it.each([{ keep: '25' }, { keep: '24', before: '-1' }, {}])('is not made by the altered form %o', async (fields) => {
    await developer.get(KEYS);
    expect((await developer.send(fields as Record<string, string>, `${KEYS}/signing-key`)).status).toBe(403);
  });
});

describe('the address and the secret of notifications', () => {
  const FORM = `${PAGE}/notifications`;
  const stored = async () => {
    const { out } = await turnpike(rig.folder, ['merchant', 'show', SHOP], { DATABASE_URL: rig.databaseUrl });
    return JSON.parse(out).notification;
  };
  const shownOf = (text: string, member: string) =>
    new RegExp(`name="shown" value="([0-9a-f]+)">(?:(?!<form).)*?id="${member}"`, 's').exec(text)?.[1] ?? '';

  it('are replaced, and the secret is neither shown nor recorded', async () => {
    const { text } = await developer.get(FORM);
    const url = 'https://new.example/notified?token=T0KEN';
    expect((await developer.send({ url, shown: shownOf(text, 'url') }, FORM)).status).toBe(303);
    const secret = 'another-secret-of-the-shop';
    const [{ profile: before } = {}] = await rig.rows('select profile from merchant where id = ?', SHOP);
    const done = await developer.submit({ secret, shown: shownOf(text, 'secret') }, FORM);
    const [{ profile: after } = {}] = await rig.rows('select profile from merchant where id = ?', SHOP);
    expect([done.text.includes('Saved.'), before === after, await stored()]).toEqual([
      true,
      false,
      { url, secret: '[held]' },
    ]);
    const entries = (await audited('console setting')).join();
    expect(entries).toContain('"before":"https://shop.example/notified","after":"https://new.example/notified"');
    expect(done.text + entries).not.toMatch(/another-secret|a-secret-of|sealed:/);
    expect(entries).not.toContain('T0KEN');
  });

  it('of the second of two people are not replaced, and the page shows both addresses', async () => {
    const shown = shownOf((await administrator.get(FORM)).text, 'url');
    await developer.get(FORM);
    expect((await developer.send({ url: 'https://first.example/', shown }, FORM)).status).toBe(303);
    const { status, text } = await administrator.send({ url: 'https://second.example/', shown }, FORM);
    expect([status, text.includes('<code>https://first.example/</code>')]).toEqual([409, true]);
    expect(text).toContain('value="https://second.example/"');
    expect((await stored()).url).toBe('https://first.example/');
  });

  it.each([
    ['url', 'http://shop.example/'],
    ['url', 'javascript:alert(1)'],
    ['url', '"><script>'],
    ['url', ''],
    ['secret', 'two\nlines'],
    ['secret', 'sealed:AAAA'],
    ['secret', ''],
  ])('are refused beside the input: %s %j', async (member, value) => {
    const before = await stored();
    const shown = shownOf((await developer.get(FORM)).text, member);
    const { status, text } = await developer.send({ [member]: value, shown }, FORM);
    expect([status, text.includes(`id="${member}-problem"`), text.includes('"><script>')]).toEqual([422, true, false]);
    expect(await stored()).toEqual(before);
  });

  it('are removed together after a confirmation, and notifications that wait stay', async () => {
    const before = await stored();
    const removal = async (more: Readonly<Record<string, string>>) => {
      const { text } = await developer.get(FORM);
      const form = text.slice(text.indexOf('Remove the address'));
      expect(form).toContain('Notifications that wait are still sent to');
      const shown = /name="shown" value="([0-9a-f]+)"/.exec(form)?.[1] ?? '';
      return developer.submit({ remove: 'yes', shown, ...more }, FORM);
    };
    const unconfirmed = await removal({});
    expect([unconfirmed.status, unconfirmed.text.includes('Tick the box first')]).toEqual([422, true]);
    const outdated = await removal({ confirm: 'yes', shown: 'x' });
    expect([outdated.status, outdated.text.includes('Nothing was removed')]).toEqual([409, true]);
    expect(await stored()).toEqual(before);
    const { status, text } = await removal({ confirm: 'yes' });
    expect([status, text.includes('Removed. Notifications that wait'), await stored()]).toEqual([200, true, null]);
    expect(text).not.toContain('Remove the address');
    const entries = (await audited('console setting')).join();
    expect(entries).toContain('"member":"notification","before":{"url":"https://');
    expect(entries).not.toMatch(/another-secret|sealed:|T0KEN/);
  });
});
