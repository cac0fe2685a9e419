/** The operator's own listener. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../../src/settings/settings.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';

let rig: Rig;
let admin: string;
beforeAll(async () => {
  rig = await startRig({ ADMIN_PORT: '0', ADMIN_HOST: '127.0.0.2' });
  admin = `http://127.0.0.2:${rig.app.adminPort}`;
});
afterAll(() => rig.close());

const statusOf = async (path: string) => (await fetch(admin + path)).status;

it('the admin port answers probes and metrics, under any address', async () => {
  expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/metrics')]).toEqual([200, 200, 200]);
  expect(await (await fetch(`${admin}/metrics`)).text()).toContain('\nturnpike_store_up 1\n');
});

it('the admin port answers 404 to other requests', async () => {
  expect(await statusOf('/api/rest/version/100/information')).toBe(421);
  expect(await statusOf('/checkout/pay/x')).toBe(421);
});

it('the admin port takes over the metrics from the main one, which still answers probes', async () => {
  expect((await rig.call('GET', '/metrics')).status).toBe(404);
  expect((await rig.call('GET', '/healthz')).status).toBe(200);
  expect((await rig.call('GET', '/readyz')).status).toBe(200);
});

it('the admin port listens only at its own address', async () => {
  const socket = connect(rig.app.adminPort ?? 0, '127.0.0.1');
  const [error] = await once(socket, 'error').catch((reason) => [reason]);
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});

it('the address of the admin port is that of the main one by default, and needs a port', () => {
  const { folder: DATA_DIR } = rig;
  expect(readSettings({ DATA_DIR, ADMIN_PORT: '9090', HOST: '10.0.0.5' }).adminHost).toBe('10.0.0.5');
  expect(readSettings({ DATA_DIR, ADMIN_PORT: '9090', ADMIN_HOST: '127.0.0.1', HOST: '::' }).adminHost).toBe(
    '127.0.0.1',
  );
  expect(() => readSettings({ DATA_DIR, ADMIN_HOST: '127.0.0.1' })).toThrow(/^ADMIN_HOST is set without ADMIN_PORT/);
});

it('the admin port must differ from the main one', () => {
  expect(() => readSettings({ DATA_DIR: rig.folder, PORT: '8080', ADMIN_PORT: '8080' })).toThrow(/^ADMIN_PORT="8080"/);
  expect(() => readSettings({ DATA_DIR: rig.folder, ADMIN_PORT: 'x' })).toThrow(/^ADMIN_PORT="x"/);
});
