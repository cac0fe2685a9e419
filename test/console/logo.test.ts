/** The logo of a merchant's payment pages, as people replace it. */
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { enrolled, type PersonClient } from './person.ts';

const SHOP = 'LOGO_SHOP';
const PAGE = `/console/merchants/${SHOP}/settings/branding`;
const LOGO = `${PAGE}/logo`;
const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${inner}</svg>`;
const GREEN = svg('<rect width="20" height="10" fill="#0a0"/>');
const RED = svg('<rect width="20" height="10" fill="#a00"/>');

let rig: Rig;
let administrator: PersonClient;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: SHOP, name: 'Logo Shop' });
  administrator = (await enrolled(rig, ['--role', 'administrator', '--merchant', SHOP])).client;
});
afterAll(() => rig.close());

/** The hidden inputs of the form that replaces the logo. */
const hiddenIn = (text: string) => {
  const form = text.slice(text.indexOf('enctype="multipart/form-data"'));
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '';
  return { proof: value('proof'), shown: value('shown') };
};

/** Sends the file as a browser without script does. */
async function upload(file: string | Uint8Array<ArrayBuffer>, hidden?: Readonly<Record<string, string>>) {
  const inputs = hidden ?? hiddenIn((await administrator.get(PAGE)).text);
  const form = new FormData();
  for (const [name, value] of Object.entries(inputs)) {
    form.set(name, value);
  }
  form.set('logo', new Blob([file]), 'logo.svg');
  const sent = new Response(form);
  const body = Buffer.from(await sent.arrayBuffer()).toString('latin1');
  return administrator.post(LOGO, body, { 'Content-Type': sent.headers.get('content-type') ?? '' });
}

describe('a logo', () => {
  it('is uploaded without script, shown at once, replaced and removed', async () => {
    expect((await upload(GREEN)).status).toBe(303);
    const picture = await administrator.get(LOGO);
    expect([picture.headers['content-type'], picture.text.includes('#0a0')]).toEqual([
      'image/svg+xml; charset=utf-8',
      true,
    ]);
    expect(picture.headers['content-security-policy']).toContain('sandbox');
    expect((await administrator.get(`${PAGE}/preview`)).text).toContain(`src="${LOGO}"`);
    expect((await upload(RED)).status).toBe(303);
    expect((await administrator.get(LOGO)).text).toContain('#a00');
    const { text } = await administrator.get(PAGE);
    const removed = new URLSearchParams({ ...hiddenIn(text), remove: 'yes' }).toString();
    expect((await administrator.post(LOGO, removed)).status).toBe(303);
    expect((await administrator.get(LOGO)).status).toBe(404);
    const entries = await rig.rows("select details from audit_entry where action = 'console logo'");
    expect(entries.map(({ details }) => JSON.parse(String(details)).state)).toEqual([
      'BEGUN',
      'DONE',
      'BEGUN',
      'DONE',
      'BEGUN',
      'DONE',
    ]);
  });

  it('is shown before it is saved, and saved by the form beside it', async () => {
    const hidden = hiddenIn((await administrator.get(PAGE)).text);
    const page = await upload(RED, { ...hidden, preview: 'yes' });
    const [, encoded = ''] = /src="data:image\/svg\+xml;base64,([^"]+)"/.exec(page.text) ?? [];
    expect([page.status, Buffer.from(encoded, 'base64').toString().includes('#a00')]).toEqual([200, true]);
    expect(page.headers['content-security-policy']).toContain("img-src 'self' data:");
    expect((await administrator.get(LOGO)).status).toBe(404);
    await upload(RED, { ...hidden, preview: 'yes' });
    expect((await administrator.send({}, LOGO)).status).toBe(303);
    expect((await administrator.get(LOGO)).text).toContain('#a00');
  });

  it('of the second of two people is not stored', async () => {
    const hidden = hiddenIn((await administrator.get(PAGE)).text);
    expect((await upload(GREEN, hidden)).status).toBe(303);
    const second = await upload(RED, hidden);
    expect([second.status, second.text.includes('somebody has changed the logo')]).toEqual([422, true]);
    expect((await administrator.get(LOGO)).text).toContain('#0a0');
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['no picture', 'hello'],
    ['an SVG with a script', svg('<script>alert(1)</script>')],
    ['an SVG with a handler', svg('<rect width="1" height="1" onload="alert(1)"/>')],
    ['an SVG with an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${GREEN}`],
    ['a decompression bomb', Uint8Array.from(deflateSync(Buffer.alloc(40_000_000)))],
    ['too large', 'x'.repeat(70_000)],
    ['empty', ''],
  ])('is refused beside the input: %s', async (_what, file) => {
    const before = (await administrator.get(LOGO)).text;
    const { status, text } = await upload(file);
    expect([status, text.includes('id="logo-problem"'), /<script|onload="/.test(text)]).toEqual([422, true, false]);
    expect((await administrator.get(LOGO)).text).toBe(before);
  });

  it.each([
    ['without its boundary', 'multipart/form-data'],
    ['that is cut', 'multipart/form-data; boundary=x'],
  ])('in a form %s is refused', async (_what, type) => {
    const { status } = await administrator.post(LOGO, '--x\r\nContent-Disposition: form-data; name="proof"\r\n\r\n', {
      'Content-Type': type,
    });
    expect(status).toBe(403);
  });
});
