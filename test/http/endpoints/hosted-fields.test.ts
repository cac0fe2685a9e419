/** The page of a hosted field, and the endpoints of such frames: access and size. */
import { hash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const FORM = '/form/version/100/merchant/TESTSHOP';
/** Headers that browsers send from the gateway's own frame. */
const SAME = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
const get = (path: string, headers = {}) => rig.call('GET', path, undefined, { authorization: null, headers });
const post = (path: string, body: object, headers: Record<string, string> = SAME) =>
  rig.call('POST', path, body, { authorization: null, headers });

const packedBytes = (text: string): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }).length;

/** Promised to shops: their pages load them before the payer can type. */
const SCRIPT_BYTES_MAX = 9 * 1024;
const FIELD_BYTES_MAX = 6 * 1024;

describe('the page of a field', () => {
  it('may be framed by safe pages alone, runs its own script alone, and speaks to its own origin alone', async () => {
    const { status, headers, text } = await get(`${FORM}/field`);
    const inline = (tag: string) => new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(text)?.[1] ?? '';
    const allowed = (tag: string) => `'sha256-${hash('sha256', inline(tag), 'base64')}'`;
    expect(status).toBe(200);
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${allowed('script')}`,
      `style-src ${allowed('style')}`,
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      'frame-ancestors https: http://localhost:* http://127.0.0.1:*',
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is the same for every merchant and version, so that it reveals neither', async () => {
    const [one, other] = await Promise.all([get(`${FORM}/field`), get('/form/version/33/merchant/NOBODY/field')]);
    expect(other.text).toBe(one.text);
  });

  it.each([
    ['a field’s page', '/field', FIELD_BYTES_MAX],
    ['session.js', '/session.js', SCRIPT_BYTES_MAX],
  ])('stays within its promised size, compressed: %s', async (_what, path, max) => {
    const { text } = await get(FORM + path);
    expect(packedBytes(text)).toBeLessThanOrEqual(max);
  });
});

describe('the brand of a card number', () => {
  it('is answered for its first digits', async () => {
    const { status, json, headers } = await post(`${FORM}/card`, { prefix: '512345000000' });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(json.card).toMatchObject({ status: 'SUPPORTED', brand: 'MASTERCARD', scheme: 'MASTERCARD' });
  });

  it.each(['5123450000000008', '5123', 'abcdefgh', 512345, null])(
    'is refused for %j, which is no card number',
    async (prefix) => {
      const { status, json } = await post(`${FORM}/card`, { prefix });
      expect([status, json.error.field]).toEqual([400, 'prefix']);
    },
  );

  it('is refused for an unknown merchant', async () => {
    expect((await post('/form/version/100/merchant/NOBODY/card', { prefix: '512345' })).status).toBe(404);
  });
});

describe('a session for a page that has none', () => {
  it('is created empty', async () => {
    const { status, json } = await post(`${FORM}/session`, {});
    expect([status, json.session.updateStatus]).toEqual([201, 'NO_UPDATE']);
    expect(Object.keys(json.session)).toEqual(['id', 'updateStatus', 'version']);
    expect((await rig.api('GET', `/session/${json.session.id}`)).status).toBe(200);
  });

  it('is not created for an unknown merchant', async () => {
    expect((await post('/form/version/100/merchant/NOBODY/session', {})).status).toBe(404);
  });

  it('is refused to a network that requests too many, with a retry time', async () => {
    const own = await startRig();
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 31; count++) {
        const { status, headers, json } = await own.call(
          'POST',
          `${FORM}/session`,
          {},
          { authorization: null, headers: SAME },
        );
        statuses.push(status);
        if (status !== 201) {
          expect([json.error.cause, Number(headers['retry-after']) > 0]).toEqual(['SERVER_BUSY', true]);
        }
      }
      expect([statuses[0], statuses.at(-1)]).toEqual([201, 503]);
    } finally {
      await own.close();
    }
  });
});

describe('a page of another origin', () => {
  it.each([
    ['/card', { prefix: '512345' }],
    ['/session', {}],
  ])('may not send requests to %s', async (path, body) => {
    const said: Record<string, string>[] = [{ Origin: 'https://shop.example' }, { 'Sec-Fetch-Site': 'cross-site' }];
    for (const headers of said) {
      const { status, headers: answered } = await post(FORM + path, body, {
        'Content-Type': 'application/json',
        ...headers,
      });
      expect([status, answered['access-control-allow-origin']]).toEqual([403, undefined]);
    }
  });
});
