import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it('the public keys of return receipts are published as a key set, without a credential', async () => {
  const { status, headers, text } = await rig.call('GET', '/.well-known/jwks.json', undefined, { authorization: null });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/jwk-set+json; charset=utf-8',
    'public, max-age=300',
  ]);
  const { keys } = JSON.parse(text);
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519', use: 'sig' });
});
