/** A store's new address, and its end, while a gateway runs. */
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readBuild } from '../../src/platform/build.ts';
import { paying } from '../api/rest/rig.ts';
import { runOnFile } from '../support/database.ts';
import { onPostgres } from '../support/database-place.ts';
import { type StoresRig, startStores } from './stores.ts';

const SOON = { timeout: 30_000, interval: 50 };

let rig: StoresRig;
beforeAll(async () => {
  rig = await startStores({}, { build: readBuild().id });
  await rig.acquirerIs('up');
  await rig.add('two');
  await rig.add('three');
  await rig.putIn('two', 'SHOP2');
  await rig.known('SHOP2');
});
afterAll(() => rig.close());

const order = (id: string) => rig.api('GET', `/order/${id}`, undefined, { merchant: 'SHOP2' });
const pay = (id: string) => rig.api('PUT', `/order/${id}/transaction/1`, paying('PAY'), { merchant: 'SHOP2' });
const isPaid = (id: string) => vi.waitUntil(async () => (await pay(id)).json.result === 'SUCCESS', SOON);
const store = (...args: readonly string[]) => rig.turnpike('store', ...args);
const closing = async () => (await rig.rows('select closing from store where number = 1'))[0]?.closing;

const onFile = (name: string, change: string) => runOnFile(join(rig.folder, `${name}.db`), `update ${change}`);

/** Renames the database of the store two. @returns its address, as options of `store put` */
async function renamed(before: string, after: string): Promise<readonly string[]> {
  if (onPostgres()) {
    const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
    await rig.change(`alter schema ${quoted(before)} rename to ${quoted(after)}`);
    return ['--url', rig.databaseUrl, '--schema', after];
  }
  const file = (name: string) => join(rig.folder, `${name.replace(/ .*/, '')}.db`);
  renameSync(file(before), file(after));
  return ['--url', `sqlite:${file(after)}`];
}

// A role of a run in schemas of its own may not rename them.
describe.skipIf(inject('stores') !== undefined)('a store', () => {
  it('is closed by a command in all processes, and opened again', async () => {
    await isPaid('BEFORE');
    expect(await store('close', 'two')).toMatchObject({ code: 0, err: '' });
    expect((await order('BEFORE')).status).toBe(503);
    expect(await rig.turnpike('merchant', 'list', '--store', 'two')).toMatchObject({ code: 1 });
    // A store that cannot be opened does not keep the command from the others.
    const all = await rig.turnpike('refund', 'list', '--store', 'all');
    expect(all.code).toBe(1);
    expect(all.out).toMatch(/^first: .+\ntwo: The store two is closed\. .+\nthree: .+$/m);
    expect((await rig.call('GET', '/metrics', undefined, { authorization: null })).text).toContain(
      'turnpike_store_state{store="two",state="away",reason="closed"} 1',
    );
    expect((await store('list')).out).toContain('was closed');
    expect(await store('open', 'two')).toMatchObject({ code: 0, err: '' });
    await vi.waitUntil(async () => (await order('BEFORE')).status === 200, SOON);
  });

  it('is served at another address once it is there, wherever the command was cut off', async () => {
    await rig.change("update store set closing = 'c1' where number = 1");
    await rig.change('update store_directory set changes = changes + 1');
    // The closing of a command that was cut off is completed under its name.
    expect(await store('close', 'two')).toMatchObject({ code: 0 });
    expect(await closing()).toBe('c1');
    const address = await renamed('two "quoted"', 'moved');
    expect(await store('put', 'two', ...address)).toMatchObject({ code: 0, err: '' });
    expect(await closing()).toBe(null);
    await isPaid('AFTER');
    expect((await order('BEFORE')).status).toBe(200);
    expect((await store('list')).code).toBe(0);

    // A command that was cut off between the record in the database and the directory is completed too.
    expect(await store('close', 'two')).toMatchObject({ code: 0 });
    const back = await renamed('moved', 'again');
    const table = onPostgres() ? 'again.installation' : 'installation';
    for (const change of [
      `set value = (select value from ${table} where name = 'closed') where name = 'arrived'`,
      `set name = 'closed before' where name = 'closed'`,
    ]) {
      await (onPostgres() ? rig.change(`update ${table} ${change}`) : onFile('again', `${table} ${change}`));
    }
    expect(await store('put', 'two', ...back)).toMatchObject({ code: 0, err: '' });
    await isPaid('AGAIN');
    const { out } = await rig.turnpike('audit', 'list', '--action', 'store put');
    expect(out).toContain('store put');
    expect(out).not.toContain(back[1]);
  });

  it('stays where it is if the database at the new address is another one', async () => {
    for (const [address, reason] of [
      [['--url', rig.databaseUrl], 'that of store 0'],
      [['--url', 'mysql://x'], '--url cannot be used'],
    ] as const) {
      expect((await store('put', 'two', ...address)).err).toContain(reason);
    }
    expect((await store('put', 'nine', '--url', rig.databaseUrl)).code).toBe(2);
    expect((await store('put', 'two', '--url', rig.databaseUrl, '--without-old')).err).toContain('that of store 0');
    expect(await closing()).toBe(null);
    await isPaid('STAYED');
  });

  it.skipIf(onPostgres())('is not served from a copy that lacks commits, nor from its old file', async () => {
    const file = (name: string) => join(rig.folder, `${name}.db`);
    expect(await store('close', 'two')).toMatchObject({ code: 0 });
    copyFileSync(file('again'), file('early'));
    expect(await store('open', 'two')).toMatchObject({ code: 0 });
    await isPaid('LATER');
    const lacking = await store('put', 'two', '--url', `sqlite:${file('early')}`);
    expect(lacking.err).toContain('lacks the last commits of the store two, which is as before');
    await vi.waitUntil(async () => (await order('LATER')).status === 200, SOON);

    expect(await store('close', 'two')).toMatchObject({ code: 0 });
    copyFileSync(file('again'), file('copy'));
    expect(await store('put', 'two', '--url', `sqlite:${file('copy')}`)).toMatchObject({ code: 0, err: '' });
    await vi.waitUntil(async () => (await order('LATER')).status === 200, SOON);
    renameSync(file('copy'), file('gone'));
    copyFileSync(file('again'), file('copy'));
    // A process that has an older directory finds the old database so.
    expect((await store('list')).out).toContain('Its database was closed for another address');
    renameSync(file('gone'), file('copy'));
  });
});

it('a store is removed once it has no merchant, and its number is not given again', async () => {
  expect((await store('remove', 'two')).err).toContain('has a merchant');
  expect((await store('remove', 'first')).code).toBe(2);
  expect(await store('remove', 'three')).toMatchObject({ code: 0, err: '' });
  expect((await store('list')).out).not.toContain('three');
  expect((await store('remove', 'three')).err).toContain('There is no further store three');
  // Processes follow the directory within a second.
  const path = `/checkout/pay/SESSION02${'a'.repeat(24)}`;
  await expect.poll(async () => (await rig.call('GET', path)).status, { timeout: 30_000 }).toBe(404);
  await rig.add('four');
  expect((await store('list')).out).toMatch(/^3\tfour/m);
});
