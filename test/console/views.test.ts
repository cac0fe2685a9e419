/** Saved views of the list of orders: who sees, renames and deletes them, and what is stored. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/contract/durations.ts';
import { type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import { type Enrolled, enrolled, later } from './person.ts';

const AT = '/console/merchants/TESTSHOP';
const HOSTILE = '"><img src=x onerror=alert(1)>';
const EMAIL = 'ada@example.com';

let rig: Rig;
let viewer: Enrolled;
let other: Enrolled;
let administrator: Enrolled;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'OTHERSHOP', name: 'Other Shop' });
  const at = (role: string) => enrolled(rig, ['--role', role, '--merchant', 'TESTSHOP']);
  [viewer, other, administrator] = [await at('viewer'), await at('viewer'), await at('administrator')];
});
afterAll(() => rig.close());

/** Searches, and saves the list under this name. */
async function save({ client }: Enrolled, name: string, more: Readonly<Record<string, string>> = {}): Promise<Reply> {
  await client.get(`${AT}/orders`);
  await client.submit({ search: EMAIL, status: 'FAILED' }, `${AT}/orders`);
  const list = client.hidden().list?.replace(/&(?:amp|#38);/g, '&') ?? '';
  return client.submit({ name, list, ...more }, `${AT}/views`);
}

/** The addresses of the views beside the search box, by name. */
async function viewsOf({ client }: Enrolled): Promise<ReadonlyMap<string, string>> {
  const { text } = await client.get(`${AT}/orders`);
  const links = [...text.matchAll(/href="([^"]*\/views\/\d+)"[^>]*>\s*([^<]*?)\s*</g)];
  return new Map(links.map(([, href = '', name = '']) => [name, href]));
}

describe('a view', () => {
  it('is saved with search and filters, and opens the same list, without a word of the search in an address', async () => {
    expect((await save(viewer, 'Ada’s declines')).status).toBe(200);
    const href = (await viewsOf(viewer)).get('Ada’s declines') ?? '';
    const { status, headers } = await viewer.client.get(href);
    expect([status, headers.location]).toEqual([303, expect.stringMatching(/orders\?for=[\w-]+&status=FAILED$/)]);
    const { text } = await viewer.client.get(String(headers.location));
    expect(text).toContain(`value="${EMAIL}"`);
    const dump = (await rig.dump()).toString('latin1');
    expect([dump.includes(EMAIL), dump.includes('Ada’s declines')]).toEqual([false, false]);
  });

  it('is the person’s own, or is shared by an administrator; others neither see, rename nor delete it', async () => {
    await save(viewer, 'Mine', { shared: 'yes' });
    await save(administrator, 'Ours', { shared: 'yes' });
    const [mine, ours] = [(await viewsOf(viewer)).get('Mine') ?? '', (await viewsOf(administrator)).get('Ours') ?? ''];
    const names = [...(await viewsOf(other)).keys()];
    expect([names.includes('Mine'), names.includes('Ours')]).toEqual([false, true]);
    expect(String((await other.client.get(mine)).headers.location)).toBe(`${AT}/views`);
    for (const path of [mine, ours]) {
      await other.client.get(`${AT}/views`);
      await other.client.send({ name: 'Stolen' }, `${path}/rename`);
      await other.client.get(`${AT}/views`);
      await other.client.send({}, `${path}/delete`);
    }
    expect([(await viewsOf(viewer)).has('Mine'), (await viewsOf(other)).has('Ours')]).toEqual([true, true]);
    const elsewhere = ours.replace('TESTSHOP', 'OTHERSHOP');
    expect((await administrator.client.get(elsewhere)).status).toBe(404);
  });

  it('is renamed to any text, which is shown as text, and deleted; the audit trail has no name', async () => {
    await save(viewer, 'Before');
    const href = (await viewsOf(viewer)).get('Before') ?? '';
    await viewer.client.get(`${AT}/views`);
    const page = await viewer.client.submit({ name: HOSTILE }, `${href}/rename`);
    expect(page.text.replace(/ value="[^"]*"/g, '')).not.toContain('<img');
    expect(page.text).toContain('&gt;&lt;img src=x onerror=alert(1)&gt;');
    await viewer.client.submit({}, `${href}/delete`);
    expect([...(await viewsOf(viewer)).values()]).not.toContain(href);
    const rows = await rig.rows("select action, actor, details from audit_entry where action like 'console view%'");
    expect(rows.slice(-2).map(({ action, actor }) => [action, actor])).toEqual([
      ['console view renamed', viewer.email],
      ['console view deleted', viewer.email],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/img|Before|ada@/);
  });

  it.each([
    [{ name: ' ' }, 'Type a name.'],
    [{ name: 'x'.repeat(61) }, 'at most 60 characters'],
    [{ name: 'x', list: 'for=unreadable' }, 'not readable any more'],
  ])('of %j is refused', async (fields, words) => {
    const { status, text } = await save(viewer, fields.name, fields);
    expect([status, text.includes(words)]).toEqual([422, true]);
  });

  it('is one of twenty at most', async () => {
    await other.client.get(`${AT}/orders`);
    for (let at = 0; at < 20; at += 1) {
      await other.client.submit({ name: `View ${at}`, list: 'status=FAILED' }, `${AT}/views`);
    }
    const { status, text } = await other.client.submit({ name: 'One more', list: 'status=FAILED' }, `${AT}/views`);
    expect([status, text.includes('You have 20 views already')]).toEqual([422, true]);
  });

  it('is seen by its person, however many older ones others share', async () => {
    const own = [...(await viewsOf(viewer)).keys()].filter((name) => name !== 'Ours');
    expect(own).toContain('Mine');
    const owner = 'select key from console_person where email = ?';
    const columns = 'merchant_key, person_key, 1, sealed_view, used_at';
    for (let key = 1; key <= 100; key += 1) {
      await rig.change(
        `insert into console_view (key, merchant_key, person_key, is_shared, sealed_view, used_at)
          select ${key}, ${columns} from console_view where key = (
            select min(key) from console_view where key > 100 and person_key = (${owner}))`,
        administrator.email,
      );
    }
    expect([...(await viewsOf(viewer)).keys()]).toEqual(expect.arrayContaining(own));
    await rig.change('delete from console_view where key <= ?', 100);
  });

  it('goes with its person, and after 90 days without use', async () => {
    const removed = await turnpike(rig.folder, ['console', 'remove', other.email], { DATABASE_URL: rig.databaseUrl });
    expect(removed.err).toBe('');
    const [{ key }] = (await rig.rows('select key from console_person where email = ?', viewer.email)) as [
      { key: number },
    ];
    const owners = async () => (await rig.rows('select distinct person_key from console_view')).map(Object.values);
    expect((await owners()).flat().map(Number)).toContain(Number(key));
    expect(await owners()).toHaveLength(2);
    const count = async () => Number((await rig.rows('select count(*) as n from console_view'))[0]?.n);
    const [viewers] = await rig.rows('select count(*) as n from console_view where person_key = ?', Number(key));
    const left = (await count()) - Number(viewers?.n);
    await rig.change('update console_view set used_at = ?', Date.now() - 89 * DAY_MS);
    await rig.change('update console_view set used_at = ? where person_key = ?', Date.now() - 91 * DAY_MS, Number(key));
    later(rig, 7 * HOUR_MS);
    await vi.waitUntil(async () => (await owners()).length === 1, { timeout: 30_000, interval: 50 });
    expect(left).toBeGreaterThan(0);
    expect(await count()).toBe(left);
  });
});
