/** The hosts of a merchant's shop, as people add and remove them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import { enrolled, type PersonClient } from './person.ts';

const SHOP = 'HOST_SHOP';
const PAGE = `/console/merchants/${SHOP}/settings/hosts`;

let rig: Rig;
let developer: PersonClient;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: SHOP, name: 'Host Shop', returnHosts: ['shop.example'] });
  developer = (await enrolled(rig, ['--role', 'developer', '--merchant', SHOP])).client;
});
afterAll(() => rig.close());

const stored = async () => {
  const { out } = await turnpike(rig.folder, ['merchant', 'show', SHOP], { DATABASE_URL: rig.databaseUrl });
  const { returnHosts, embedHosts } = JSON.parse(out);
  return { returnHosts, embedHosts };
};

/** The version of a list, as its form on the last page has it. */
const shownOf = (text: string, list: string) =>
  new RegExp(`name="list" value="${list}"><input type="hidden" name="shown" value="([^"]+)"`).exec(text)?.[1] ?? '';

/** Opens the page, and sends a form of a list. */
async function sent(list: string, fields: Readonly<Record<string, string>>) {
  const shown = shownOf((await developer.get(PAGE)).text, list);
  return developer.send({ list, shown, ...fields }, PAGE);
}

describe('a host', () => {
  it('is added as browsers write it, and removed, with the audit trail', async () => {
    expect((await sent('returnHosts', { add: ' Bücher.example ' })).status).toBe(303);
    expect((await sent('embedHosts', { add: 'SHOP.example:8443' })).status).toBe(303);
    expect(await stored()).toEqual({
      returnHosts: ['shop.example', 'xn--bcher-kva.example'],
      embedHosts: ['shop.example:8443'],
    });
    expect((await sent('returnHosts', { remove: 'shop.example' })).status).toBe(303);
    expect((await stored()).returnHosts).toEqual(['xn--bcher-kva.example']);
    const rows = await rig.rows("select details from audit_entry where action = 'console setting'");
    expect(JSON.parse(String(rows.at(-2)?.details))).toMatchObject({
      state: 'BEGUN',
      member: 'returnHosts',
      before: ['shop.example', 'xn--bcher-kva.example'],
      after: ['xn--bcher-kva.example'],
    });
  });

  it('of the second of two people is not added, and the page shows the list as it is now', async () => {
    const shown = shownOf((await developer.get(PAGE)).text, 'embedHosts');
    await turnpike(rig.folder, ['merchant', 'set', SHOP, 'embedHosts=["other.example"]'], {
      DATABASE_URL: rig.databaseUrl,
    });
    const { status, text } = await developer.send({ list: 'embedHosts', shown, add: 'third.example' }, PAGE);
    expect([status, text.includes('<code>third.example</code>'), text.includes('other.example')]).toEqual([
      409,
      true,
      true,
    ]);
    expect((await stored()).embedHosts).toEqual(['other.example']);
  });

  it.each([
    ['returnHosts', 'https://shop.example'],
    ['returnHosts', 'shop.example/path'],
    ['returnHosts', 'javascript://'],
    ['returnHosts', 'xn--pple-43d.com'],
    ['returnHosts', '"><script>'],
    ['returnHosts', '[held]'],
    ['returnHosts', ''],
    ['embedHosts', '*.shop.example'],
    ['embedHosts', "shop.example; script-src 'unsafe-inline'"],
    ['embedHosts', 'shop.example:99999'],
    ['embedHosts', 'x'.repeat(300)],
  ])('in %s is refused beside the input: %j', async (list, add) => {
    const before = await stored();
    const { status, text } = await sent(list, { add });
    expect([status, text.includes(`id="add-${list}-problem"`), text.includes('"><script>')]).toEqual([
      422,
      true,
      false,
    ]);
    expect(await stored()).toEqual(before);
  });

  it('that is in the list already is not added again', async () => {
    const { text } = await sent('returnHosts', { add: 'bücher.example' });
    expect(text).toContain('It is in the list.');
  });
});
