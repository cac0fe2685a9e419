/** A gateway for real money on the database of a sandbox, whose operator signs in by a link alone. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { startRig } from '../api/rest/rig.ts';
import { PersonClient } from './person.ts';

const TOKEN = 'l'.repeat(43);
const LINK = `/console/link/${TOKEN}`;
const CONSOLE = 'https://console.example';

it('a live gateway takes neither the link nor the session of the sandbox’s operator', async () => {
  const keys = { TURNPIKE_KEYS: randomBytes(32).toString('base64') };
  const hosts = { PUBLIC_ORIGIN: 'https://pay.example', CONSOLE_ORIGIN: CONSOLE };
  const sandbox = await startRig({ ...keys, ...hosts, SANDBOX_CONSOLE_TOKEN: TOKEN });
  const client = new PersonClient(sandbox, { origin: CONSOLE });
  await client.get(LINK);
  expect((await client.submit({})).text).toContain('operator@sandbox.example');
  // A new start makes the link work once more.
  await sandbox.restart();
  expect((await new PersonClient(sandbox, { origin: CONSOLE }).get(LINK)).status).toBe(200);
  await sandbox.meanwhile(async () => {
    const onSandbox = { ...keys, ...hosts, DATABASE_URL: sandbox.databaseUrl, TRUSTED_PROXIES: '127.0.0.1' };
    const inStaging = { TURNPIKE_MODE: 'staging', SANDBOX_API_PASSWORD: '' };
    await expect(startRig({ ...onSandbox, ...inStaging })).rejects.toThrow('first used in sandbox mode');
    // The database of an earlier release has no record of its mode.
    await sandbox.change('delete from installation');
    const live = await startRig({ ...onSandbox, ...inStaging });
    const stranger = new PersonClient(live, { origin: CONSOLE });
    expect((await stranger.get(LINK)).status).toBe(404);
    stranger.cookie = client.cookie;
    expect((await stranger.get('/console')).headers.location).toBe('/console/sign-in');
    await live.close();
    await sandbox.change('delete from installation');
  });
  await sandbox.close();
});
