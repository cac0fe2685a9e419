import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/adapters/store/index.ts';
import { MERCHANT_SCRIPTS } from '../../../src/http/routing/routes.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const get = (path: string, headers = {}) => rig.call('GET', path, undefined, { authorization: null, headers });

/** The promised sizes of each script as transferred over the network. */
const BYTES_MAX: Readonly<Record<string, number>> = { checkout: 5.5 * 1024, session: 9 * 1024, 'three-ds': 5 * 1024 };

describe('a script of the interface', () => {
  const addresses = Object.values(MERCHANT_SCRIPTS).flat();

  it.each(addresses)(
    'may be used by any page, and is cached for an hour, since the next release may change it: %s',
    async (address) => {
      const { status, headers } = await get(address.replaceAll(/:\w+/g, '62'));
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=3600',
        'content-type': 'text/javascript; charset=utf-8',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  it.each([
    ['/static/threeDS/1.3.0/three-ds.min.js', '/static/threeDS/1.0.0/three-ds.min.js'],
    ['/static/checkout/checkout.min.js', '/static/checkout/checkout.js'],
    ['/static/checkout/checkout.min.js', '/checkout/version/39/checkout.js'],
    ['/static/checkout/checkout.min.js', '/checkout/version/100/checkout.min.js'],
    ['/form/version/33/merchant/A/session.js', '/form/version/100/merchant/B/session.js?debug=true'],
  ])('is the same at every version of its address: %s, %s', async (address, same) => {
    const [one, other] = await Promise.all([get(address), get(same)]);
    expect(one.status).toBe(200);
    expect(other.text).toBe(one.text);
  });

  it.each(['br', 'gzip'])('stays within its promised size, by %s', async (encoding) => {
    const { json } = await get('/static/scripts.json');
    for (const { script, pinned } of json.scripts) {
      const { headers } = await get(pinned, { 'Accept-Encoding': encoding });
      expect(headers['content-encoding']).toBe(encoding);
      expect([script, Number(headers['content-length']) > 1024]).toEqual([script, true]);
      expect([script, Number(headers['content-length']) <= (BYTES_MAX[script] ?? 0)]).toEqual([script, true]);
    }
  });
});

describe('the inventory', () => {
  it('names each script with an address for its content, and its integrity value', async () => {
    const { json } = await get('/static/scripts.json');
    expect(json.scripts.length).toBeGreaterThan(0);
    for (const { pinned, integrity, addresses } of json.scripts) {
      const { status, text, headers } = await get(pinned);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(integrity).toBe(`sha384-${hash('sha384', text, 'base64')}`);
      for (const address of addresses) {
        expect((await get(address.replaceAll(/:\w+/g, '1'))).text).toBe(text);
      }
    }
  });

  it('has the files of an earlier release, at their addresses', async () => {
    const content = Buffer.from('(()=>{window.ThreeDS={}})();');
    const store = await openStore(rig.databaseUrl, { owner: false });
    onTestFinished(() => store.close());
    await store.merchantScripts.keep('00112233445566ff', { file: 'three-ds.js', content }, 1);
    await store.merchantScripts.keep('00112233445566ff', { file: 'other.js', content: Buffer.from('2') }, 2);
    const { status, text, headers } = await get('/static/pinned/00112233445566ff/three-ds.js');
    expect([status, text, headers['cache-control']]).toEqual([
      200,
      content.toString(),
      'public, max-age=31536000, immutable',
    ]);
    expect((await get('/static/pinned/00112233445566ff/checkout.js')).status).toBe(404);
  });

  it('is stored when the gateway starts, for gateways of later releases', async () => {
    const { json } = await get('/static/scripts.json');
    const store = await openStore(rig.databaseUrl, { owner: false });
    onTestFinished(() => store.close());
    for (const { pinned } of json.scripts) {
      const [, , , pin = '', file] = pinned.split('/');
      const kept = await store.merchantScripts.find(pin);
      expect([kept?.file, Buffer.from(kept?.content ?? []).toString()]).toEqual([file, (await get(pinned)).text]);
    }
  });

  it.each(['/static/pinned/0000000000000000/three-ds.js', '/static/pinned/x/..%2fscripts.json', '/static/none.js'])(
    'is 404 at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
