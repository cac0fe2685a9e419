/** A further store whose disk is full: its merchants, those of other stores, and the operator's view of it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD_HASH, paying } from '../api/rest/rig.ts';
import { runOnFile } from '../support/database.ts';
import { onPostgres } from '../support/database-place.ts';
import { makeSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { type StoresRig, startStores } from './stores.ts';

const DISK_MB = 32;
/** Only a limit on one process needs its id, and such a disk is not used here. */
const NO_PID = 0;
const SOON = { timeout: 30_000, interval: 50 };

const disk = onPostgres() ? undefined : makeSmallDisk(DISK_MB);

describe.skipIf(disk?.isFileSystem !== true)('a further store on a disk of its own', () => {
  const { path, fill, free } = disk as SmallDisk;
  const file = join(path, 'north.db');
  let rig: StoresRig;
  beforeAll(async () => {
    rig = await startStores();
    await rig.acquirerIs('up');
    expect(await rig.turnpike('store', 'add', 'north', '--url', `sqlite:${file}`)).toMatchObject({ code: 0 });
    expect(await rig.put('SHOP2', '--store', 'north')).toMatchObject({ code: 0, err: '' });
    runOnFile(file, `update merchant set password_hash = '${PASSWORD_HASH}' where id = 'SHOP2'`);
    await rig.known('SHOP2');
  });
  afterAll(async () => {
    free(NO_PID);
    await rig.close();
    disk?.remove();
  });

  const pay = (merchant: string, order: string) =>
    rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), { merchant });
  const ready = async () => (await rig.call('GET', '/readyz')).json;
  const metrics = async () => (await rig.call('GET', '/metrics', undefined, { authorization: null })).text.split('\n');

  it('refuses its merchants alone while the disk is full, is named to the operator, and pays again by itself', async () => {
    fill(NO_PID);
    await vi.waitUntil(async () => (await pay('SHOP2', 'FULL')).status === 503, SOON);
    const refused = await pay('SHOP2', 'FULL-TOO');
    expect([refused.status, refused.json.error.cause, refused.headers['retry-after']]).toEqual([
      503,
      'SERVER_BUSY',
      '5',
    ]);
    expect((await pay('TESTSHOP', 'WELL')).json.result).toBe('SUCCESS');
    expect(await ready()).toMatchObject({ status: 'ready', store: 'up', stores: { north: 'not writable' } });
    expect(await metrics()).toEqual(
      expect.arrayContaining(['turnpike_store_up{store="first"} 1', 'turnpike_store_up{store="north"} 0']),
    );
    const { code, out } = await rig.turnpike('store', 'list');
    expect([code, out]).toEqual([1, expect.stringContaining(`The disk of ${file} is full: free space there.`)]);
    const line = () => rig.logged.find((one) => one.includes('its merchants get 503 until it can'));
    await vi.waitUntil(line, SOON);
    expect(JSON.parse(line() ?? '{}')).toMatchObject({
      store: 'north',
      cause: 'SQLITE_FULL',
      reason: `The disk of ${file} is full: free space there.`,
    });

    free(NO_PID);
    await vi.waitUntil(async () => (await pay('SHOP2', 'AGAIN')).json.result === 'SUCCESS', SOON);
    await vi.waitUntil(async () => (await ready()).stores === undefined, SOON);
    expect((await rig.turnpike('store', 'list')).code).toBe(0);
  });

  it('is not added while the disk is full, and nothing of it is left', async () => {
    const south = join(path, 'south.db');
    const add = () => rig.turnpike('store', 'add', 'south', '--url', `sqlite:${south}`);
    fill(NO_PID);
    expect(await add()).toMatchObject({ code: 1, err: `The disk of ${south} is full: free space there.\n` });
    expect(existsSync(south)).toBe(false);
    free(NO_PID);
    expect((await rig.turnpike('store', 'list')).out).not.toContain('south');
    expect(await add()).toMatchObject({ code: 0, err: '' });
  });
});
