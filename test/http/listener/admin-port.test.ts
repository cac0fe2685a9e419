/** The operator's own listener. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../../src/settings/settings.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';

let rig: Rig;
let admin: string;
beforeAll(async () => {
  rig = await startRig({ ADMIN_PORT: '0' });
  admin = `http://127.0.0.1:${rig.app.adminPort}`;
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

it('the admin port must differ from the main one', () => {
  expect(() => readSettings({ DATA_DIR: rig.folder, PORT: '8080', ADMIN_PORT: '8080' })).toThrow(/^ADMIN_PORT="8080"/);
  expect(() => readSettings({ DATA_DIR: rig.folder, ADMIN_PORT: 'x' })).toThrow(/^ADMIN_PORT="x"/);
});
