/** The look of a merchant's payment pages, as people change it with a preview. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import { enrolled, type PersonClient } from './person.ts';

const SHOP = 'BRAND_SHOP';
const PAGE = `/console/merchants/${SHOP}/settings/branding`;

let rig: Rig;
let administrator: PersonClient;
let other: PersonClient;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: SHOP, name: 'Brand Shop', branding: { color: '#112233', corner: 'SQUARE' } });
  const invited = () => enrolled(rig, ['--role', 'administrator', '--merchant', SHOP]);
  administrator = (await invited()).client;
  other = (await invited()).client;
});
afterAll(() => rig.close());

const branding = async () => {
  const { out } = await turnpike(rig.folder, ['merchant', 'show', SHOP], { DATABASE_URL: rig.databaseUrl });
  return JSON.parse(out).branding;
};

/** Opens the preview of a colour, and saves it. */
async function saved(person: PersonClient, color: string) {
  await person.get(`${PAGE}?${new URLSearchParams({ color })}`);
  return person.submit({}, PAGE);
}

const audited = async () =>
  (await rig.rows("select actor, details from audit_entry where action = 'console setting'")).map(({ details }) =>
    JSON.parse(String(details)),
  );

describe('the colour', () => {
  it('is seen on the real payment page in both schemes before it is saved', async () => {
    const page = await administrator.get(`${PAGE}?color=%23aa3344`);
    expect(page.text).toContain('contrast of');
    expect(page.headers['content-security-policy']).toContain("frame-src 'self'");
    const frames = [...page.text.matchAll(/<iframe src="([^"]+)"/g)].map(([, src = '']) =>
      src.replaceAll('&amp;', '&'),
    );
    const shown = await Promise.all(frames.map((src) => administrator.get(src)));
    expect(shown.map(({ text }) => /<html[^>]*class="([^"]*)"/.exec(text)?.[1])).toEqual([
      'square light',
      'square dark',
    ]);
    for (const { text, headers } of shown) {
      expect(text).toContain('#aa3344');
      expect(text).toContain('Brand Shop');
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/script-src 'none'.*form-action 'none'; frame-ancestors 'self'/);
    }
    expect((await branding()).color).toBe('#112233');
  });

  it('is saved once, with the old and the new value in the audit trail', async () => {
    const { status, text } = await saved(administrator, '#AA3344');
    expect([status, text.includes('Saved.')]).toEqual([200, true]);
    expect(await branding()).toMatchObject({ color: '#aa3344', corner: 'SQUARE' });
    expect((await audited()).slice(-2)).toMatchObject([
      { state: 'BEGUN', member: 'branding', before: { color: '#112233' }, after: { color: '#aa3344' } },
      { state: 'DONE', member: 'branding' },
    ]);
    // The same form again finds its own value.
    expect((await administrator.send({ color: '#aa3344', shown: '' }, PAGE)).status).toBe(303);
  });

  it('of the second of two people is not saved, and the page shows both', async () => {
    await administrator.get(`${PAGE}?color=%23000055`);
    await saved(other, '#005500');
    const { status, text } = await administrator.send({}, PAGE);
    expect([status, text.includes('<code>#005500</code> now'), text.includes('<code>#000055</code>')]).toEqual([
      409,
      true,
      true,
    ]);
    expect((await branding()).color).toBe('#005500');
    expect((await administrator.submit({}, PAGE)).text).toContain('Saved.');
    expect((await branding()).color).toBe('#000055');
  });

  it.each(['red', '#12', 'url(x)', '"><script>', '[held]', ''])('%j is refused beside the input', async (color) => {
    const before = await branding();
    const shown = await administrator.get(`${PAGE}?${new URLSearchParams({ color })}`);
    const sent = await administrator.send({ color, shown: '' }, PAGE);
    for (const { status, text } of [shown, sent]) {
      expect([status, text.includes('id="color-problem"'), text.includes('"><script>')]).toEqual([422, true, false]);
    }
    const preview = await administrator.get(`${PAGE}/preview?${new URLSearchParams({ color, theme: 'LIGHT' })}`);
    expect([preview.text.includes(before.color), await branding()]).toEqual([true, before]);
  });
});

it('theme, corners and letters are seen in the preview, and saved with the colour', async () => {
  const look = { color: '#112233', theme: 'DARK', corner: 'ROUND', font: 'SERIF' };
  const page = await administrator.get(`${PAGE}?${new URLSearchParams(look)}`);
  const [frame = ''] = [...page.text.matchAll(/<iframe src="([^"]+)"/g)].map(([, src = '']) =>
    src.replaceAll('&amp;', '&'),
  );
  expect((await administrator.get(frame)).text).toMatch(/<html[^>]*class="[^"]*serif[^"]*dark|dark[^"]*serif/);
  await administrator.get(`${PAGE}?${new URLSearchParams(look)}`);
  expect((await administrator.submit({}, PAGE)).text).toContain('Saved.');
  expect(await branding()).toMatchObject(look);
  await administrator.get(`${PAGE}?theme=AUTO&corner=SQUARE&font=NONE`);
  expect((await administrator.submit({}, PAGE)).text).toContain('Saved.');
  expect(await branding()).toMatchObject({ theme: 'AUTO', corner: 'SQUARE', font: 'SERIF' });
});
