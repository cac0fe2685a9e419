/** A merchant's logo, from the operator's command to a payer's browser. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { basic, newOrderId, PASSWORD, type Rig, startRig } from '../api/rest/rig.ts';
import { small } from '../back-office/logos/pngs.ts';
import { turnpike } from './turnpike.ts';

let rig: Rig;
const folder = mkdtempSync(join(tmpdir(), 'turnpike-logo-'));
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'LOGOS', name: 'Logos' });
});
afterAll(async () => {
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><!-- a --><path d="M0 0h4v2z"/></svg>';
/** A profile is reloaded within a second. */
const SECONDS = { timeout: 30_000, interval: 200 };

function given(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const logo = (...args: string[]) => turnpike(rig.folder, ['merchant', 'logo', ...args]);

async function newPage(): Promise<string> {
  const { json } = await rig.api(
    'POST',
    '/session',
    {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', merchant: { logo: 'https://elsewhere.example/logo.png' } },
      order: { id: newOrderId(), amount: '10.00', currency: 'EUR' },
    },
    { merchant: 'LOGOS', authorization: basic('LOGOS', PASSWORD) },
  );
  return `/checkout/pay/${json.session.id}`;
}

const get = (path: string) => rig.call('GET', path, undefined, { authorization: null });
const pictureOn = async (page: string) => /<img [^>]*src="([^"]+)"[^>]*>/.exec((await get(page)).text)?.[1];

it.each([
  ['logo.png', small(), 'image/png', 'png'],
  ['logo.svg', SVG, 'image/svg+xml; charset=utf-8', 'svg'],
])('%s is shown on the page from our own origin, without script', async (name, content, type, end) => {
  const page = await newPage();
  expect(await logo('LOGOS', given(name, content))).toMatchObject({ code: 0 });
  await expect.poll(() => pictureOn(page), SECONDS).toMatch(new RegExp(`^/checkout/logo/[0-9a-f]{32}\\.${end}$`));
  const address = (await pictureOn(page)) ?? '';
  const answer = await get(address);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(answer.text).toContain(end === 'png' ? 'IHDR' : '<path d="M0 0h4v2z"/>');
  expect(answer.text).not.toContain('<!--');
  // The same content under another extension is not found.
  const other = end === 'png' ? 'svg' : 'png';
  expect((await get(address.replace(/\w+$/, other))).status).toBe(404);
});

it('a refused file leaves the page unchanged, with the reason', async () => {
  await logo('LOGOS', given('logo.png', small()));
  const page = await newPage();
  await expect.poll(() => pictureOn(page), SECONDS).toContain('.png');
  const bad = given('bad.svg', '<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>');
  const ran = await logo('LOGOS', bad);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain('bad.svg is not stored: the SVG has <script>');
  expect(await pictureOn(page)).toContain('.png');
});

it('a logo is removed again', async () => {
  await logo('LOGOS', given('logo.png', small()));
  const page = await newPage();
  await expect.poll(() => pictureOn(page), SECONDS).toContain('.png');
  expect(await logo('LOGOS', '--none')).toMatchObject({ code: 0, out: 'LOGOS has no logo.\n' });
  await expect.poll(() => pictureOn(page), SECONDS).toBeUndefined();
});

it.each([[[]], [['LOGOS']], [['NOBODY', 'logo.png']], [['LOGOS', 'a.png', 'b.png']]])(
  'a wrong call, %j, prints the usage',
  async (args) => {
    expect((await logo(...args)).code).toBe(2);
  },
);

it.each(['nothing.png', '0'.repeat(32), `${'0'.repeat(32)}.png`, '..%2f..%2fetc.png'])(
  '%s is refused as a logo',
  async (name) => {
    expect((await get(`/checkout/logo/${name}`)).status).toBe(404);
  },
);

it('a merchant is removed with its logo', async () => {
  await rig.merchant({ id: 'GONE', name: 'Gone' });
  await logo('GONE', given('gone.svg', SVG.replace('4v2', '3v2')));
  expect(await turnpike(rig.folder, ['merchant', 'remove', 'GONE'])).toMatchObject({ code: 0 });
  expect(await logo('GONE', '--none')).toMatchObject({ code: 2 });
});
