/** API passwords, as people change them: two alive at once, and one a form. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/contract/durations.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { enrolled, later, type PersonClient } from './person.ts';

const SHOP = 'PASSWORD_SHOP';
const PAGE = `/console/merchants/${SHOP}/api-passwords`;

let rig: Rig;
let developer: PersonClient;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: SHOP, name: 'Password Shop' });
  developer = (await enrolled(rig, ['--role', 'developer', '--merchant', SHOP])).client;
});
afterAll(() => rig.close());

/** The status that the merchant's server gets with this password. */
const statusWith = async (password: string) => {
  const authorization = `Basic ${btoa(`merchant.${SHOP}:${password}`)}`;
  return (await rig.call('GET', `/api/rest/version/100/merchant/${SHOP}/order`, undefined, { authorization })).status;
};

const passwordIn = (text: string) => /class="mono secret">([0-9a-f]{32})</.exec(text)?.[1] ?? '';

async function renewed(keep: string): Promise<string> {
  await developer.get(PAGE);
  const { status, text } = await developer.send({ keep });
  expect(status).toBe(200);
  return passwordIn(text);
}

describe('an API password', () => {
  it('is shown once, and the one before it works as long as was chosen', async () => {
    const first = await renewed('24');
    const second = await renewed('24');
    expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
    expect((await developer.get(PAGE)).text).not.toContain(second);
    later(rig, 25 * HOUR_MS);
    await signedInAgain();
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
    const third = await renewed('0');
    expect([await statusWith(second), await statusWith(third)]).toEqual([401, 200]);
  });

  it('is made once by a form that is sent twice', async () => {
    const before = await renewed('24');
    await developer.get(PAGE);
    const form = { ...developer.hidden(), keep: '24' };
    const password = passwordIn((await developer.send(form)).text);
    const again = await developer.send(form, PAGE);
    expect([again.status, passwordIn(again.text)]).toEqual([409, '']);
    expect(again.text).toContain('Nothing was changed');
    expect([await statusWith(before), await statusWith(password)]).toEqual([200, 200]);
  });

  it('is made by one of two people at the same time', async () => {
    const other = (await enrolled(rig, ['--role', 'administrator', '--merchant', SHOP])).client;
    const people = [developer, other];
    await Promise.all(people.map((person) => person.get(PAGE)));
    const answers = await Promise.all(people.map((person) => person.send({ keep: '0' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [password = ''] = answers.map(({ text }) => passwordIn(text)).filter((one) => one !== '');
    expect(await statusWith(password)).toBe(200);
  });

  it('that has leaked ends at once, and the newest stays', async () => {
    const leaked = await renewed('720');
    const newest = await renewed('720');
    const ended = await developer.submit({}, `${PAGE}/end-former`);
    expect([ended.status, ended.text.includes('Older password')]).toEqual([200, false]);
    expect([await statusWith(leaked), await statusWith(newest)]).toEqual([401, 200]);
  });

  it.each<Readonly<Record<string, string>>>([
    { keep: '25' },
    { keep: '24', before: '-1' },
    { keep: '24', before: 'x' },
    {},
  ])('is not made by the altered form %o', async (fields) => {
    await developer.get(PAGE);
    expect((await developer.send(fields, PAGE)).status).toBe(403);
  });

  it('is recorded in the audit trail with the person, and without the password', async () => {
    const password = await renewed('24');
    const rows = await rig.rows(
      'select actor, subject, details from audit_entry where action = ?',
      'console api password',
    );
    const texts = rows.map((row) => Object.values(row).join(' '));
    expect(texts.at(-1)).toMatch(new RegExp(`^person-\\d+@shop.example ${SHOP} .*"keptHours":24`));
    expect(texts.join()).not.toContain(password);
  });
});

/** A day has ended the session. */
async function signedInAgain(): Promise<void> {
  developer = (await enrolled(rig, ['--role', 'developer', '--merchant', SHOP])).client;
}
