import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../../api/rest/rig.ts';

const PATH = '/.well-known/apple-developer-merchantid-domain-association';
const folder = mkdtempSync(join(tmpdir(), 'turnpike-domain-'));
const file = join(folder, 'domain');

let [set, unset] = [] as unknown as [Rig, Rig];
beforeAll(async () => {
  writeFileSync(file, '7B22707370496422');
  [set, unset] = await Promise.all([startRig({ APPLE_PAY_DOMAIN_FILE: file }), startRig()]);
});
afterAll(async () => {
  await Promise.all([set.close(), unset.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const get = (rig: Rig, path: string) => rig.call('GET', path, undefined, { authorization: null });

it.each([PATH, `${PATH}.txt`])('Apple’s file for the domain is served as it is at %s', async (path) => {
  const { status, text, headers } = await get(set, path);
  expect([status, text, headers['content-type']]).toEqual([200, '7B22707370496422', 'text/plain']);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

it('without the operator’s file there is none', async () => {
  expect((await get(unset, PATH)).status).toBe(404);
});
